import { intendFulfil } from '../../chain/agent/fulfil-order.ts'
import type { Db } from '../../platform/db/connect.ts'
import { paymentRefOf } from './payment-ref.ts'
import * as trades from './queries.ts'

/**
 * Writes the wish that our agent delivers a trade to where its buyer's vault is now, in the caller's database transaction. Undefined when it is
 * not to be delivered, or not yet: the buyer has no wallet, it is being recovered, or it is not the one that an offer for this buyer alone names.
 */
export async function intendFulfilment(db: Db, tradeId: string): Promise<string | undefined> {
  const order = await trades.lockToDeliver(db, tradeId)
  if (!order) return undefined
  const { seller, listingId: orderId, orderHash, buyer } = order
  const details = { seller, orderId, orderHash, buyer, paymentRef: paymentRefOf(tradeId) }
  const { id } = await intendFulfil(db, tradeId, details)
  await trades.keepIntent(db, tradeId, { transactionId: id, buyer })
  return id
}
