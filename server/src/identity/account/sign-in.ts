import { AppError, ensure } from '@kura/contract/errors'
import type { SessionView } from '@kura/contract/identity/sign-in'
import { limits } from '@kura/contract/limits'
import { safeRedirect } from '@kura/contract/redirect'
import type { Deps } from '../../deps.ts'
import { newId } from '../../platform/db/id.ts'
import { transaction } from '../../platform/db/transaction.ts'
import type { BotVersion } from '../../platform/gateways/captcha.ts'
import { limitRate, sourceOf, takesRate } from '../../platform/http/limit-rate.ts'
import { queueMail, siteLink } from '../../platform/mail/queue-mail.ts'
import { sendSoon } from '../../platform/mail/send-waiting-mails.ts'
import type { MailDeps } from '../../platform/mail/send-waiting-mails.ts'
import { findEmail, normalEmail } from '../member/email-address.ts'
import { findCredentials, lockIfPassword, setPasswordHash, lockAuth } from '../member/queries.ts'
import { startSession } from '../session/session.ts'
import { endMailCodes, useMailCode } from './code-queries.ts'
import { admitMail, needsMail, makeMailCode, checkMailCode } from './mail-codes.ts'

type Caller = { ip: string; userAgent: string; bot: BotVersion | undefined }

/**
 * Signs in with address and password. Unknown, banned and wrong all do the same work and fail with
 * AUTHENTICATION_FAILED. While an account is being guessed at, or too many try at once, BOT_DENY
 * asks for the visible bot check; it locks no one out.
 */
export async function signIn(
  { sql, passwords, log }: Pick<Deps, 'sql' | 'passwords' | 'log'>,
  body: { email: string; password: string; locale?: 'ja' | 'en' | undefined },
  { ip, userAgent, bot }: Caller,
): Promise<SessionView> {
  // an invalid address belongs to no account; its own error would only make answers differ
  const email = findEmail(body.email) ?? ''
  await limitRate({ sql }, 'signInPerAccountAndSource', `${email} ${sourceOf(ip)}`)
  if (!(await takesRate({ sql }, 'signInPerAccount', email))) ensure(bot === 'v2', 'BOT_DENY')
  const found = await findCredentials(sql, email)
  const stored = found?.passwordHash ?? undefined
  const isRight = await passwords.verify(stored, body.password, bot === 'v2' ? 'visible' : 'usual')
  log.info({ act: 'sign-in', memberId: found?.id, isRight, source: sourceOf(ip) }, 'somebody signed in or tried to')
  if (!found || !stored || !isRight) throw new AppError('AUTHENTICATION_FAILED')
  const renewed = passwords.isOutdated(stored) ? await passwords.hash(body.password) : undefined
  const sessionJwt = await transaction(sql, async (db) => {
    // a password changed in the meantime must not let the old one in
    ensure(await lockIfPassword(db, found.id, stored), 'AUTHENTICATION_FAILED')
    if (renewed) await setPasswordHash(db, found.id, renewed)
    return startSession(db, { memberId: found.id, userAgent, locale: body.locale })
  })
  return { userId: found.id, flowAddress: found.flowAddress, sessionJwt }
}

type LinkRequest = { email: string; locale?: 'ja' | 'en' | undefined; redirect?: string | undefined }
type MailCaller = { language: 'ja' | 'en'; ip: string; bot: BotVersion | undefined }
type LinkPurpose = 'password_reset' | 'onetime_sign_in'

/**
 * Mails a way into the account of an address: a code and link for a new password, or a link that
 * signs in. An address without an account gets a mail saying so; result, statements and work are
 * the same. Fails with INVALID_EMAIL_FORMAT. Fails with BOT_DENY when the address or the source had
 * many mails and the bot check was not the visible one.
 */
export async function mailAccountLink(
  deps: MailDeps & Pick<Deps, 'env' | 'background'>,
  purpose: LinkPurpose,
  request: LinkRequest,
  { language, ip, bot }: MailCaller,
): Promise<{ requestId: string }> {
  const email = normalEmail(request.email)
  await limitRate(deps, 'mailPerSource', sourceOf(ip))
  const mailRequest = { purpose, email, ip, bot }
  const admission = await admitMail(deps, mailRequest)
  const locale = request.locale ?? language
  const redirect = safeRedirect(request.redirect)
  const onward: Record<string, string> = redirect === '/' ? {} : { redirect }
  const { mailId, requestId } = await transaction(deps.sql, async (db) => {
    if (!(await needsMail(db, admission, mailRequest))) return { requestId: newId(), mailId: undefined }
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

/**
 * Signs in by the token of a mailed link, once, while the address is still the member's; the other
 * links mailed for it end.
 */
export async function signInByLink(
  { sql, log }: Pick<Deps, 'sql' | 'log'>,
  { token, locale }: { token: string; locale?: 'ja' | 'en' | undefined },
  { ip, userAgent }: { ip: string; userAgent: string },
): Promise<SessionView> {
  await limitRate({ sql }, 'tokenSignInPerSource', sourceOf(ip))
  const { id, memberId, email } = await checkMailCode(sql, 'onetime_sign_in', { token })
  ensure(memberId, 'TOKEN_NOTFOUND')
  const session = await transaction(sql, async (db) => {
    const member = await lockAuth(db, memberId)
    ensure(member && member.email === email && (await useMailCode(db, id)), 'TOKEN_NOTFOUND')
    // what else was mailed for signing in has served its purpose
    await endMailCodes(db, { email }, 'onetime_sign_in')
    const sessionJwt = await startSession(db, { memberId, userAgent, locale })
    return { userId: memberId, flowAddress: member.flowAddress ?? '', sessionJwt }
  })
  log.info({ act: 'sign-in', memberId, by: 'link', source: sourceOf(ip) }, 'somebody signed in by a mailed link')
  return session
}
