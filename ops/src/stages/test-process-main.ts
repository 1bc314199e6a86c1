// A process that runs test files one after the other. A message names each file; another reports
// its result. The arguments: how long the handles of a file may take to close, in milliseconds, and
// the modules to load before the first file.
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { suite } from 'node:test'
import { pathToFileURL } from 'node:url'
import { rootFolder } from '../settings.ts'
import { untilReported } from './process-reporter.ts'
import type { TestMessage } from './process-reporter.ts'

const [closing, ...loadedFirst] = process.argv.slice(2)
const closingMs = Number(closing)
/** Node keeps every module it loaded, so a process above this size is replaced. */
const mostBytes = 1.5e9

const say = (message: TestMessage) => process.send?.(message)

// Node reports errors outside a test only at its very end, and sets an exit code.
let strays: string[] = []
const keep = (error: unknown) => void strays.push(error instanceof Error ? String(error.stack) : String(error))
process.on('uncaughtException', keep)
process.on('unhandledRejection', keep)

const globals = () => Object.getOwnPropertyNames(globalThis).sort().join()
const settings = () => JSON.stringify([process.env, process.cwd()])
const load = (path: string): Promise<unknown> => import(pathToFileURL(join(rootFolder, path)).href)
process.on('message', (path: string) => void runFile(path))
process.on('disconnect', () => process.exit(1))

/** What was there before the first file. */
const before = loadFirst()

/**
 * Libraries keep globals and settings of their own from their first use on: that is no change by a
 * test.
 */
async function loadFirst() {
  for (const path of loadedFirst) await load(path)
  return { open: process.getActiveResourcesInfo(), globals: globals(), settings: settings() }
}

async function runFile(path: string): Promise<void> {
  const first = await before
  strays = []
  // its own suite, so that its hooks apply to its tests only
  const reported = untilReported(path)
  await suite(path, async () => void (await load(path)))
  await reported
  const open = await untilClosed(first.open)
  const { exitCode } = process
  process.exitCode = undefined
  const stray = exitCode ? [`exit code ${exitCode}`, ...strays].join('\n') : ''
  const isChanged = globals() !== first.globals || settings() !== first.settings
  say({ kind: 'left', open, stray, isSpent: isChanged || process.memoryUsage.rss() > mostBytes })
}

/** Returns the new handles that keep the process alive, once none remain or the time is up. */
async function untilClosed(openFirst: string[]): Promise<string[]> {
  for (const end = performance.now() + closingMs; ;) {
    const left = [...process.getActiveResourcesInfo()]
    for (const kind of openFirst) {
      const at = left.indexOf(kind)
      if (at >= 0) left.splice(at, 1)
    }
    if (left.length === 0 || performance.now() > end) return left
    await sleep(10, undefined, { ref: false })
  }
}
