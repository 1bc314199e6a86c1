import { withdrawFulfil } from '../../chain/agent/fulfil-order.ts'
import type { Db } from '../../platform/db/connect.ts'
import * as claims from './claim-queries.ts'
import type { Delivery } from './claim-queries.ts'
import { intend } from '../../chain/agent/submit-transaction.ts'

/**
 * Has what a member claimed delivered to the new vault, in the transaction that changes the wallet:
 * what is not signed starts again. What is on its way arrives in the old one. Returns how many.
 */
export async function moveClaims(db: Db, memberId: string): Promise<number> {
  let moved = 0
  for (const giftId of await withdrawClaims(db, memberId, 'the claimer changed the wallet'))
    if (await deliverAgain(db, giftId)) moved += 1
  return moved
}

/**
 * Withdraws the deliveries of what a member claimed that are not signed: they wait while the wallet
 * is being recovered, and start again.
 */
export const holdClaims = async (db: Db, memberId: string): Promise<void> =>
  void (await withdrawClaims(db, memberId, 'the claimer asked for another wallet'))

/**
 * Intends to deliver a claimed gift that nobody delivers to where its claimer's vault is now, in
 * the caller's transaction. False when it is over, under way, or the claimer's wallet is being
 * recovered.
 */
export async function deliverAgain(db: Db, giftId: string): Promise<boolean> {
  const delivery = await claims.readdress(db, giftId)
  if (delivery) await intendDelivery(db, delivery)
  return delivery !== undefined
}

/** The claimed gifts of a member of which nothing is on its way (any more). */
async function withdrawClaims(db: Db, memberId: string, reason: string): Promise<string[]> {
  const free: string[] = []
  for (const { giftId, transactionId } of await claims.lockClaims(db, memberId))
    if (transactionId === null || (await withdrawFulfil(db, transactionId, reason))) free.push(giftId)
  return free
}

/** What the chain keeps as the payment of a gift. */
const paymentRef = 'gift'

/**
 * Intends that our agent delivers a claimed gift, in the caller's transaction. One that is on its
 * way is left alone.
 */
export const intendDelivery = (
  db: Db,
  { giftId, giverAddress, orderHash, claimerAddress }: Delivery,
): Promise<{ id: string }> =>
  intend(db, {
    kind: 'fulfil-order',
    cause: `gift:${giftId}`,
    details: { seller: giverAddress, orderId: giftId, orderHash, buyer: claimerAddress, paymentRef },
  })
