import type { Db, Sql } from '../connect.ts'

const counts = async (db: Db): Promise<Map<string, number>> => {
  const rows = await db<{ name: string; rows: number }[]>`
    select relname as name, (coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0))::float8 as rows
      from pg_stat_xact_user_tables`
  return new Map(rows.map(({ name, rows: read }) => [name, read]))
}

/**
 * How many rows of each table the database reads for some statements, however it finds them. Tables
 * of which it reads none are left out.
 */
export async function rowsRead(sql: Sql, read: (db: Db) => Promise<unknown>): Promise<Record<string, number>> {
  return sql.begin(async (db) => {
    const before = await counts(db)
    await read(db)
    const after = await counts(db)
    const found = [...after].map(([name, rows]) => [name, rows - (before.get(name) ?? 0)] as const)
    return Object.fromEntries(found.filter(([, rows]) => rows > 0))
  }) as Promise<Record<string, number>>
}
