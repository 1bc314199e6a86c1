import { ensure } from '@kura/contract/errors'
import type { AccountView } from '@kura/contract/identity/account'
import { termsVersion } from '@kura/contract/limits'
import type { Deps } from '../../deps.ts'
import { recordAct } from '../../platform/audit-log-queries.ts'
import type { Db } from '../../platform/db/connect.ts'
import { newId } from '../../platform/db/id.ts'
import { transaction } from '../../platform/db/transaction.ts'
import type { Viewer } from '../../platform/http/on.ts'
import { showAccount } from './profile.ts'
import { insertWalletMember, lockByAddress, setTerms } from './queries.ts'

type WalletSignIn = { address: string; locale: 'ja' | 'en'; agreesToTerms: boolean }

/**
 * The member of a proven wallet, locked, or a new one without e-mail address and password. Fails
 * with AUTHENTICATION_FAILED when the member is banned or deleted.
 */
export async function ensureWalletMember(
  db: Db,
  { address, locale, agreesToTerms }: WalletSignIn,
): Promise<{ memberId: string; isNew: boolean }> {
  const id = newId()
  const known = await lockByAddress(db, address)
  const isNew = !known && (await insertWalletMember(db, { id, address, locale }))
  if (isNew)
    await recordAct(db, { actor: id, act: 'member.signed-up', subject: id, details: { by: 'wallet', address } })
  // another request may have been first
  const member = isNew ? { id, isOpen: true } : (known ?? (await lockByAddress(db, address)))
  ensure(member?.isOpen, 'AUTHENTICATION_FAILED')
  if (agreesToTerms) await noteTerms(db, member.id)
  return { memberId: member.id, isNew }
}

/**
 * Notes that the member agreed to the terms in force, with the time. Fails with TERMS_OUTDATED for
 * any other version.
 */
export async function agreeTerms(
  deps: Pick<Deps, 'sql'>,
  viewer: Viewer,
  body: { termsVersion: string },
): Promise<AccountView> {
  ensure(body.termsVersion === termsVersion, 'TERMS_OUTDATED')
  await transaction(deps.sql, (db) => noteTerms(db, viewer.memberId))
  return showAccount(deps, viewer)
}

/** The same inside a transaction, for who agrees on the way in. Doing it again changes nothing. */
async function noteTerms(db: Db, memberId: string): Promise<void> {
  if (!(await setTerms(db, memberId, termsVersion))) return
  await recordAct(db, { actor: memberId, act: 'terms.agreed', subject: memberId, details: { termsVersion } })
}
