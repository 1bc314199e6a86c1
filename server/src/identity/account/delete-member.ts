import type { Deps } from '../../deps.ts'
import { recordAct } from '../../platform/audit-log-queries.ts'
import { transaction } from '../../platform/db/transaction.ts'
import { dropPicture } from '../../platform/media/drop-picture.ts'
import { memberDeleted } from '../member/member-events.ts'
import { endSessionsOf } from '../session/end-sessions-of.ts'
import { cancelOpenRecovery } from '../wallet/cancel-open-recovery.ts'
import { findLeaveObstacles } from './find-leave-obstacles.ts'
import type { LeaveObstacle } from './find-leave-obstacles.ts'
import { lockWhole, wipe } from './standing-queries.ts'

type Order = { memberId: string; actor: string; reason: string }
export type Deletion =
  | { isDeleted: true; ended: number; lapsedPoints: number }
  /** Nothing was changed. `gone`: there is no such account any more. */
  | { isDeleted: false; obstacles: LeaveObstacle[]; isGone: boolean }

/**
 * Deletes an account: ends its sessions, removes address, password, names, picture, wallet link and what was mailed, and books its points out. Orders,
 * openings, the ledger and the audit stay, since the law asks for them; they know the account by its id alone. Refused while
 * something ordered is not in the vault yet, or proceeds are left. Doing it again changes nothing.
 */
export async function deleteMember(
  deps: Pick<Deps, 'sql' | 'env'>,
  { memberId, actor, reason }: Order,
): Promise<Deletion> {
  const { deletion, picture } = await transaction(deps.sql, async (db) => {
    const member = await lockWhole(db, memberId)
    if (!member) return { deletion: { isDeleted: false, obstacles: [], isGone: true } as Deletion, picture: null }
    const obstacles = await findLeaveObstacles(db, memberId)
    if (obstacles.length > 0)
      return { deletion: { isDeleted: false, obstacles, isGone: false } as Deletion, picture: null }
    const ended = await endSessionsOf(db, memberId)
    await cancelOpenRecovery(deps, db, memberId)
    await wipe(db, member)
    const results = await memberDeleted.publish(db, member)
    const lapsedPoints = results.reduce((sum, result) => sum + (result.lapsedPoints ?? 0), 0)
    await recordAct(db, { actor, act: 'member.deleted', subject: memberId, details: { reason, ended, lapsedPoints } })
    return { deletion: { isDeleted: true, ended, lapsedPoints } as Deletion, picture: member.thumbnail }
  })
  // files last: should this process die before, a picture nobody is named with is left
  if (picture !== null) await dropPicture(deps, picture)
  return deletion
}
