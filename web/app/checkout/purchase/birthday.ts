import { limits } from '@kura/contract/limits'
import type { ErrorBody } from '@kura/contract/errors'
import { digitsOf } from './card-fields.ts'

/** The age on a day in Japan of a person born on `birthday` (YYYY-MM-DD). */
export function ageOn(birthday: string, now: Date): number {
  const today = new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Tokyo', dateStyle: 'short' }).format(now)
  const years = Number(today.slice(0, 4)) - Number(birthday.slice(0, 4))
  return today.slice(5) < birthday.slice(5) ? years - 1 : years
}

/** A minor's limit for a month, in yen; null for adults. */
export function monthlyLimitOf(birthday: string, now: Date): number | null {
  const age = ageOn(birthday, now)
  return limits.minorMonthlyYen.find(({ untilAge }) => age <= untilAge)?.yen ?? null
}

/**
 * The limit of the month and what remains of it, for a refused minor; undefined when the refusal
 * does not say.
 */
export function readMinorLimit({
  details,
}: Pick<ErrorBody, 'details'>): { limitYen: number; leftYen: number } | undefined {
  const read = (name: string): number => Number(details?.find(({ field }) => field === name)?.fault ?? Number.NaN)
  const [limitYen, leftYen] = [read('monthlyLimitYen'), read('leftYen')]
  return Number.isSafeInteger(limitYen) && Number.isSafeInteger(leftYen) ? { limitYen, leftYen } : undefined
}

type BirthdayFault = 'missing' | 'wrong'

/** Formats `1999 / 04 / 09` while it is typed or auto-filled. */
export function formatBirthday(text: string, before = ''): string {
  let digits = digitsOf(text).slice(0, 8)
  const isSeparatorGone = text.length < before.length && digits === digitsOf(before)
  // deleting a separator deletes the digit before it, too: otherwise it would come right back
  if (isSeparatorGone && (digits.length === 4 || digits.length === 6)) digits = digits.slice(0, -1)
  const parts = [digits.slice(0, 4), digits.slice(4, 6), digits.slice(6)]
  if (digits.length < 4) return parts[0] ?? ''
  return digits.length < 6 ? `${parts[0]} / ${parts[1]}` : parts.join(' / ')
}

/** The day as YYYY-MM-DD; undefined when it does not exist or nobody alive was born on it. */
export function readBirthday(text: string, now: Date): string | undefined {
  const found = /^(\d{4})(\d{2})(\d{2})$/.exec(digitsOf(text))
  if (!found) return undefined
  const birthday = found.slice(1).join('-')
  const day = new Date(`${birthday}T00:00:00Z`)
  // Date accepts 31 February as a day of March
  if (Number.isNaN(day.getTime()) || !day.toISOString().startsWith(birthday)) return undefined
  const age = ageOn(birthday, now)
  return age >= 0 && age <= limits.ageMost ? birthday : undefined
}

/** The fault of a date of birth; undefined when there is none to show. */
export function faultOfBirthday(text: string, now: Date): BirthdayFault | undefined {
  if (text.trim() === '') return 'missing'
  return readBirthday(text, now) === undefined ? 'wrong' : undefined
}
