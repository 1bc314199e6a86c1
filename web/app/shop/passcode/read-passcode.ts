/**
 * A passcode as it is sent: without spaces and hyphens, in narrow letters. Undefined when it cannot be one: 4 to 64 letters and
 * digits. Capital letters are the server's business.
 */
export function readPasscode(text: string): string | undefined {
  const plain = text.normalize('NFKC').replace(/[\s\p{Dash}ー]/gu, '')
  return /^[0-9A-Za-z]{4,64}$/.test(plain) ? plain : undefined
}
