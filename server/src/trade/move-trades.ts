import { withdrawFulfil } from '../chain/fulfil-order.ts'
import type { Db } from '../db/connect.ts'
import * as trades from './queries.ts'

/**
 * Takes back the deliveries to a member that are not signed, in the transaction that changes the wallet: the worker delivers to the new vault
 * then. What is on its way arrives in the old one. Answers how many.
 */
export async function moveTrades(db: Db, memberId: string): Promise<number> {
  let moved = 0
  for (const { id, transactionId } of await trades.lockDeliveriesTo(db, memberId)) {
    if (!(await withdrawFulfil(db, transactionId, 'the buyer changed the wallet'))) continue
    await trades.forgetIntent(db, id)
    moved += 1
  }
  return moved
}

/** What becomes of trades when the chain is thrown away: nobody can ask it any more what it delivered. */
export const forgetTrades = (db: Db): Promise<unknown> => trades.forgetDeliveries(db)
