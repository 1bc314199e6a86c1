import { createHash, randomInt } from 'node:crypto'

/** Letters that people mistake for digits are the digits, in codes of any origin. */
const alike: Record<string, string> = { O: '0', I: '1', L: '1' }

/**
 * The canonical form of a passcode as typed: full-width letters, small letters, hyphens and spaces
 * of any kind do not matter. Undefined when it is none: 4 to 64 letters and digits.
 */
export function readPasscode(text: string): string | undefined {
  const plain = text
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[\s\p{Dash}ー]/gu, '')
    .replace(/[OIL]/g, (letter) => alike[letter] ?? letter)
  return /^[0-9A-Z]{4,64}$/.test(plain) ? plain : undefined
}

/**
 * The stored hash of a passcode. Those that Kura makes have 80 bits, too many to find from a hash.
 */
export const hashOfPasscode = (plain: string): Buffer => createHash('sha256').update(`passcode ${plain}`).digest()

const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/**
 * A new passcode of 80 random bits, in groups of four: no letter that resembles a digit, and no U,
 * against accidental words.
 */
export function newPasscode(): string {
  const letters = Array.from({ length: 16 }, () => alphabet[randomInt(alphabet.length)])
  return letters.join('').replace(/(.{4})(?=.)/g, '$1-')
}
