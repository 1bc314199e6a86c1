import type { Deps } from '../../deps.ts'
import type { Db } from '../../platform/db/connect.ts'
import { transaction } from '../../platform/db/transaction.ts'
import { listDueChanges } from './change-queries.ts'
import type { ChangeRow } from './change-queries.ts'
import { endRecovery, queueRecoveryMail } from './end-recovery.ts'
import { isDuplicateAddress, moveLink } from './move-link.ts'
import { lockForLink } from './queries.ts'
import { vaultUse } from './wallet-events.ts'

type Outcome = 'done' | 'void' | 'waits'

/**
 * Moves the link of every approved recovery whose cooling-off time is over. Returns how many ended.
 * A recovery waits while a mint to the old vault is unsealed. One that fails is logged and tried
 * again the next time; it blocks no other.
 */
export async function applyDueChanges(deps: Pick<Deps, 'sql' | 'env' | 'log'>): Promise<number> {
  let ended = 0
  for (const change of await listDueChanges(deps.sql, 500)) {
    try {
      const outcome = await applyOrVoid(deps, change)
      if (outcome !== 'waits') ended += 1
      deps.log.info({ act: 'wallet-recovery', changeId: change.id, outcome }, 'a wallet recovery is due')
    } catch (error) {
      deps.log.error({ err: error, act: 'wallet-recovery', changeId: change.id }, 'a due wallet recovery failed')
    }
  }
  return ended
}

const applyOrVoid = (deps: Pick<Deps, 'sql' | 'env'>, change: ChangeRow): Promise<Outcome> =>
  transaction(deps.sql, (db) => apply(deps, db, change)).catch((error: unknown) => {
    if (!isDuplicateAddress(error)) throw error
    return transaction(deps.sql, (db) => endAs(deps, db, change, 'void', 'the new wallet belongs to another account'))
  })

async function apply(deps: Pick<Deps, 'env'>, db: Db, change: ChangeRow): Promise<Outcome> {
  const member = await lockForLink(db, change.memberId)
  if (member?.flowAddress !== change.oldAddress)
    return endAs(deps, db, change, 'void', 'the member is gone or has another wallet')
  if (await vaultUse.call.isMinting(db, change.memberId)) return 'waits'
  const outcome = await endAs(deps, db, change, 'done')
  if (outcome !== 'done') return outcome
  const moved = await moveLink(db, change, { actor: 'system' })
  await queueRecoveryMail(deps, db, 'done', change, moved)
  return outcome
}

async function endAs(
  deps: Pick<Deps, 'env'>,
  db: Db,
  { id }: ChangeRow,
  to: 'done' | 'void',
  note = '',
): Promise<Outcome> {
  const ended = await endRecovery(deps, db, { id, from: ['approved'], to, note, actor: 'system' })
  return ended ? to : 'waits'
}

/** What the worker does for wallets, and how often. */
export const walletJobs = [{ name: 'wallet-changes', everySeconds: 30, run: applyDueChanges }] as const
