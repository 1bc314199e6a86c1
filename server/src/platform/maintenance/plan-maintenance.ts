import { AppError, ensure } from '@kura/contract/errors'
import type { Deps } from '../../deps.ts'
import { recordAct } from '../audit-log-queries.ts'
import type { Db } from '../db/connect.ts'
import { newId } from '../db/id.ts'
import { transaction } from '../db/transaction.ts'
import * as rows from './queries.ts'

/**
 * Plans maintenance. Fails with INVALID_INPUT when it ends before it begins, is over already, or
 * overlaps another.
 */
export const planMaintenance = (
  { sql }: Pick<Deps, 'sql'>,
  plan: rows.MaintenancePlan,
  actor: string,
): Promise<{ id: string; startsAt: Date }> =>
  transaction(sql, async (db) => {
    const [planned] = await rows.insertMaintenance(db, newId(), plan)
    if (!planned) throw new AppError('INVALID_INPUT', { details: [{ field: 'from', fault: 'overlaps_or_over' }] })
    await record(db, 'plan-maintenance', planned.id, actor, { mode: plan.mode })
    return planned
  })

/** Ends maintenance that runs. Fails with NOT_FOUND when it does not run. */
export const endMaintenance = ({ sql }: Pick<Deps, 'sql'>, id: string, actor: string): Promise<void> =>
  transaction(sql, async (db) => {
    const [ended] = await rows.endMaintenance(db, id)
    ensure(ended, 'NOT_FOUND')
    await record(db, 'end-maintenance', id, actor)
  })

/** Cancels maintenance that has not begun. Fails with NOT_FOUND when there is none such. */
export const cancelMaintenance = ({ sql }: Pick<Deps, 'sql'>, id: string, actor: string): Promise<void> =>
  transaction(sql, async (db) => {
    const [cancelled] = await rows.cancelMaintenance(db, id)
    ensure(cancelled, 'NOT_FOUND')
    await record(db, 'cancel-maintenance', id, actor)
  })

const record = (db: Db, act: string, id: string, actor: string, details: Record<string, string> = {}) =>
  recordAct(db, { actor, act, subject: `maintenance:${id}`, details })
