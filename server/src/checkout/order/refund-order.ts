import type { Db } from '../../platform/db/connect.ts'
import { startRefund } from '../../money/payment/start-refund.ts'
import { nothing, returnPoints } from '../../money/point/return-points.ts'
import { takeBackGrants } from '../../money/point/take-back-grants.ts'
import { chargedYen } from './charged-yen.ts'
import { finishRefund } from './finish-refund.ts'
import { returnUnit } from './pack-subject.ts'
import { reasonOf } from './point-reason.ts'
import * as orders from './queries.ts'

/**
 * Begins giving what an order was paid with back, inside the caller's transaction, once: the worker returns the money; what was paid with
 * points alone, or given for nothing, is back at once. The unit of a delivered pack is on sale again: the caller has made sure that nothing
 * of it was or will be minted. A captured order of a listing is given back by its trade, which has made sure that it will never be delivered
 * and ends the listing; a delivered one by a person, who undoes the trade with it.
 */
export async function refundOrder(db: Db, orderId: string, reason: string): Promise<boolean> {
  // the payment's row before the order's, as everywhere
  const isStarted = await startRefund(db, orderId)
  const order = await orders.lock(db, orderId)
  const { id, memberId, packId, unitId } = order
  const from = order.listingId === null ? (['delivered'] as const) : (['captured', 'delivered'] as const)
  if (packId !== null && !unitId) return false
  if (!(await orders.moveTo(db, orderId, from, 'refunding', reason))) return false
  if (!isStarted && chargedYen(order) > 0) throw new Error(`order ${orderId} has no captured payment to give back`)
  // points, then the counter, then the books of the house: everybody waits in this order
  const paysPoints = !isStarted && order.usedPoint > 0
  const { purchases } = paysPoints ? await returnPoints(db, orderId, reasonOf('refund', order.name)) : nothing
  if (packId !== null && unitId) await returnUnit(db, { id, memberId, packId, unitId }, 'sold')
  if (!isStarted) await finishRefund(db, orderId)
  // at once, so that they are not spent while the money is on its way
  else await takeBackGrants(db, orderId)
  for (const purchase of purchases) await takeBackGrants(db, purchase)
  return true
}
