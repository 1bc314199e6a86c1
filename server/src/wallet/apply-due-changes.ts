import type { Db } from '../db/connect.ts'
import { transaction } from '../db/transaction.ts'
import type { Deps } from '../deps.ts'
import { isMinting } from '../opening/move-openings.ts'
import { listDue } from './change-queries.ts'
import type { ChangeRow } from './change-queries.ts'
import { isDuplicateAddress } from './duplicate-address.ts'
import { endRecovery } from './end-recovery.ts'
import { moveLink } from './move-link.ts'
import { lockForLink } from './queries.ts'

type Outcome = 'done' | 'void' | 'waits'

/**
 * Moves the link of every approved recovery whose cooling-off time is over, and answers how many came to an end. One whose
 * member has a mint on its way waits for its seal, since what is minted now goes to the old vault.
 */
export async function applyDueChanges(deps: Pick<Deps, 'sql' | 'env' | 'log'>): Promise<number> {
  let ended = 0
  for (const change of await listDue(deps.sql, 50)) {
    const outcome = await transaction(deps.sql, (db) => apply(deps, db, change)).catch((error: unknown) => {
      if (!isDuplicateAddress(error)) throw error
      return transaction(deps.sql, (db) => endAs(deps, db, change, 'void', 'the new wallet belongs to another account'))
    })
    if (outcome !== 'waits') ended += 1
    deps.log.info({ act: 'wallet-recovery', changeId: change.id, outcome }, 'a wallet recovery is due')
  }
  return ended
}

async function apply(deps: Pick<Deps, 'env'>, db: Db, change: ChangeRow): Promise<Outcome> {
  const member = await lockForLink(db, change.memberId)
  if (member?.flowAddress !== change.oldAddress)
    return endAs(deps, db, change, 'void', 'the member is gone or has another wallet')
  if (await isMinting(db, change.memberId)) return 'waits'
  const outcome = await endAs(deps, db, change, 'done')
  if (outcome === 'done') await moveLink(db, change, { actor: 'system' })
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
