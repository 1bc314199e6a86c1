import type { Db } from '../../platform/db/connect.ts'
import * as orders from './queries.ts'
import type { SaleOrderUse, OrderRows, OrderToCancel } from './sale-order-use.ts'
import { limits } from '@kura/contract/limits'
import { intendCancel } from '../../chain/agent/cancel-orders.ts'

/**
 * Brings what the chain says of these orders to the rows that stand on them, in the transaction of the index. What ended
 * ends first, because its token may be offered again in the same block. What a member signed before a ban or with
 * another wallet, and sent after it, is cancelled and never open.
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
 * Puts what the chain says in place of what the rows say, for every order: after all were read again. What only we know
 * (one is held, claimed or being withdrawn) stays where it does not contradict the chain.
 */
export async function restoreSaleOrders(db: Db, uses: SaleOrderUse[]): Promise<void> {
  await orders.shareOwners(db, rowsOf(uses))
  for (const { rows, restore } of uses) await cancelSaleOrders(db, rows, await restore(db))
}

/** Ends or removes every order of a chain that is thrown away. */
export async function forgetSaleOrders(db: Db, uses: SaleOrderUse[]): Promise<void> {
  for (const use of uses) await use.forget(db)
}

const rowsOf = (uses: SaleOrderUse[]) => uses.map(({ rows }) => rows)

/** Writes the agent's transactions that cancel these orders on chain, in the caller's database transaction. */
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
