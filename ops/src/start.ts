import { printError } from './problem.ts'
import { readSettings } from './settings.ts'
import type { Settings } from './settings.ts'
import { liveEnv } from './supervisor/live.ts'
import { makeNarrator } from './supervisor/narrator.ts'
import { findDemoPasscode } from './supervisor/demo.ts'
import { becomeSupervisor, prepareHome } from './supervisor/prepare-home.ts'
import { killGroup } from './supervisor/run-files.ts'
import { runSteps, stopChildren, stopDatabase } from './supervisor/run.ts'
import type { Running } from './supervisor/run.ts'
import { publicUrl } from './supervisor/server-env.ts'

/**
 * npm, the shell and the terminal each forward the same Ctrl-C; only a later signal counts as a
 * second one.
 */
const echoMs = 1000

/** Resolves at the first signal; a later second one forces the end. */
function listenForStop(running: Running, abort: AbortController): Promise<void> {
  return new Promise((resolve) => {
    let first: number | undefined
    const onSignal = () => {
      if (first === undefined) {
        first = performance.now()
        console.log('\nStopping (once more to force)')
        abort.abort()
        resolve()
      } else if (performance.now() - first > echoMs) force(running)
    }
    for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, onSignal)
  })
}

function force(running: Running) {
  console.log('Forced: the database is left to recover at the next start')
  for (const child of [...running.servers, running.sandbox]) child?.kill()
  const database = running.database?.current()
  if (database) killGroup(database)
  process.exit(1)
}

async function supervise(settings: Settings) {
  const running: Running = { servers: [] }
  const narrator = makeNarrator()
  const abort = new AbortController()
  const stopped = listenForStop(running, abort)
  const context = { settings, narrator, running, stop: abort.signal }
  const steps = runSteps(context)
  try {
    await Promise.race([steps, stopped])
    if (!abort.signal.aborted) {
      narrator.line(`\nKura is ready: ${publicUrl(settings)}`)
      if (!settings.live) narrator.line('Mailbox, wallet and card gateway of the sandbox: npm run kura -- status')
      const passcode = settings.demo && !settings.live ? findDemoPasscode() : undefined
      if (passcode) narrator.line(`A passcode of the demo, good for ${publicUrl(settings)}/passcode: ${passcode}`)
    }
    await stopped
  } catch (error) {
    if (!abort.signal.aborted) throw error
  } finally {
    await stopChildren(context)
    // On a stop during the start, wait for the current step, so that what it began is known and can
    // be ended.
    await steps.catch(() => {})
    await stopDatabase(context)
  }
}

async function main() {
  const settings = readSettings({ dev: process.argv.includes('--dev') })
  if (settings.live) liveEnv()
  prepareHome(settings.home)
  const lock = becomeSupervisor(settings)
  try {
    await supervise(settings)
  } finally {
    lock.release()
  }
}

try {
  await main()
  process.exit(0)
} catch (error) {
  printError(error)
  process.exit(1)
}
