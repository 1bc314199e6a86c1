// A process that runs test files one after the other. A message names each file; another reports
// its result.
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { suite } from 'node:test'
import { pathToFileURL } from 'node:url'
import { rootFolder } from '../settings.ts'
import { untilTold } from './process-reporter.ts'
import type { TestMessage } from './process-reporter.ts'

const closingMs = Number(process.argv[2])
/** Node keeps every module it loaded, so a process above this size is replaced. */
const mostBytes = 700e6

const say = (message: TestMessage) => process.send?.(message)

process.on('message', (path: string) => void runFile(path))
process.on('disconnect', () => process.exit(1))

// Node reports errors outside a test only at its very end, and sets an exit code.
let strays: string[] = []
const keep = (error: unknown) => void strays.push(error instanceof Error ? String(error.stack) : String(error))
process.on('uncaughtException', keep)
process.on('unhandledRejection', keep)

const globals = () => Object.getOwnPropertyNames(globalThis).sort().join()
const settings = () => JSON.stringify([process.env, process.cwd()])
const before = { open: process.getActiveResourcesInfo(), globals: globals(), settings: settings() }

async function runFile(path: string): Promise<void> {
  strays = []
  // its own suite, so that its hooks apply to its tests only
  const told = untilTold(path)
  await suite(path, async () => void (await import(pathToFileURL(join(rootFolder, path)).href)))
  await told
  const open = await untilClosed()
  const { exitCode } = process
  process.exitCode = undefined
  const stray = exitCode ? [`exit code ${exitCode}`, ...strays].join('\n') : ''
  const isChanged = globals() !== before.globals || settings() !== before.settings
  say({ kind: 'left', open, stray, isSpent: isChanged || process.memoryUsage.rss() > mostBytes })
}

/** Returns the new handles that keep the process alive, once none remain or the time is up. */
async function untilClosed(): Promise<string[]> {
  for (const end = performance.now() + closingMs; ;) {
    const left = [...process.getActiveResourcesInfo()]
    for (const kind of before.open) {
      const at = left.indexOf(kind)
      if (at >= 0) left.splice(at, 1)
    }
    if (left.length === 0 || performance.now() > end) return left
    await sleep(10, undefined, { ref: false })
  }
}
