import { ensure } from '@kura/contract/errors'
import type { Deps } from '../../deps.ts'
import { recordAct } from '../../platform/audit-log-queries.ts'
import { transaction } from '../../platform/db/transaction.ts'
import type { Viewer } from '../../platform/http/on.ts'
import { sendSoon } from '../../platform/mail/send-waiting-mails.ts'
import type { MailDeps } from '../../platform/mail/send-waiting-mails.ts'
import { endFamilyOf, lockMember } from '../session/queries.ts'
import { endSessionsOf } from '../session/session.ts'
import { cancelOpenRecovery } from '../wallet/end-recovery.ts'

/**
 * Signs the member out everywhere, or everywhere but here. Also cancels an open recovery of the
 * wallet, which another device may have requested. Returns how many devices were signed out.
 */
export async function endDevices(
  deps: MailDeps & Pick<Deps, 'env' | 'background'>,
  { memberId, familyId }: Viewer,
  { keep }: { keep?: 'current' | undefined },
): Promise<{ ended: number }> {
  const { ended, mailId } = await transaction(deps.sql, async (db) => {
    await lockMember(db, memberId)
    const ended = await endSessionsOf(db, memberId, keep === 'current' ? familyId : undefined)
    await recordAct(db, { actor: memberId, act: 'session.ended-all', subject: memberId, details: { ended } })
    return { ended, mailId: await cancelOpenRecovery(deps, db, memberId) }
  })
  if (mailId) sendSoon(deps, mailId)
  return { ended }
}

/** Signs one device of the member out. Fails with NOT_FOUND when it is not theirs or not signed in. */
export async function endDevice(
  { sql }: Pick<Deps, 'sql'>,
  { memberId }: Viewer,
  sessionId: string,
): Promise<Record<string, never>> {
  await transaction(sql, async (db) => {
    await lockMember(db, memberId)
    ensure(await endFamilyOf(db, memberId, sessionId), 'NOT_FOUND')
  })
  return {}
}
