import type { Db } from '../../platform/db/connect.ts'
import * as trades from './queries.ts'
import { intendFulfil, withdrawFulfil } from '../../chain/agent/fulfil-order.ts'
import { createHash } from 'node:crypto'

/**
 * Begins to deliver what a captured order bought, in the transaction of its capture: the trade (its
 * id is the order's) with the parts of the price as they were listed, and the intent that our agent
 * delivers it on chain. While the buyer's wallet is being recovered only the trade is made; the
 * worker delivers it later. Fails when the order holds no listing.
 */
export async function startTrade(db: Db, { orderId }: { orderId: string }): Promise<void> {
  if (!(await trades.insert(db, orderId))) throw new Error(`order ${orderId} holds no listing`)
  await intendFulfilment(db, orderId)
}

/**
 * Intends that our agent delivers a trade to where its buyer's vault is now, in the caller's
 * transaction. Undefined when it is not to be delivered, or not yet: the buyer has no wallet, it is
 * being recovered, or it is not the one that a listing for this buyer alone names.
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

/**
 * What a delivery says of its payment in public and for ever: a commitment to the order that does
 * not reveal who paid. Anyone who knows the order's id can check it.
 */
export const paymentRefOf = (orderId: string): string =>
  createHash('sha256').update(`kura.trade:${orderId}`).digest('hex')

/**
 * Withdraws the deliveries to a member that are not signed, in the transaction that changes the
 * wallet: the worker delivers to the new vault then, or refunds what was listed for this member
 * alone, since the signed terms name the old one. What is on its way arrives in the old one.
 * Returns how many.
 */
export const moveTrades = (db: Db, memberId: string): Promise<number> =>
  withdrawDeliveries(db, memberId, 'the buyer changed the wallet')

/**
 * The same in the transaction that asks for a recovery: nothing more is sent to a wallet that may
 * be lost. They wait like those of a buyer without a vault, and are refunded when the time of the
 * trade is over first.
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

/**
 * Starts trades again whose chain is thrown away: it cannot be asked any more what it delivered.
 */
export const forgetTrades = (db: Db): Promise<unknown> => trades.forgetDeliveries(db)
