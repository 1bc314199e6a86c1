const digits = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** The gateway's order id: the order's UUID in Crockford base32 (26 characters) and one character for the attempt, 1 to 32. */
export function gatewayOrderId(orderId: string, attempt: number): string {
  const number = BigInt(`0x${orderId.replaceAll('-', '')}`)
  const text = Array.from({ length: 26 }, (_, place) => digits[Number((number >> BigInt(5 * (25 - place))) & 31n)])
  return `${text.join('')}${digits[attempt - 1]}`
}

/** The order a gateway's order id was made for; undefined when it is none of ours. */
export function orderIdOf(text: string): string | undefined {
  if (!/^[0-7][0-9A-HJKMNP-TV-Z]{26}$/.test(text)) return undefined
  const number = Array.from(text.slice(0, 26)).reduce((sum, digit) => (sum << 5n) | BigInt(digits.indexOf(digit)), 0n)
  const hex = number.toString(16).padStart(32, '0')
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
}
