import { AppError } from '@kura/contract/errors'
import type { ErrorCode } from '@kura/contract/errors'

export type InTurn = <T>(work: () => Promise<T>) => Promise<T>

/**
 * Runs at most `most` pieces of work of this process at once; up to `mostWaiting` wait in line, any
 * more fail with `code`. `onChange` hears how many run.
 */
export function limitConcurrency(
  { most, mostWaiting, code }: { most: number; mostWaiting: number; code: ErrorCode },
  onChange: (running: number) => void = () => {},
): InTurn {
  let running = 0
  const waiting: (() => void)[] = []
  return async (work) => {
    if (running >= most) {
      if (waiting.length >= mostWaiting) throw new AppError(code)
      await new Promise<void>((resolve) => waiting.push(resolve)) // the turn is handed over: `running` stays as it is
    } else {
      running += 1
      onChange(running)
    }
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else {
        running -= 1
        onChange(running)
      }
    }
  }
}
