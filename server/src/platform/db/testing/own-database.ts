import { after } from 'node:test'
import { testDatabase } from '@kura/db/test-database'
import { connect } from '../connect.ts'
import type { Sql } from '../connect.ts'

/** A database for one test file, with at most this many connections. It is dropped after the tests. */
export async function ownDatabase(most: number): Promise<Sql> {
  const database = await testDatabase()
  const sql = connect(database.url, most)
  after(async () => {
    await sql.end()
    await database.close()
  })
  return sql
}
