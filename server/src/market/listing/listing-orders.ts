import type { SaleOrderUse } from '../sale-order/sale-order-use.ts'
import * as chain from './chain-queries.ts'
import { endListings } from './cancel-listing.ts'
import * as listings from './queries.ts'

/** The listing as a use of sale orders. */
export const listingOrders: SaleOrderUse = {
  name: 'listing',
  rows: listings.listingRows,
  end: chain.endAsOrders,
  open: chain.openAsOrders,
  restore: async (db) => {
    await chain.restoreTerms(db)
    await chain.closeUnknown(db)
    await chain.restoreEnds(db)
    return chain.restoreOpen(db)
  },
  forget: chain.endAll,
  withdraw: (db, listingIds) => endListings(db, { listingIds }, 'chain'),
  expire: ({ sql }) => listings.expire(sql),
}
