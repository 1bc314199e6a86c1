import { safeRedirect } from '@kura/contract/redirect'
import type { Db } from '../../platform/db/connect.ts'
import { transaction } from '../../platform/db/transaction.ts'
import type { Deps } from '../../deps.ts'
import { queueMail } from '../../platform/mail/queue-mail.ts'
import { sendSoon } from '../../platform/mail/send-soon.ts'
import type { MailDeps } from '../../platform/mail/send-waiting-mails.ts'
import { siteLink } from '../../platform/mail/site-link.ts'
import { limitRate, sourceOf } from '../../platform/http/limit-rate.ts'
import { normalEmail } from '../member/email-address.ts'
import { hasOpenCode } from './code-queries.ts'
import { makeMailCode } from './make-mail-code.ts'
import { isEmailTaken } from '../member/queries.ts'

type SignUpDeps = MailDeps & Pick<Deps, 'env' | 'background'>
type Wish = { email: string; locale?: 'ja' | 'en' | undefined; redirect?: string | undefined }
type Caller = { language: 'ja' | 'en'; ip: string }

/**
 * Mails a code and a link to the address, ending earlier ones; an address that has an account gets a mail saying so. The answer,
 * the statements and the work are the same for both, so nobody learns which it was. Fails with INVALID_EMAIL_FORMAT.
 */
export async function signUp(deps: SignUpDeps, wish: Wish, { language, ip }: Caller): Promise<Record<string, never>> {
  const email = normalEmail(wish.email)
  await limitRate(deps, 'mailPerSource', sourceOf(ip))
  await limitRate(deps, 'mailPerAddress', `sign_up ${email}`)
  sendSoon(deps, await transaction(deps.sql, (db) => mailCode(deps, db, { ...wish, email }, language)))
  return {}
}

/**
 * The deprecated sign-up: comes without a bot check, at rates that are of no use to bots, and leaves alone what was mailed before,
 * so that nobody ends the code somebody else waits for. Only the address is used. Name, wallet and the rest come from somebody
 * who has proven nothing; they are asked for at completion.
 */
export async function signUpAsBefore(
  deps: SignUpDeps,
  wish: Pick<Wish, 'email'>,
  { language, ip }: Caller,
): Promise<Record<string, never>> {
  const email = normalEmail(wish.email)
  await limitRate(deps, 'oldSignUpPerSource', sourceOf(ip))
  await limitRate(deps, 'mailPerSource', sourceOf(ip))
  await limitRate(deps, 'oldSignUpPerAddress', email)
  const mailId = await transaction(deps.sql, async (db) =>
    (await hasOpenCode(db, email, 'sign_up')) ? undefined : mailCode(deps, db, { email }, language),
  )
  if (mailId) sendSoon(deps, mailId)
  return {}
}

async function mailCode(
  { env }: Pick<Deps, 'env'>,
  db: Db,
  { email, ...wish }: Wish,
  language: 'ja' | 'en',
): Promise<string> {
  const locale = wish.locale ?? language
  const redirect = safeRedirect(wish.redirect)
  const onward: Record<string, string> = redirect === '/' ? {} : { redirect }
  const isTaken = await isEmailTaken(db, email)
  // also for a taken address, whose code nobody is told: wrong codes must fail in the same way
  const { code, token } = await makeMailCode(db, { purpose: 'sign_up', email, memberId: null, payload: { locale } })
  if (isTaken) {
    const link = siteLink(env, '/login', onward)
    return queueMail(db, { recipient: email, locale, template: 'already-member', words: { link } })
  }
  const link = siteLink(env, '/signup/complete', { token, ...onward })
  return queueMail(db, { recipient: email, locale, template: 'sign-up', words: { code, link } })
}
