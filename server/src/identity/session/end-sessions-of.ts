import type { Db } from '../../platform/db/connect.ts'
import { endFamiliesOf } from './queries.ts'

/**
 * Ends every session of a member, or all but one device's, and answers how many devices that were. The caller's transaction must
 * hold the lock on the member, so that no refresh slips a new session past it.
 */
export const endSessionsOf = (db: Db, memberId: string, exceptFamilyId?: string): Promise<number> =>
  endFamiliesOf(db, memberId, exceptFamilyId ?? null)
