import { transaction } from '../../platform/db/transaction.ts'
import { cancelSaleOrders } from '../sale-order/follow-sale-orders.ts'
import type { SaleOrderUse } from '../sale-order/sale-order-use.ts'
import { endGifts } from './cancel-gift.ts'
import * as gifts from './queries.ts'

/** The gift by mail as a use of sale orders: an order for nothing. */
export const giftOrders: SaleOrderUse = {
  name: 'gift',
  rows: gifts.giftRows,
  end: gifts.endAsOrders,
  open: gifts.openAsOrders,
  // claims stay
  restore: async (db) => {
    await gifts.closeUnknown(db)
    await gifts.endAsOrders(db)
    return gifts.openAsOrders(db)
  },
  forget: gifts.forgetAll,
  withdraw: (db, ids) => endGifts(db, { ids }, 'withdrawn'),
  expire: async ({ sql }) => {
    await transaction(sql, async (db) => cancelSaleOrders(db, gifts.giftRows, await gifts.startExpiring(db)))
    // an order that the agent could not cancel ends when it expires
    await gifts.endRunOut(sql)
  },
}
