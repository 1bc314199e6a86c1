import { Problem } from '../problem.ts'
import { readSettings } from '../settings.ts'
import { readInstance, runningSupervisor } from '../supervisor/instance.ts'

/** The environment of the servers that run now, so that a command works on the same database, chain and media. */
export function runningServerEnv(): Record<string, string> {
  const { home } = readSettings()
  const env = runningSupervisor(home) ? readInstance(home)?.serverEnv : undefined
  if (env) return env
  throw new Problem(`Kura does not run on ${home}.`, 'Start it with `npm start`, then run this again.')
}
