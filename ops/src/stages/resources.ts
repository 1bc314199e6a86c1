import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { removeEmbedded, startEmbedded, stopEmbedded } from '@kura/db/embedded'
import { rootFolder } from '../settings.ts'
import { buildWeb } from '../supervisor/web-build.ts'
import { freePorts, startKura } from '../testing/kura-process.ts'
import { withTemporaryInMemory } from './memory-folder.ts'

/**
 * What stages need and share. Each is made when it is first asked for, and removed at the end of
 * the run.
 */
export type Resources = {
  /**
   * The address of a PostgreSQL for tests: the one named by the environment, else one that lives as
   * long as the run.
   */
  cluster: () => Promise<string>
  /**
   * The pages, built: clones take the build with them, and it counts where their sources are the
   * same.
   */
  pages: () => Promise<unknown>
  /**
   * A data folder of Kura after a first start with the demo catalogue and a clean stop. Journeys
   * begin with copies of it: the contracts, migrations and pictures of a first start, which the
   * start tests look at, are then done once.
   */
  keptHome: () => Promise<string>
  /**
   * The folder for temporary files that the caller has, on a disk where packages can be linked to
   * it.
   */
  diskFolder: string | undefined
  /** Does this at the end, last first. */
  atEnd: (close: () => Promise<unknown> | void) => void
}

/** Runs work with resources, in a temporary folder in memory where there is room for it. */
export function withResources<T>(work: (resources: Resources) => Promise<T>): Promise<T> {
  const diskFolder = process.env['TMPDIR']
  return withTemporaryInMemory(async () => {
    const ends: (() => Promise<unknown> | void)[] = []
    const atEnd: Resources['atEnd'] = (close) => void ends.unshift(close)
    const folder = mkdtempSync(join(tmpdir(), 'kura-tests-'))
    atEnd(() => rmSync(folder, { recursive: true, force: true }))
    try {
      return await work({
        cluster: once(() => startCluster(join(folder, 'postgres'), atEnd)),
        pages: once(() => buildWeb(new AbortController().signal)),
        keptHome: once(() => makeHome(join(folder, 'home'))),
        diskFolder,
        atEnd,
      })
    } finally {
      for (const close of ends) await close()
    }
  })
}

function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined
  return () => (made ??= make())
}

async function startCluster(dataDir: string, atEnd: Resources['atEnd']): Promise<string> {
  const given = process.env['TEST_PG_URL'] ?? (process.platform === 'linux' ? undefined : process.env['DATABASE_URL'])
  if (given) return given
  atEnd(async () => {
    await stopEmbedded({ dataDir })
    removeEmbedded(dataDir)
  })
  return (await startEmbedded({ dataDir, port: 0, fsync: false, log: () => {} })).url
}

const checkout = { folder: rootFolder, home: () => '', remove: () => Promise.resolve() }
/** A first start takes seconds, on a busy machine a minute. */
const startMs = 300_000

async function makeHome(home: string): Promise<string> {
  const env = { PORT: String(await freePorts()), KURA_HOME: home, KURA_DEMO: 'true' }
  const kura = startKura(checkout, { env })
  const limit = setTimeout(() => kura.signal('SIGTERM'), startMs)
  await kura.ready().finally(() => clearTimeout(limit))
  kura.signal('SIGTERM')
  const { code, output } = await kura.ended
  if (code !== 0) throw new Error(`Kura did not stop cleanly:\n${output}`)
  return home
}
