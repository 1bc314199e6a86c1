import { AppError } from '@kura/contract/errors'
import { isRefusedIn } from '@kura/contract/maintenance'
import type { PathSpec } from '@kura/contract/path-spec'
import type { Deps } from '../../deps.ts'
import { findRunning } from './queries.ts'
import type { RunningMaintenance } from './queries.ts'

/** A process reads the plan this often at most: so late a call may still be let in. */
const keptMs = 250
/** Nobody is asked to wait longer before the next try: a person may end it early. */
const longestRetrySeconds = 600

export type MaintenanceWatch = ReturnType<typeof watchMaintenance>

/**
 * Which maintenance runs now. It is read when somebody asks and kept for a moment. While the
 * database does not respond, what was known last holds.
 */
export function watchMaintenance({ sql }: Pick<Deps, 'sql'>, mostAgeMs = keptMs) {
  let known: RunningMaintenance | undefined
  let readAt = Number.NEGATIVE_INFINITY
  let reading: Promise<void> | undefined

  const read = async (): Promise<void> => {
    try {
      ;[known] = await findRunning(sql)
    } catch {
      // the call itself will say that the database is away
    }
    readAt = performance.now()
    reading = undefined
  }
  const running = async (): Promise<RunningMaintenance | undefined> => {
    if (performance.now() - readAt > mostAgeMs) await (reading ??= read())
    return known
  }
  return {
    running,
    /** Fails with MAINTENANCE when the maintenance that runs refuses this call. */
    async ensureOpen(call: Pick<PathSpec, 'method' | 'path'>): Promise<void> {
      const found = await running()
      if (!found || !isRefusedIn(found.mode, call)) return
      throw new AppError('MAINTENANCE', {
        details: [{ field: 'mode', fault: found.mode }],
        retrySeconds: retrySecondsOf(found),
      })
    },
  }
}

/** When a caller should try again. */
export const retrySecondsOf = ({ secondsLeft }: Pick<RunningMaintenance, 'secondsLeft'>): number =>
  Math.max(1, Math.min(longestRetrySeconds, secondsLeft))
