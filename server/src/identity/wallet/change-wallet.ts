import { AppError, ensure } from '@kura/contract/errors'
import type { WalletChangeView } from '@kura/contract/identity/wallet'
import type { Deps } from '../../deps.ts'
import type { Db } from '../../platform/db/connect.ts'
import { newId } from '../../platform/db/id.ts'
import { transaction } from '../../platform/db/transaction.ts'
import { readAddress } from '../../platform/flow/read-address.ts'
import { limitRate } from '../../platform/http/limit-rate.ts'
import type { Viewer } from '../../platform/http/on.ts'
import { ownOrigins } from '../../platform/http/own-hosts.ts'
import { notifyAccount } from '../notification/notify.ts'
import { queueMail, siteLink } from '../../platform/mail/queue-mail.ts'
import { sendSoon } from '../../platform/mail/send-waiting-mails.ts'
import type { MailDeps } from '../../platform/mail/send-waiting-mails.ts'
import { findOpenChange, insertProven, findLatestChange } from './change-queries.ts'
import type { ChangeRow } from './change-queries.ts'
import { checkProofs } from './check-proof.ts'
import type { SentProof } from './check-proof.ts'
import { asDuplicate, moveLink } from './move-link.ts'
import { lockForLink } from './queries.ts'

type ChangeDeps = MailDeps & Pick<Deps, 'env' | 'background' | 'accessNode' | 'chain'>
type Change = { current: SentProof; next: SentProof & { address: string } }

/**
 * Moves the link to another wallet at once, proven by both, each over its own nonce. Mints on their
 * way to the old vault arrive there: its owner still holds it. Fails with WALLET_REQUIRED,
 * WALLET_CHANGING while a recovery is open, and AUTHENTICATION_DUPLICATED when the new one is
 * another member's.
 */
export async function changeWallet(deps: ChangeDeps, viewer: Viewer, body: Change): Promise<WalletChangeView> {
  const newAddress = readNext(deps, viewer, body.next.address)
  const { memberId, flowAddress: oldAddress } = viewer
  await limitRate(deps, 'walletPerMember', memberId)
  ensure(!(await findOpenChange(deps.sql, memberId)), 'WALLET_CHANGING')
  const apps = ownOrigins(deps.env)
  await checkProofs(deps, { memberId, apps }, [
    { ...body.current, address: oldAddress, purpose: 'change_from', field: 'current' },
    { ...body.next, address: newAddress, purpose: 'change_to', field: 'next' },
  ])
  const change = { id: newId(), memberId, oldAddress, newAddress }
  const { row, mailId } = await transaction(deps.sql, (db) => move(deps, db, change, viewer)).catch(asDuplicate)
  if (mailId) sendSoon(deps, mailId)
  return presentChange(row)
}

/**
 * The address to move to. Fails with WALLET_REQUIRED without a wallet, with INVALID_INPUT for the
 * one that is linked.
 */
export function readNext(deps: Pick<Deps, 'chain'>, { flowAddress }: Viewer, next: string): string {
  ensure(flowAddress !== '', 'WALLET_REQUIRED')
  const address = readAddress(deps, next)
  if (address !== flowAddress) return address
  throw new AppError('INVALID_INPUT', { details: [{ field: 'next.address', fault: 'same_as_current' }] })
}

async function move(
  { env }: Pick<Deps, 'env'>,
  db: Db,
  change: Pick<ChangeRow, 'id' | 'memberId' | 'oldAddress' | 'newAddress'>,
  { familyId }: Viewer,
): Promise<{ row: ChangeRow; mailId: string | undefined }> {
  const { memberId, oldAddress, newAddress } = change
  const member = await lockForLink(db, memberId)
  ensure(member?.flowAddress === oldAddress && !(await findOpenChange(db, memberId)), 'WALLET_CHANGING')
  const moved = await moveLink(db, { ...change, kind: 'proven' }, { actor: memberId, keepFamilyId: familyId })
  const row = await insertProven(db, change)
  await notifyAccount(db, memberId, 'wallet-changed')
  if (member.email === null) return { row, mailId: undefined }
  const [listings, gifts] = [String(moved.listings), String(moved.gifts)]
  const words = { oldAddress, newAddress, listings, gifts, link: siteLink(env, '/login') }
  const mail = { recipient: member.email, locale: member.locale, template: 'wallet-changed', words } as const
  return { row, mailId: await queueMail(db, mail) }
}

/** The member's latest change of the wallet, open or over. */
export async function showChange(
  { sql }: Pick<Deps, 'sql'>,
  { memberId }: Viewer,
): Promise<{ change: WalletChangeView | null }> {
  const row = await findLatestChange(sql, memberId)
  return { change: row ? presentChange(row) : null }
}

/** A change of the wallet as its member sees it. */
export const presentChange = (row: ChangeRow): WalletChangeView => ({
  changeId: row.id,
  state: row.state,
  oldAddress: row.oldAddress,
  newAddress: row.newAddress,
  requestedAt: row.requestedAt.toISOString(),
  effectiveAt: row.effectiveAt?.toISOString() ?? null,
})
