import type { Deps } from '../../deps.ts'
import { recordAct } from '../../platform/audit-log-queries.ts'
import type { Db } from '../../platform/db/connect.ts'
import { transaction } from '../../platform/db/transaction.ts'
import { dropPicture } from '../../platform/media/thumbnail.ts'
import { memberDeleted } from '../member/member-events.ts'
import { endSessionsOf } from '../session/session.ts'
import { cancelOpenRecovery } from '../wallet/end-recovery.ts'
import { lockWhole, wipe, findOwed } from './standing-queries.ts'

type Order = { memberId: string; actor: string; reason: string }
export type Deletion =
  | { isDeleted: true; ended: number; lapsedPoints: number }
  /** Nothing was changed. `gone`: there is no such account any more. */
  | { isDeleted: false; obstacles: LeaveObstacle[]; isGone: boolean }

/**
 * Deletes an account: ends its sessions, removes address, password, names, picture, wallet link and
 * queued mails, and books its points out. Orders, openings, the ledger and the audit stay, as the
 * law requires; they know the account only by its id. Refused while an order is not in the vault
 * yet, or proceeds are left. Repeating it changes nothing.
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
  // files last: if this process dies before, only an unused picture remains
  if (picture !== null) await dropPicture(deps, picture)
  return deletion
}

/**
 * Why an account cannot be deleted yet: a name for programs, and how much of it there is (things,
 * or yen).
 */
export type LeaveObstacle = {
  kind: 'orders_open' | 'openings_open' | 'packs_unopened' | 'listings_open' | 'gifts_open' | 'proceeds_left'
  amount: bigint
}

/**
 * What blocks the deletion of an account: orders that are not in the vault yet, open offers, and
 * money of the member.
 */
export async function findLeaveObstacles(db: Db, memberId: string): Promise<LeaveObstacle[]> {
  const owed = await findOwed(db, memberId)
  const all: LeaveObstacle[] = [
    { kind: 'orders_open', amount: BigInt(owed.openOrders) },
    { kind: 'openings_open', amount: BigInt(owed.openOpenings) },
    { kind: 'packs_unopened', amount: BigInt(owed.unopenedPacks) },
    { kind: 'listings_open', amount: BigInt(owed.openListings) },
    { kind: 'gifts_open', amount: BigInt(owed.openGifts) },
    { kind: 'proceeds_left', amount: BigInt(owed.proceedsYen) },
  ]
  return all.filter(({ amount }) => amount !== 0n)
}
