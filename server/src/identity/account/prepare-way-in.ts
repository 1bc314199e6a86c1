import { limits } from '@kura/contract/limits'
import { safeRedirect } from '@kura/contract/redirect'
import { newId } from '../../platform/db/id.ts'
import { transaction } from '../../platform/db/transaction.ts'
import type { Deps } from '../../deps.ts'
import type { BotVersion } from '../../platform/gateways/captcha.ts'
import { queueMail } from '../../platform/mail/queue-mail.ts'
import { sendSoon } from '../../platform/mail/send-soon.ts'
import type { MailDeps } from '../../platform/mail/send-waiting-mails.ts'
import { siteLink } from '../../platform/mail/site-link.ts'
import { limitRate, sourceOf } from '../../platform/http/limit-rate.ts'
import { normalEmail } from '../member/email-address.ts'
import { admitMail, needsMail } from './admit-mail.ts'
import { makeMailCode } from './make-mail-code.ts'
import { findCredentials } from '../member/queries.ts'

type Wish = { email: string; locale?: 'ja' | 'en' | undefined; redirect?: string | undefined }
type Caller = { language: 'ja' | 'en'; ip: string; bot: BotVersion | undefined }
export type WayIn = 'password_reset' | 'onetime_sign_in'

/**
 * Mails a way into the account of an address: a code and link for a new password, or a link that signs in. An address nobody can
 * sign in with gets a mail saying so; answer, statements and work are the same. Fails with INVALID_EMAIL_FORMAT, and with BOT_DENY where the
 * address or the source has had many mails and the bot check was not the visible one.
 */
export async function prepareWayIn(
  deps: MailDeps & Pick<Deps, 'env' | 'background'>,
  purpose: WayIn,
  wish: Wish,
  { language, ip, bot }: Caller,
): Promise<{ requestId: string }> {
  const email = normalEmail(wish.email)
  await limitRate(deps, 'mailPerSource', sourceOf(ip))
  const request = { purpose, email, ip, bot }
  const admission = await admitMail(deps, request)
  const locale = wish.locale ?? language
  const redirect = safeRedirect(wish.redirect)
  const onward: Record<string, string> = redirect === '/' ? {} : { redirect }
  const { mailId, requestId } = await transaction(deps.sql, async (db) => {
    if (!(await needsMail(db, admission, request))) return { requestId: newId(), mailId: undefined }
    const found = await findCredentials(db, email)
    const linkMinutes = purpose === 'onetime_sign_in' ? limits.onetimeMinutes : limits.linkMinutes
    const made = await makeMailCode(db, { purpose, email, memberId: found?.id ?? null, linkMinutes })
    const { requestId, code, token } = made
    const mail = { recipient: email, locale }
    if (!found) {
      const link = siteLink(deps.env, '/signup', onward)
      return { requestId, mailId: await queueMail(db, { ...mail, template: 'no-account', words: { link } }) }
    }
    if (purpose === 'onetime_sign_in') {
      const link = siteLink(deps.env, '/login/link', { token, ...onward })
      return { requestId, mailId: await queueMail(db, { ...mail, template: 'onetime-sign-in', words: { link } }) }
    }
    const link = siteLink(deps.env, '/login/reset', { token, ...onward })
    return { requestId, mailId: await queueMail(db, { ...mail, template: 'password-reset', words: { code, link } }) }
  })
  if (mailId) sendSoon(deps, mailId)
  return { requestId }
}
