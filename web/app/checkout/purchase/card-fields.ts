type CardBrand = { name: string; codeLength: 3 | 4; groups: readonly number[] }

const four = [4, 4, 4, 4, 3] as const
const brands: readonly (readonly [RegExp, CardBrand])[] = [
  [/^3[47]/, { name: 'American Express', codeLength: 4, groups: [4, 6, 5] }],
  [/^35(2[89]|[3-8])/, { name: 'JCB', codeLength: 3, groups: four }],
  [/^3(0[0-5]|[689])/, { name: 'Diners Club', codeLength: 3, groups: [4, 6, 4] }],
  [/^4/, { name: 'Visa', codeLength: 3, groups: four }],
  [/^(5[1-5]|2(22[1-9]|2[3-9]|[3-6]|7[01]|720))/, { name: 'Mastercard', codeLength: 3, groups: four }],
]

/** The digits of a text, also full-width ones. */
export const digitsOf = (text: string): string => text.normalize('NFKC').replace(/\D/g, '')

/** The brand that the first digits belong to; undefined while it is ambiguous. */
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

/** Whether the check digit is correct. */
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

/** The card fields as typed. Only in the memory of the page. */
export type CardFields = { number: string; expiry: string; code: string; holder: string }
export type CardField = keyof CardFields
export type CardFault = 'missing' | 'number' | 'expiry' | 'expired' | 'code' | 'holder'
export const noCard: CardFields = { number: '', expiry: '', code: '', holder: '' }

/** The faults of the fields, by reason; empty when the card can be used. */
export function faultsOf(card: CardFields, now: Date): Partial<Record<CardField, CardFault>> {
  const faults: [CardField, CardFault | undefined][] = [
    ['number', numberFault(card.number)],
    ['expiry', expiryFault(card.expiry, now)],
    ['code', codeFault(card)],
    ['holder', holderFault(card.holder)],
  ]
  return Object.fromEntries(faults.filter(([, fault]) => fault !== undefined))
}

function numberFault(text: string): CardFault | undefined {
  const digits = digitsOf(text)
  if (digits === '') return 'missing'
  return digits.length >= 12 && digits.length <= 19 && passesLuhn(digits) ? undefined : 'number'
}

function expiryFault(text: string, now: Date): CardFault | undefined {
  if (text.trim() === '') return 'missing'
  const expiry = readExpiry(text)
  if (!expiry) return 'expiry'
  // a card is valid to the end of its month, in Japan
  const [year, month] = new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Tokyo', year: 'numeric', month: '2-digit' })
    .format(now)
    .split('-')
    .map(Number)
  return 2000 + expiry.year < Number(year) || (2000 + expiry.year === year && expiry.month < Number(month))
    ? 'expired'
    : undefined
}

function codeFault({ code, number }: CardFields): CardFault | undefined {
  const digits = digitsOf(code)
  if (digits === '') return 'missing'
  const length = brandOf(digitsOf(number))?.codeLength
  return (length === undefined ? digits.length === 3 || digits.length === 4 : digits.length === length)
    ? undefined
    : 'code'
}

function holderFault(text: string): CardFault | undefined {
  const holder = cleanHolder(text)
  if (holder === '') return 'missing'
  return /^[A-Z0-9 .,'/-]{2,50}$/.test(holder) ? undefined : 'holder'
}

/** A holder's name as printed on cards: half-width capitals. */
export const cleanHolder = (text: string): string => text.normalize('NFKC').trim().replace(/\s+/g, ' ').toUpperCase()

/**
 * Month and two-digit year of `MM/YY`; also full-width, without the slash or with a four-digit
 * year.
 */
function readExpiry(text: string): { month: number; year: number } | undefined {
  const found = /^(0[1-9]|1[0-2])(?:20)?(\d{2})$/.exec(digitsOf(text))
  return found ? { month: Number(found[1]), year: Number(found[2]) } : undefined
}

/** Formats `MM / YY` while it is typed; a first digit above 1 must be a one-digit month. */
export function formatExpiry(text: string, before = ''): string {
  let digits = digitsOf(text)
  // deleting the separator deletes the digit before it, too: otherwise it would come right back
  if (text.length < before.length && digits === digitsOf(before) && digits.length === 2) digits = digits.slice(0, 1)
  if (/^[2-9]/.test(digits)) digits = `0${digits}`
  // auto-filled with the century
  if (/^\d{2}20\d{2}$/.test(digits)) digits = digits.slice(0, 2) + digits.slice(4)
  digits = digits.slice(0, 4)
  return digits.length < 2 ? digits : `${digits.slice(0, 2)} / ${digits.slice(2)}`
}

/** The card as the gateway's script takes it. */
export function toGatewayCard(card: CardFields): {
  cardno: string
  expire: string
  securitycode: string
  holdername: string
} {
  const { month, year } = readExpiry(card.expiry) ?? { month: 0, year: 0 }
  const two = (value: number): string => String(value).padStart(2, '0')
  return {
    cardno: digitsOf(card.number),
    expire: `${two(year)}${two(month)}`,
    securitycode: digitsOf(card.code),
    holdername: cleanHolder(card.holder),
  }
}
