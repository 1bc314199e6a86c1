import type { OrderView } from '@kura/contract/checkout/order'
import { links } from '../../platform/links.ts'

/** What an order is about: a pack, or a token that another member offers. */
export type PackSubject = { kind: 'pack'; packId: string }
export type TokenSubject = { kind: 'token'; refId: string; tokenId: string }
export type Subject = PackSubject | TokenSubject

/** What an order is about. */
export function subjectOf({ packId, token }: Pick<OrderView, 'packId' | 'token'>): Subject {
  if (token) return { kind: 'token', refId: token.tokenRefId, tokenId: token.tokenId }
  return { kind: 'pack', packId: packId ?? '' }
}

/** Under which name this browser keeps what it knows of orders of it; no pack has the name of a token. */
export const subjectName = (subject: Subject): string =>
  subject.kind === 'pack' ? subject.packId : `token:${subject.refId}`

/** Where it is paid for. */
export const checkoutOf = (subject: Subject): string =>
  subject.kind === 'pack' ? links.checkout(subject.packId) : links.tokenCheckout(subject.tokenId)

/** Where a bank or a card company leads back to. What was paid with points goes along: the call that completes the payment names it. */
export function returnOf(subject: Subject, usedPoint: number): string {
  const about: Record<string, string> =
    subject.kind === 'pack'
      ? { packId: subject.packId }
      : { refId: subject.refId, tokenId: subject.tokenId, ...(usedPoint > 0 ? { usedPoint: String(usedPoint) } : {}) }
  return `${links.checkoutReturn}?${new URLSearchParams(about).toString()}`
}

/** What `returnOf` said; undefined when it was mistyped. */
export function readReturn(query: Pick<URLSearchParams, 'get'>): { subject: Subject; usedPoint: number } | undefined {
  const [packId, refId, tokenId] = ['packId', 'refId', 'tokenId'].map((name) => query.get(name) ?? '')
  const usedPoint = Number(/^\d{1,7}$/.exec(query.get('usedPoint') ?? '')?.[0] ?? 0)
  if (packId) return { subject: { kind: 'pack', packId }, usedPoint }
  if (refId && tokenId) return { subject: { kind: 'token', refId, tokenId }, usedPoint }
  return undefined
}
