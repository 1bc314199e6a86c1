import { createDecipheriv, createECDH, hkdfSync, randomBytes, verify } from 'node:crypto'
import type { ECDH } from 'node:crypto'

/** A subscription of a browser that the sandbox plays, with the keys it decrypts by. */
export type Browser = { id: string; ecdh: ECDH; auth: Buffer; isGone: boolean }

/** A browser that has just allowed notifications. */
export function newBrowser(): Browser {
  const ecdh = createECDH('prime256v1')
  ecdh.generateKeys()
  return { id: randomBytes(18).toString('base64url'), ecdh, auth: randomBytes(16), isGone: false }
}

/**
 * Decrypts a message (RFC 8291 over `aes128gcm` of RFC 8188, one record). Throws when it is not for
 * this browser.
 */
export function decrypt({ ecdh, auth }: Browser, body: Buffer): string {
  const salt = body.subarray(0, 16)
  const keyLength = body[20] ?? 0
  const sender = body.subarray(21, 21 + keyLength)
  const sealed = body.subarray(21 + keyLength)
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), ecdh.getPublicKey(), sender])
  const ikm = Buffer.from(hkdfSync('sha256', ecdh.computeSecret(sender), auth, info, 32))
  const key = Buffer.from(hkdfSync('sha256', ikm, salt, 'Content-Encoding: aes128gcm\0', 16))
  const nonce = Buffer.from(hkdfSync('sha256', ikm, salt, 'Content-Encoding: nonce\0', 12))
  const decipher = createDecipheriv('aes-128-gcm', key, nonce)
  decipher.setAuthTag(sealed.subarray(-16))
  const padded = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()])
  // the text ends with a 2, and zeros after it
  const end = padded.lastIndexOf(2)
  return padded.subarray(0, end).toString('utf8')
}

/** What is wrong with the VAPID header of a push to this origin (RFC 8292), or undefined. */
export function vapidFault(header: string | undefined, origin: string): string | undefined {
  const { t = '', k = '' } = Object.fromEntries(
    [...(header ?? '').replace(/^vapid /i, '').matchAll(/([tk])=([^,\s]+)/g)].map(([, name, value]) => [name, value]),
  ) as { t?: string; k?: string }
  const [head = '', claims = '', signature = ''] = t.split('.')
  const point = Buffer.from(k, 'base64url')
  if (point.length !== 65) return 'no public key'
  const jwk = {
    kty: 'EC',
    crv: 'P-256',
    x: point.subarray(1, 33).toString('base64url'),
    y: point.subarray(33).toString('base64url'),
  }
  const isSigned = verify(
    'sha256',
    Buffer.from(`${head}.${claims}`),
    { key: jwk, format: 'jwk', dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  )
  if (!isSigned) return 'a wrong signature'
  const { aud, exp, sub } = JSON.parse(Buffer.from(claims, 'base64url').toString('utf8')) as Record<string, unknown>
  if (aud !== origin) return 'another audience'
  if (typeof exp !== 'number' || exp < Date.now() / 1000 || exp > Date.now() / 1000 + 86_400) return 'a wrong expiry'
  return typeof sub === 'string' && /^(mailto:|https:)/.test(sub) ? undefined : 'no contact'
}
