/** The card's bank waits about as long as we keep the reservation. */
const keptMs = 1_800_000
const prefix = 'kura-challenge-'

/** Remembers where the card check of an order is, so that its page can lead back to it after the tab was closed. */
export function keepChallenge(orderId: string, url: string): void {
  attempt(() => localStorage.setItem(prefix + orderId, JSON.stringify({ url, until: Date.now() + keptMs })))
}

/** The card check of an order, while it can still be taken. */
export function findChallenge(orderId: string): string | undefined {
  return attempt(() => {
    const { url, until } = JSON.parse(localStorage.getItem(prefix + orderId) ?? '{}') as {
      url?: string
      until?: number
    }
    return url !== undefined && until !== undefined && until > Date.now() && /^https?:/.test(url) ? url : undefined
  })
}

/** Forgets the card checks that are over. */
export function forgetOldChallenges(): void {
  attempt(() => {
    for (const key of Object.keys(localStorage))
      if (key.startsWith(prefix) && findChallenge(key.slice(prefix.length)) === undefined) localStorage.removeItem(key)
  })
}

function attempt<T>(act: () => T): T | undefined {
  try {
    return act()
  } catch {
    // a browser without storage: there is no way back but a new purchase
    return undefined
  }
}
