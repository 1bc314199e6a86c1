import { fromStates, orderMoves } from '@kura/contract/states'
import { uncountSpending } from '../../identity/member/count-spending.ts'
import { bookSale } from '../../money/ledger/book-sale.ts'
import { startRefund } from '../../money/payment/refund-payment.ts'
import { nothing, returnPoints } from '../../money/point/spend-points.ts'
import { withdrawGrants } from '../../money/point/withdraw-grants.ts'
import type { Db } from '../../platform/db/connect.ts'
import { noteLetter } from './letters.ts'
import * as orders from './queries.ts'
import { sellables } from './sellable.ts'
import { chargedYen, reasonOf } from './tender.ts'

/**
 * Begins the refund of an order inside the caller's transaction, once: the worker returns the
 * money; an order paid with points alone, or granted, is refunded at once. A subject delivered at
 * capture goes back on sale: the caller has made sure that nothing of it was or will be minted.
 * Other subjects are refunded by their module, once they can never be delivered, or after delivery
 * by a person, who also undoes the sale.
 */
export async function refundOrder(db: Db, orderId: string, reason: string): Promise<boolean> {
  // the payment's row before the order's, as in every transaction
  const isStarted = await startRefund(db, orderId)
  const order = await orders.lock(db, orderId)
  const { columns, refundableFrom, refund } = sellables.of(order.kind)
  if (columns.held !== undefined && order.heldId === null) return false
  if (!(await orders.moveTo(db, orderId, refundableFrom, 'refunding', reason))) return false
  if (!isStarted && chargedYen(order) > 0) throw new Error(`order ${orderId} has no captured payment to give back`)
  // lock sequence: points, the counter, the house's books
  const paysPoints = !isStarted && order.usedPoint > 0
  const { purchases } = paysPoints ? await returnPoints(db, orderId, reasonOf('refund', order.name)) : nothing
  await refund?.(db, order)
  if (!isStarted) await finishRefund(db, orderId)
  // at once, so that they cannot be spent while the money is on its way
  else await withdrawGrants(db, orderId)
  for (const purchase of purchases) await withdrawGrants(db, purchase)
  return true
}

/**
 * Books a completed refund inside the caller's transaction: the charge at its gateway, the points
 * in their lots. An order paid too late returned its points when it ended.
 */
export async function finishRefund(db: Db, orderId: string): Promise<void> {
  const order = await orders.lock(db, orderId)
  const { memberId, tender, priceYen, usedPoint, name, createdAt } = order
  const { isTrade } = sellables.of(order.kind)
  if (!(await orders.moveTo(db, orderId, fromStates(orderMoves, 'refunded'), 'refunded')))
    throw new Error(`order ${orderId} is ${order.state} and cannot be refunded`)
  if (tender !== 'grant') await noteLetter(db, orderId, 'refunded')
  if (await orders.hasBeen(db, orderId, 'expired')) {
    await bookSale(db, 'refund', { orderId, isTrade, tender, priceYen: chargedYen(order), usedPoint: 0, name })
    return
  }
  await uncountSpending(db, memberId, chargedYen(order), createdAt)
  // points before the books of the house, as in every transaction
  const { purchases } = usedPoint > 0 ? await returnPoints(db, orderId, reasonOf('refund', name)) : nothing
  await bookSale(db, 'refund', { orderId, isTrade, tender, priceYen, usedPoint, name })
  for (const purchase of [orderId, ...purchases]) await withdrawGrants(db, purchase)
}
