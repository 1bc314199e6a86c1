import type { Deps } from './deps.ts'
import { sweepIdentity } from './identity/session/sweep-identity.ts'
import { deleteOldRates } from './platform/http/rate-queries.ts'
import { deleteOldDrops, deleteOldKeys } from './platform/jobs/queries.ts'
import { deleteOldNotices } from './money/payment/notice-queries.ts'

/** Deletes what only helped for a while. */
export async function cleanUp(deps: Pick<Deps, 'sql'>): Promise<void> {
  await deleteOldKeys(deps.sql)
  await deleteOldNotices(deps.sql)
  await deleteOldDrops(deps.sql)
  await deleteOldRates(deps.sql)
  await sweepIdentity(deps)
}
