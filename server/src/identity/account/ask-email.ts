import { AppError, ensure } from '@kura/contract/errors'
import { transaction } from '../../platform/db/transaction.ts'
import type { Deps } from '../../deps.ts'
import type { BotVersion } from '../../platform/gateways/captcha.ts'
import type { Viewer } from '../../platform/http/on.ts'
import { queueMail } from '../../platform/mail/queue-mail.ts'
import { sendSoon } from '../../platform/mail/send-soon.ts'
import type { MailDeps } from '../../platform/mail/send-waiting-mails.ts'
import { siteLink } from '../../platform/mail/site-link.ts'
import { limitRate } from '../../platform/http/limit-rate.ts'
import type { SentProof } from '../wallet/check-proof.ts'
import { confirmOwner } from '../wallet/confirm-owner.ts'
import { hiddenEmail, normalEmail } from '../member/email-address.ts'
import { admitMail } from './admit-mail.ts'
import { makeMailCode } from './make-mail-code.ts'
import { findAuth, isEmailTaken } from '../member/queries.ts'

type AskDeps = MailDeps & Pick<Deps, 'env' | 'background' | 'passwords' | 'accessNode'>
type Wish = {
  email: string
  password?: string | undefined
  proof?: SentProof | undefined
  locale?: 'ja' | 'en' | undefined
}
export type EmailStep = 'email_add' | 'email_change'

/**
 * Mails a code and a link to the address that is to become the member's, and word of it to the present one. Nothing changes
 * before it is confirmed. A session alone is not enough: an address is a way into the account. Unlike sign-up it says when an
 * address belongs to somebody else, so it may be asked only rarely.
 */
export async function askEmail(
  deps: AskDeps,
  step: EmailStep,
  { memberId }: Viewer,
  wish: Wish,
  { language, ip, bot }: { language: 'ja' | 'en'; ip: string; bot: BotVersion | undefined },
): Promise<Record<string, never>> {
  const email = normalEmail(wish.email)
  const member = await findAuth(deps.sql, memberId)
  ensure(member, 'INVALID_SESSION')
  const { email: present } = member
  ensureStep(step, present)
  await confirmOwner(deps, memberId, wish)
  ensure(present !== email, 'EMAIL_IS_SAME')
  await limitRate(deps, 'emailChangePerMember', memberId)
  ensure(!(await isEmailTaken(deps.sql, email)), 'EMAIL_EXISTS_IN_AUTH')
  // nothing of this member's was mailed there before, so there is nothing that a spare mail could stand for
  ensure((await admitMail(deps, { purpose: step, email, ip, bot })) === 'mail', 'TOO_MANY_REQUESTS')
  const locale = wish.locale ?? language
  const mailIds = await transaction(deps.sql, async (db) => {
    const { code, token } = await makeMailCode(db, { purpose: step, email, memberId })
    const kind = step === 'email_add' ? 'add' : 'change'
    const words = { code, link: siteLink(deps.env, '/mypage/email', { kind, token }) }
    const toNew = await queueMail(db, { recipient: email, locale, template: 'email-confirm', words })
    if (present === null) return [toNew]
    const told = { email: hiddenEmail(email), link: siteLink(deps.env, '/login/reset') }
    const mail = { recipient: present, locale: member.locale, template: 'email-change-asked', words: told } as const
    return [toNew, await queueMail(db, mail)]
  })
  for (const mailId of mailIds) sendSoon(deps, mailId)
  return {}
}

function ensureStep(step: EmailStep, present: string | null): void {
  if ((step === 'email_add') === (present === null)) return
  const fault = step === 'email_add' ? 'has_one_already' : 'has_none_yet'
  throw new AppError('INVALID_INPUT', { details: [{ field: 'email', fault }] })
}
