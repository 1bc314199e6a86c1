import postgres from 'postgres'
import { DatabaseError } from './database-error.ts'
import { fileOf, loadMigrations } from './migration-files.ts'
import type { Migration } from './migration-files.ts'

type Landed = { number: number; name: string; checksum: string }

// Any fixed number: a parallel migration of this database waits for this lock.
const lockKey = 7_524_191

function checkLanded(landed: Landed[], migrations: Migration[]) {
  for (const row of landed) {
    const migration = migrations.find((one) => one.number === row.number)
    // check number 1 first: a database of another product is reported as such, not as one with
    // unknown or changed migrations
    if (migration && migration.name !== row.name) {
      throw new DatabaseError(
        'MIGRATION_OTHER',
        `The database was made by other migrations: it holds ${fileOf(row)}, this checkout has ${fileOf(migration)}.`,
        'No version before 0.2.0 was released, and none is migrated: start with an empty database (npm run kura -- reset, ' +
          'another KURA_HOME, or another DATABASE_URL).',
      )
    }
    if (!migration) {
      throw new DatabaseError(
        'MIGRATION_UNKNOWN',
        `The database holds ${fileOf(row)}, which this checkout does not have.`,
        'Start the newer version of Kura that made it, or use another KURA_HOME or DATABASE_URL.',
      )
    }
    if (migration.checksum !== row.checksum) {
      throw new DatabaseError(
        'MIGRATION_CHANGED',
        `${fileOf(migration)} was changed after it had been applied to this database.`,
        'Restore that file and write the change as a new migration.',
      )
    }
  }
}

/** Applies at most one migration, in one transaction that holds the lock; returns which. */
async function applyNext(sql: postgres.Sql, migrations: Migration[]): Promise<Migration | undefined> {
  return sql.begin(async (tx) => {
    await tx`select pg_advisory_xact_lock(${lockKey})`
    await tx`
      create table if not exists kura_migrations (
        number int primary key, name text not null, checksum text not null, applied_at timestamptz not null default now())`
    const landed = await tx<Landed[]>`select number, name, checksum from kura_migrations order by number`
    checkLanded(landed, migrations)
    const next = migrations.find(({ number }) => !landed.some((row) => row.number === number))
    if (!next) return undefined
    try {
      await tx.unsafe(next.text)
    } catch (error) {
      throw new DatabaseError(
        'MIGRATION_FAILED',
        `${fileOf(next)} failed and was rolled back: ${(error as Error).message}`,
        'Repair that migration or the data it meets, then start again.',
        error,
      )
    }
    await tx`insert into kura_migrations (number, name, checksum) values (${next.number}, ${next.name}, ${next.checksum})`
    return next
  })
}

/**
 * Brings a database to the newest migration, each in a transaction of its own; safe to run from
 * several processes at once.
 */
export async function migrate(options: {
  url: string
  folder?: string
  log?: (line: string) => void
}): Promise<{ applied: string[] }> {
  const migrations = loadMigrations(options.folder)
  const sql = postgres(options.url, { max: 1, onnotice: () => {}, connection: { application_name: 'kura migrate' } })
  const applied: string[] = []
  try {
    for (;;) {
      const migration = await applyNext(sql, migrations)
      if (!migration) return { applied }
      applied.push(fileOf(migration))
      options.log?.(`Applied ${fileOf(migration)}`)
    }
  } finally {
    await sql.end()
  }
}
