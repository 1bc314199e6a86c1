import { notifyAccount } from '../notification/notify.ts'
import { AppError, ensure } from '@kura/contract/errors'
import type { AccountView } from '@kura/contract/identity/account'
import type { Deps } from '../../deps.ts'
import { recordAct } from '../../platform/audit-log-queries.ts'
import type { Db } from '../../platform/db/connect.ts'
import { transaction } from '../../platform/db/transaction.ts'
import type { BotVersion } from '../../platform/gateways/captcha.ts'
import { limitRate } from '../../platform/http/limit-rate.ts'
import type { Viewer } from '../../platform/http/on.ts'
import { queueMail, siteLink } from '../../platform/mail/queue-mail.ts'
import { sendSoon } from '../../platform/mail/send-waiting-mails.ts'
import type { MailDeps } from '../../platform/mail/send-waiting-mails.ts'
import { hiddenEmail, normalEmail } from '../member/email-address.ts'
import { ensureOpen } from '../member/ensure-full-member.ts'
import { emailProven, firstWalletLinked } from '../member/member-events.ts'
import { ensurePassword } from '../member/password-rules.ts'
import { showAccount } from '../member/profile.ts'
import { findAuth, isEmailTaken, lockAuth, setEmail, setPasswordHash } from '../member/queries.ts'
import { confirmOwner } from '../wallet/check-proof.ts'
import type { SentProof } from '../wallet/check-proof.ts'
import { endCodesOfMember, useMailCode } from './code-queries.ts'
import type { FoundCode } from './code-queries.ts'
import { admitMail, makeMailCode, checkMailCode, readMemberProof } from './mail-codes.ts'

type AskDeps = MailDeps & Pick<Deps, 'env' | 'background' | 'passwords' | 'accessNode'>
type EmailInput = {
  email: string
  password?: string | undefined
  proof?: SentProof | undefined
  locale?: 'ja' | 'en' | undefined
}
type EmailStep = 'email_add' | 'email_change'

/**
 * Mails a code and a link to the member's new address, and a notice to the present one. Nothing
 * changes before it is confirmed. A session alone is not enough, since an address is a way into the
 * account. Unlike sign-up it says when an address is taken, so its rate is low.
 */
export async function requestEmail(
  deps: AskDeps,
  step: EmailStep,
  { memberId }: Viewer,
  input: EmailInput,
  { language, ip, bot }: { language: 'ja' | 'en'; ip: string; bot: BotVersion | undefined },
): Promise<Record<string, never>> {
  const email = normalEmail(input.email)
  const member = await findAuth(deps.sql, memberId)
  ensure(member, 'INVALID_SESSION')
  const { email: present } = member
  ensureStep(step, present)
  await confirmOwner(deps, memberId, input)
  ensure(present !== email, 'EMAIL_IS_SAME')
  await limitRate(deps, 'emailChangePerMember', memberId)
  ensure(!(await isEmailTaken(deps.sql, email)), 'EMAIL_EXISTS_IN_AUTH')
  // this member has no earlier mail there that could be used instead
  ensure((await admitMail(deps, { purpose: step, email, ip, bot })) === 'mail', 'TOO_MANY_REQUESTS')
  const locale = input.locale ?? language
  const mailIds = await transaction(deps.sql, async (db) => {
    await ensureOpen(db, memberId)
    const { code, token } = await makeMailCode(db, { purpose: step, email, memberId })
    const kind = step === 'email_add' ? 'add' : 'change'
    const words = { code, link: siteLink(deps.env, '/mypage/email', { kind, token }) }
    const toNew = await queueMail(db, { recipient: email, locale, template: 'email-confirm', words })
    if (present === null) return [toNew]
    await notifyAccount(db, memberId, 'email-change-asked')
    const noticeWords = { email: hiddenEmail(email), link: siteLink(deps.env, '/login/reset') }
    const mail = {
      recipient: present,
      locale: member.locale,
      template: 'email-change-asked',
      words: noticeWords,
    } as const
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

type ConfirmDeps = MailDeps & Pick<Deps, 'env' | 'background' | 'passwords'>
type Proof = { code?: string | undefined; token?: string | undefined; password?: string | undefined }

/**
 * Makes the proven address the member's own, in a session of the same member. Codes and links
 * mailed to the old address end, and a mail says so there. Fails with EMAIL_EXISTS_IN_AUTH when
 * another member was first.
 */
export async function confirmEmail(
  deps: ConfirmDeps,
  step: EmailStep,
  viewer: Viewer,
  body: Proof,
): Promise<AccountView> {
  const proof = readMemberProof(body, viewer.memberId)
  await limitRate(deps, 'proofPerMember', viewer.memberId)
  const found = await checkMailCode(deps.sql, step, proof)
  ensure(found.memberId === viewer.memberId, 'TOKEN_NOTFOUND')
  const passwordHash = await firstPassword(deps, found.email, body.password)
  const mailId = await transaction(deps.sql, (db) => takeOver(deps, db, step, found, passwordHash)).catch(asTaken)
  if (mailId) sendSoon(deps, mailId)
  return showAccount(deps, viewer)
}

async function firstPassword(
  deps: Pick<Deps, 'passwords'>,
  email: string,
  password: string | undefined,
): Promise<string | undefined> {
  if (password === undefined) return undefined
  ensurePassword(password, email)
  return deps.passwords.hash(password)
}

async function takeOver(
  { env }: Pick<Deps, 'env'>,
  db: Db,
  step: EmailStep,
  { id, email, memberId }: FoundCode,
  passwordHash: string | undefined,
): Promise<string | undefined> {
  ensure(memberId, 'TOKEN_NOTFOUND')
  const member = await lockAuth(db, memberId)
  ensure(member, 'INVALID_SESSION')
  ensure((step === 'email_add') === (member.email === null), 'TOKEN_NOTFOUND')
  ensure(await useMailCode(db, id), 'TOKEN_NOTFOUND')
  await setEmail(db, memberId, email)
  // never over one that is there: that needs the present one
  if (passwordHash && member.passwordHash === null) await setPasswordHash(db, memberId, passwordHash)
  await endCodesOfMember(db, memberId)
  const act = step === 'email_add' ? 'email.added' : 'email.changed'
  await recordAct(db, { actor: memberId, act, subject: memberId, details: {} })
  if (member.email === null) {
    // an account that began with a wallet: its campaigns wait for the first proven address, since
    // keys cost nothing
    await emailProven.publish(db, { memberId })
    if (member.flowAddress !== null) await firstWalletLinked.publish(db, { memberId })
    return undefined
  }
  await notifyAccount(db, memberId, 'email-changed')
  const words = { email: hiddenEmail(email), link: siteLink(env, '/login') }
  return queueMail(db, { recipient: member.email, locale: member.locale, template: 'email-changed', words })
}

function asTaken(error: unknown): never {
  const { code, constraint_name: constraint } = error as { code?: string; constraint_name?: string }
  if (code !== '23505' || constraint !== 'members_email') throw error
  throw new AppError('EMAIL_EXISTS_IN_AUTH', { cause: error })
}
