import type { Words } from '@kura/contract/ids'
import type { Db } from '../../platform/db/connect.ts'
import { lockPoints } from '../ledger/point-accounts.ts'
import { bookPoints } from './book-points.ts'
import { findSpender, listRefundedPurchases, returnSpends } from './queries.ts'

export type Returned = { amount: number; purchases: string[] }
export const nothing: Returned = { amount: 0, purchases: [] }

/**
 * Gives back the points an order was paid with, inside the caller's transaction, once: each to the lot it came from, with the lot's
 * expiry. Answers how many came back now, and the purchases for which some of these were given and which were refunded meanwhile: the
 * caller takes those back by `takeBackGrants`, last in its transaction. What returns to a lot that has expired meanwhile is not usable again: the next sweep
 * expires it, and replaces it when the order had been paid, because then the failure was ours (see `expireLots`).
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
