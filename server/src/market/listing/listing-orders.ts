import { formatYen } from '@kura/contract/money'
import type { Deps } from '../../deps.ts'
import { announce, markAsKnown, notify } from '../../identity/notification/notify.ts'
import type { Db } from '../../platform/db/connect.ts'
import { transaction } from '../../platform/db/transaction.ts'
import type { SaleOrderUse } from '../sale-order/sale-order-use.ts'
import { endListings, withdrawMisdirected } from './cancel-listing.ts'
import * as chain from './order-queries.ts'
import * as listings from './queries.ts'

/** The listing as a use of sale orders. */
export const listingOrders: SaleOrderUse = {
  name: 'listing',
  rows: listings.listingRows,
  end: chain.endAsOrders,
  open: async (db, orderHashes) => {
    const { opened, toCancel } = await chain.openAsOrders(db, orderHashes)
    for (const listing of opened) await announceListed(db, listing)
    return toCancel
  },
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

/**
 * A listing for one member is a message to that member. One for everybody reaches those who wait for
 * such a price; listings of one item within half an hour are one message. The seller is not notified
 * of the own listing.
 */
async function announceListed(db: Db, listing: chain.OpenedListing): Promise<void> {
  const { id, sellerId, targetId, itemId, tokenId, name, priceYen } = listing
  if (targetId !== null) {
    const facts = { name, tokenId, price: formatYen(priceYen) }
    const cause = `listing-for-you:${id}`
    return notify(db, targetId, { event: 'listing-for-you', subject: 'listings-for-you', cause, facts })
  }
  const cause = `favorite-listed:${id}`
  await markAsKnown(db, sellerId, cause)
  await announce(db, {
    event: 'favorite-listed',
    subject: `item:${itemId}`,
    cause,
    facts: { name, itemId, price: formatYen(priceYen), priceYen: String(priceYen) },
    audience: 'price-watchers',
    audienceId: itemId,
  })
}

/** Most targeted listings withdrawn in one run: they are rare, and all open ones are read. */
const misdirectedPerRun = 1000

/**
 * Withdraws targeted listings that the chain would deliver to a wallet the target no longer has:
 * the wallet change withdraws those it sees, this one those that opened at the same moment.
 */
export async function endMisdirected({ sql, log }: Pick<Deps, 'sql' | 'log'>): Promise<void> {
  const count = await transaction(sql, (db) => withdrawMisdirected(db, misdirectedPerRun))
  if (count > 0) log.warn({ count }, 'listings for one member were withdrawn whose wallet is another one')
}

/**
 * The listing jobs of the worker, in addition to those of every sale order, with their intervals.
 */
export const listingJobs: { name: string; everySeconds: number; run: (deps: Deps) => Promise<unknown> }[] = [
  { name: 'end-misdirected-listings', everySeconds: 600, run: endMisdirected },
]
