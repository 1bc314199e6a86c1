import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import postgres from 'postgres'
import { startEmbedded } from './embedded.ts'
import { withLock } from './file-lock.ts'
import { migrate } from './migrate.ts'
import { checksumOf, loadMigrations } from './migration-files.ts'
import { identify, isAlive } from './process-identity.ts'

export type TestDatabase = { url: string; close: () => Promise<void> }

const home = join(import.meta.dirname, '..', '..', '.kura', 'test')

/**
 * The cluster that tests share: the one TEST_PG_URL names, else one below .kura that the first
 * process starts and others share.
 */
export async function testCluster(): Promise<string> {
  const given = process.env['TEST_PG_URL']
  if (given) return given
  const { url } = await withLock(join(home, 'start.lock'), () =>
    startEmbedded({ dataDir: join(home, 'postgres'), port: 0, fsync: false, log: () => {} }),
  )
  return url
}

function databaseUrl(cluster: string, name: string): string {
  const url = new URL(cluster)
  url.pathname = `/${name}`
  return url.href
}

async function withAdmin<T>(cluster: string, work: (sql: postgres.Sql) => Promise<T>): Promise<T> {
  const sql = postgres(databaseUrl(cluster, 'postgres'), { max: 2, onnotice: () => {} })
  try {
    return await work(sql)
  } finally {
    await sql.end()
  }
}

async function dropLeftovers(sql: postgres.Sql) {
  const rows = await sql<{ name: string }[]>`select datname as name from pg_database where datname like 'kura_test_%'`
  for (const { name } of rows) {
    const [, pid, start] = /^kura_test_(\d+)_(\d+)_/.exec(name) ?? []
    if (pid && start && isAlive({ pid: Number(pid), start })) continue
    await sql`drop database if exists ${sql(name)} with (force)`
  }
}

/** Makes the template for exactly these migrations, once across all processes. */
async function ensureTemplate(cluster: string): Promise<string> {
  const name = `kura_template_${checksumOf(loadMigrations()).slice(0, 16)}`
  await withAdmin(cluster, (sql) =>
    sql.begin(async (tx) => {
      await tx`select pg_advisory_xact_lock(hashtext(${name}))`
      const [found] = await tx`select 1 from pg_database where datname = ${name}`
      if (found) return
      // Creating a database cannot happen inside a transaction, so another connection does it under
      // our lock.
      const draft = `${name}_draft`
      await dropLeftovers(sql)
      await sql`drop database if exists ${sql(draft)} with (force)`
      await sql`create database ${sql(draft)}`
      await migrate({ url: databaseUrl(cluster, draft) })
      await sql`alter database ${sql(draft)} rename to ${sql(name)}`
    }),
  )
  return name
}

let template: Promise<{ cluster: string; name: string }> | undefined

async function prepare() {
  const cluster = await testCluster()
  return { cluster, name: await ensureTemplate(cluster) }
}

/**
 * A fresh database with every migration applied; `close` drops it. The files of a template are
 * copied: to write all of it to the log as well, as PostgreSQL does by default, takes twice as
 * long.
 */
export async function testDatabase(): Promise<TestDatabase> {
  template ??= prepare()
  const { cluster, name } = await template
  const self = identify(process.pid)
  const own = `kura_test_${process.pid}_${self?.start ?? 0}_${randomBytes(4).toString('hex')}`
  await withAdmin(cluster, (sql) => sql`create database ${sql(own)} template ${sql(name)} strategy file_copy`)
  return {
    url: databaseUrl(cluster, own),
    close: () => withAdmin(cluster, async (sql) => void (await sql`drop database if exists ${sql(own)} with (force)`)),
  }
}
