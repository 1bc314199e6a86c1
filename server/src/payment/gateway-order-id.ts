const digits = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** The gateway's order id: the order's UUID in Crockford base32 (26 characters) and one character for the attempt, 1 to 32. */
export function gatewayOrderId(orderId: string, attempt: number): string {
  const number = BigInt(`0x${orderId.replaceAll('-', '')}`)
  const text = Array.from({ length: 26 }, (_, place) => digits[Number((number >> BigInt(5 * (25 - place))) & 31n)])
  return `${text.join('')}${digits[attempt - 1]}`
}
