import { giftOrders } from './gift/gift-orders.ts'
import { listingOrders } from './listing/listing-orders.ts'
import type { SaleOrderUse } from './sale-order/sale-order-use.ts'

/** The uses of sale orders. A listing ends before a gift of the same token opens. */
export const saleOrderUses: SaleOrderUse[] = [listingOrders, giftOrders]
