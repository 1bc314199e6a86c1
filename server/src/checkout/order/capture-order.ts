import type { Db } from '../../platform/db/connect.ts'
import { bookSale } from '../../money/ledger/book-sale.ts'
import { lockPoints } from '../../money/ledger/point-accounts.ts'
import { memberBarred } from '../../money/payment/payable.ts'
import type { Captured } from '../../money/payment/payable.ts'
import { giveForPurchase } from './give-for-purchase.ts'
import { noteLetter } from './note-letter.ts'
import * as orders from './queries.ts'
import { sellables } from './sellable.ts'
import { chargedYen } from './tender.ts'

/**
 * Books the money of an order inside the caller's transaction and has its sellable deliver: at once, or by what begins here.
 * Money for an order that has ended is booked too and goes back: `too-late`.
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
  // the member's points before what is sold, counters and house, as everywhere: campaigns may give some at the end
  if (isDeliveredAtOnce) await Promise.all([lockPoints(db, memberId), orders.moveTo(db, orderId, [state], 'captured')])
  else await orders.moveTo(db, orderId, [state], 'captured')
  if (isDeliveredAtOnce) await orders.moveTo(db, orderId, ['captured'], 'delivered')
  await noteLetter(db, orderId, 'paid')
  const startedId = await deliver(db, order)
  await bookSale(db, 'capture', { orderId, isTrade, tender, priceYen, usedPoint, name })
  if (isDeliveredAtOnce) await giveForPurchase(db, order)
  return { outcome: 'paid', startedId }
}
