import type { Db } from '../../platform/db/connect.ts'
import { intendCancels } from './end-listing.ts'
import { endHeld } from './queries.ts'

/**
 * Takes a listing back that was paid for and cannot be delivered, inside the caller's transaction: nobody sees it any more, and our agent ends
 * what is left of its order. What the chain ended already stays as it is.
 */
export async function endUndelivered(db: Db, listingId: string): Promise<void> {
  await intendCancels(db, await endHeld(db, listingId))
}
