import { fromStates, orderMoves } from '@kura/contract/states'
import type { Db } from '../db/connect.ts'
import * as orders from './queries.ts'

/**
 * Ends an unpaid order inside the caller's transaction: its unit and counter are on sale again, the member's count goes down.
 * Does nothing when the order is not waiting for a payment any more.
 */
export async function releaseOrder(db: Db, orderId: string, reason: string): Promise<boolean> {
  const order = await orders.lock(db, orderId)
  if (!order.unitId || !(await orders.moveTo(db, orderId, fromStates(orderMoves, 'expired'), 'expired', reason)))
    return false
  await returnUnit(db, { ...order, unitId: order.unitId }, 'reserved')
  return true
}

/** Puts an order's unit back on sale, the hot counter last. */
export async function returnUnit(
  db: Db,
  order: { id: string; unitId: string; packId: string; memberId: string },
  from: 'reserved' | 'sold',
): Promise<void> {
  if (!(await orders.freeUnit(db, order.unitId, order.id)))
    throw new Error(`unit ${order.unitId} is not held by order ${order.id}`)
  await orders.dropHold(db, order.packId, order.memberId)
  await orders.returnToStock(db, order.packId, from)
}
