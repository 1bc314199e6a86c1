import type { Logger } from 'pino'
import { step } from './platform/step.ts'

export type Background = {
  /** Starts work without waiting for it. A failure is only logged: a row and a job finish the work. */
  run: (name: string, work: () => Promise<unknown>) => void
  /** Resolves when everything that was started is done. */
  settled: () => Promise<void>
}

/** Work that continues after the response. Closing the process waits for it. */
export function buildBackground(log: Logger): Background {
  const running = new Set<Promise<unknown>>()
  return {
    run: (name, work) => {
      // one tick later, so that the response goes out first
      const task = new Promise<void>((resolve) => setImmediate(resolve))
        .then(() => step(`background.${name}`, work))
        .catch((error: unknown) => log.warn({ err: error, name }, 'background work failed'))
        .finally(() => running.delete(task))
      running.add(task)
    },
    settled: async () => {
      while (running.size > 0) await Promise.all(running)
    },
  }
}
