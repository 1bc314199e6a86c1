import type { Deps } from '../../deps.ts'
import { plainTxId } from '../../platform/flow/read-address.ts'
import * as orders from './queries.ts'
import type { OwnOrder } from './queries.ts'
import type { OrderRows } from './sale-order-use.ts'

/**
 * Notes which transaction the member's browser says the wallet sent: a hint, which opens nothing. Returns the state,
 * undefined for what is not the member's.
 */
export async function reportSaleOrder<State extends string>(
  { sql }: Pick<Deps, 'sql'>,
  rows: OrderRows,
  own: OwnOrder,
  txId: string,
): Promise<State | undefined> {
  await orders.markPending(sql, rows, own, plainTxId(txId))
  return orders.findOwnState<State>(sql, rows, own)
}

/** Gives up an order that the wallet did not send. Returns the state, undefined for what is not the member's. */
export async function giveUpSaleOrder<State extends string>(
  { sql }: Pick<Deps, 'sql'>,
  rows: OrderRows,
  own: OwnOrder,
): Promise<State | undefined> {
  await orders.giveUp(sql, rows, own)
  return orders.findOwnState<State>(sql, rows, own)
}
