import { call } from '../../platform/api.ts'
import type { CompleteBy, EnterBy } from './buying-calls.ts'
import { mapResult } from './map-result.ts'
import type { TokenTerms } from './offer.ts'
import { returnOf } from './subject.ts'
import type { TokenSubject } from './subject.ts'

/** Begins an order of a token that a member offers: with points in it by the calls that have them. */
export function enterTokenBy({ priceYen, contentAccessFee, ...subject }: TokenTerms, usedPoint: number): EnterBy {
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
export function completeTokenBy({ refId }: TokenSubject, usedPoint: number): CompleteBy {
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
    // without a key: "nothing was paid yet" is no answer to be kept
    cardPage: (paymentOrderId) =>
      mapResult(
        usedPoint > 0
          ? call('buyTokenCreditPoint', { params, body: { paymentOrderId, usedPoint } })
          : call('buyTokenCredit', { params, body: { paymentOrderId } }),
        ({ order }) => order,
      ),
  }
}
