import type { Db } from '../../platform/db/connect.ts'
import { emptyUnit as takeOut } from './selectable-queries.ts'

/**
 * Puts what a unit of a selectable pack was filled with back into the pool, inside the caller's transaction: the unit is given again
 * and filled anew. The caller has made sure that nothing of it was or will be minted. A dealt unit keeps its cards.
 */
export const emptyUnit = async (db: Db, unitId: string): Promise<void> => void (await takeOut(db, unitId))
