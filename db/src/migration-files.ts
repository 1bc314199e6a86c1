import { createHash } from 'node:crypto'
import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseError } from './database-error.ts'

export type Migration = { number: number; name: string; text: string; checksum: string }

/** The folder of the migrations that come with this checkout. */
export const migrationsFolder = join(import.meta.dirname, '..', 'migrations')

/**
 * The numbered SQL files of a folder in order; two with one number or a file with another name
 * fail.
 */
export function loadMigrations(folder = migrationsFolder): Migration[] {
  const migrations = readdirSync(folder)
    .filter((file) => file.endsWith('.sql'))
    .sort()
    .map((file) => {
      const [, number, name] = /^(\d{4})_([a-z0-9_]+)\.sql$/.exec(file) ?? []
      if (!number || !name) {
        throw new DatabaseError('MIGRATION_NAMES', `db/migrations/${file} is not named NNNN_name.sql.`, 'Rename it.')
      }
      const text = readFileSync(join(folder, file), 'utf8')
      return { number: Number(number), name, text, checksum: createHash('sha256').update(text).digest('hex') }
    })
  for (const [index, migration] of migrations.entries()) {
    const before = migrations[index - 1]
    if (before?.number === migration.number) {
      throw new DatabaseError(
        'MIGRATION_NAMES',
        `Two migrations have the number ${migration.number}: ${before.name} and ${migration.name}.`,
        'Give the newer one the next free number.',
      )
    }
  }
  return migrations
}

/** One checksum over all migrations: two folders with the same one make the same database. */
export function checksumOf(migrations: Migration[]): string {
  const hash = createHash('sha256')
  for (const { number, name, checksum } of migrations) hash.update(`${number} ${name} ${checksum}\n`)
  return hash.digest('hex')
}

/** The file of a migration as a person would look for it. */
export const fileOf = ({ number, name }: Pick<Migration, 'number' | 'name'>) =>
  `db/migrations/${String(number).padStart(4, '0')}_${name}.sql`
