import { ensure } from '@kura/contract/errors'
import { transaction } from '../db/transaction.ts'
import type { Deps } from '../deps.ts'
import type { Viewer } from '../http/on.ts'
import { recordAct } from '../member/record-act.ts'
import { endSessionsOf } from './end-sessions-of.ts'
import { endFamilyOf, lockMember } from './queries.ts'

/** Signs the member out everywhere, or everywhere but here. Answers how many devices that were. */
export async function endDevices(
  { sql }: Pick<Deps, 'sql'>,
  { memberId, familyId }: Viewer,
  { keep }: { keep?: 'current' | undefined },
): Promise<{ ended: number }> {
  return transaction(sql, async (db) => {
    await lockMember(db, memberId)
    const ended = await endSessionsOf(db, memberId, keep === 'current' ? familyId : undefined)
    await recordAct(db, { actor: memberId, act: 'session.ended-all', subject: memberId, details: { ended } })
    return { ended }
  })
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
