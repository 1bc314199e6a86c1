import type { ApiOutput } from '@kura/contract/api'
import type { OrderView, PaidyCheckout } from '@kura/contract/checkout/order'
import type { Result } from '@kura/contract/result'
import type { CardName } from '../order/order-store.ts'
import type { Terms, PackTerms, TokenTerms } from './sellable.ts'
import { returnOf } from '../order/subject.ts'
import type { Subject, PackSubject, TokenSubject } from '../order/subject.ts'
import { call } from '../../platform/api.ts'

type Key = string | undefined
type EnteredCard = ApiOutput<'entryOrderNewCard'>

/**
 * How an order is started: `usedPoint` points pay one part, the method the rest. A known key finds
 * the order it made.
 */
type EnterBy = {
  newCard: (paymentToken: string, key: string) => Promise<Result<EnteredCard>>
  storedCard: (card: { cardSeq: string; securityCode: string }, key: string) => Promise<Result<EnteredCard>>
  paidy: (key: string) => Promise<Result<PaidyCheckout>>
  points: (key: string) => Promise<Result<{ tradeId: string }>>
  /** The card company’s own page; undefined when it is not available. */
  cardPage?: (language: 'ja' | 'en', key: string) => Promise<Result<{ orderId: string; paymentUrl: string }>>
}

/** How a payment of an order is completed. Each can be repeated. */
type CompleteBy = {
  /** After 3-D Secure; with a name the card is stored. */
  card: (accessID: string, name: CardName | undefined, key: Key) => Promise<Result<OrderView>>
  paidy: (paymentId: string, key: Key) => Promise<Result<OrderView>>
  /** Back from the card company’s own page; ORDER_STATE while nothing was paid there. */
  cardPage?: (paymentOrderId: string) => Promise<Result<OrderView>>
}

/** The calls that start an order on these terms. */
export const enterBy = (terms: Terms, usedPoint: number): EnterBy =>
  terms.kind === 'pack' ? enterPackBy(terms, usedPoint) : enterTokenBy(terms, usedPoint)

/** The calls that complete the payment of an order. */
export const completeBy = (subject: Subject, usedPoint: number): CompleteBy =>
  subject.kind === 'pack' ? completePackBy(subject) : completeTokenBy(subject, usedPoint)

/** Starts an order of a pack. */
function enterPackBy({ priceYen, ...subject }: PackTerms, usedPoint: number): EnterBy {
  const params = { packId: subject.packId }
  const points = usedPoint > 0 ? { usedPoint } : {}
  const terms = { retUrl: returnOf(subject, usedPoint), priceYen, ...points }
  return {
    newCard: (paymentToken, idempotencyKey) =>
      call('entryOrderNewCard', { params, body: { ...terms, paymentToken } }, { idempotencyKey }),
    storedCard: (card, idempotencyKey) =>
      call('entryOrderSelectedCard', { params, body: { ...terms, ...card } }, { idempotencyKey }),
    paidy: (idempotencyKey) => call('entryOrderPaidy', { params, body: { priceYen, ...points } }, { idempotencyKey }),
    points: (idempotencyKey) => call('buyPoint', { params, body: { usedPoint } }, { idempotencyKey }),
  }
}

/** Completes the payment of a pack. */
function completePackBy({ packId }: PackSubject): CompleteBy {
  const params = { packId }
  return {
    card: (accessID, name, idempotencyKey) =>
      call('entryOrderBuy', { params, body: { accessID, ...name } }, { idempotencyKey }),
    paidy: (orderID, idempotencyKey) =>
      mapResult(call('buyPaidy', { params, body: { orderID } }, { idempotencyKey }), ({ order }) => order),
  }
}

/** Starts an order of a listed token; orders with points have calls of their own. */
function enterTokenBy({ priceYen, contentAccessFee, ...subject }: TokenTerms, usedPoint: number): EnterBy {
  const params = { refId: subject.refId }
  const seen = { priceYen, contentAccessFee }
  const back = returnOf(subject, usedPoint)
  const terms = { retUrl: back, ...seen }
  return {
    newCard: (paymentToken, idempotencyKey) =>
      usedPoint > 0
        ? call('enterTokenNewCardPoint', { params, body: { ...terms, paymentToken, usedPoint } }, { idempotencyKey })
        : call('enterTokenNewCard', { params, body: { ...terms, paymentToken } }, { idempotencyKey }),
    storedCard: (card, idempotencyKey) =>
      usedPoint > 0
        ? call('enterTokenSelectedCardPoint', { params, body: { ...terms, ...card, usedPoint } }, { idempotencyKey })
        : call('enterTokenSelectedCard', { params, body: { ...terms, ...card } }, { idempotencyKey }),
    paidy: (idempotencyKey) =>
      call(
        'enterTokenPaidy',
        { params, body: { ...seen, ...(usedPoint > 0 ? { usedPoint } : {}) } },
        { idempotencyKey },
      ),
    points: (idempotencyKey) => call('buyTokenPoint', { params, body: seen }, { idempotencyKey }),
    cardPage: (lang, idempotencyKey) =>
      usedPoint > 0
        ? call(
            'paymentUrlCreditPoint',
            { params, body: { ...seen, lang, returnUrl: back, usedPoint } },
            { idempotencyKey },
          )
        : call('paymentUrlCredit', { params, body: { ...seen, lang, returnUrl: back } }, { idempotencyKey }),
  }
}

/** Completes the payment of a token. */
function completeTokenBy({ refId }: TokenSubject, usedPoint: number): CompleteBy {
  const params = { refId }
  return {
    card: (accessID, name, idempotencyKey) =>
      mapResult(
        call('tradeNft', { params, body: { accessID, usedPoint, ...name } }, { idempotencyKey }),
        ({ order }) => order,
      ),
    paidy: (paymentOrderId, idempotencyKey) =>
      mapResult(
        usedPoint > 0
          ? call('buyTokenPaidyPoint', { params, body: { paymentOrderId, usedPoint } }, { idempotencyKey })
          : call('buyTokenPaidy', { params, body: { paymentOrderId } }, { idempotencyKey }),
        ({ order }) => order,
      ),
    // without a key: "nothing was paid yet" must not be stored as the response
    cardPage: (paymentOrderId) =>
      mapResult(
        usedPoint > 0
          ? call('buyTokenCreditPoint', { params, body: { paymentOrderId, usedPoint } })
          : call('buyTokenCredit', { params, body: { paymentOrderId } }),
        ({ order }) => order,
      ),
  }
}

/** Maps the data of a result; a failure stays as it is. */
export async function mapResult<A, B>(answer: Promise<Result<A>>, as: (data: A) => B): Promise<Result<B>> {
  const result = await answer
  return result.ok ? { ok: true, data: as(result.data) } : result
}
