import type { Db } from '../../platform/db/connect.ts'
import { hasOpen } from './queries.ts'

/** Whether the token waits as a gift by mail, or is being delivered as one. */
export const isOfferedAsGift = (db: Db, tokenId: string): Promise<boolean> => hasOpen(db, tokenId)
