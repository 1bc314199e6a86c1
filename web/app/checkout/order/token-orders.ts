import { makeRecords } from '../../platform/own-records.ts'
import type { RecordWorld } from '../../platform/own-records.ts'

const keptMs = 30 * 86_400_000

/** Which orders this browser knows to be of tokens: their ids do not tell, and the other question answers nothing. */
export function makeTokenOrders(world?: RecordWorld) {
  const records = makeRecords<object>('kura-token-order-', keptMs, world)
  return {
    note: (orderId: string): void => records.keep(orderId, {}),
    has: (orderId: string): boolean => records.find(orderId) !== undefined,
  }
}

export const tokenOrders = makeTokenOrders()
