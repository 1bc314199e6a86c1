import { ensure } from '@kura/contract/errors'
import type { Db } from '../../platform/db/connect.ts'
import { lockIfPassword } from './queries.ts'

/** Locks the member for this transaction; fails with AUTHENTICATION_FAILED when the password that was checked has changed since. */
export async function holdPassword(db: Db, memberId: string, passwordHash: string): Promise<void> {
  ensure(await lockIfPassword(db, memberId, passwordHash), 'AUTHENTICATION_FAILED')
}
