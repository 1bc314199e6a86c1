import type { Db } from '../db/connect.ts'
import { startRefund } from '../payment/start-refund.ts'
import * as orders from './queries.ts'
import { returnUnit } from './release-order.ts'

/**
 * Begins giving the price of a delivered order back, inside the caller's transaction, once: the unit is on sale again and the
 * worker returns the money. The caller has made sure that nothing of the unit was or will be minted.
 */
export async function refundOrder(db: Db, orderId: string, reason: string): Promise<boolean> {
  // the payment's row before the order's, as everywhere
  const isStarted = await startRefund(db, orderId)
  const order = await orders.lock(db, orderId)
  if (!order.unitId || !(await orders.moveTo(db, orderId, ['delivered'], 'refunding', reason))) return false
  if (!isStarted) throw new Error(`order ${orderId} has no captured payment to give back`)
  await returnUnit(db, { ...order, unitId: order.unitId }, 'sold')
  return true
}
