import { withdrawFulfil } from '../../chain/agent/fulfil-order.ts'
import type { Db } from '../../platform/db/connect.ts'
import * as claims from './claim-queries.ts'
import type { Delivery } from './claim-queries.ts'
import { intend } from '../../chain/agent/submit-transaction.ts'

/**
 * Redirects the member's claimed gifts to the new vault, in the transaction that changes the
 * wallet: unsigned deliveries start again. Signed ones arrive in the old vault. Returns how many.
 */
export async function moveClaims(db: Db, memberId: string): Promise<number> {
  let moved = 0
  for (const giftId of await withdrawClaims(db, memberId, 'the claimer changed the wallet'))
    if (await deliverAgain(db, giftId)) moved += 1
  return moved
}

/**
 * Cancels the unsigned deliveries of a member's claimed gifts: they start again after the wallet's
 * recovery.
 */
export const holdClaims = async (db: Db, memberId: string): Promise<void> =>
  void (await withdrawClaims(db, memberId, 'the claimer asked for another wallet'))

/**
 * Queues the delivery of a claimed gift to its claimer's current vault, in the caller's
 * transaction, unless one is open. False when the gift has ended, is being delivered, or the
 * claimer's wallet is being recovered.
 */
export async function deliverAgain(db: Db, giftId: string): Promise<boolean> {
  const delivery = await claims.readdress(db, giftId)
  if (delivery) await intendDelivery(db, delivery)
  return delivery !== undefined
}

/** The member's claimed gifts without an open delivery. */
async function withdrawClaims(db: Db, memberId: string, reason: string): Promise<string[]> {
  const free: string[] = []
  for (const { giftId, transactionId } of await claims.lockClaims(db, memberId))
    if (transactionId === null || (await withdrawFulfil(db, transactionId, reason))) free.push(giftId)
  return free
}

/** The payment reference that the chain stores for a gift. */
const paymentRef = 'gift'

/**
 * Queues our agent's delivery of a claimed gift, in the caller's transaction. An open delivery
 * stays as it is.
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
