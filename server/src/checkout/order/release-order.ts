import type { OrderState } from '@kura/contract/states'
import type { Db } from '../../platform/db/connect.ts'
import { uncountSpending } from '../../identity/member/count-spending.ts'
import { nothing, returnPoints } from '../../money/point/return-points.ts'
import { takeBackGrants } from '../../money/point/take-back-grants.ts'
import { noteLetter } from './note-letter.ts'
import * as orders from './queries.ts'
import { sellables } from './sellable.ts'
import { chargedYen, reasonOf } from './tender.ts'

/**
 * Ends an unpaid order inside the caller's transaction: what it held is on sale again, its points back in their lots, the
 * member's counts go down. Does nothing when the order is in none of the states `from`: those of waiting for a payment, unless the
 * caller has made sure that the gateway holds nothing of one that was stopped.
 */
export async function releaseOrder(
  db: Db,
  orderId: string,
  reason: string,
  from: readonly OrderState[] = ['reserved', 'authorised'],
): Promise<boolean> {
  const order = await orders.lock(db, orderId)
  const { columns, release } = sellables.of(order.kind)
  if (columns.held !== undefined && order.heldId === null) return false
  if (!(await orders.moveTo(db, orderId, from, 'expired', reason))) return false
  // who gave it up knows
  if (reason !== 'CANCELLED') await noteLetter(db, orderId, 'failed')
  await uncountSpending(db, order.memberId, chargedYen(order), order.createdAt)
  const { purchases } = order.usedPoint > 0 ? await returnPoints(db, orderId, reasonOf('release', order.name)) : nothing
  // counters last: every buyer waits for them
  await release(db, order)
  for (const purchase of purchases) await takeBackGrants(db, purchase)
  return true
}
