import type { Db } from '../../platform/db/connect.ts'
import { findOwed } from './standing-queries.ts'

/** Why an account cannot be deleted yet: a name for programs, and how much of it there is (things, or yen). */
export type LeaveObstacle = {
  kind: 'orders_open' | 'openings_open' | 'packs_unopened' | 'listings_open' | 'gifts_open' | 'proceeds_left'
  amount: bigint
}

/** Everything that stands against deleting an account: what was ordered and is not in the vault yet, what is offered, and money that is the member's. */
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
