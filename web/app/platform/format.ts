import type { Language } from './preferences.ts'

const zone = 'Asia/Tokyo'
const locales: Record<Language, string> = { ja: 'ja-JP', en: 'en-GB' }
const formats = new Map<string, Intl.DateTimeFormat>()

function format(language: Language, kind: 'date' | 'moment'): Intl.DateTimeFormat {
  const key = language + kind
  const known = formats.get(key)
  if (known) return known
  const date = { year: 'numeric', month: language === 'ja' ? 'numeric' : 'short', day: 'numeric' } as const
  const time = kind === 'moment' ? ({ hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const) : {}
  const made = new Intl.DateTimeFormat(locales[language], { timeZone: zone, ...date, ...time })
  formats.set(key, made)
  return made
}

/** A day in Japan: 2026/11/20, 20 Nov 2026. */
export const formatDay = (instant: string, language: Language): string =>
  format(language, 'date').format(new Date(instant))

/** A moment in Japan to the minute; English names the zone. */
export function formatMoment(instant: string, language: Language): string {
  const text = format(language, 'moment').format(new Date(instant))
  return language === 'ja' ? text : `${text} JST`
}

type TimeLeft = { days: number; hours: number; minutes: number; seconds: number }

/** What is left of `ms`, never less than nothing. */
export function timeLeft(ms: number): TimeLeft {
  const seconds = Math.max(0, Math.floor(ms / 1000))
  return {
    days: Math.floor(seconds / 86_400),
    hours: Math.floor(seconds / 3600) % 24,
    minutes: Math.floor(seconds / 60) % 60,
    seconds: seconds % 60,
  }
}

/** A serial as it is printed on a piece: #0042. */
export const formatSerial = (serial: number): string => `#${String(serial).padStart(4, '0')}`

/** Odds in parts per million as a percentage without needless zeros: 1.25, 0.004. Exact: a part per million has four decimals. */
export const formatOdds = (oddsPpm: number): string =>
  `${Math.floor(oddsPpm / 10_000)}.${String(oddsPpm % 10_000).padStart(4, '0')}`.replace(/\.?0+$/, '')

// toLocaleString would look the format up each time
const countFormats: Record<Language, Intl.NumberFormat> = {
  ja: new Intl.NumberFormat('ja'),
  en: new Intl.NumberFormat('en'),
}

/** A number of things with its thousands apart, as the language writes it. */
export const formatCount = (count: number, language: Language): string => countFormats[language].format(count)

/** Whether a text could be an e-mail address: enough to spare a round trip, the server decides. */
export const looksLikeEmail = (text: string): boolean => /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text.normalize('NFKC'))
