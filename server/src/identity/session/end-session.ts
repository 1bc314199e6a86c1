import type { Deps } from '../../deps.ts'
import { transaction } from '../../platform/db/transaction.ts'
import type { Viewer } from '../../platform/http/on.ts'
import { endFamily, lockMember } from './queries.ts'

/** Signs out: every token of the family is dead from now on. Without a session there is nothing to do. */
export async function endSession(
  { sql }: Pick<Deps, 'sql'>,
  viewer: Viewer | undefined,
): Promise<Record<string, never>> {
  if (!viewer) return {}
  await transaction(sql, async (db) => {
    await lockMember(db, viewer.memberId)
    await endFamily(db, viewer.familyId)
  })
  return {}
}
