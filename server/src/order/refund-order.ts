import type { Db } from '../db/connect.ts'
import { startRefund } from '../payment/start-refund.ts'
import { nothing, returnPoints } from '../point/return-points.ts'
import { takeBackGrants } from '../point/take-back-grants.ts'
import { chargedYen } from './charged-yen.ts'
import { finishRefund } from './finish-refund.ts'
import { returnUnit } from './pack-subject.ts'
import { reasonOf } from './point-reason.ts'
import * as orders from './queries.ts'

/**
 * Begins giving what a delivered order was paid with back, inside the caller's transaction, once: the unit is on sale again and the
 * worker returns the money; what was paid with points alone, or given for nothing, is back at once. The caller has made sure that
 * nothing of the unit was or will be minted.
 */
export async function refundOrder(db: Db, orderId: string, reason: string): Promise<boolean> {
  // the payment's row before the order's, as everywhere
  const isStarted = await startRefund(db, orderId)
  const order = await orders.lock(db, orderId)
  if (!order.unitId || !(await orders.moveTo(db, orderId, ['delivered'], 'refunding', reason))) return false
  if (!isStarted && chargedYen(order) > 0) throw new Error(`order ${orderId} has no captured payment to give back`)
  // points, then the counter, then the books of the house: everybody waits in this order
  const paysPoints = !isStarted && order.usedPoint > 0
  const { purchases } = paysPoints ? await returnPoints(db, orderId, reasonOf('refund', order.name)) : nothing
  await returnUnit(db, { ...order, unitId: order.unitId }, 'sold')
  if (!isStarted) await finishRefund(db, orderId)
  // at once, so that they are not spent while the money is on its way
  else await takeBackGrants(db, orderId)
  for (const purchase of purchases) await takeBackGrants(db, purchase)
  return true
}
