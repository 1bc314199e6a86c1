import type { Db } from '../../platform/db/connect.ts'
import * as chain from './chain-queries.ts'
import { intendCancels } from './end-listing.ts'

/**
 * Brings what the chain says of these orders to the listings that stand on them, in the transaction of the index: what ended on chain
 * ends first, because its token may be offered again in the same block; then what the sellers' wallets accepted opens. What somebody
 * signed before a ban or another wallet, and ran after it, is taken back instead and never open.
 */
export async function followOrders(db: Db, orderHashes: string[]): Promise<void> {
  if (orderHashes.length === 0) return
  await chain.holdSellers(db, orderHashes)
  await chain.endAsOrders(db, orderHashes)
  await intendCancels(db, await chain.openAsOrders(db, orderHashes))
  await chain.giveUpWorthless(db)
}

/**
 * Puts what the chain says in place of what the rows say, for every listing: after the orders were read anew. What only we know (that
 * one is reserved, or taken back) stays where it does not contradict the chain.
 */
export async function restoreListings(db: Db): Promise<void> {
  await chain.holdSellers(db)
  await chain.restoreTerms(db)
  await chain.closeUnknown(db)
  await chain.restoreEnds(db)
  await intendCancels(db, await chain.restoreOpen(db))
}

/** Ends every listing of a chain that is thrown away. */
export const endAllListings = (db: Db): Promise<unknown> => chain.endAll(db)
