const key = 'kura-watched-orders'
const most = 10

/** Orders under way that this tab tells the end of; kept over the visit to the card's bank. */
export function makeWatchedOrders(storage: () => Pick<Storage, 'getItem' | 'setItem'> | undefined) {
  let ids: readonly string[] = []
  let isRead = false
  const listeners = new Set<() => void>()
  const change = (next: readonly string[]): void => {
    ids = next
    try {
      storage()?.setItem(key, JSON.stringify(next))
    } catch {
      // without storage the watch lasts as long as the page
    }
    for (const listener of listeners) listener()
  }
  const read = (): readonly string[] => {
    if (!isRead) {
      isRead = true
      ids = readStored(storage)
    }
    return ids
  }
  return {
    read,
    subscribe(listener: () => void): () => void {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    watch(orderId: string): void {
      if (!read().includes(orderId)) change([...ids, orderId].slice(-most))
    },
    forget(orderId: string): void {
      if (read().includes(orderId)) change(ids.filter((id) => id !== orderId))
    },
  }
}

function readStored(storage: () => Pick<Storage, 'getItem'> | undefined): readonly string[] {
  try {
    const value: unknown = JSON.parse(storage()?.getItem(key) ?? '[]')
    return Array.isArray(value) ? value.filter((id): id is string => typeof id === 'string') : []
  } catch {
    return []
  }
}

/** The orders this tab watches. */
export const watchedOrders = makeWatchedOrders(() =>
  typeof window === 'undefined' ? undefined : window.sessionStorage,
)

/** Tells the member by a toast when this order is delivered, wherever they are by then. */
export const watchOrder = (orderId: string): void => watchedOrders.watch(orderId)
