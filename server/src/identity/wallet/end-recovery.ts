import type { Deps } from '../../deps.ts'
import { clearAlarms } from '../../platform/alarm/alarms.ts'
import { recordAct } from '../../platform/audit-log-queries.ts'
import type { Db } from '../../platform/db/connect.ts'
import { end } from './change-queries.ts'
import type { ChangeRow, Ending } from './change-queries.ts'
import { tellOfRecovery } from './tell-of-recovery.ts'
import type { RecoveryStep } from './tell-of-recovery.ts'

type Last = Ending & { to: RecoveryStep & Ending['to']; actor: string }
export type Ended = { row: ChangeRow; mailId: string | undefined }

/**
 * Brings a recovery to one of its last states: the row, the audit, the alarm and the mail in one transaction. The mail of one that is
 * done is the caller's, who knows what moved with the wallet. Undefined when it is in none of the states it may come from.
 */
export async function endRecovery(deps: Pick<Deps, 'env'>, db: Db, last: Last): Promise<Ended | undefined> {
  const row = await end(db, last)
  if (!row) return undefined
  const details = { changeId: row.id, oldAddress: row.oldAddress, newAddress: row.newAddress }
  await recordAct(db, { actor: last.actor, act: `wallet.recovery-${last.to}`, subject: row.memberId, details })
  await clearAlarms(db, row.id)
  if (last.to === 'done') return { row, mailId: undefined }
  return { row, mailId: await tellOfRecovery(deps, db, last.to, row, { note: last.note ?? '' }) }
}
