import type { Deps } from '../../deps.ts'
import * as orders from './queries.ts'

/**
 * Ends the time of unpaid orders whose listing the chain ended, whose seller may not sell or whose buyer may not pay any more: the worker
 * closes their payment at its gateway and gives them up. Money that comes all the same goes back. Answers how many there were.
 */
export const endLost = async ({ sql }: Pick<Deps, 'sql'>): Promise<number> => (await orders.endLost(sql)).length
