/** A page as it may leave the browser: it names no order, person or secret. */
export type PageView = { page_location: string; page_path: string; page_referrer: string; page_title: string }
export type Location = { pathname: string; search: string }
/** What every event carries about who is looking. */
export type Viewer = { user_id: string | null; is_logged_in: boolean; is_full_account: boolean }
export type PageListener = (view: PageView) => void
type Raw = Location & { title: string }

/** Parents whose ids are public: slugs of the catalogue and numbers on the chain. */
const publicParents = new Set(['items', 'packs', 'series', 'tokens'])
const word = /^[a-z][a-z-]{0,30}$/
const publicId = /^[a-z0-9][a-z0-9-]{0,63}$/
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/**
 * The path as it may leave the browser; undefined for a page with an order id, which is not
 * reported. Words of our routes and public ids stay; anything else becomes `:id`, so that a
 * mistyped or mailed address reveals nothing. No query, except the wallet address of a profile,
 * which is public.
 */
export function reportablePath({ pathname, search }: Location): string | undefined {
  if (new URLSearchParams(search).has('orderId') || /^\/mypage\/orders\/./.test(pathname)) return undefined
  const parts = pathname.split('/').filter(Boolean)
  const path = `/${parts.map((part, index) => reportablePart(part, index === 1 ? parts[0] : undefined)).join('/')}`
  const id = pathname.includes('/profile') ? /[?&](id=0x[0-9a-f]{16})(?:&|$)/i.exec(search)?.[1] : undefined
  return id === undefined ? path : `${path}?${id}`
}

function reportablePart(part: string, parent: string | undefined): string {
  if (word.test(part)) return part
  const isPublic = parent !== undefined && publicParents.has(parent) && publicId.test(part) && !uuid.test(part)
  return isPublic ? part : ':id'
}

/** A title without what a member may have typed into a name: addresses, and long codes of any kind. */
export const reportableTitle = (title: string): string =>
  title.replaceAll(/\S+@\S+/g, '…').replaceAll(/[\w-]*\d[\w-]{15,}|[\w-]{24,}/g, '…')

/** The referrer: a reportable path of this site, or only the host of another. */
export function reportableReferrer(referrer: string, origin: string): string {
  if (!URL.canParse(referrer)) return ''
  const url = new URL(referrer)
  if (url.origin !== origin) return /^https?:$/.test(url.protocol) ? `${url.origin}/` : ''
  const path = reportablePath(url)
  return path === undefined ? `${origin}/` : origin + path
}

/**
 * Collects page views and passes on what may be reported. A listener attached later, after consent,
 * gets the current page. `origin` and `referrer` are read once a page is shown: the server has
 * neither.
 */
export function makeAnalytics(world: { origin: () => string; referrer: () => string }) {
  const listeners = new Set<PageListener>()
  let shown: PageView | undefined
  let lastReported: string | undefined
  return {
    /** Attaches a listener; the returned function detaches it. */
    attach(listener: PageListener): () => void {
      listeners.add(listener)
      if (shown) listener(shown)
      return () => listeners.delete(listener)
    },
    /** A page is shown; the same page reported twice in a row is one view. */
    viewed({ title, ...location }: Raw): void {
      const path = reportablePath(location)
      if (path === undefined) {
        shown = undefined
        return
      }
      const page_location = world.origin() + path
      if (shown?.page_location === page_location) return
      shown = {
        page_location,
        page_path: path,
        page_referrer: lastReported ?? reportableReferrer(world.referrer(), world.origin()),
        page_title: reportableTitle(title),
      }
      lastReported = page_location
      for (const listener of listeners) listener(shown)
    },
  }
}

/** The pages of this tab. */
export const analytics = makeAnalytics({ origin: () => location.origin, referrer: () => document.referrer })
