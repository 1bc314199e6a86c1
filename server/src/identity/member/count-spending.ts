import { AppError, ensure } from '@kura/contract/errors'
import type { Db } from '../../platform/db/connect.ts'
import { countYen, uncountYen } from './spending-queries.ts'

/**
 * Counts the amount of an order in this month of Japan, in the transaction that makes the order.
 * Fails with BIRTHDAY_REQUIRED without a date of birth, and with MINOR_LIMIT_REACHED when a minor
 * would exceed the limit of their age. The row of the month decides, so that parallel orders cannot
 * exceed it. Points do not count.
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
