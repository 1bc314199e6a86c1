import type { OrderState } from '@kura/contract/states'
import { bookSale } from '../../money/ledger/book-sale.ts'
import { lockPoints } from '../../money/ledger/move.ts'
import { memberBarred } from '../../money/payment/payable.ts'
import type { Captured } from '../../money/payment/payable.ts'
import { grantFor } from '../../money/point/grant-points.ts'
import type { Db } from '../../platform/db/connect.ts'
import { noteLetter } from './letters.ts'
import * as orders from './queries.ts'
import type { OrderRow } from './queries.ts'
import { sellables } from './sellable.ts'
import { chargedYen } from './tender.ts'

/**
 * Books the money of an order inside the caller's transaction and has its sellable deliver, at once
 * or by a process that starts here. Money for an ended order is booked too and refunded:
 * `too-late`.
 */
export async function captureOrder(db: Db, orderId: string): Promise<Captured> {
  const order = await orders.lock(db, orderId)
  const { memberId, tender, priceYen, usedPoint, name, state } = order
  const { columns, isTrade, isDeliveredAtOnce, deliver } = sellables.of(order.kind)
  const isOpen = state === 'reserved' || state === 'authorised'
  if (!isOpen || (columns.held !== undefined && order.heldId === null)) {
    const reason = order.reason === memberBarred ? memberBarred : 'PAYMENT_EXPIRED'
    if (!(await orders.moveTo(db, orderId, ['expired'], 'refunding', reason)))
      throw new Error(`order ${orderId} is ${state} and cannot be captured`)
    // its points went back when it ended: only what was charged came in
    await bookSale(db, 'capture', { orderId, isTrade, tender, priceYen: chargedYen(order), usedPoint: 0, name })
    return { outcome: 'too-late' }
  }
  // the member's points before what is sold, counters and house, as in every transaction: campaigns
  // may give some at the end
  const points = isDeliveredAtOnce ? lockPoints(db, memberId) : undefined
  await Promise.all([points, orders.moveTo(db, orderId, [state], 'captured')])
  if (isDeliveredAtOnce) await orders.moveTo(db, orderId, ['captured'], 'delivered')
  await noteLetter(db, orderId, 'paid')
  const startedId = await deliver(db, order)
  await bookSale(db, 'capture', { orderId, isTrade, tender, priceYen, usedPoint, name })
  if (isDeliveredAtOnce) await giveForPurchase(db, order)
  return { outcome: 'paid', startedId }
}

/**
 * Renews the lease after the member completed a step of paying in time; `isProven` after 3-D
 * Secure. False after the lease has ended.
 */
export async function continueOrder(db: Db, orderId: string, { isProven = false } = {}): Promise<boolean> {
  if (!(await orders.renewLease(db, orderId))) return false
  if (isProven) await orders.moveTo(db, orderId, ['reserved'], 'authorised')
  return true
}

/**
 * Records that what a captured order bought is delivered, inside the caller's transaction, once,
 * with its letter. `book` writes what else follows; the points of campaigns come last, since the
 * accounts of the house are shared. Returns the order's previous state: it acts only on `captured`.
 * For kinds that are not delivered at capture.
 */
export async function deliverOrder(db: Db, orderId: string, book: () => Promise<void>): Promise<OrderState> {
  const order = await orders.lock(db, orderId)
  if (sellables.of(order.kind).isDeliveredAtOnce) throw new Error(`order ${orderId} is delivered when it is captured`)
  if (order.state !== 'captured') return order.state
  // points before the books of the house, as in every transaction
  await lockPoints(db, order.memberId)
  await orders.moveTo(db, orderId, ['captured'], 'delivered')
  await noteLetter(db, orderId, 'delivered')
  await book()
  await giveForPurchase(db, order)
  return order.state
}

/**
 * Places orders of tender `grant`, delivered at once, for what `granted` takes in the same
 * statement. Returns each order with what it holds; fewer than requested when the stock was too
 * small.
 */
export const placeGranted = async (
  db: Db,
  memberId: string,
  granted: orders.GrantedSql,
): Promise<{ orderId: string; heldId: string }[]> => orders.insertDelivered(db, memberId, granted)

/**
 * Gives the points of campaigns for a purchase that is delivered, in the transaction of its
 * delivery.
 */
const giveForPurchase = (db: Db, order: OrderRow): Promise<number> =>
  grantFor(db, { occasion: 'purchase', memberId: order.memberId, cause: order.id, chargedYen: chargedYen(order) })
