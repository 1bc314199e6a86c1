import { withdrawFulfil } from '../../chain/agent/fulfil-order.ts'
import type { Db } from '../../platform/db/connect.ts'
import * as trades from './queries.ts'

/**
 * Takes back the deliveries to a member that are not signed, in the transaction that changes the wallet: the worker delivers to the new vault
 * then, or gives back what was offered to this member alone, since the signed terms name the old one. What is on its way arrives in the old one.
 * Answers how many.
 */
export const moveTrades = (db: Db, memberId: string): Promise<number> =>
  withdrawDeliveries(db, memberId, 'the buyer changed the wallet')

/**
 * The same in the transaction that asks for a recovery: nothing more is sent to a wallet that may be lost. Until the recovery is over they wait as
 * those of a buyer without a vault do, and go back whole when the time of the trade is over first.
 */
export const holdTrades = async (db: Db, memberId: string): Promise<void> =>
  void (await withdrawDeliveries(db, memberId, 'the buyer asked for another wallet'))

async function withdrawDeliveries(db: Db, memberId: string, reason: string): Promise<number> {
  let withdrawn = 0
  for (const { id, transactionId } of await trades.lockDeliveriesTo(db, memberId)) {
    if (!(await withdrawFulfil(db, transactionId, reason))) continue
    await trades.forgetIntent(db, id)
    withdrawn += 1
  }
  return withdrawn
}

/** What becomes of trades when the chain is thrown away: nobody can ask it any more what it delivered. */
export const forgetTrades = (db: Db): Promise<unknown> => trades.forgetDeliveries(db)
