import { setTimeout as sleep } from 'node:timers/promises'

const dayMs = 86_400_000
const marginMs = 45_000

/**
 * Resolves at a moment after which the day of the chain (UTC), by which the sales of an agent are
 * counted, goes on for a while. Nothing stops the clock of a network; where its day is about to
 * end, the next one is waited for.
 */
export async function earlyInTheDay(): Promise<void> {
  const left = dayMs - (Date.now() % dayMs)
  if (left < marginMs) await sleep(left + 1)
}
