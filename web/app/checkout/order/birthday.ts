import { limits } from '@kura/contract/limits'
import { digitsOf } from './card-number.ts'
import { ageOn } from './minor-limit.ts'

export type BirthdayFault = 'missing' | 'wrong'

/** `1999 / 04 / 09` while it is being typed, also from what a browser fills in. */
export function formatBirthday(text: string, before = ''): string {
  let digits = digitsOf(text).slice(0, 8)
  const isSeparatorGone = text.length < before.length && digits === digitsOf(before)
  // deleting a separator deletes the digit before it, else one could never get past it
  if (isSeparatorGone && (digits.length === 4 || digits.length === 6)) digits = digits.slice(0, -1)
  const parts = [digits.slice(0, 4), digits.slice(4, 6), digits.slice(6)]
  if (digits.length < 4) return parts[0] ?? ''
  return digits.length < 6 ? `${parts[0]} / ${parts[1]}` : parts.join(' / ')
}

/** The day as YYYY-MM-DD; undefined when there is no such day, or nobody alive was born on it. */
export function readBirthday(text: string, now: Date): string | undefined {
  const found = /^(\d{4})(\d{2})(\d{2})$/.exec(digitsOf(text))
  if (!found) return undefined
  const birthday = found.slice(1).join('-')
  const day = new Date(`${birthday}T00:00:00Z`)
  // the calendar turns 31 February into a day of March
  if (Number.isNaN(day.getTime()) || !day.toISOString().startsWith(birthday)) return undefined
  const age = ageOn(birthday, now)
  return age >= 0 && age <= limits.ageMost ? birthday : undefined
}

/** What is wrong with a date of birth; undefined when it can be told. */
export function faultOfBirthday(text: string, now: Date): BirthdayFault | undefined {
  if (text.trim() === '') return 'missing'
  return readBirthday(text, now) === undefined ? 'wrong' : undefined
}
