import type { OrderState } from '@kura/contract/states'
import type { Db } from '../../platform/db/connect.ts'
import { lockPoints } from '../../money/ledger/point-accounts.ts'
import { giveForPurchase } from './give-for-purchase.ts'
import { noteLetter } from './note-letter.ts'
import * as orders from './queries.ts'
import { sellables } from './sellable.ts'

/**
 * Records that what a captured order bought is delivered, inside the caller's transaction, once, with its letter. `book` writes
 * what else follows; the points of campaigns come last, since the accounts of the house are shared. Returns the state the order
 * was in: only with `captured` something was done. For kinds that are not delivered at capture.
 */
export async function deliverOrder(db: Db, orderId: string, book: () => Promise<void>): Promise<OrderState> {
  const order = await orders.lock(db, orderId)
  if (sellables.of(order.kind).isDeliveredAtOnce) throw new Error(`order ${orderId} is delivered when it is captured`)
  if (order.state !== 'captured') return order.state
  // points before the books of the house, as everywhere
  await lockPoints(db, order.memberId)
  await orders.moveTo(db, orderId, ['captured'], 'delivered')
  await noteLetter(db, orderId, 'delivered')
  await book()
  await giveForPurchase(db, order)
  return order.state
}

/**
 * Places orders of tender `grant`, delivered at once, for what `granted` takes in the same statement. Returns each order with
 * what it holds; fewer than asked for when there was not enough to take.
 */
export const placeGranted = async (
  db: Db,
  memberId: string,
  granted: orders.GrantedSql,
): Promise<{ orderId: string; heldId: string }[]> => orders.insertDelivered(db, memberId, granted)
