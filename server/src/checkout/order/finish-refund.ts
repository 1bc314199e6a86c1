import { fromStates, orderMoves } from '@kura/contract/states'
import type { Db } from '../../platform/db/connect.ts'
import { bookSale } from '../../money/ledger/book-sale.ts'
import { uncountSpending } from '../../identity/member/count-spending.ts'
import { nothing, returnPoints } from '../../money/point/return-points.ts'
import { takeBackGrants } from '../../money/point/take-back-grants.ts'
import { noteLetter } from './note-letter.ts'
import * as orders from './queries.ts'
import { sellables } from './sellable.ts'
import { chargedYen, reasonOf } from './tender.ts'

/**
 * Books that what an order was paid with is back where it came from, inside the caller's transaction: the charge at its gateway, the
 * points in their lots. An order whose money came too late gave its points back when it ended.
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
  // points before the books of the house, as everywhere
  const { purchases } = usedPoint > 0 ? await returnPoints(db, orderId, reasonOf('refund', name)) : nothing
  await bookSale(db, 'refund', { orderId, isTrade, tender, priceYen, usedPoint, name })
  for (const purchase of [orderId, ...purchases]) await takeBackGrants(db, purchase)
}
