import { analytics } from '../analytics.ts'
import type { Viewer } from '../analytics.ts'
import { session } from '../session/session.ts'
import { makeMeasure } from './measure.ts'
import type { AnalyticsConfig } from './measure.ts'

type MeasuredWindow = Window & { dataLayer?: unknown[] } & Record<`ga-disable-${string}`, boolean>

const measured = (): MeasuredWindow => window as unknown as MeasuredWindow
let isLoaded = false

/**
 * Measures from now on; the answer stops it. The provider's script loads with the first page that may be reported, never before.
 * Only call this once the visitor has agreed.
 */
export function runMeasurement(config: AnalyticsConfig): () => void {
  const page = measured()
  page[`ga-disable-${config.measurementId}`] = false
  const { page: report } = makeMeasure(gtag, config, readViewer)
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

function readViewer(): Viewer {
  const current = session.read()
  return {
    user_id: current?.userId ?? null,
    is_logged_in: current !== undefined,
    is_full_account: (current?.flowAddress ?? '') !== '',
  }
}

/** Cookies of the measurement, on this host and on the domain above it. */
function forgetCookies(): void {
  const names = document.cookie.split('; ').map((pair) => pair.split('=')[0] ?? '')
  const hosts = ['', `; domain=${location.hostname}`, `; domain=.${location.hostname.split('.').slice(-2).join('.')}`]
  for (const name of names.filter((each) => /^_ga(_|$)/.test(each)))
    for (const host of hosts) document.cookie = `${name}=; path=/; max-age=0${host}`
}
