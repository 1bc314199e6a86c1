import { analytics } from '../../platform/analytics.ts'
import type { PageView, Viewer } from '../../platform/analytics.ts'
import { standingOf } from '../session/membership.ts'
import { session } from '../../platform/session.ts'

export type AnalyticsConfig = { measurementId: string; linkerDomains: string[] }
type Gtag = (...words: unknown[]) => void

/**
 * Speaks gtag. Location, referrer and title are set before the first event: otherwise the script
 * would send the whole address, with its query, in events of its own. Advertising is refused
 * altogether.
 */
export function makeMeasure(gtag: Gtag, { measurementId, linkerDomains }: AnalyticsConfig, readViewer: () => Viewer) {
  let hasBegun = false
  const begin = (view: PageView): void => {
    const refused = { ad_storage: 'denied', ad_user_data: 'denied', ad_personalization: 'denied' }
    gtag('consent', 'default', { ...refused, analytics_storage: 'granted' })
    gtag('js', new Date())
    gtag('set', { ...view, ...readViewer() })
    gtag('config', measurementId, {
      send_page_view: false,
      allow_google_signals: false,
      allow_ad_personalization_signals: false,
      ...(linkerDomains.length > 0 ? { linker: { domains: linkerDomains } } : {}),
    })
    hasBegun = true
  }
  return {
    /** Reports a page and the visitor's standing. */
    page(view: PageView): void {
      if (hasBegun) gtag('set', { ...view, ...readViewer() })
      else begin(view)
      gtag('event', 'page_view', { ...view, ...readViewer() })
    },
  }
}

export type KnownCollection = (userId: string, address: string) => boolean | undefined
type MeasuredWindow = Window & { dataLayer?: unknown[] } & Record<`ga-disable-${string}`, boolean>

const measured = (): MeasuredWindow => window as unknown as MeasuredWindow
let isLoaded = false

/**
 * Starts measuring and returns a function that stops it. The provider's script loads with the first
 * page that may be reported. Only call this once the visitor has agreed. `knownCollection` reads
 * what is known of a member's collection.
 */
export function runMeasurement(config: AnalyticsConfig, knownCollection: KnownCollection): () => void {
  const page = measured()
  page[`ga-disable-${config.measurementId}`] = false
  const { page: report } = makeMeasure(gtag, config, () => readViewer(knownCollection))
  const detach = analytics.attach((view) => {
    report(view)
    load(config)
  })
  return () => {
    detach()
    page[`ga-disable-${config.measurementId}`] = true
    forgetCookies()
  }
}

function load({ measurementId }: AnalyticsConfig): void {
  if (isLoaded) return
  isLoaded = true
  const script = document.createElement('script')
  script.src = `https://www.googletagmanager.com/gtag/js?id=${encodeURIComponent(measurementId)}`
  script.async = true
  document.head.append(script)
}

/** The script reads `arguments` objects, not arrays. */
function gtag(..._words: unknown[]): void {
  const page = measured()
  page.dataLayer ??= []
  // oxlint-disable-next-line prefer-rest-params
  page.dataLayer.push(arguments)
}

/**
 * A full member, as the gates define it: a wallet is linked, and its collection is not known to be
 * missing.
 */
function readViewer(knownCollection: KnownCollection): Viewer {
  const { userId, flowAddress } = session.read() ?? { userId: undefined, flowAddress: '' }
  const hasCollection = userId === undefined ? undefined : knownCollection(userId, flowAddress)
  return {
    user_id: userId ?? null,
    is_logged_in: userId !== undefined,
    is_full_account: standingOf({ userId, flowAddress, hasCollection }) === 'full',
  }
}

/** Cookies of the measurement, on this host and on its parent domain. */
function forgetCookies(): void {
  const names = document.cookie.split('; ').map((pair) => pair.split('=')[0] ?? '')
  const hosts = ['', `; domain=${location.hostname}`, `; domain=.${location.hostname.split('.').slice(-2).join('.')}`]
  for (const name of names.filter((each) => /^_ga(_|$)/.test(each)))
    for (const host of hosts) document.cookie = `${name}=; path=/; max-age=0${host}`
}
