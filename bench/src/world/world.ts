import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { removeEmbedded, startEmbedded, stopEmbedded } from '@kura/db/embedded'
import { testDatabase } from '@kura/db/test-database'
import { rootFolder } from '@kura/ops/settings'
import { connect } from '@kura/server/platform/db/connect'
import type { Sql } from '@kura/server/platform/db/connect'
import { addManyItems } from '@kura/server/testing/many-items'
import type { Sizes } from '../sizes.ts'

/** What the benches share: their own PostgreSQL with production settings, and cleanup. */
export type World = {
  sizes: Sizes
  home: string
  /** Runs at the end of the bench, last first. */
  after: (end: () => Promise<unknown>) => void
  /** An empty migrated database with a connection to fill it. */
  newDatabase: () => Promise<{ url: string; sql: Sql }>
  /** A database with this many items, made once. */
  catalogue: (items: number) => Promise<string>
  say: (line: string) => void
  /** The names of Kura's limits that a member or source has used up since then. */
  limitsMet: (since: Date) => Promise<string[]>
}

const home = join(rootFolder, '.kura', 'bench')
const dataDir = join(home, 'postgres')

/** Starts what all benches need; `close` stops everything it started. */
export async function openWorld(sizes: Sizes): Promise<World & { close: () => Promise<void> }> {
  await clear()
  // writes reach the disk, as in production
  const { url } = await startEmbedded({ dataDir, port: 0, fsync: true, log: () => {} })
  process.env['TEST_PG_URL'] = url
  const ends: (() => Promise<unknown>)[] = []
  const after = (end: () => Promise<unknown>) => void ends.unshift(end)
  const databases: Sql[] = []
  const newDatabase = async () => {
    const database = await testDatabase()
    const sql = connect(database.url, 4)
    databases.push(sql)
    after(() => sql.end({ timeout: 1 }))
    return { url: database.url, sql }
  }
  const catalogues = new Map<number, Promise<string>>()
  const fill = async (count: number) => {
    const database = await newDatabase()
    await addManyItems(database.sql, { count })
    await database.sql`vacuum analyze`
    return database.url
  }
  return {
    sizes,
    home,
    after,
    newDatabase,
    catalogue: (items) => {
      const made = catalogues.get(items) ?? fill(items)
      catalogues.set(items, made)
      return made
    },
    say: (line) => console.log(line),
    limitsMet: async (since) => {
      const found = await Promise.all(
        databases.map(
          (sql) => sql<{ name: string }[]>`
            select distinct split_part(key, ':', 1) as name from rate_limits where tokens < 1 and updated_at >= ${since}`,
        ),
      )
      return [...new Set(found.flat().map(({ name }) => name))]
    },
    close: async () => {
      for (const end of ends) await end().catch((error: unknown) => console.error(error))
      await clear()
    },
  }
}

/** Also stops what a killed bench left running. */
async function clear(): Promise<void> {
  await stopEmbedded({ dataDir })
  removeEmbedded(dataDir)
  rmSync(home, { recursive: true, force: true })
}
