import type { Deps } from './deps.ts'
import { deleteOldSessions } from './identity/session/queries.ts'
import { deleteOldNotices } from './money/payment/notice-queries.ts'
import { deleteOldKeys, deleteOldRates } from './platform/http/queries.ts'
import { deleteOldDrops } from './platform/pages/queries.ts'

/** Deletes rows that decide nothing any more. */
export async function cleanUp({ sql }: Pick<Deps, 'sql'>): Promise<void> {
  await deleteOldKeys(sql)
  await deleteOldNotices(sql)
  await deleteOldDrops(sql)
  await deleteOldRates(sql)
  await deleteOldSessions(sql)
}
