import type { Db } from '../db/connect.ts'
import { bookSale } from '../ledger/book-sale.ts'
import { openAtCapture } from '../opening/open-at-capture.ts'
import * as orders from './queries.ts'

export type Captured = { outcome: 'delivered'; openingId: string | undefined } | { outcome: 'too-late' }

/**
 * Books the money of an order inside the caller's transaction. The unit becomes the member's and the pack lies in the unopened
 * packs; a pack with one known item is opened. Money for an order that has ended is booked too and goes back: `too-late`.
 */
export async function captureOrder(db: Db, orderId: string): Promise<Captured> {
  const order = await orders.lock(db, orderId)
  const isOpen = order.state === 'reserved' || order.state === 'authorised'
  if (!isOpen || !order.unitId) {
    if (!(await orders.moveTo(db, orderId, ['expired'], 'refunding', 'PAYMENT_EXPIRED')))
      throw new Error(`order ${orderId} is ${order.state} and cannot be captured`)
    await book(db, order, 'capture')
    return { outcome: 'too-late' }
  }
  await orders.moveTo(db, orderId, [order.state], 'captured')
  if (!(await orders.sellUnit(db, order.unitId, orderId)))
    throw new Error(`unit ${order.unitId} is not held by order ${orderId}`)
  await orders.moveTo(db, orderId, ['captured'], 'delivered')
  const openingId = await openAtCapture(db, orderId)
  await orders.countSold(db, order.packId)
  await book(db, order, 'capture')
  return { outcome: 'delivered', openingId }
}

/** Books the payment of an order, or its return. */
export const book = (
  db: Db,
  { id: orderId, packId, priceYen }: { id: string; packId: string; priceYen: number },
  kind: 'capture' | 'refund',
): Promise<void> =>
  bookSale(db, kind, { orderId, tender: 'card', priceYen, usedPoint: 0, name: { ja: packId, en: packId } })
