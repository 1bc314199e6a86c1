import type { Db } from '../../platform/db/connect.ts'
import * as trades from './queries.ts'
import { intendFulfil, withdrawFulfil } from '../../chain/agent/fulfil-order.ts'
import { createHash } from 'node:crypto'

/**
 * Starts the delivery of a captured order, in the transaction of its capture: writes the trade
 * (with the order's id) and the listed parts of the price, and queues our agent's delivery. During
 * a recovery of the buyer's wallet only the trade is written; the worker delivers it later. Fails
 * when the order holds no listing.
 */
export async function startTrade(db: Db, { orderId }: { orderId: string }): Promise<void> {
  if (!(await trades.insert(db, orderId))) throw new Error(`order ${orderId} holds no listing`)
  await intendFulfilment(db, orderId)
}

/**
 * Queues our agent's delivery of a trade to its buyer's current vault, in the caller's transaction.
 * Undefined when it is not due: the buyer has no wallet, it is being recovered, or it is not the
 * one that a targeted listing names.
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
 * The payment reference that a delivery publishes for good: a commitment to the order that does not
 * reveal who paid. Anyone who knows the order's id can check it.
 */
export const paymentRefOf = (orderId: string): string =>
  createHash('sha256').update(`kura.trade:${orderId}`).digest('hex')

/**
 * Cancels the unsigned deliveries to a member, in the transaction that changes the wallet: the
 * worker then delivers to the new vault, or refunds a targeted listing, whose signed terms name the
 * old one. Signed deliveries arrive in the old vault. Returns how many.
 */
export const moveTrades = (db: Db, memberId: string): Promise<number> =>
  withdrawDeliveries(db, memberId, 'the buyer changed the wallet')

/**
 * The same in the transaction that asks for a recovery: nothing more is sent to a wallet that may
 * be lost. The trades wait as for a buyer without a vault, and are refunded if they expire first.
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

/** Restarts the trades of a discarded chain: it can no longer say what it delivered. */
export const forgetTrades = (db: Db): Promise<unknown> => trades.forgetDeliveries(db)
