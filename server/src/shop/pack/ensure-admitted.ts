import { ensure } from '@kura/contract/errors'
import type { Db } from '../../platform/db/connect.ts'
import { isAdmitted } from './queue-queries.ts'

/**
 * Fails with QUEUE_FIRST unless the pack has no line or has let the member in. Touches no row. Whoever has read already that the pack
 * has no `queue_per_second` need not ask.
 */
export async function ensureAdmitted(db: Db, packId: string, memberId: string): Promise<void> {
  ensure(await isAdmitted(db, packId, memberId), 'QUEUE_FIRST')
}
