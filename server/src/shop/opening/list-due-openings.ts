import type { Deps } from '../../deps.ts'
import { listDue } from './queries.ts'

/** Openings that somebody must look at now. */
export const listDueOpenings = (deps: Pick<Deps, 'sql'>, limit = 100): Promise<string[]> => listDue(deps.sql, limit)
