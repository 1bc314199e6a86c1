import type { connect } from '@kura/server/platform/db/connect'
import { withDatabase } from './with-database.ts'

export type Sql = ReturnType<typeof connect>

/** Runs work with a small connection pool on Kura's database, running or stopped. */
export async function withSql(work: (sql: Sql) => Promise<void>): Promise<void> {
  const [{ connect: open }, { wireModules }] = await Promise.all([
    import('@kura/server/platform/db/connect'),
    import('@kura/server/wiring'),
  ])
  wireModules()
  await withDatabase(async (url) => {
    const sql = open(url, 2)
    try {
      await work(sql)
    } finally {
      await sql.end()
    }
  })
}
