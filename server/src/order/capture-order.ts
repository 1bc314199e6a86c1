import type { Db } from '../db/connect.ts'
import { bookSale } from '../ledger/book-sale.ts'
import { lockPoints } from '../ledger/point-accounts.ts'
import { grantFor } from '../point/grant-for.ts'
import { chargedYen } from './charged-yen.ts'
import { noteLetter } from './note-letter.ts'
import { followDelivery, sellUnitOf } from './pack-subject.ts'
import * as orders from './queries.ts'

export type Captured = { outcome: 'delivered'; openingId: string | undefined } | { outcome: 'too-late' }

/**
 * Books the money of an order inside the caller's transaction and delivers: the unit becomes the member's and the pack lies in the
 * unopened packs, one with known contents is opened. Money for an order that has ended is booked too and goes back: `too-late`.
 */
export async function captureOrder(db: Db, orderId: string): Promise<Captured> {
  const order = await orders.lock(db, orderId)
  const { memberId, tender, priceYen, usedPoint, name } = order
  const isOpen = order.state === 'reserved' || order.state === 'authorised'
  if (!isOpen || !order.unitId) {
    if (!(await orders.moveTo(db, orderId, ['expired'], 'refunding', 'PAYMENT_EXPIRED')))
      throw new Error(`order ${orderId} is ${order.state} and cannot be captured`)
    // its points went back when it ended: only what was charged came in
    await bookSale(db, 'capture', { orderId, tender, priceYen: chargedYen(order), usedPoint: 0, name })
    return { outcome: 'too-late' }
  }
  const held = { ...order, unitId: order.unitId }
  // the member's points before unit, counter and house, as everywhere: campaigns may give some at the end
  await Promise.all([lockPoints(db, memberId), orders.moveTo(db, orderId, [order.state], 'captured')])
  await sellUnitOf(db, held)
  await orders.moveTo(db, orderId, ['captured'], 'delivered')
  await noteLetter(db, orderId, 'paid')
  const openingId = await followDelivery(db, held)
  await bookSale(db, 'capture', { orderId, tender, priceYen, usedPoint, name })
  await grantFor(db, { occasion: 'purchase', memberId, cause: orderId, chargedYen: chargedYen(order) })
  return { outcome: 'delivered', openingId }
}
