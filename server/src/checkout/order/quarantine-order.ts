import { fromStates, orderMoves } from '@kura/contract/states'
import type { Db } from '../../platform/db/connect.ts'
import * as orders from './queries.ts'

/** Stops an order whose facts contradict each other: nothing more happens to it until a person has looked. */
export const quarantineOrder = async (db: Db, orderId: string, reason: string): Promise<void> => {
  await orders.moveTo(db, orderId, fromStates(orderMoves, 'quarantined'), 'quarantined', reason)
}
