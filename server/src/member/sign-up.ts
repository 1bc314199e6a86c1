import { safeRedirect } from '@kura/contract/redirect'
import { transaction } from '../db/transaction.ts'
import type { Deps } from '../deps.ts'
import { queueMail } from '../mail/queue-mail.ts'
import { sendSoon } from '../mail/send-soon.ts'
import type { MailDeps } from '../mail/send-waiting-mails.ts'
import { siteLink } from '../mail/site-link.ts'
import { limitRate, sourceOf } from '../session/limit-rate.ts'
import { normalEmail } from './email-address.ts'
import { makeMailCode } from './make-mail-code.ts'
import { isEmailTaken } from './queries.ts'

type SignUpDeps = MailDeps & Pick<Deps, 'env' | 'background'>
type Wish = { email: string; locale?: 'ja' | 'en' | undefined; redirect?: string | undefined }

/**
 * Mails a code and a link to the address, ending earlier ones; an address that has an account gets a mail saying so. The answer,
 * the statements and the work are the same for both, so nobody learns which it was. Fails with INVALID_EMAIL_FORMAT.
 */
export async function signUp(
  deps: SignUpDeps,
  wish: Wish,
  { language, ip }: { language: 'ja' | 'en'; ip: string },
): Promise<Record<string, never>> {
  const email = normalEmail(wish.email)
  await limitRate(deps, 'mailPerSource', sourceOf(ip))
  await limitRate(deps, 'mailPerAddress', email)
  const locale = wish.locale ?? language
  const redirect = safeRedirect(wish.redirect)
  const onward: Record<string, string> = redirect === '/' ? {} : { redirect }
  const mailId = await transaction(deps.sql, async (db) => {
    const isTaken = await isEmailTaken(db, email)
    // also for a taken address, whose code nobody is told: wrong codes must fail in the same way
    const made = { purpose: 'sign_up', email, memberId: null, payload: { locale } } as const
    const { code, token } = await makeMailCode(db, made)
    if (isTaken) {
      const link = siteLink(deps.env, '/login', onward)
      return queueMail(db, { recipient: email, locale, template: 'already-member', words: { link } })
    }
    const link = siteLink(deps.env, '/signup/complete', { token, ...onward })
    return queueMail(db, { recipient: email, locale, template: 'sign-up', words: { code, link } })
  })
  sendSoon(deps, mailId)
  return {}
}
