import type { QueueView } from '@kura/contract/shop/pack'

const [least, most] = [3_000, 30_000]

/**
 * Milliseconds until the line is polled again: a quarter of the remaining wait, between 3 and 30
 * seconds, varied by a quarter either way, so that thousands who joined at once do not poll at
 * once. `chance` is from 0 to 1. 0 for a member who is not in the line, and when it is closed:
 * nothing changes unless the member acts.
 */
export function pauseOf(line: QueueView | undefined, isBefore: boolean, chance: number): number {
  if (line?.state === 'none' || line?.state === 'closed') return 0
  const pause =
    line?.state !== 'waiting' || isBefore ? most : line.waitSeconds === null ? least : line.waitSeconds * 250
  return Math.round(Math.min(most, Math.max(least, pause)) * (0.75 + chance / 2))
}
