import { setTimeout as sleep } from 'node:timers/promises'
import type { Deps } from '../../deps.ts'

export type Round = { name: string; everySeconds: number; run: () => Promise<unknown> }
export type Rounds = { stop: () => Promise<void> }

/**
 * Runs each round again and again, its pause after its end, until stopped; a round that fails is logged and comes again. The
 * pauses vary, so that several workers do not look at the same rows at the same moment.
 */
export function runEvery(deps: Pick<Deps, 'log'>, rounds: readonly Round[]): Rounds {
  const stopping = new AbortController()
  const goRound = async ({ name, everySeconds, run }: Round) => {
    while (!stopping.signal.aborted) {
      await run().catch((error: unknown) => deps.log.error({ err: error, round: name }, 'a round of the worker failed'))
      const ms = everySeconds * 1000 * (0.75 + Math.random() * 0.5)
      await sleep(ms, undefined, { signal: stopping.signal, ref: false }).catch(() => {})
    }
  }
  const running = rounds.map(goRound)
  return {
    stop: async () => {
      stopping.abort()
      await Promise.all(running)
    },
  }
}
