import { AppError, ensure } from '@kura/contract/errors'
import type { AccountView } from '@kura/contract/identity/account'
import type { Deps } from '../../deps.ts'
import { recordAct } from '../../platform/audit-log-queries.ts'
import type { Db } from '../../platform/db/connect.ts'
import { transaction } from '../../platform/db/transaction.ts'
import { limitRate } from '../../platform/http/limit-rate.ts'
import type { Viewer } from '../../platform/http/on.ts'
import { queueMail } from '../../platform/mail/queue-mail.ts'
import { sendSoon } from '../../platform/mail/send-soon.ts'
import type { MailDeps } from '../../platform/mail/send-waiting-mails.ts'
import { siteLink } from '../../platform/mail/site-link.ts'
import { hiddenEmail } from '../member/email-address.ts'
import { emailProven, firstWalletLinked } from '../member/member-events.ts'
import { ensurePassword } from '../member/password-rules.ts'
import { lockAuth, setEmail, setPasswordHash } from '../member/queries.ts'
import { showAccount } from '../member/show-account.ts'
import type { EmailStep } from './ask-email.ts'
import { checkMailCode, readMemberProof } from './check-mail-code.ts'
import { endCodesOfMember, useMailCode } from './code-queries.ts'
import type { FoundCode } from './code-queries.ts'

type ConfirmDeps = MailDeps & Pick<Deps, 'env' | 'background' | 'passwords'>
type Proof = { code?: string | undefined; token?: string | undefined; password?: string | undefined }

/**
 * Makes the address that was proven the member's own, in a session of the same member. Whatever was mailed to the old one ends,
 * and the old one is told. Fails with EMAIL_EXISTS_IN_AUTH when somebody else was first.
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
    // an account that began with a wallet: its campaigns wait for the first proven address, since keys cost nothing
    await emailProven.publish(db, { memberId })
    if (member.flowAddress !== null) await firstWalletLinked.publish(db, { memberId })
    return undefined
  }
  const words = { email: hiddenEmail(email), link: siteLink(env, '/login') }
  return queueMail(db, { recipient: member.email, locale: member.locale, template: 'email-changed', words })
}

function asTaken(error: unknown): never {
  const { code, constraint_name: constraint } = error as { code?: string; constraint_name?: string }
  if (code !== '23505' || constraint !== 'members_email') throw error
  throw new AppError('EMAIL_EXISTS_IN_AUTH', { cause: error })
}
