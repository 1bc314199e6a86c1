import { safeRedirect } from '@kura/contract/redirect'
import { transaction } from '../db/transaction.ts'
import { newId } from '../db/id.ts'
import type { Deps } from '../deps.ts'
import { queueMail } from '../mail/queue-mail.ts'
import { sendSoon } from '../mail/send-soon.ts'
import type { MailDeps } from '../mail/send-waiting-mails.ts'
import { siteLink } from '../mail/site-link.ts'
import { limitRate } from '../session/limit-rate.ts'
import { hashOfToken, newSecretToken } from '../session/secret-token.ts'
import { normalEmail } from './email-address.ts'
import { hashOfCode, newMailCode } from './mail-code.ts'
import { endMailCodes, insertMailCode, isEmailTaken } from './queries.ts'

type SignUpDeps = MailDeps & Pick<Deps, 'env' | 'background'>
type Wish = { email: string; locale?: 'ja' | 'en' | undefined; redirect?: string | undefined }

/**
 * Mails a code and a link to the address, ending earlier ones; an address that has an account gets a mail saying so. The answer,
 * the statements and the work are the same for both, so nobody learns which it was. Fails with INVALID_EMAIL_FORMAT.
 */
export async function signUp(
  deps: SignUpDeps,
  wish: Wish,
  { language }: { language: 'ja' | 'en' },
): Promise<Record<string, never>> {
  const email = normalEmail(wish.email)
  await limitRate(deps, 'mailPerAddress', email)
  const locale = wish.locale ?? language
  const [code, token, id] = [newMailCode(), newSecretToken(), newId()]
  const redirect = safeRedirect(wish.redirect)
  const onward: Record<string, string> = redirect === '/' ? {} : { redirect }
  const mailId = await transaction(deps.sql, async (db) => {
    const isTaken = await isEmailTaken(db, email)
    await endMailCodes(db, email, 'sign_up')
    const [codeHash, tokenHash] = [hashOfCode(id, code), hashOfToken(token)]
    // also for a taken address, whose code nobody is told: wrong codes must fail in the same way
    await insertMailCode(db, { id, purpose: 'sign_up', email, codeHash, tokenHash, payload: { locale } })
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
