import { setTimeout as sleep } from 'node:timers/promises'

/** Asks again and again until the answer is something other than false, undefined or null. */
export async function until<T>(
  what: string,
  ask: () => Promise<T | false | undefined | null>,
  { withinMs = 60_000, everyMs = 100 } = {},
): Promise<T> {
  const end = performance.now() + withinMs
  for (;;) {
    const answer = await ask()
    if (answer !== false && answer !== undefined && answer !== null) return answer
    if (performance.now() > end) throw new Error(`not within ${withinMs / 1000} s: ${what}`)
    await sleep(everyMs)
  }
}
