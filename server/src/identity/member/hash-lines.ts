import { AppError } from '@kura/contract/errors'

export type HashLine = 'usual' | 'visible'
type Limits = { most: number; mostWaiting: number }

/**
 * Runs at most `most` hashes of this process at once. Who passed the visible bot check waits in a line of their own, and the two
 * lines take turns: a flood of tries that costs nothing to send never keeps out people who can show themselves. A full usual line
 * answers BOT_DENY, which asks for that check; a full visible line answers TOO_MANY_REQUESTS. `onChange` hears how many run.
 */
export function hashLines({ most, mostWaiting }: Limits, onChange: (running: number) => void) {
  let running = 0
  let last: HashLine = 'visible'
  const waiting: Record<HashLine, (() => void)[]> = { usual: [], visible: [] }
  const takeNext = (): (() => void) | undefined => {
    const other = last === 'usual' ? 'visible' : 'usual'
    const line = waiting[other].length > 0 ? other : last
    last = line
    return waiting[line].shift()
  }
  return async <T>(line: HashLine, work: () => Promise<T>): Promise<T> => {
    if (running >= most) {
      if (waiting[line].length >= mostWaiting) throw new AppError(line === 'usual' ? 'BOT_DENY' : 'TOO_MANY_REQUESTS')
      await new Promise<void>((resolve) => waiting[line].push(resolve)) // the turn is handed over: `running` stays as it is
    } else {
      running += 1
      onChange(running)
    }
    try {
      return await work()
    } finally {
      const next = takeNext()
      if (next) next()
      else {
        running -= 1
        onChange(running)
      }
    }
  }
}
