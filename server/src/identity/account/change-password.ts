import { AppError, ensure } from '@kura/contract/errors'
import type { Deps } from '../../deps.ts'
import { recordAct } from '../../platform/audit-log-queries.ts'
import { transaction } from '../../platform/db/transaction.ts'
import { limitRate } from '../../platform/http/limit-rate.ts'
import type { Viewer } from '../../platform/http/on.ts'
import { queueMail } from '../../platform/mail/queue-mail.ts'
import { sendSoon } from '../../platform/mail/send-soon.ts'
import type { MailDeps } from '../../platform/mail/send-waiting-mails.ts'
import { siteLink } from '../../platform/mail/site-link.ts'
import { ensurePassword } from '../member/password-rules.ts'
import { findAuth, lockIfPassword, setPasswordHash } from '../member/queries.ts'
import { endSessionsOf } from '../session/end-sessions-of.ts'
import { cancelOpenRecovery } from '../wallet/cancel-open-recovery.ts'
import { endCodesOfMember } from './code-queries.ts'

type ChangeDeps = MailDeps & Pick<Deps, 'env' | 'background' | 'passwords'>

/**
 * Changes the password, ends every other session, every code that was mailed and an open recovery of the wallet, and tells the
 * member. Fails with
 * AUTHENTICATION_FAILED when the current one is wrong or there is none: a first password comes by a reset mail, so that an open
 * session alone never gains a lasting way in.
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
    if (member.email === null) return [cancelled]
    const words = { link: siteLink(deps.env, '/login/reset') }
    const mail = { recipient: member.email, locale: member.locale, template: 'password-changed', words } as const
    return [await queueMail(db, mail), cancelled]
  })
  for (const mailId of mailIds) if (mailId) sendSoon(deps, mailId)
  return {}
}
