import type { Words } from '@kura/contract/ids'
import type { PointKind } from '@kura/contract/money/point'
import type { Db } from '../../platform/db/connect.ts'
import { move, pointAccount } from '../ledger/move.ts'

type PointEvent = 'grant' | 'spend' | 'return' | 'expiry' | 'withdrawal'
export type PointMovement = {
  event: PointEvent
  memberId: string
  lotId: string
  kind: PointKind
  /** How many points, always positive: the event says which way. */
  amount: number
  cause: string
  reason: Words
}

/** The house's account on the other side, and whether the points come to the member. */
const sides: Record<PointEvent, { house: string; isComing: boolean }> = {
  grant: { house: 'granted', isComing: true },
  withdrawal: { house: 'granted', isComing: false },
  spend: { house: 'spent', isComing: false },
  return: { house: 'spent', isComing: true },
  expiry: { house: 'expired', isComing: false },
}

/**
 * Books what happened to lots of points, one movement per lot, so that a member can read each. Free
 * points first: the house's accounts are shared by all members and always changed in one order.
 */
export async function bookPoints(db: Db, movements: readonly PointMovement[]): Promise<void> {
  const ordered = movements.toSorted((a, b) => (a.kind < b.kind ? -1 : a.kind > b.kind ? 1 : 0))
  for (const { event, memberId, lotId, kind, amount, cause, reason } of ordered) {
    const { house, isComing } = sides[event]
    const coming = BigInt(isComing ? amount : -amount)
    const isNew = await move(db, {
      kind: `point-${event}`,
      cause,
      reason,
      ofMember: { memberId, lotId },
      entries: [
        { account: pointAccount(memberId, kind), amount: coming },
        { account: `points:${house}:${kind}`, amount: -coming },
      ],
    })
    // the lot was changed with it: both or neither
    if (!isNew) throw new Error(`the points of ${cause} were booked before as ${event}`)
  }
}
