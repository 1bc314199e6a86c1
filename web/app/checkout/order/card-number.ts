export type CardBrand = { name: string; codeLength: 3 | 4; groups: readonly number[] }

const four = [4, 4, 4, 4, 3] as const
const brands: readonly (readonly [RegExp, CardBrand])[] = [
  [/^3[47]/, { name: 'American Express', codeLength: 4, groups: [4, 6, 5] }],
  [/^35(2[89]|[3-8])/, { name: 'JCB', codeLength: 3, groups: four }],
  [/^3(0[0-5]|[689])/, { name: 'Diners Club', codeLength: 3, groups: [4, 6, 4] }],
  [/^4/, { name: 'Visa', codeLength: 3, groups: four }],
  [/^(5[1-5]|2(22[1-9]|2[3-9]|[3-6]|7[01]|720))/, { name: 'Mastercard', codeLength: 3, groups: four }],
]

/** The digits of a text, also of one typed on a Japanese keyboard. */
export const digitsOf = (text: string): string => text.normalize('NFKC').replace(/\D/g, '')

/** The brand the first digits belong to; undefined while nobody can tell. */
export const brandOf = (digits: string): CardBrand | undefined => brands.find(([start]) => start.test(digits))?.[1]

/** A card number in the groups printed on its card. */
export function formatCardNumber(text: string): string {
  const digits = digitsOf(text).slice(0, 19)
  const groups: string[] = []
  let at = 0
  for (const size of brandOf(digits)?.groups ?? four) {
    if (at >= digits.length) break
    groups.push(digits.slice(at, at + size))
    at += size
  }
  if (at < digits.length) groups.push(digits.slice(at))
  return groups.join(' ')
}

/** Whether the check digit is right. */
export function passesLuhn(digits: string): boolean {
  let sum = 0
  for (let index = 0; index < digits.length; index += 1) {
    const digit = Number(digits[digits.length - 1 - index])
    const weighed = index % 2 === 1 ? digit * 2 : digit
    sum += weighed > 9 ? weighed - 9 : weighed
  }
  return sum % 10 === 0
}

/** A card as it may be shown: its last four digits. */
export const lastFour = (text: string): string => digitsOf(text).slice(-4)
