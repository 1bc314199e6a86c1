import type { Db } from '../../platform/db/connect.ts'
import { newId } from '../../platform/db/id.ts'
import { defineEvent } from '../../platform/event.ts'
import { lockPoints } from '../ledger/move.ts'
import { bookPoints } from './book-points.ts'
import { listPurchaseLots, withdrawRest } from './queries.ts'

/**
 * How many points of a lot were spent before their purchase was refunded; 0 when they have been
 * returned.
 */
export const grantsChecked = defineEvent<{ id: string; lotId: string; amount: number; what: string }>('GrantsChecked')

/**
 * Withdraws the campaign points of a refunded purchase inside the caller's transaction, as far as
 * they remain, never below zero. Spent ones stay an open item of the points, until another refund
 * returns them. Called last in its transaction. Idempotent. Returns how many points were withdrawn.
 */
export async function withdrawGrants(db: Db, orderId: string): Promise<number> {
  const [first] = await listPurchaseLots(db, orderId)
  if (!first) return 0
  const { memberId } = first
  await lockPoints(db, memberId)
  let taken = 0
  for (const { id: lotId, kind, remaining: amount, withdrawn, spent, campaign } of await listPurchaseLots(
    db,
    orderId,
  )) {
    if (amount > 0) {
      await withdrawRest(db, lotId)
      const reason = {
        ja: `返金に伴うポイントの取消（${campaign.ja}）`,
        en: `Withdrawn with the refund of the purchase (${campaign.en})`,
      }
      const cause = `${lotId}:${withdrawn}`
      await bookPoints(db, [{ event: 'withdrawal', memberId, lotId, kind, amount, cause, reason }])
      taken += amount
    }
    const what = `${spent} points given for order ${orderId} were spent before it was refunded`
    await grantsChecked.publish(db, { id: newId(), lotId, amount: spent, what })
  }
  return taken
}
