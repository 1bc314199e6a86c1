import { makeRecords } from '../../platform/own-records.ts'
import type { RecordWorld } from '../../platform/own-records.ts'

/** Whoever comes back the same day may still believe that nothing was bought. */
const keptMs = 86_400_000

/**
 * What this browser sent an order of whose end its member was not shown: the answer was lost, or the tab was closed at the
 * bank. Kept with the orders there were before, by which the new one is told without anybody's clock.
 */
export function makeUnseenOrders(world?: RecordWorld) {
  const records = makeRecords<{ before: readonly string[] }>('kura-unseen-', keptMs, world)
  return {
    /** An order of it is about to be sent; `before` are the orders there are now. */
    send: (subject: string, before: Iterable<string>): void => records.keep(subject, { before: [...before] }),
    /** The orders there were before it was sent; undefined when nothing is unseen. */
    before: (subject: string): readonly string[] | undefined => records.find(subject)?.before,
    /** Its end was shown, or nothing was ordered. */
    seen: (subject: string): void => records.drop(subject),
  }
}

/** The unseen orders of this browser. */
export const unseenOrders = makeUnseenOrders()
