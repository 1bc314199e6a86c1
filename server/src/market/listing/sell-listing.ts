import type { Db } from '../../platform/db/connect.ts'
import { markSold } from './queries.ts'

/** → sold, inside the caller's transaction: the chain delivered it. Does nothing where the index saw that first. */
export const sellListing = (db: Db, listingId: string): Promise<unknown> => markSold(db, listingId)
