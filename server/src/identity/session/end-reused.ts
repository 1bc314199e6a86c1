import type { Deps } from '../../deps.ts'
import { recordAct } from '../../platform/audit-log-queries.ts'
import type { Db } from '../../platform/db/connect.ts'
import { transaction } from '../../platform/db/transaction.ts'
import { queueMail } from '../../platform/mail/queue-mail.ts'
import { sendSoon } from '../../platform/mail/send-soon.ts'
import type { MailDeps } from '../../platform/mail/send-waiting-mails.ts'
import { siteLink } from '../../platform/mail/site-link.ts'
import { endFamily, isReused, lockByHash } from './queries.ts'
import type { FoundSession } from './queries.ts'

export type ReuseDeps = MailDeps & Pick<Deps, 'env' | 'background'>

/**
 * Ends the family of a token that was replaced more than the grace ago, and tells the member: two hold a copy of it, and nobody can
 * know which of them is the owner. Any other token, known or not, changes nothing. Of many at once, one ends and tells.
 */
export async function endIfReused(deps: ReuseDeps, hash: Buffer): Promise<void> {
  if (!(await isReused(deps.sql, hash))) return
  const mailId = await transaction(deps.sql, async (db) => {
    const found = await lockByHash(db, hash)
    return found && !found.isEnded && found.isReused ? endReused(deps, db, found) : undefined
  })
  if (mailId) sendSoon(deps, mailId)
}

/** The same for a session that the caller's transaction has locked. Answers the mail's id, undefined without an address. */
export async function endReused(
  { env }: Pick<Deps, 'env'>,
  db: Db,
  { memberId, familyId, email, locale }: FoundSession,
): Promise<string | undefined> {
  await endFamily(db, familyId)
  await recordAct(db, { actor: 'system', act: 'session.reused', subject: memberId, details: {} })
  if (!email) return undefined
  const words = { link: siteLink(env, '/login') }
  return queueMail(db, { recipient: email, locale, template: 'session-ended', words })
}
