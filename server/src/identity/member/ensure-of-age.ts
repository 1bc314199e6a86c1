import { AppError, ensure } from '@kura/contract/errors'
import type { Db } from '../../platform/db/connect.ts'
import { findOfAge } from './spending-queries.ts'

/**
 * The check before a member gets a regulated work by any way: bought, granted or given. Fails with
 * BIRTHDAY_REQUIRED while the date of birth is not known, and with FORBIDDEN (`under_age`) for a
 * minor.
 */
export async function ensureOfAge(db: Db, memberId: string): Promise<void> {
  const isOfAge = await findOfAge(db, memberId)
  ensure(isOfAge !== null, 'BIRTHDAY_REQUIRED')
  if (!isOfAge) throw new AppError('FORBIDDEN', { details: [{ field: 'birthday', fault: 'under_age' }] })
}
