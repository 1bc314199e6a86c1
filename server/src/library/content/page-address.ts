import { createHmac, timingSafeEqual } from 'node:crypto'
import { AppError } from '@kura/contract/errors'

/** One page of one content, opened by one token of one member. */
export type PageSubject = { memberId: string; refId: string; contentId: string; page: number }

/** How long an address of a page works, in seconds: a slow page load, not a link to pass on. */
export const pageAddressSeconds = 120

/**
 * A token for the address of a page until `pageAddressSeconds` after `now`. Times are of the
 * database, so the clocks of two servers cannot disagree.
 */
export function signPage(secret: string, subject: PageSubject, now: number): string {
  const body = [subject.memberId, subject.refId, subject.contentId, subject.page, now + pageAddressSeconds].join('.')
  return `${body}.${signatureOf(secret, body)}`
}

/**
 * The page that a token names. Fails with TOKEN_NOTFOUND for a token that is not ours and with
 * TOKEN_EXPIRED for one whose time has passed. The right to the content is a separate check.
 */
export function readPageToken(secret: string, token: string, now: number): PageSubject {
  const cut = token.lastIndexOf('.')
  const body = token.slice(0, Math.max(cut, 0))
  const [given, right] = [Buffer.from(token.slice(cut + 1)), Buffer.from(signatureOf(secret, body))]
  if (given.length !== right.length || !timingSafeEqual(given, right)) throw new AppError('TOKEN_NOTFOUND')
  const [memberId = '', refId = '', contentId = '', page = '', expires = ''] = body.split('.')
  if (Number(expires) <= now) throw new AppError('TOKEN_EXPIRED')
  return { memberId, refId, contentId, page: Number(page) }
}

const signatureOf = (secret: string, body: string): string =>
  createHmac('sha256', secret).update(`content-page:${body}`).digest('base64url')
