import type { Words } from '@kura/contract/ids'
import type { Db } from '../db/connect.ts'
import { lockPoints } from '../ledger/point-accounts.ts'
import { bookPoints } from './book-points.ts'
import { findSpender, listRefundedPurchases, returnSpends } from './queries.ts'
import { takeBackGrants } from './take-back-grants.ts'

/**
 * Gives back the points an order was paid with, inside the caller's transaction, once: each to the lot it came from, with the lot's
 * expiry. Answers how many came back now. What returns to a lot that has expired meanwhile is not usable again: the next sweep
 * expires it, and replaces it when the order had been paid, because then the failure was ours (see `expireLots`).
 */
export async function returnPoints(db: Db, orderId: string, reason: Words): Promise<number> {
  const memberId = await findSpender(db, orderId)
  if (!memberId) return 0
  await lockPoints(db, memberId)
  const returned = await returnSpends(db, orderId)
  await bookPoints(
    db,
    returned.map((spend) => ({ ...spend, event: 'return', memberId, cause: `${orderId}:${spend.lotId}`, reason })),
  )
  // points that were given for a purchase which was refunded meanwhile go on to where they belong
  for (const purchase of await listRefundedPurchases(
    db,
    returned.map(({ lotId }) => lotId),
  ))
    await takeBackGrants(db, purchase)
  return returned.reduce((sum, { amount }) => sum + amount, 0)
}
