import type { Db } from '../../platform/db/connect.ts'

/** Only one import at a time; the others wait. Held to the end of the transaction. */
export const lockImports = (db: Db) => db`select pg_advisory_xact_lock(7524192)`

export const findLastDigest = (db: Db) =>
  db<{ digest: string }[]>`select digest from catalogue_imports order by finished_at desc, id desc limit 1`

export const insertImport = (db: Db, id: string, digest: string, counts: Record<string, number>) =>
  db`insert into catalogue_imports (id, digest, counts) values (${id}, ${digest}, ${db.json(counts)})`
