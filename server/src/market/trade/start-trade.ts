import type { Db } from '../../platform/db/connect.ts'
import { intendFulfilment } from './intend-fulfilment.ts'
import * as trades from './queries.ts'

/**
 * Begins to deliver what a captured order bought, inside the transaction of its capture: the trade (its id is the order's) with the parts of
 * the price as they were listed, and the wish that our agent delivers it on chain. While the buyer's wallet is being recovered only the
 * trade; the worker delivers when it is known where to. Fails when the order holds no listing.
 */
export async function startTrade(db: Db, { orderId }: { orderId: string }): Promise<void> {
  if (!(await trades.insert(db, orderId))) throw new Error(`order ${orderId} holds no listing`)
  await intendFulfilment(db, orderId)
}
