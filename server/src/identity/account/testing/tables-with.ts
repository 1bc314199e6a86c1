import type { Sql } from '../../../platform/db/connect.ts'

/** The tables of any schema whose rows hold one of the words. */
export async function tablesWith(sql: Sql, words: readonly string[]): Promise<string[]> {
  const tables = await sql<{ schema: string; name: string }[]>`
    select table_schema as schema, table_name as name from information_schema.tables
     where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema') order by 2`
  const found: string[] = []
  for (const { schema, name } of tables)
    for (const word of words) {
      const rows = await sql`select 1 from ${sql(schema)}.${sql(name)} t where strpos(t::text, ${word}) > 0 limit 1`
      if (rows.length > 0) found.push(`${name}: ${word}`)
    }
  return found
}
