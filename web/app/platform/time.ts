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

export type TimeLeft = { days: number; hours: number; minutes: number; seconds: number }

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
