import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { test } from 'node:test'
import { promisify } from 'node:util'
import postgres from 'postgres'
import { testDatabase } from './test-database.ts'

const names = async (url: string) => {
  const sql = postgres(url, { max: 1 })
  try {
    return (await sql<{ datname: string }[]>`select datname from pg_database`).map((row) => row.datname)
  } finally {
    await sql.end()
  }
}

test('two test databases do not see each other, and a closed one is gone', async () => {
  const [one, two] = await Promise.all([testDatabase(), testDatabase()])
  assert.notEqual(one.url, two.url)
  const sql = postgres(one.url, { max: 1 })
  await sql`create table only_here (a int)`
  await sql.end()
  const other = postgres(two.url, { max: 1 })
  assert.equal((await other`select to_regclass('only_here') as found`)[0]?.['found'], null)
  await other.end()
  const name = new URL(one.url).pathname.slice(1)
  await one.close()
  assert.ok(!(await names(two.url)).includes(name))
  await two.close()
})

test('several test processes share one cluster', async () => {
  const script = `
    import { testDatabase } from '@kura/db/test-database'
    const database = await testDatabase()
    console.log(new URL(database.url).host)
    await database.close()`
  const run = () =>
    promisify(execFile)(process.execPath, ['--input-type=module', '--eval', script], { cwd: import.meta.dirname })
  const hosts = await Promise.all([run(), run()])
  assert.equal(hosts[0]?.stdout, hosts[1]?.stdout)
})
