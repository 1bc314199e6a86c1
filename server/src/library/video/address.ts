import { createHmac, timingSafeEqual } from 'node:crypto'
import { AppError } from '@kura/contract/errors'

/** A file of one reservation: `master`, the name of a track, `<track>/<piece>` or a language. */
export type StreamSubject = { reserveId: string; kind: StreamKind; file: string }
export type StreamKind = 'playlist' | 'key' | 'segment' | 'captions'

/** How long the address of a key works, in seconds: a player fetches it with the first piece. */
export const keyAddressSeconds = 120

/**
 * The address of a file of a reservation. Without `expires`, in seconds of the database, it lasts as
 * long as the reservation, which is read each time.
 */
export function signStream(secret: string, { reserveId, kind, file }: StreamSubject, expires = 0): string {
  const body = [reserveId, kind, file, expires].join('.')
  return `/api/v1/drm/video-${kind}?token=${encodeURIComponent(`${body}.${signatureOf(secret, body)}`)}`
}

/** The file that a token names. Fails with TOKEN_NOTFOUND, and with TOKEN_EXPIRED after its time. */
export function readStreamToken(secret: string, kind: StreamKind, token: string, now: number): StreamSubject {
  const cut = token.lastIndexOf('.')
  const body = token.slice(0, Math.max(cut, 0))
  const [given, right] = [Buffer.from(token.slice(cut + 1)), Buffer.from(signatureOf(secret, body))]
  if (given.length !== right.length || !timingSafeEqual(given, right)) throw new AppError('TOKEN_NOTFOUND')
  const [reserveId = '', signedKind = '', file = '', expires = ''] = body.split('.')
  if (signedKind !== kind) throw new AppError('TOKEN_NOTFOUND')
  if (expires !== '0' && Number(expires) <= now) throw new AppError('TOKEN_EXPIRED')
  return { reserveId, kind, file }
}

/** The key of one track in one reservation. It is made again when needed and stored nowhere. */
export const streamKey = (secret: string, reserveId: string, track: string): Buffer =>
  createHmac('sha256', secret).update(`video-key:${reserveId}:${track}`).digest().subarray(0, 16)

/** The start of a piece's encryption: its number in the playlist, as players take it by default. */
export function streamVector(piece: number): Buffer {
  const vector = Buffer.alloc(16)
  vector.writeUInt32BE(piece, 12)
  return vector
}

const signatureOf = (secret: string, body: string): string =>
  createHmac('sha256', secret).update(`video:${body}`).digest('base64url')
