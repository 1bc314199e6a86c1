import type { EnquiryTopic } from '@kura/contract/catalogue/enquiry'
import { ensure } from '@kura/contract/errors'
import { findOperator } from '../../catalogue/operator/queries.ts'
import { isOrderOf } from '../../checkout/order/queries.ts'
import type { Deps } from '../../deps.ts'
import { mailboxOf, normalEmail } from '../../identity/member/email-address.ts'
import { ensureOpen } from '../../identity/member/ensure-full-member.ts'
import { onlySeen } from '../../identity/member/member-text.ts'
import { notifyAccount } from '../../identity/notification/notify.ts'
import { newId } from '../../platform/db/id.ts'
import { transaction } from '../../platform/db/transaction.ts'
import { limitRate, sourceOf, takesRate } from '../../platform/http/limit-rate.ts'
import type { Viewer } from '../../platform/http/on.ts'
import { queueMail, siteLink } from '../../platform/mail/queue-mail.ts'
import { sendSoon } from '../../platform/mail/send-waiting-mails.ts'
import type { MailDeps } from '../../platform/mail/send-waiting-mails.ts'
import { insertEnquiry } from './queries.ts'

export type EnquiryDeps = MailDeps & Pick<Deps, 'sql' | 'env' | 'background'>
type Enquiry = {
  topic: EnquiryTopic
  email: string
  message: string
  orderId?: string | undefined
  locale?: 'ja' | 'en' | undefined
}
type Caller = { viewer: Viewer | undefined; ip: string; language: 'ja' | 'en' }

/**
 * Stores a message to the operator, mails it to the operator's address and confirms it to the
 * sender, unless their mailbox got too many confirmations lately. The confirmation does not repeat
 * the message, since the address is unproven. Fails with NOT_FOUND for an order of another member.
 */
export async function sendEnquiry(
  deps: EnquiryDeps,
  { viewer, ip, language }: Caller,
  { topic, email: written, message: typed, orderId, locale = language }: Enquiry,
): Promise<{ enquiryId: string }> {
  await limitRate(deps, 'enquiryPerSource', sourceOf(ip))
  const email = normalEmail(written)
  if (orderId !== undefined) ensure(viewer && (await isOrderOf(deps.sql, viewer.memberId, { orderId })), 'NOT_FOUND')
  const message = onlySeen(typed)
  const id = newId()
  // anybody can write any address here: the enquiry is kept, its confirmation is not for flooding
  // mailboxes
  const isConfirmed = await takesRate(deps, 'enquiryMailPerAddress', mailboxOf(email))
  const mails = await transaction(deps.sql, async (db) => {
    if (viewer) await ensureOpen(db, viewer.memberId)
    await insertEnquiry(db, { id, memberId: viewer?.memberId ?? null, orderId: orderId ?? null, email, topic, message })
    if (viewer) await notifyAccount(db, viewer.memberId, 'enquiry-received')
    const operator = await findOperator(db)
    const words = { topic, enquiryId: id, orderId: orderId ?? '' }
    const link = siteLink(deps.env, '/')
    const received = { recipient: email, locale, template: 'enquiry-received', words: { ...words, link } } as const
    const queued = isConfirmed ? [await queueMail(db, received)] : []
    if (!operator?.email) return queued
    const confirmationId = await queueMail(db, {
      recipient: operator.email,
      locale: 'ja',
      template: 'enquiry-came',
      words: { ...words, email, message, memberId: viewer?.memberId ?? '' },
    })
    return [...queued, confirmationId]
  })
  for (const mail of mails) sendSoon(deps, mail)
  return { enquiryId: id }
}
