import type { ApiOutput } from '@kura/contract/api'
import type { OrderView, PaidyCheckout } from '@kura/contract/checkout/order'
import type { Result } from '@kura/contract/result'
import type { CardName } from './challenge-store.ts'
import type { Terms } from './offer.ts'
import { completePackBy, enterPackBy } from './pack-calls.ts'
import type { Subject } from './subject.ts'
import { completeTokenBy, enterTokenBy } from './token-calls.ts'

type Key = string | undefined
type EnteredCard = ApiOutput<'entryOrderNewCard'>

/** How an order is begun: what is reserved is paid by `usedPoint` points and the rest so. A known key finds the order it made. */
export type EnterBy = {
  newCard: (paymentToken: string, key: string) => Promise<Result<EnteredCard>>
  storedCard: (card: { cardSeq: string; securityCode: string }, key: string) => Promise<Result<EnteredCard>>
  paidy: (key: string) => Promise<Result<PaidyCheckout>>
  points: (key: string) => Promise<Result<{ tradeId: string }>>
  /** The card company’s own page; undefined where it is not offered. */
  cardPage?: (language: 'ja' | 'en', key: string) => Promise<Result<{ orderId: string; paymentUrl: string }>>
}

/** How a payment of an order is completed. Each can be repeated. */
export type CompleteBy = {
  /** After 3-D Secure; with a name the card is stored. */
  card: (accessID: string, name: CardName | undefined, key: Key) => Promise<Result<OrderView>>
  paidy: (paymentId: string, key: Key) => Promise<Result<OrderView>>
  /** Back from the card company’s own page; ORDER_STATE while nothing was paid there. */
  cardPage?: (paymentOrderId: string) => Promise<Result<OrderView>>
}

/** The calls that begin an order on these terms. */
export const enterBy = (terms: Terms, usedPoint: number): EnterBy =>
  terms.kind === 'pack' ? enterPackBy(terms, usedPoint) : enterTokenBy(terms, usedPoint)

/** The calls that complete the payment of an order. */
export const completeBy = (subject: Subject, usedPoint: number): CompleteBy =>
  subject.kind === 'pack' ? completePackBy(subject) : completeTokenBy(subject, usedPoint)
