import { randomUUID } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { removeEmbedded } from '@kura/db/embedded'
import { freePort } from '@kura/db/embedded-launch'
import { buildDeps } from '@kura/server/deps'
import type { Deps } from '@kura/server/deps'
import { readEnv } from '@kura/server/env'
import { withFaultPlan } from '@kura/server/testing/fault-plan'
import { readSettings } from '../../settings.ts'
import { serverEnv } from '../../supervisor/server-env.ts'
import { memoryEnv, memoryFlags } from '../../supervisor/servers.ts'
import { startChild, untilAnswers } from './child-process.ts'
import type { Child } from './child-process.ts'
import { startDatabase } from './database.ts'
import type { ArenaDatabase } from './database.ts'
import { play, startOutside } from './outside.ts'
import type { Outside } from './outside.ts'

export type Server = Child & { name: string; url: string; metricsUrl: string }
export type ServerWish = {
  role?: 'web' | 'worker' | 'web,worker'
  /** A plan of faults (`server/src/testing/fault-plan.ts`). */
  fault?: string
  port?: number
  env?: Record<string, string>
  /** Arguments for Node itself. */
  flags?: string[]
  /** Whether its fault may end it before it is ready. */
  mayDie?: boolean
}

/** A whole Kura of several processes in a temporary folder, with its sandbox. */
export type Arena = {
  home: string
  /** Access to the same database, gateways and chain as the servers have. */
  deps: Deps
  database: ArenaDatabase
  outside: Outside
  /** The processes that serve members now. */
  webs: Server[]
  workers: Server[]
  /** Starts one more process; it is ended with the arena. */
  start: (wish?: ServerWish) => Promise<Server>
  /** Runs another program of the checkout with the settings of a server, to its end or its fault. */
  run: (words: readonly string[], fault?: string) => Promise<{ how: string; said: string }>
  /** Sets switches of a part of the sandbox: `card`, `paidy/switches`, `mail`, `faults`. */
  play: (part: string, switches: object) => Promise<void>
  playChain: (faults: object) => Promise<void>
  moveClock: (by: string) => Promise<void>
  close: () => Promise<void>
}

/**
 * Starts a database, a sandbox and this many server processes, each with these arguments for Node.
 * Members' addresses are taken from X-Forwarded-For.
 */
export async function openArena({
  webs,
  workers,
  flags = [],
}: {
  webs: number
  workers: number
  flags?: string[]
}): Promise<Arena> {
  const home = mkdtempSync(join(tmpdir(), 'kura-storm-'))
  const ends: (() => Promise<unknown>)[] = [() => Promise.resolve(rmSync(home, { recursive: true, force: true }))]
  const close = async () => {
    for (const end of ends.splice(0).reverse()) await end().catch((error: unknown) => console.error(error))
  }
  try {
    const dataDir = join(home, 'postgres')
    ends.push(() => Promise.resolve(removeEmbedded(dataDir)))
    const database = await startDatabase(dataDir)
    ends.push(() => database.stop())
    const firstPort = await freePort()
    const outside = await startOutside(home, `http://127.0.0.1:${firstPort}`)
    ends.push(() => outside.child.stop())
    const env = envOf(home, database.url, outside.env, firstPort)
    const deps = await buildDeps(readEnv(env))
    ends.push(() => deps.close())
    const arena: Arena = {
      home,
      deps,
      database,
      outside,
      webs: [],
      workers: [],
      start: async (wish = {}) => {
        const server = await startServer(home, env, { ...wish, flags: [...flags, ...(wish.flags ?? [])] })
        ends.push(() => server.stop())
        return server
      },
      run: async (words, fault = '') => {
        const child = startChild({
          words: [...flags, ...(fault ? withFaultPlan : []), ...words],
          env: { ...env, KURA_FAULT: fault, LOG_LEVEL: 'fatal' },
          logFile: join(home, `run-${randomUUID()}.log`),
        })
        ends.push(() => child.stop())
        return { how: await child.ended, said: child.said() }
      },
      play: (part, switches) => play(`${outside.pages}/sandbox/${part}`, switches),
      playChain: (faults) => play(`${outside.accessNode}/sandbox/faults`, faults),
      moveClock: async (by) => void (await deps.sql`update kura_clock set time_offset = time_offset + ${by}::interval`),
      close,
    }
    const ports = [firstPort, ...Array.from({ length: webs - 1 }, () => undefined)]
    const started = [
      ...ports.map((port) => arena.start({ role: 'web', ...(port ? { port } : {}) })),
      ...Array.from({ length: workers }, () => arena.start({ role: 'worker' })),
    ]
    for (const server of await Promise.all(started)) (server.url ? arena.webs : arena.workers).push(server)
    return arena
  } catch (error) {
    await close()
    throw error
  }
}

function envOf(home: string, databaseUrl: string, outside: Record<string, string>, port: number) {
  mkdirSync(join(home, 'media'), { recursive: true })
  const settings = readSettings({}, { PORT: String(port), KURA_HOME: home, HOST: '127.0.0.1' })
  return {
    ...memoryEnv({}),
    ...serverEnv(settings, databaseUrl, outside),
    MEDIA_DIR: join(home, 'media'),
    TRUSTED_PROXIES: '127.0.0.1/32',
    LOG_LEVEL: 'warn',
    KURA_FAULT: '',
    ROLE: 'web',
  }
}

let started = 0

async function startServer(home: string, env: Record<string, string>, wish: ServerWish): Promise<Server> {
  const { role = 'web', fault = '', port, env: more = {}, flags = [], mayDie = false } = wish
  const [own, metricsPort] = [port ?? (await freePort()), await freePort()]
  const name = `${role}-${(started += 1)}`
  const settings = { ROLE: role, KURA_FAULT: fault, PORT: String(own), METRICS_PORT: String(metricsPort) }
  const child = startChild({
    words: [...memoryFlags, ...flags, ...(fault ? withFaultPlan : []), join('server', 'src', 'main.ts')],
    env: { ...env, ...settings, ...more },
    logFile: join(home, `${name}.log`),
  })
  const metricsUrl = `http://127.0.0.1:${metricsPort}/metrics`
  const url = role.includes('web') ? `http://127.0.0.1:${own}` : ''
  try {
    await untilAnswers(child, metricsUrl)
    if (url) await untilAnswers(child, `${url}/readyz`)
  } catch (error) {
    if (!mayDie || child.isAlive()) {
      await child.kill()
      throw error
    }
  }
  return { ...child, name, url, metricsUrl }
}
