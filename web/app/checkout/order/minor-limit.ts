import type { ErrorBody } from '@kura/contract/errors'
import { limits } from '@kura/contract/limits'

/** The age on a day in Japan of one born on `birthday` (YYYY-MM-DD). */
export function ageOn(birthday: string, now: Date): number {
  const today = new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Tokyo', dateStyle: 'short' }).format(now)
  const years = Number(today.slice(0, 4)) - Number(birthday.slice(0, 4))
  return today.slice(5) < birthday.slice(5) ? years - 1 : years
}

/** What a minor may spend in a month, in yen; null for adults. */
export function monthlyLimitOf(birthday: string, now: Date): number | null {
  const age = ageOn(birthday, now)
  return limits.minorMonthlyYen.find(({ untilAge }) => age <= untilAge)?.yen ?? null
}

/** What a refused minor is told: the limit of the month and what is left of it; undefined when the refusal does not say. */
export function limitTold({ details }: Pick<ErrorBody, 'details'>): { limitYen: number; leftYen: number } | undefined {
  const read = (name: string): number => Number(details?.find(({ field }) => field === name)?.fault ?? Number.NaN)
  const [limitYen, leftYen] = [read('monthlyLimitYen'), read('leftYen')]
  return Number.isSafeInteger(limitYen) && Number.isSafeInteger(leftYen) ? { limitYen, leftYen } : undefined
}
