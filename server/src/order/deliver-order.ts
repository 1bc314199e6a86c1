import type { OrderState } from '@kura/contract/states'
import type { Db } from '../db/connect.ts'
import { lockPoints } from '../ledger/point-accounts.ts'
import { giveForPurchase } from './give-for-purchase.ts'
import * as orders from './queries.ts'

/**
 * Writes down that the token of a captured order is in its buyer's vault, inside the caller's transaction, once, and gives the points of
 * campaigns. Answers the state the order was in: only with `captured` something was done.
 */
export async function deliverOrder(db: Db, orderId: string): Promise<OrderState> {
  const order = await orders.lock(db, orderId)
  if (order.listingId === null) throw new Error(`order ${orderId} is for no listing`)
  if (order.state !== 'captured') return order.state
  await lockPoints(db, order.memberId)
  await orders.moveTo(db, orderId, ['captured'], 'delivered')
  await giveForPurchase(db, order)
  return 'captured'
}
