/** Hears of every page that may be reported. Nothing is loaded here; a measurement is attached in one place, after consent. */
export type PageListener = (path: string) => void
const listeners = new Set<PageListener>()

/** Attaches a listener; the answer detaches it. */
export function onPageView(listener: PageListener): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Tells the listeners of a new page, unless it must not be reported. */
export function pageViewed(location: { pathname: string; search: string }): void {
  const path = reportablePath(location)
  if (path !== undefined) for (const listener of listeners) listener(path)
}

/**
 * The path as it may leave the browser: no query, but for the wallet address of a profile, which is public; nothing at all for
 * a page with an order id.
 */
export function reportablePath({ pathname, search }: { pathname: string; search: string }): string | undefined {
  if (new URLSearchParams(search).has('orderId') || /^\/mypage\/orders\/./.test(pathname)) return undefined
  const id = pathname.includes('/profile') ? /[?&](id=0x[0-9a-f]{16})(?:&|$)/i.exec(search)?.[1] : undefined
  return id === undefined ? pathname : `${pathname}?${id}`
}
