import type { Db } from '../../platform/db/connect.ts'
import type { Deps } from '../../deps.ts'
import { findOpen } from './change-queries.ts'
import { endRecovery } from './end-recovery.ts'

/**
 * Cancels the recovery that is open, if one is: who takes the account back by a new password or by signing out everywhere must not
 * lose the wallet to what somebody else began. The caller's transaction holds the lock on the member. Answers the mail's id.
 */
export async function cancelOpenRecovery(
  deps: Pick<Deps, 'env'>,
  db: Db,
  memberId: string,
): Promise<string | undefined> {
  const open = await findOpen(db, memberId)
  if (!open) return undefined
  const last = { id: open.id, from: ['requested', 'approved'], to: 'cancelled', actor: memberId } as const
  return (await endRecovery(deps, db, last))?.mailId
}
