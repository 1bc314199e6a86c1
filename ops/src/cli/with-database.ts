import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { startEmbedded, stopEmbedded } from '@kura/db/embedded'
import { Problem } from '../problem.ts'
import { readSettings } from '../settings.ts'
import { readInstance, runningSupervisor } from '../supervisor/instance.ts'

/**
 * The environment of the running servers, so that a command uses the same database, chain and
 * media.
 */
export function runningServerEnv(): Record<string, string> | undefined {
  const { home } = readSettings()
  return runningSupervisor(home) ? readInstance(home)?.serverEnv : undefined
}

/** The same, or a problem when Kura is not running. */
export function requireServerEnv(): Record<string, string> {
  const env = runningServerEnv()
  if (env) return env
  throw new Problem(`Kura does not run on ${readSettings().home}.`, 'Start it with `npm start`, then run this again.')
}

/** Runs work on Kura's database. While Kura is stopped, starts its PostgreSQL for the work. */
export async function withDatabase(work: (url: string) => Promise<void>): Promise<void> {
  const { home, databaseUrl, namespaces } = readSettings()
  const running = runningServerEnv()?.['DATABASE_URL'] ?? databaseUrl
  if (running) return work(running)
  const dataDir = join(home, 'postgres')
  if (!existsSync(dataDir) && !existsSync(`${dataDir}.place`)) {
    throw new Problem(
      `There is no data in ${home}.`,
      'Start Kura once with `npm start`, or set KURA_HOME or DATABASE_URL.',
    )
  }
  const { url } = await startEmbedded({ dataDir, port: 0, log: console.log, namespaces })
  try {
    await work(url)
  } finally {
    await stopEmbedded({ dataDir })
  }
}
