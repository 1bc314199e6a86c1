import { ensure } from '@kura/contract/errors'
import type { ErrorCode } from '@kura/contract/errors'
import type { WalletChangeView } from '@kura/contract/identity/wallet'
import type { Deps } from '../../deps.ts'
import { clearAlarms } from '../../platform/alarm/alarms.ts'
import { recordAct } from '../../platform/audit-log-queries.ts'
import type { Db } from '../../platform/db/connect.ts'
import { transaction } from '../../platform/db/transaction.ts'
import { limitRate, sourceOf } from '../../platform/http/limit-rate.ts'
import type { Viewer } from '../../platform/http/on.ts'
import { queueMail, siteLink } from '../../platform/mail/queue-mail.ts'
import { sendSoon } from '../../platform/mail/send-waiting-mails.ts'
import type { MailDeps } from '../../platform/mail/send-waiting-mails.ts'
import { notifyAccount } from '../notification/notify.ts'
import type { NotificationEvent } from '../notification/notification-texts.ts'
import { hashOfToken } from '../../platform/secret-token.ts'
import { endChange, findOpenChange, findOpenChangeByToken } from './change-queries.ts'
import type { ChangeRow, Ending } from './change-queries.ts'
import { presentChange } from './change-wallet.ts'
import { findForLink, lockForLink } from './queries.ts'

type Last = Ending & { to: RecoveryStep & Ending['to']; actor: string }
export type Ended = { row: ChangeRow; mailId: string | undefined }

/**
 * Moves a recovery to one of its last states: the row, the audit, the alarm and the mail in one
 * transaction. The caller sends the mail of `done`, because it knows what moved with the wallet.
 * Undefined when the recovery is in none of the states `from`.
 */
export async function endRecovery(deps: Pick<Deps, 'env'>, db: Db, last: Last): Promise<Ended | undefined> {
  const row = await endChange(db, last)
  if (!row) return undefined
  const details = { changeId: row.id, oldAddress: row.oldAddress, newAddress: row.newAddress }
  await recordAct(db, { actor: last.actor, act: `wallet.recovery-${last.to}`, subject: row.memberId, details })
  await clearAlarms(db, row.id)
  if (last.to === 'done') return { row, mailId: undefined }
  return { row, mailId: await queueRecoveryMail(deps, db, last.to, row, { note: last.note ?? '' }) }
}

type RecoveryStep = 'asked' | 'approved' | 'refused' | 'cancelled' | 'void' | 'done'

const eventOf = {
  asked: 'recovery-asked',
  approved: 'recovery-approved',
  refused: 'recovery-ended',
  cancelled: 'recovery-ended',
  void: 'recovery-ended',
  done: 'wallet-changed',
} as const satisfies Record<RecoveryStep, NotificationEvent>

/**
 * Queues the mail for one step of a recovery, in its transaction. `token` stops the recovery, in
 * the mails where that is possible; `listings` and `gifts` are how many were withdrawn. Returns the
 * mail's id, or undefined when the member has no address.
 */
export async function queueRecoveryMail(
  { env }: Pick<Deps, 'env'>,
  db: Db,
  step: RecoveryStep,
  { memberId, oldAddress, newAddress }: ChangeRow,
  {
    token = '',
    note = '',
    listings = 0,
    gifts = 0,
  }: { token?: string; note?: string; listings?: number; gifts?: number } = {},
): Promise<string | undefined> {
  await notifyAccount(db, memberId, eventOf[step])
  const member = await findForLink(db, memberId)
  if (!member?.email) return undefined
  const mail = { recipient: member.email, locale: member.locale }
  const home = siteLink(env, '/mypage')
  const stop = siteLink(env, '/wallet/recovery/cancel', { token })
  if (step === 'asked' || step === 'approved') {
    const words = { newAddress, link: stop }
    return queueMail(db, { ...mail, template: `wallet-recovery-${step}`, words })
  }
  if (step === 'refused')
    return queueMail(db, { ...mail, template: 'wallet-recovery-refused', words: { note, link: home } })
  if (step === 'cancelled')
    return queueMail(db, { ...mail, template: 'wallet-recovery-cancelled', words: { link: home } })
  if (step === 'void')
    return queueMail(db, { ...mail, template: 'wallet-recovery-void', words: { newAddress, link: home } })
  const counts = { listings: String(listings), gifts: String(gifts) }
  const words = { oldAddress, newAddress, ...counts, link: siteLink(env, '/login') }
  return queueMail(db, { ...mail, template: 'wallet-changed', words })
}

/**
 * Cancels the open recovery, if there is one: a member who sets a new password or signs out
 * everywhere must not lose the wallet to a request of somebody else. The caller's transaction holds
 * the lock on the member. Returns the mail's id.
 */
export async function cancelOpenRecovery(
  deps: Pick<Deps, 'env'>,
  db: Db,
  memberId: string,
): Promise<string | undefined> {
  const open = await findOpenChange(db, memberId)
  if (!open) return undefined
  const last = { id: open.id, from: ['requested', 'approved'], to: 'cancelled', actor: memberId } as const
  return (await endRecovery(deps, db, last))?.mailId
}

type StopDeps = MailDeps & Pick<Deps, 'env' | 'background'>

/** Stops the member's open recovery. Fails with NOT_FOUND when none is open. */
export async function cancelRecovery(deps: StopDeps, { memberId }: Viewer): Promise<WalletChangeView> {
  return stop(deps, await findOpenChange(deps.sql, memberId), memberId, 'NOT_FOUND')
}

/** Stops a recovery by the token of its mails, without a session: the owner may have lost theirs. */
export async function stopRecovery(
  deps: StopDeps,
  { token }: { token: string },
  { ip }: { ip: string },
): Promise<WalletChangeView> {
  await limitRate(deps, 'tokenSignInPerSource', sourceOf(ip))
  const found = await findOpenChangeByToken(deps.sql, hashOfToken(token))
  return stop(deps, found, 'mail-link', 'TOKEN_NOTFOUND')
}

async function stop(
  deps: StopDeps,
  found: ChangeRow | undefined,
  actor: string,
  code: ErrorCode,
): Promise<WalletChangeView> {
  ensure(found, code)
  const ended = await transaction(deps.sql, async (db) => {
    await lockForLink(db, found.memberId)
    return endRecovery(deps, db, { id: found.id, from: ['requested', 'approved'], to: 'cancelled', actor })
  })
  ensure(ended, code)
  if (ended.mailId) sendSoon(deps, ended.mailId)
  return presentChange(ended.row)
}
