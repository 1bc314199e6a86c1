import { join } from 'node:path'
import { adoptEmbedded, startEmbedded, stopEmbedded } from '@kura/db/embedded'
import type { Embedded } from '@kura/db/embedded'
import { isAlive } from '@kura/db/process-identity'
import type { ProcessIdentity } from '@kura/db/process-identity'
import postgres from 'postgres'
import { explain, Problem } from '../problem.ts'
import type { Settings } from '../settings.ts'

export type Database = {
  url: () => string
  /** Undefined for a database that we do not run. */
  current: () => ProcessIdentity | undefined
  stop: () => Promise<void>
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
const dataDirOf = (home: string) => join(home, 'postgres')

/** Returns the database at DATABASE_URL once it responds. */
export async function useDatabase(url: string): Promise<Database> {
  const { host } = new URL(url)
  const sql = postgres(url, { max: 1, connect_timeout: 10, onnotice: () => {} })
  try {
    const [row] = await sql<{ version: number }[]>`select current_setting('server_version_num')::int as version`
    if (row && row.version < 160_000) {
      throw new Problem(
        `The PostgreSQL of DATABASE_URL (${host}) is version ${Math.floor(row.version / 10_000)}.`,
        'Use PostgreSQL 16 or newer.',
      )
    }
  } catch (error) {
    if (error instanceof Problem) throw error
    throw new Problem(
      `The database of DATABASE_URL (${host}) cannot be reached: ${(error as Error).message || (error as { code?: string }).code}`,
      'Start that database, or correct DATABASE_URL, or leave it out to use the one that comes with Kura.',
      error,
    )
  } finally {
    await sql.end({ timeout: 1 })
  }
  return { url: () => url, current: () => undefined, stop: async () => {} }
}

type Keeper = {
  settings: Settings
  /** Writes a line while it runs. */
  log: (line: string) => void
  onMoved: () => void
}

function watch(first: Embedded, { settings, log, onMoved }: Keeper): Database {
  const dataDir = dataDirOf(settings.home)
  let running = first
  let isStopping = false
  let restarting: Promise<void> | undefined

  const restart = async () => {
    log(`PostgreSQL (pid ${running.process.pid}) is gone: starting it again`)
    for (let waitMs = 200; !isStopping; waitMs = Math.min(waitMs * 2, 10_000)) {
      try {
        const before = running.url
        running = await startEmbedded({ dataDir, port: running.port, log, namespaces: settings.namespaces })
        if (running.url !== before) onMoved()
        return
      } catch (error) {
        log(`PostgreSQL does not start: ${explain(error)?.message ?? String(error)}; next try in ${waitMs / 1000} s`)
        await pause(waitMs)
      }
    }
  }
  const timer = setInterval(() => {
    if (isStopping || restarting || isAlive(running.process)) return
    restarting = restart().finally(() => (restarting = undefined))
  }, 200)
  return {
    url: () => running.url,
    current: () => running.process,
    stop: async () => {
      isStopping = true
      clearInterval(timer)
      await restarting
      await stopEmbedded({ dataDir })
    },
  }
}

/** Adopts Kura's own PostgreSQL if it runs, else starts it; restarts it whenever it dies. */
export async function keepDatabase(
  keeper: Keeper & { pickPort: () => Promise<number>; starting: (line: string) => void },
) {
  const { settings, starting: log } = keeper
  const dataDir = dataDirOf(settings.home)
  const adopted = await adoptEmbedded({ dataDir, port: 0, log })
  const port = adopted ? adopted.port : await keeper.pickPort()
  const running = adopted ?? (await startEmbedded({ dataDir, port, log, namespaces: settings.namespaces }))
  return { database: watch(running, keeper), port: running.port, adopted: running.adopted }
}
