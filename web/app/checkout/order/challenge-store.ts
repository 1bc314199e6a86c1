/** The card's bank waits about as long as we keep the reservation. */
const keptMs = 1_800_000
const prefix = 'kura-challenge-'
const namePrefix = 'kura-card-name-'

/** Where an order waits to be paid: the card check of a bank, or the card company's own page. */
export type Challenge = { url: string; isPage: boolean }

/** Remembers where the card check of an order is, so that its page can lead back to it after the tab was closed. */
export const keepChallenge = (orderId: string, way: Challenge): void => keep(prefix + orderId, way)

/** The card check of an order, while it can still be taken. */
export function findChallenge(orderId: string): Challenge | undefined {
  const found = find<Partial<Challenge>>(prefix + orderId)
  const url = found?.url
  return url !== undefined && /^https?:/.test(url) ? { url, isPage: found?.isPage === true } : undefined
}

export type CardName = { cardName: string; holderName: string }

/** Remembers under which name the card of a payment is to be stored, until its bank has answered. Never the card itself. */
export const keepCardName = (accessID: string, name: CardName): void => keep(namePrefix + accessID, name)
export const findCardName = (accessID: string): CardName | undefined => {
  const found = find<Partial<CardName>>(namePrefix + accessID)
  return found?.cardName === undefined ? undefined : { cardName: found.cardName, holderName: found.holderName ?? '' }
}
export const dropCardName = (accessID: string): void => attempt(() => localStorage.removeItem(namePrefix + accessID))

/** Forgets what is over. */
export function forgetOldChallenges(): void {
  attempt(() => {
    for (const key of Object.keys(localStorage))
      if ((key.startsWith(prefix) || key.startsWith(namePrefix)) && find(key) === undefined)
        localStorage.removeItem(key)
  })
}

const keep = (key: string, value: object): void =>
  attempt(() => localStorage.setItem(key, JSON.stringify({ ...value, until: Date.now() + keptMs })))

const find = <T>(key: string): T | undefined =>
  attempt(() => {
    const kept = JSON.parse(localStorage.getItem(key) ?? '{}') as T & { until?: number }
    return kept.until !== undefined && kept.until > Date.now() ? kept : undefined
  })

function attempt<T>(act: () => T): T | undefined {
  try {
    return act()
  } catch {
    // a browser without storage: there is no way back but a new purchase
    return undefined
  }
}
