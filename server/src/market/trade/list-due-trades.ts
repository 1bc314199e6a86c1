import type { Deps } from '../../deps.ts'
import { listDue } from './queries.ts'

/** Trades that somebody must look at now. */
export const listDueTrades = (deps: Pick<Deps, 'sql'>, limit = 100): Promise<string[]> => listDue(deps.sql, limit)
