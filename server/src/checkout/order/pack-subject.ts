import type { Db } from '../../platform/db/connect.ts'
import { openAtCapture } from '../../shop/opening/open-at-capture.ts'
import { emptyUnit } from '../../shop/pack/empty-unit.ts'
import * as orders from './queries.ts'

type Held = { id: string; unitId: string; packId: string; memberId: string }

/** A reserved unit becomes the member's. */
export async function sellUnitOf(db: Db, order: Held): Promise<void> {
  if (!(await orders.sellUnit(db, order.unitId, order.id)))
    throw new Error(`unit ${order.unitId} is not held by order ${order.id}`)
}

/** What follows the delivery: a pack whose contents are known opens by itself. The counter comes last. */
export async function followDelivery(db: Db, order: Held): Promise<string | undefined> {
  const openingId = await openAtCapture(db, order.id)
  await orders.countSold(db, order.packId)
  return openingId
}

/** Puts an order's unit back on sale, the hot counter last. */
export async function returnUnit(db: Db, order: Held, from: 'reserved' | 'sold'): Promise<void> {
  if (!(await orders.freeUnit(db, order.unitId, order.id)))
    throw new Error(`unit ${order.unitId} is not held by order ${order.id}`)
  if (from === 'sold') await emptyUnit(db, order.unitId)
  await orders.dropHold(db, order.packId, order.memberId)
  await orders.returnToStock(db, order.packId, from)
}
