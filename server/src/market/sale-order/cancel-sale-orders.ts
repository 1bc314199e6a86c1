import { limits } from '@kura/contract/limits'
import { intendCancel } from '../../chain/agent/cancel-orders.ts'
import type { Db } from '../../platform/db/connect.ts'
import type { OrderRows, OrderToCancel } from './sale-order-use.ts'

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
