import type { Db } from '../../platform/db/connect.ts'
import * as orders from './queries.ts'
import type { SaleOrderUse, OrderRows, OrderToCancel } from './sale-order-use.ts'
import { limits } from '@kura/contract/limits'
import { intendCancel } from '../../chain/agent/cancel-orders.ts'

/**
 * Updates the rows of these orders to their state on chain, in the transaction of the index. Ends
 * come first, because a token may be listed again in the same block. An order signed before a ban
 * or wallet change and sent after it is cancelled and never opens.
 */
export async function followSaleOrders(db: Db, uses: SaleOrderUse[], orderHashes: string[]): Promise<void> {
  if (orderHashes.length === 0) return
  await orders.shareOwners(db, rowsOf(uses), orderHashes)
  for (const use of uses) await use.end(db, orderHashes)
  for (const { rows, open } of uses) {
    await cancelSaleOrders(db, rows, await open(db, orderHashes))
    await orders.giveUpWorthless(db, rows)
  }
}

/**
 * Overwrites the rows of all orders with their state on chain, after the index was rebuilt. Facts
 * that only Kura has (held, claimed, being withdrawn) stay where they do not contradict the chain.
 */
export async function restoreSaleOrders(db: Db, uses: SaleOrderUse[]): Promise<void> {
  await orders.shareOwners(db, rowsOf(uses))
  for (const { rows, restore } of uses) await cancelSaleOrders(db, rows, await restore(db))
}

/** Ends or removes every order of a discarded chain. */
export async function forgetSaleOrders(db: Db, uses: SaleOrderUse[]): Promise<void> {
  for (const use of uses) await use.forget(db)
}

const rowsOf = (uses: SaleOrderUse[]) => uses.map(({ rows }) => rows)

/**
 * Writes the agent's transactions that cancel these orders on chain, in the caller's database
 * transaction.
 */
export async function cancelSaleOrders(
  db: Db,
  { causePrefix }: Pick<OrderRows, 'causePrefix'>,
  orders: OrderToCancel[],
): Promise<void> {
  for (const [seller, all] of Map.groupBy(orders, ({ address }) => address))
    for (let first = 0; first < all.length; first += limits.ordersPerCancel) {
      const orderIds = all.slice(first, first + limits.ordersPerCancel).map(({ id }) => id)
      await intendCancel(db, { cause: `${causePrefix}${orderIds[0]}`, seller, orderIds })
    }
}
