import type { Db } from '../../platform/db/connect.ts'
import { newId } from '../../platform/db/id.ts'
import { insertAct } from './queries.ts'

export type Act = { actor: string; act: string; subject: string; details: Record<string, string | number | boolean> }

/** Writes down who did what to which account, in the transaction of the deed. */
export const recordAct = (db: Db, act: Act): Promise<unknown> => insertAct(db, newId(), act)
