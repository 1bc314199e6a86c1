import { ensure } from '@kura/contract/errors'
import type { Words } from '@kura/contract/ids'
import type { Db } from '../../platform/db/connect.ts'
import { lockPoints } from '../ledger/point-accounts.ts'
import { bookPoints } from './book-points.ts'
import { insertSpends, listUsableLots } from './queries.ts'
import type { SpendRow } from './queries.ts'

export type Spending = { orderId: string; memberId: string; amount: number; reason: Words }

/**
 * Takes the points an order is paid with, inside the caller's transaction in which the order is made: what expires first, and of
 * that free points before paid ones. POINTS_SHORT when the member has fewer that are still valid; then nothing was taken.
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
