import type { Db } from './db/connect.ts'
import { newId } from './db/id.ts'

export type Act = { actor: string; act: string; subject: string; details: Record<string, string | number | boolean> }

/** Writes down who did what to which account, in the transaction that does it. */
export const recordAct = (db: Db, { actor, act, subject, details }: Act): Promise<unknown> => db`
  insert into audit_rows (id, actor, act, subject, details)
  values (${newId()}, ${actor}, ${act}, ${subject}, ${db.json(details)})`
