import type { Deps } from '../../deps.ts'
import { recordAct } from '../../platform/audit-log-queries.ts'
import type { Db } from '../../platform/db/connect.ts'
import { transaction } from '../../platform/db/transaction.ts'
import { dropPicture, removeDropped } from '../../platform/media/thumbnail.ts'
import { forgetHandles } from '../member/handle-queries.ts'
import { leaveChecked, memberDeleted } from '../member/member-events.ts'
import type { LeaveObstacle } from '../member/member-events.ts'
import { endSessionsOf } from '../session/session.ts'
import { cancelOpenRecovery } from '../wallet/end-recovery.ts'
import * as deletions from './deletion-queries.ts'
import { lockWhole, wipe } from './standing-queries.ts'
import type { WholeMember } from './standing-queries.ts'

type Order = { memberId: string; actor: string; reason: string }
type Erased = { ended: number; lapsedPoints: number }
export type Deletion =
  | ({ isDeleted: true } & Erased)
  /** Nothing was changed. `gone`: there is no such account any more. */
  | { isDeleted: false; obstacles: LeaveObstacle[]; isGone: boolean }

/**
 * Deletes an account at once, for an operator. Refused while something is open, such as an order
 * that is not in the vault yet, or proceeds. Repeating it changes nothing.
 */
export async function deleteMember(
  deps: Pick<Deps, 'sql' | 'env'>,
  { memberId, actor, reason }: Order,
): Promise<Deletion> {
  const deletion = await transaction(deps.sql, async (db): Promise<Deletion> => {
    const member = await lockWhole(db, memberId)
    if (!member) return { isDeleted: false, obstacles: [], isGone: true }
    const obstacles = await findLeaveObstacles(db, memberId)
    if (obstacles.length > 0) return { isDeleted: false, obstacles, isGone: false }
    return { isDeleted: true, ...(await eraseMember(deps, db, member, { actor, reason })) }
  })
  // if this process dies before, a round of the worker does it
  await removeDropped(deps)
  return deletion
}

/**
 * Ends the sessions of an account, removes address, password, names, picture, wallet link and
 * queued mails, and books its points out. Orders, openings, the ledger and the audit stay, as the
 * law requires; they know the account only by its id. The caller has locked the member and found no
 * obstacle; it calls `removeDropped` after the commit.
 */
export async function eraseMember(
  deps: Pick<Deps, 'env'>,
  db: Db,
  member: WholeMember,
  { actor, reason }: Pick<Order, 'actor' | 'reason'>,
): Promise<Erased> {
  const { id: memberId } = member
  const ended = await endSessionsOf(db, memberId)
  await cancelOpenRecovery(deps, db, memberId)
  await deletions.endOpen(db, memberId, 'done')
  await deletions.forgetReasons(db, memberId)
  await wipe(db, member)
  if (member.thumbnail !== null) await dropPicture(db, member.thumbnail)
  await forgetHandles(db, memberId)
  const results = await memberDeleted.publish(db, member)
  const lapsedPoints = results.reduce((sum, result) => sum + (result.lapsedPoints ?? 0), 0)
  await recordAct(db, { actor, act: 'member.deleted', subject: memberId, details: { reason, ended, lapsedPoints } })
  return { ended, lapsedPoints }
}

/** What blocks the deletion of an account. Empty when nothing does. */
export async function findLeaveObstacles(db: Db, memberId: string): Promise<LeaveObstacle[]> {
  const found = await leaveChecked.publish(db, { memberId })
  return found.flat().filter(({ amount }) => amount !== 0n)
}
