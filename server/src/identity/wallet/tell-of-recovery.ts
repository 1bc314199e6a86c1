import type { Db } from '../../platform/db/connect.ts'
import type { Deps } from '../../deps.ts'
import { queueMail } from '../../platform/mail/queue-mail.ts'
import { siteLink } from '../../platform/mail/site-link.ts'
import type { ChangeRow } from './change-queries.ts'
import { findForLink } from './queries.ts'

export type RecoveryStep = 'asked' | 'approved' | 'refused' | 'cancelled' | 'void' | 'done'

/**
 * Queues the mail for one step of a recovery, in its transaction. `token` is what stops it, in the mails where it can still be
 * stopped, `listings` and `gifts` how many of these were taken back. Answers the mail's id, or undefined when the member has no address.
 */
export async function tellOfRecovery(
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
