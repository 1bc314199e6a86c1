import type { OrderView } from '@kura/contract/checkout/order'
import { links } from '../../platform/links.ts'

/** What an order is for: a pack, or a token that another member has listed. */
export type PackSubject = { kind: 'pack'; packId: string }
export type TokenSubject = { kind: 'token'; refId: string; tokenId: string }
export type Subject = PackSubject | TokenSubject

/** The subject of an order. */
export function subjectOf({ packId, token }: Pick<OrderView, 'packId' | 'token'>): Subject {
  if (token) return { kind: 'token', refId: token.tokenRefId, tokenId: token.tokenId }
  return { kind: 'pack', packId: packId ?? '' }
}

/**
 * The name under which this browser stores what it knows of its orders; packs and tokens never
 * share one.
 */
export const subjectName = (subject: Subject): string =>
  subject.kind === 'pack' ? subject.packId : `token:${subject.refId}`

/** The path of its checkout. */
export const checkoutOf = (subject: Subject): string =>
  subject.kind === 'pack' ? links.checkout(subject.packId) : links.tokenCheckout(subject.tokenId)

/**
 * The path that a bank or a card company returns to. It includes the points used, because the call
 * that completes the payment names them.
 */
export function returnOf(subject: Subject, usedPoint: number): string {
  const about: Record<string, string> =
    subject.kind === 'pack'
      ? { packId: subject.packId }
      : { refId: subject.refId, tokenId: subject.tokenId, ...(usedPoint > 0 ? { usedPoint: String(usedPoint) } : {}) }
  return `${links.checkoutReturn}?${new URLSearchParams(about).toString()}`
}

/** Parses a path of `returnOf`; undefined when it is malformed. */
export function readReturn(query: Pick<URLSearchParams, 'get'>): { subject: Subject; usedPoint: number } | undefined {
  const [packId, refId, tokenId] = ['packId', 'refId', 'tokenId'].map((name) => query.get(name) ?? '')
  const usedPoint = Number(/^\d{1,7}$/.exec(query.get('usedPoint') ?? '')?.[0] ?? 0)
  if (packId) return { subject: { kind: 'pack', packId }, usedPoint }
  if (refId && tokenId) return { subject: { kind: 'token', refId, tokenId }, usedPoint }
  return undefined
}
