import { AppError } from '@kura/contract/errors'
import { limits } from '@kura/contract/limits'
import { commonPasswordWords } from './common-passwords.ts'

/**
 * Fails with INVALID_PASSWORD_FORMAT unless the password has 8 to 128 characters, is not a common
 * one, and is not the e-mail address. No rule about kinds of characters: those make passwords
 * worse.
 */
export function ensurePassword(password: string, email: string): void {
  const fault = faultOf(password.normalize('NFC'), email)
  if (fault) throw new AppError('INVALID_PASSWORD_FORMAT', { details: [{ field: 'password', fault }] })
}

function faultOf(password: string, email: string): string | undefined {
  const length = [...password].length
  if (length < limits.passwordLeast) return 'too_small'
  if (length > limits.passwordMost) return 'too_big'
  const lower = password.normalize('NFKC').toLowerCase()
  if (lower === email || lower === email.split('@')[0]) return 'same_as_email'
  return isCommon(lower) ? 'common' : undefined
}

const swaps: Record<string, string> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
  '!': 'i',
}
const unswap = (value: string): string => value.replace(/[013457@$!]/g, (character) => swaps[character] ?? '')

// In the order of the keys, of the alphabet, and of counting. Twice, so that a run may go around
// the end.
const runs = [
  '01234567890',
  '1234567890',
  '0987654321',
  'abcdefghijklmnopqrstuvwxyz',
  'qwertyuiop',
  'asdfghjkl',
  'zxcvbnm',
]
  .concat([
    '1qaz2wsx3edc4rfv5tgb6yhn7ujm',
    'q1w2e3r4t5y6u7i8o9p0',
    '1q2w3e4r5t6y7u8i9o0p',
    'あいうえおかきくけこさしすせそ',
  ])
  .flatMap((run) => [run.repeat(2), [...run].toReversed().join('').repeat(2)])

/**
 * Whether a guesser would try it among the first: a run of keys, one thing repeated, or a
 * well-known word with digits around it.
 */
function isCommon(lower: string): boolean {
  if (runs.some((run) => run.includes(lower))) return true
  if (/^(.{1,4})\1+$/u.test(lower)) return true
  // a date as eight digits is the first thing tried after a name
  if (/^(19|20)\d\d(0[1-9]|1[0-2])(0[1-9]|[12]\d|3[01])$/.test(lower)) return true
  const bare = lower.replace(/^[^\p{L}]{0,4}(?=\p{L})|(?<=\p{L})[^\p{L}]{0,8}$/gu, '')
  return [lower, bare, unswap(lower), unswap(bare), unswap(lower).replace(/[^\p{L}]+$/u, '')].some((word) =>
    isBuiltOf(word),
  )
}

const isBuiltOf = (word: string): boolean => {
  const half = word.slice(0, word.length / 2)
  return commonPasswordWords.has(word) || (word === half + half && commonPasswordWords.has(half))
}
