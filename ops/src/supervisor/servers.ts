import { join } from 'node:path'
import { rootFolder } from '../settings.ts'
import type { Settings } from '../settings.ts'
import { answers, keepChild } from './child.ts'
import type { Child } from './child.ts'

/**
 * Starts one server process and keeps it running. All servers share PORT; each has its own metrics
 * port.
 */
export function keepServer(options: {
  settings: Settings
  number: number
  env: () => Record<string, string>
  metricsPort: number
  logFile: string | undefined
  log: (line: string) => void
}): Child {
  const { settings, metricsPort } = options
  const host = settings.host && !['0.0.0.0', '::'].includes(settings.host) ? settings.host : '127.0.0.1'
  const app = `http://${host.includes(':') ? `[${host}]` : host}:${settings.port}/readyz`
  // Another server may respond on the shared port, but only this one on its metrics port: both
  // together mean ready.
  const addresses = [...(hasWebRole() ? [app] : []), `http://127.0.0.1:${metricsPort}/metrics`]
  const main = join(rootFolder, 'server', 'src', 'main.ts')
  return keepChild({
    name: settings.processes === 1 ? 'server' : `server-${options.number}`,
    words: settings.dev ? ['--watch', '--watch-preserve-output', main] : [...memoryFlags, main],
    cwd: rootFolder,
    home: settings.home,
    env: () => ({
      PATH: process.env['PATH'],
      HOME: process.env['HOME'],
      NODE_OPTIONS: process.env['NODE_OPTIONS'],
      ...memoryEnv(process.env),
      ...options.env(),
      METRICS_PORT: String(metricsPort),
    }),
    logFile: options.logFile,
    isReady: async () => (await Promise.all(addresses.map(answers))).every(Boolean),
    log: options.log,
  })
}

/**
 * Keeps a server process small. A page leaves much garbage; these flags collect it when the heap
 * reaches 1.7 times the live data, where Node would wait longer on a large machine. A limit on the
 * old space does the same but costs twice the time.
 */
export const memoryFlags = ['--max-semi-space-size=8', '--heap-growing-percent=70']

/** Stops the C library from keeping a heap for each thread. */
export const memoryEnv = (source: Record<string, string | undefined>) => ({
  MALLOC_ARENA_MAX: source['MALLOC_ARENA_MAX'] ?? '1',
})

const hasWebRole = () => (process.env['ROLE'] || 'web').includes('web')
