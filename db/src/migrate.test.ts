import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import type { TestContext } from 'node:test'
import postgres from 'postgres'
import type { DatabaseError } from './database-error.ts'
import { migrate } from './migrate.ts'
import { migrationsFolder } from './migration-files.ts'
import { testDatabase } from './test-database.ts'

function folderOf(t: TestContext, files: Record<string, string>) {
  const folder = mkdtempSync(join(tmpdir(), 'kura-migrations-'))
  t.after(() => rmSync(folder, { recursive: true }))
  const write = (more: Record<string, string>) => {
    for (const [name, text] of Object.entries(more)) writeFileSync(join(folder, name), text)
  }
  write(files)
  return { folder, write }
}

async function emptyDatabase(t: TestContext) {
  const database = await testDatabase()
  const sql = postgres(database.url, { max: 1, onnotice: () => {} })
  t.after(async () => {
    await sql.end()
    await database.close()
  })
  await sql`drop schema public cascade`
  await sql`create schema public`
  return { url: database.url, sql }
}

test('migrations are applied once, in the order of their numbers', async (t) => {
  const { url, sql } = await emptyDatabase(t)
  const { folder, write } = folderOf(t, {
    '0002_more.sql': 'alter table one add column b int',
    '0001_one.sql': 'create table one (a int)',
  })
  assert.deepEqual((await migrate({ url, folder })).applied, [
    'db/migrations/0001_one.sql',
    'db/migrations/0002_more.sql',
  ])
  assert.deepEqual((await migrate({ url, folder })).applied, [])
  write({ '0003_row.sql': 'insert into one (a, b) values (1, 2)' })
  assert.deepEqual((await migrate({ url, folder })).applied, ['db/migrations/0003_row.sql'])
  assert.deepEqual({ ...(await sql`select a, b from one`)[0] }, { a: 1, b: 2 })
})

test('several processes that migrate at once apply each migration once', async (t) => {
  const { url, sql } = await emptyDatabase(t)
  const { folder } = folderOf(t, {
    '0001_one.sql': 'create table one (a int)',
    '0002_row.sql': 'insert into one (a) select 1 from pg_sleep(0.05)',
  })
  const runs = await Promise.all([1, 2, 3, 4].map(() => migrate({ url, folder })))
  assert.equal(runs.flatMap((run) => run.applied).length, 2)
  assert.equal((await sql`select a from one`).length, 1)
})

test('a landed migration that was changed is named and nothing is applied', async (t) => {
  const { url, sql } = await emptyDatabase(t)
  const { folder, write } = folderOf(t, { '0001_one.sql': 'create table one (a int)' })
  await migrate({ url, folder })
  write({ '0001_one.sql': 'create table one (a bigint)', '0002_two.sql': 'create table two (a int)' })
  await assert.rejects(migrate({ url, folder }), {
    code: 'MIGRATION_CHANGED',
    message: /0001_one\.sql was changed after it had been applied/,
  })
  assert.equal((await sql`select to_regclass('two') as found`)[0]?.['found'], null)
})

test('a database of the migrations before 0.2.0 is refused with what to do, and left as it is', async (t) => {
  const { url, sql } = await emptyDatabase(t)
  const before = folderOf(t, { '0001_clock.sql': 'create table old_clock (a int)', '0028_standing.sql': 'select 1' })
  await migrate({ url, folder: before.folder })
  await assert.rejects(migrate({ url }), (error: DatabaseError) => {
    assert.equal(error.code, 'MIGRATION_OTHER')
    assert.match(
      error.message,
      /holds db\/migrations\/0001_clock\.sql, this checkout has db\/migrations\/0001_platform\.sql/,
    )
    assert.match(error.remedy, /start with an empty database/)
    return true
  })
  const tables = await sql`select tablename from pg_tables where schemaname = 'public' order by 1`
  assert.deepEqual(
    tables.map(({ tablename }) => tablename),
    ['kura_migrations', 'old_clock'],
  )
})

test('a database of a newer version is refused', async (t) => {
  const { url } = await emptyDatabase(t)
  const { folder, write } = folderOf(t, { '0001_one.sql': 'create table one (a int)', '0002_two.sql': 'select 1' })
  await migrate({ url, folder })
  rmSync(join(folder, '0002_two.sql'))
  write({})
  await assert.rejects(migrate({ url, folder }), { code: 'MIGRATION_UNKNOWN', message: /0002_two\.sql/ })
})

test('a migration that fails leaves nothing behind and is tried again', async (t) => {
  const { url, sql } = await emptyDatabase(t)
  const { folder, write } = folderOf(t, { '0001_one.sql': 'create table one (a int); select 1 / 0;' })
  await assert.rejects(migrate({ url, folder }), {
    code: 'MIGRATION_FAILED',
    message: /0001_one\.sql failed.*division by zero/,
  })
  assert.equal((await sql`select to_regclass('one') as found`)[0]?.['found'], null)
  write({ '0001_one.sql': 'create table one (a int)' })
  assert.equal((await migrate({ url, folder })).applied.length, 1)
})

test('two migrations with one number, or another kind of name, are refused', async (t) => {
  const { url } = await emptyDatabase(t)
  const twins = folderOf(t, { '0001_one.sql': 'select 1', '0001_two.sql': 'select 1' })
  await assert.rejects(migrate({ url, folder: twins.folder }), { code: 'MIGRATION_NAMES', message: /one and two/ })
  const odd = folderOf(t, { 'first.sql': 'select 1' })
  await assert.rejects(migrate({ url, folder: odd.folder }), { code: 'MIGRATION_NAMES', message: /first\.sql/ })
})

test('the migrations of this checkout are loaded into every test database', async (t) => {
  const database = await testDatabase()
  const sql = postgres(database.url, { max: 1 })
  t.after(async () => {
    await sql.end()
    await database.close()
  })
  assert.deepEqual((await migrate({ url: database.url, folder: migrationsFolder })).applied, [])
  const [row] = await sql`select kura_now() > now() - interval '1 second' as fresh`
  assert.equal(row?.['fresh'], true)
})
