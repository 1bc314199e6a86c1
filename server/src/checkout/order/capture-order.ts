import type { Db } from '../../platform/db/connect.ts'
import { bookSale } from '../../money/ledger/book-sale.ts'
import { lockPoints } from '../../money/ledger/point-accounts.ts'
import { memberBarred } from '../../money/payment/payable.ts'
import type { Captured } from '../../money/payment/payable.ts'
import { startTrade } from '../../market/trade/start-trade.ts'
import { chargedYen } from './charged-yen.ts'
import { giveForPurchase } from './give-for-purchase.ts'
import { noteLetter } from './note-letter.ts'
import { followDelivery, sellUnitOf } from './pack-subject.ts'
import * as orders from './queries.ts'

/**
 * Books the money of an order inside the caller's transaction. A pack is delivered at once: the unit becomes the member's and lies in the
 * unopened packs, one with known contents is opened. The token of a listing is delivered by its trade, which begins here. Money for an
 * order that has ended is booked too and goes back: `too-late`.
 */
export async function captureOrder(db: Db, orderId: string): Promise<Captured> {
  const order = await orders.lock(db, orderId)
  const { memberId, tender, priceYen, usedPoint, name, listingId, packId, unitId } = order
  const isTrade = listingId !== null
  const isOpen = order.state === 'reserved' || order.state === 'authorised'
  if (!isOpen || (!isTrade && !unitId)) {
    if (
      !(await orders.moveTo(
        db,
        orderId,
        ['expired'],
        'refunding',
        order.reason === memberBarred ? memberBarred : 'PAYMENT_EXPIRED',
      ))
    )
      throw new Error(`order ${orderId} is ${order.state} and cannot be captured`)
    // its points went back when it ended: only what was charged came in
    await bookSale(db, 'capture', { orderId, isTrade, tender, priceYen: chargedYen(order), usedPoint: 0, name })
    return { outcome: 'too-late' }
  }
  const sale = { orderId, isTrade, tender, priceYen, usedPoint, name }
  if (isTrade) {
    await orders.moveTo(db, orderId, [order.state], 'captured')
    await startTrade(db, { orderId })
    await noteLetter(db, orderId, 'paid')
    await bookSale(db, 'capture', sale)
    return { outcome: 'paid', openingId: undefined }
  }
  if (packId === null || unitId === null) throw new Error(`order ${orderId} is for nothing`)
  const held = { id: orderId, memberId, packId, unitId }
  // the member's points before unit, counter and house, as everywhere: campaigns may give some at the end
  await Promise.all([lockPoints(db, memberId), orders.moveTo(db, orderId, [order.state], 'captured')])
  await sellUnitOf(db, held)
  await orders.moveTo(db, orderId, ['captured'], 'delivered')
  await noteLetter(db, orderId, 'paid')
  const openingId = await followDelivery(db, held)
  await bookSale(db, 'capture', sale)
  await giveForPurchase(db, order)
  return { outcome: 'paid', openingId }
}
