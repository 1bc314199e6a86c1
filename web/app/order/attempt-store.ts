/** As long as the server knows an idempotency key for sure, and longer than any reservation lives. */
const keptMs = 1_800_000
const prefix = 'kura-attempt-'

type Attempt = { key: string; usedPoint: number; payId?: string; until: number }
type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>
type Tender = 'paidy' | 'point'

/**
 * Idempotency keys of orders that were sent and not seen through, by pack and tender. They outlive a reload and are the same in
 * every tab, so that the same order sent again is found and not made twice.
 */
export function makeAttemptStore(storage: () => Store | undefined, now: () => number = Date.now) {
  const nameOf = (packId: string, tender: Tender): string => `${prefix}${tender}-${packId}`
  const find = (packId: string, tender: Tender): Attempt | undefined => {
    try {
      const kept = JSON.parse(storage()?.getItem(nameOf(packId, tender)) ?? 'null') as Attempt | null
      return kept && kept.until > now() ? kept : undefined
    } catch {
      // a browser without storage: the key lives as long as the page
      return undefined
    }
  }
  return {
    find,
    keep(packId: string, tender: Tender, attempt: Omit<Attempt, 'until'>): void {
      try {
        storage()?.setItem(nameOf(packId, tender), JSON.stringify({ ...attempt, until: now() + keptMs }))
      } catch {
        // the same
      }
    },
    drop(packId: string, tender: Tender): void {
      try {
        storage()?.removeItem(nameOf(packId, tender))
      } catch {
        // the same
      }
    },
    /** Remembers what the provider of the deferred payment calls what its buyer agreed to, until it is used. */
    agree(packId: string, payId: string): void {
      const kept = find(packId, 'paidy')
      if (kept) this.keep(packId, 'paidy', { key: kept.key, usedPoint: kept.usedPoint, payId })
    },
    /** The key of such an order that was sent before and may be open, or a new one, kept. */
    keyFor(packId: string, tender: Tender, usedPoint: number, newKey: () => string): string {
      const kept = find(packId, tender)
      if (kept?.usedPoint === usedPoint) return kept.key
      const key = newKey()
      this.keep(packId, tender, { key, usedPoint })
      return key
    },
  }
}

/** The attempts of this browser. */
export const attempts = makeAttemptStore(() => (typeof window === 'undefined' ? undefined : window.localStorage))
