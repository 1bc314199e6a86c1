import type { PageView, Viewer } from '../../platform/analytics.ts'

export type AnalyticsConfig = { measurementId: string; linkerDomains: string[] }
type Gtag = (...words: unknown[]) => void

/**
 * Speaks gtag. Location, referrer and title are set for every event before the first one: left alone the script would send the
 * whole address, query included, with events of its own. Advertising is refused altogether.
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
    /** Reports a page, with who is looking. */
    page(view: PageView): void {
      if (hasBegun) gtag('set', { ...view, ...readViewer() })
      else begin(view)
      gtag('event', 'page_view', { ...view, ...readViewer() })
    },
  }
}
