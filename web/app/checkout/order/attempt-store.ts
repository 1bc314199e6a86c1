import { makeRecords } from '../../platform/own-records.ts'
import type { RecordWorld } from '../../platform/own-records.ts'

/** As long as the server knows an idempotency key for sure, and longer than any reservation lives. */
const keptMs = 1_800_000

/** What makes a request another one: the server refuses a known key with anything else. */
type Terms = { priceYen: number; usedPoint: number }
type Attempt = Terms & { key: string; payId?: string }
type Tender = 'paidy' | 'point'

/**
 * Idempotency keys of orders that were sent and not seen through, by what is ordered and by tender. They outlive a reload and are the same in
 * every tab, so that the same order sent again is found and not made twice.
 */
export function makeAttemptStore(world?: RecordWorld) {
  const records = makeRecords<Attempt>('kura-attempt-', keptMs, world)
  const find = (subject: string, tender: Tender): Attempt | undefined => records.find(`${tender}-${subject}`)
  return {
    find,
    /** Such an attempt, if the order it made is on these terms. */
    findFor(subject: string, tender: Tender, terms: Terms): Attempt | undefined {
      const kept = find(subject, tender)
      return kept?.usedPoint === terms.usedPoint && kept.priceYen === terms.priceYen ? kept : undefined
    },
    drop: (subject: string, tender: Tender): void => records.drop(`${tender}-${subject}`),
    /** Remembers what the provider of the deferred payment calls what its buyer agreed to, until it is used. */
    agree(subject: string, payId: string): void {
      const kept = find(subject, 'paidy')
      if (kept) records.keep(`paidy-${subject}`, { ...kept, payId })
    },
    /** The key of such an order that was sent before and may be open, or a new one, kept. */
    keyFor(subject: string, tender: Tender, { priceYen, usedPoint }: Terms, newKey: () => string): string {
      const kept = this.findFor(subject, tender, { priceYen, usedPoint })
      if (kept) return kept.key
      const key = newKey()
      records.keep(`${tender}-${subject}`, { key, priceYen, usedPoint })
      return key
    },
  }
}

/** The attempts of this browser. */
export const attempts = makeAttemptStore()
