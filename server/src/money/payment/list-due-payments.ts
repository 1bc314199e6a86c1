import type { Deps } from '../../deps.ts'
import { listDue } from './queries.ts'

/** Payments that somebody must look at now: left behind by a dead request, over their time, or on their way back. */
export const listDuePayments = (deps: Pick<Deps, 'sql'>, limit = 100): Promise<string[]> => listDue(deps.sql, limit)
