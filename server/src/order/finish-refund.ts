import { fromStates, orderMoves } from '@kura/contract/states'
import type { Db } from '../db/connect.ts'
import { book } from './capture-order.ts'
import * as orders from './queries.ts'

/** Books that the money of an order is back with the member, inside the caller's transaction. */
export async function finishRefund(db: Db, orderId: string): Promise<void> {
  const order = await orders.lock(db, orderId)
  if (!(await orders.moveTo(db, orderId, fromStates(orderMoves, 'refunded'), 'refunded')))
    throw new Error(`order ${orderId} is ${order.state} and cannot be refunded`)
  await book(db, order, 'refund')
}
