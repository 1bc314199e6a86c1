import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { removeEmbedded, startEmbedded, stopEmbedded } from '@kura/db/embedded'
import { rootFolder } from '../settings.ts'
import { buildWeb } from '../supervisor/web-build.ts'
import { freePorts, startKura } from '../testing/kura-process.ts'
import { withTemporaryInMemory } from './memory-folder.ts'

/** What stages share. Each resource is made on first use and removed at the end of the run. */
export type Resources = {
  /**
   * The address of a PostgreSQL for tests: the one in the environment, else one that runs until the
   * end.
   */
  cluster: () => Promise<string>
  /** Builds the pages: clones copy the build and use it when their sources are the same. */
  pages: () => Promise<unknown>
  /**
   * A data folder of Kura after a first start with the demo catalogue and a clean stop. Journeys
   * begin with a copy, so contracts, migrations and pictures are prepared once. The start tests
   * cover the first start itself.
   */
  keptHome: () => Promise<string>
  /** The caller's folder for temporary files, on a disk to which packages can be hard-linked. */
  diskFolder: string | undefined
  /** Runs this at the end, last added first. */
  atEnd: (close: () => Promise<unknown> | void) => void
}

/** Runs work with resources, with temporary files in memory where there is room. */
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
