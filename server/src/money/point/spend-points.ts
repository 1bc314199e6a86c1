import { ensure } from '@kura/contract/errors'
import type { Words } from '@kura/contract/ids'
import type { Db } from '../../platform/db/connect.ts'
import { lockPoints } from '../ledger/move.ts'
import { bookPoints } from './book-points.ts'
import { insertSpends, listUsableLots, findSpender, listRefundedPurchases, returnSpends } from './queries.ts'
import type { SpendRow } from './queries.ts'

export type Spending = { orderId: string; memberId: string; amount: number; reason: Words }

/**
 * Spends the points that pay an order, inside the transaction that makes it: the first to expire
 * first, free points before paid ones. Fails with POINTS_SHORT, without effect, when the member has
 * fewer valid points.
 */
export async function spendPoints(db: Db, { orderId, memberId, amount, reason }: Spending): Promise<void> {
  await lockPoints(db, memberId)
  const spends: SpendRow[] = []
  let missing = amount
  for (const { id, kind, remaining } of await listUsableLots(db, memberId)) {
    if (missing === 0) break
    const taken = Math.min(missing, remaining)
    spends.push({ lotId: id, kind, amount: taken })
    missing -= taken
  }
  ensure(missing === 0, 'POINTS_SHORT')
  await insertSpends(db, orderId, spends)
  await bookPoints(
    db,
    spends.map((spend) => ({ ...spend, event: 'spend', memberId, cause: `${orderId}:${spend.lotId}`, reason })),
  )
}

type Returned = { amount: number; purchases: string[] }
export const nothing: Returned = { amount: 0, purchases: [] }

/**
 * Returns the points an order was paid with, inside the caller's transaction, once: each to its
 * lot, with the lot's expiry. Returns how many, and the purchases that granted some of them and
 * were refunded meanwhile: the caller withdraws those by `withdrawGrants`, last in its transaction.
 * Points returned to an expired lot are not usable: the next sweep expires them, and replaces them
 * if the order was paid, because then the failure was ours (see `expireLots`).
 */
export async function returnPoints(db: Db, orderId: string, reason: Words): Promise<Returned> {
  const memberId = await findSpender(db, orderId)
  if (!memberId) return nothing
  await lockPoints(db, memberId)
  const returned = await returnSpends(db, orderId)
  await bookPoints(
    db,
    returned.map((spend) => ({ ...spend, event: 'return', memberId, cause: `${orderId}:${spend.lotId}`, reason })),
  )
  const lotIds = returned.map(({ lotId }) => lotId)
  const amount = returned.reduce((sum, spend) => sum + spend.amount, 0)
  return { amount, purchases: await listRefundedPurchases(db, lotIds) }
}
