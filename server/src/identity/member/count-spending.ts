import { AppError, ensure } from '@kura/contract/errors'
import type { Db } from '../../platform/db/connect.ts'
import { countYen, uncountYen } from './spending-queries.ts'

/**
 * Counts what a member is about to be charged in this month of Japan, inside the caller's
 * transaction in which the order is made. BIRTHDAY_REQUIRED before the date of birth is known;
 * MINOR_LIMIT_REACHED when a minor would go beyond the limit of their age. The row of the month
 * decides, so that no number of orders at once gets past it. Points do not count and ask for
 * nothing.
 */
export async function countSpending(db: Db, memberId: string, yen: number): Promise<void> {
  if (yen === 0) return
  const counted = await countYen(db, memberId, yen)
  ensure(counted?.hasBirthday, 'BIRTHDAY_REQUIRED')
  const { limitYen, leftYen, isCounted } = counted
  if (limitYen === null || isCounted) return
  // what a member is shown: the limit of a month, and what remains of it
  const details = [
    { field: 'monthlyLimitYen', fault: String(limitYen) },
    { field: 'leftYen', fault: String(leftYen) },
  ]
  throw new AppError('MINOR_LIMIT_REACHED', { details })
}

/**
 * Subtracts what was not charged, or was refunded, from the month in which the order was made. Once
 * per order.
 */
export async function uncountSpending(db: Db, memberId: string, yen: number, orderedAt: Date): Promise<void> {
  if (yen > 0) await uncountYen(db, memberId, yen, orderedAt)
}
