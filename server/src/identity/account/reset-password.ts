import { ensure } from '@kura/contract/errors'
import type { SessionView } from '@kura/contract/identity/sign-in'
import type { Deps } from '../../deps.ts'
import { recordAct } from '../../platform/audit-log-queries.ts'
import { transaction } from '../../platform/db/transaction.ts'
import { queueMail } from '../../platform/mail/queue-mail.ts'
import { sendSoon } from '../../platform/mail/send-soon.ts'
import type { MailDeps } from '../../platform/mail/send-waiting-mails.ts'
import { siteLink } from '../../platform/mail/site-link.ts'
import { ensurePassword } from '../member/password-rules.ts'
import { lockAuth, setPasswordHash } from '../member/queries.ts'
import { endSessionsOf } from '../session/end-sessions-of.ts'
import { startSession } from '../session/start-session.ts'
import { cancelOpenRecovery } from '../wallet/cancel-open-recovery.ts'
import { checkMailCode, readMailProof } from './check-mail-code.ts'
import { endCodesOfMember, useMailCode } from './code-queries.ts'

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
 * Sets a new password by the mailed code or link, ends every session, every other code and an open recovery of the member's wallet,
 * tells them by mail and signs in. A code counts only while the address is still the member's.
 */
export async function resetPassword(
  deps: ResetDeps,
  body: Reset,
  { userAgent }: { userAgent: string },
): Promise<SessionView> {
  const proof = readMailProof(body)
  // what can be refused by looking comes first, so that it costs no try
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
    const words = { link: siteLink(deps.env, '/login/reset') }
    const locale = body.locale ?? member.locale
    const told = await queueMail(db, { recipient: email, locale, template: 'password-changed', words })
    const cancelled = await cancelOpenRecovery(deps, db, memberId)
    const sessionJwt = await startSession(db, { memberId, userAgent, locale: body.locale })
    return {
      session: { userId: memberId, flowAddress: member.flowAddress ?? '', sessionJwt },
      mailIds: [told, cancelled],
    }
  })
  for (const mailId of mailIds) if (mailId) sendSoon(deps, mailId)
  return session
}
