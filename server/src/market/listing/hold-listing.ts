import type { Db } from '../../platform/db/connect.ts'
import { cancelSaleOrders } from '../sale-order/cancel-sale-orders.ts'
import { listingRows } from './queries.ts'
import * as held from './held-queries.ts'

/**
 * Takes an open listing for a buyer who is about to pay, in the caller's database transaction that makes the order. False when somebody was
 * first, or it can be bought no more. Its terms never change, so a price that was looked up before is the price that is paid.
 */
export async function holdListing(db: Db, listingId: string, buyerId: string): Promise<boolean> {
  await held.shareSeller(db, listingId)
  return held.hold(db, listingId, buyerId)
}

/**
 * Gives a listing back that was not paid for, or not delivered though nothing is wrong with it, in the caller's database transaction that ends
 * the order: on sale again, over when its time is, taken back when its seller may not sell any more, or the one member it is for changed the
 * wallet. What the chain ended meanwhile stays ended. True when it is on sale again.
 */
export async function releaseListing(db: Db, listingId: string): Promise<boolean> {
  await held.shareSeller(db, listingId)
  const released = await held.release(db, listingId)
  if (released?.state === 'ending') await cancelSaleOrders(db, listingRows, [released])
  return released?.state === 'open'
}
