import type { Logger } from 'pino'
import { step } from './platform/step.ts'

export type Background = {
  /** Starts work nobody waits for; a failure is only logged, since a row and a job stand behind it. */
  run: (name: string, work: () => Promise<unknown>) => void
  /** Resolves when everything that was started is done. */
  settled: () => Promise<void>
}

/** Work that goes on after the answer was sent. Closing the process waits for it. */
export function buildBackground(log: Logger): Background {
  const running = new Set<Promise<unknown>>()
  return {
    run: (name, work) => {
      // a turn later, so that the answer goes out first
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
