import { AppError, ensure } from '@kura/contract/errors'
import type { SessionView } from '@kura/contract/identity/sign-in'
import type { Deps } from '../../deps.ts'
import { recordAct } from '../../platform/audit-log-queries.ts'
import { transaction } from '../../platform/db/transaction.ts'
import { limitRate } from '../../platform/http/limit-rate.ts'
import type { Viewer } from '../../platform/http/on.ts'
import { queueMail, siteLink } from '../../platform/mail/queue-mail.ts'
import { sendSoon } from '../../platform/mail/send-waiting-mails.ts'
import type { MailDeps } from '../../platform/mail/send-waiting-mails.ts'
import { ensurePassword } from '../member/password-rules.ts'
import { findAuth, lockIfPassword, setPasswordHash, lockAuth } from '../member/queries.ts'
import { endSessionsOf, startSession } from '../session/session.ts'
import { cancelOpenRecovery } from '../wallet/end-recovery.ts'
import { notifyAccount } from '../notification/notify.ts'
import { endCodesOfMember, useMailCode } from './code-queries.ts'
import { cancelOpenDeletion } from './deletion.ts'
import { checkMailCode, readMailProof } from './mail-codes.ts'

type ChangeDeps = MailDeps & Pick<Deps, 'env' | 'background' | 'passwords'>

/**
 * Changes the password. Ends every other session, every mailed code, an open recovery of the wallet
 * and an open request to be deleted, and mails the member. Fails with AUTHENTICATION_FAILED when the current password is wrong
 * or there is none: a first password needs a reset mail, so that a stolen session never gains a
 * lasting way in.
 */
export async function changePassword(
  deps: ChangeDeps,
  { memberId, familyId, email }: Viewer,
  body: { currentPassword: string; password: string },
): Promise<Record<string, never>> {
  ensurePassword(body.password, email)
  await limitRate(deps, 'proofPerMember', memberId)
  const stored = (await findAuth(deps.sql, memberId))?.passwordHash ?? undefined
  const isRight = await deps.passwords.verify(stored, body.currentPassword)
  if (!isRight || stored === undefined) {
    deps.log.info({ act: 're-authentication', memberId, isRight: false }, 'a wrong password inside a session')
    throw new AppError('AUTHENTICATION_FAILED')
  }
  const passwordHash = await deps.passwords.hash(body.password)
  const mailIds = await transaction(deps.sql, async (db) => {
    const member = await lockIfPassword(db, memberId, stored)
    ensure(member, 'AUTHENTICATION_FAILED')
    await setPasswordHash(db, memberId, passwordHash)
    await endCodesOfMember(db, memberId)
    await endSessionsOf(db, memberId, familyId)
    await recordAct(db, { actor: memberId, act: 'password.changed', subject: memberId, details: {} })
    const cancelled = await cancelOpenRecovery(deps, db, memberId)
    await notifyAccount(db, memberId, 'password-changed')
    const { mailId: kept } = await cancelOpenDeletion(deps, db, memberId)
    if (member.email === null) return [cancelled]
    const words = { link: siteLink(deps.env, '/login/reset') }
    const mail = { recipient: member.email, locale: member.locale, template: 'password-changed', words } as const
    return [await queueMail(db, mail), cancelled, kept]
  })
  for (const mailId of mailIds) if (mailId) sendSoon(deps, mailId)
  return {}
}

type ResetDeps = MailDeps & Pick<Deps, 'env' | 'background' | 'passwords'>
type Reset = {
  email?: string | undefined
  code?: string | undefined
  token?: string | undefined
  requestId?: string | undefined
  password: string
  locale?: 'ja' | 'en' | undefined
}

/**
 * Sets a new password by the mailed code or link and signs in. Ends every session, every other
 * code, an open recovery of the wallet and an open request to be deleted, and mails the member. A code counts only while the address is
 * still the member's.
 */
export async function resetPassword(
  deps: ResetDeps,
  body: Reset,
  { userAgent }: { userAgent: string },
): Promise<SessionView> {
  const proof = readMailProof(body)
  // checks that need no code come first, so that they cost no try
  if ('email' in proof) ensurePassword(body.password, proof.email)
  const found = await checkMailCode(deps.sql, 'password_reset', proof)
  ensurePassword(body.password, found.email)
  const { memberId, email } = found
  ensure(memberId, 'TOKEN_NOTFOUND')
  const passwordHash = await deps.passwords.hash(body.password)
  const { session, mailIds } = await transaction(deps.sql, async (db) => {
    const member = await lockAuth(db, memberId)
    ensure(member && member.email === email && (await useMailCode(db, found.id)), 'TOKEN_NOTFOUND')
    await setPasswordHash(db, memberId, passwordHash)
    await endCodesOfMember(db, memberId)
    await endSessionsOf(db, memberId)
    await recordAct(db, { actor: memberId, act: 'password.reset', subject: memberId, details: {} })
    await notifyAccount(db, memberId, 'password-changed')
    const words = { link: siteLink(deps.env, '/login/reset') }
    const locale = body.locale ?? member.locale
    const noticeId = await queueMail(db, { recipient: email, locale, template: 'password-changed', words })
    const cancelled = await cancelOpenRecovery(deps, db, memberId)
    const { mailId: kept } = await cancelOpenDeletion(deps, db, memberId)
    const sessionJwt = await startSession(db, { memberId, userAgent, locale: body.locale })
    return {
      session: { userId: memberId, flowAddress: member.flowAddress ?? '', sessionJwt },
      mailIds: [noticeId, cancelled, kept],
    }
  })
  for (const mailId of mailIds) if (mailId) sendSoon(deps, mailId)
  return session
}
