type Tab = () => Pick<Storage, 'getItem' | 'setItem'> | undefined

const watchedMost = 10
const watchedKey = 'kura-orders-watched'

/**
 * Open orders whose outcome this tab will show, on whatever page the member is; kept over the visit
 * to the card's bank. Separate from the store of orders, because every page loads this one.
 */
export function makeWatchedOrders(tab: Tab) {
  let ids: readonly string[] | undefined
  const listeners = new Set<() => void>()
  const read = (): readonly string[] => (ids ??= readIds(tab))
  const change = (next: readonly string[]): void => {
    ids = next
    try {
      tab()?.setItem(watchedKey, JSON.stringify(next))
    } catch {
      // without storage it lasts as long as the page
    }
    for (const listener of listeners) listener()
  }
  return {
    read,
    subscribe(listener: () => void): () => void {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    watch(orderId: string): void {
      if (!read().includes(orderId)) change([...read(), orderId].slice(-watchedMost))
    },
    forget(orderId: string): void {
      if (read().includes(orderId)) change(read().filter((id) => id !== orderId))
    },
  }
}

function readIds(tab: Tab): readonly string[] {
  try {
    const value: unknown = JSON.parse(tab()?.getItem(watchedKey) ?? '[]')
    return Array.isArray(value) ? value.filter((id): id is string => typeof id === 'string') : []
  } catch {
    return []
  }
}

/** The orders this tab watches. */
export const watchedOrders = makeWatchedOrders(() =>
  typeof window === 'undefined' ? undefined : window.sessionStorage,
)
