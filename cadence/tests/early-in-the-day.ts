import { setTimeout as sleep } from 'node:timers/promises'

const dayMs = 86_400_000
const marginMs = 45_000

/**
 * Resolves when the chain's day (UTC), by which an agent's sales are counted, will last a while
 * longer. The clock of a network cannot be stopped, so near the end of a day this waits for the
 * next.
 */
export async function earlyInTheDay(): Promise<void> {
  const left = dayMs - (Date.now() % dayMs)
  if (left < marginMs) await sleep(left + 1)
}
