import type { Db } from '../../platform/db/connect.ts'
import * as chain from './chain-queries.ts'
import { intendCancels } from './take-back.ts'

/**
 * Brings what the chain says of these orders to the gifts that stand on them, in the transaction of the index: what ended on chain ends
 * first, because its token may be offered again in the same block; then what givers' wallets accepted opens. What somebody signed before
 * a ban or another wallet, and ran after it, is taken back instead and never open.
 */
export async function followGifts(db: Db, orderHashes: string[]): Promise<void> {
  if (orderHashes.length === 0) return
  await chain.holdGivers(db, orderHashes)
  await chain.endAsOrders(db, orderHashes)
  await intendCancels(db, await chain.openAsOrders(db, orderHashes))
  await chain.giveUpCancelled(db)
}

/** Puts what the chain says in place of what the rows say, for every gift by mail: after the orders were read anew. Claims stay. */
export async function restoreGifts(db: Db): Promise<void> {
  await chain.holdGivers(db)
  await chain.closeUnknown(db)
  await chain.endAsOrders(db)
  await intendCancels(db, await chain.openAsOrders(db))
}

/** Forgets the gifts of a chain that is thrown away. */
export const forgetGifts = (db: Db): Promise<unknown> => chain.forgetAll(db)
