import type { QueueView } from '@kura/contract/shop/pack'

const [least, most] = [3_000, 30_000]

/**
 * Milliseconds until the line is asked again: a quarter of the wait that is left, between 3 and 30 seconds, and varied by a quarter
 * either way, so that the thousands who came in the same moment do not ask in the same moment. `chance` is from 0 to 1. 0 for anyone who
 * is not in the line, and when the line is closed: nothing comes of it that the member does not begin.
 */
export function pauseOf(line: QueueView | undefined, isBefore: boolean, chance: number): number {
  if (line?.state === 'none' || line?.state === 'closed') return 0
  const wanted =
    line?.state !== 'waiting' || isBefore ? most : line.waitSeconds === null ? least : line.waitSeconds * 250
  return Math.round(Math.min(most, Math.max(least, wanted)) * (0.75 + chance / 2))
}
