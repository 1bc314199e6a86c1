import type { Deps } from '../../deps.ts'
import { listOpen } from './change-queries.ts'
import type { OpenChange } from './change-queries.ts'

/** The recoveries an operator can decide or still refuse, with what helps to decide. */
export const listRecoveries = ({ sql }: Pick<Deps, 'sql'>): Promise<OpenChange[]> => listOpen(sql)
