import { call } from '../../platform/api.ts'
import type { CompleteBy, EnterBy } from './buying-calls.ts'
import { mapResult } from './map-result.ts'
import type { PackTerms } from './offer.ts'
import { returnOf } from './subject.ts'
import type { PackSubject } from './subject.ts'

/** Begins an order of a pack. */
export function enterPackBy({ priceYen, ...subject }: PackTerms, usedPoint: number): EnterBy {
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
export function completePackBy({ packId }: PackSubject): CompleteBy {
  const params = { packId }
  return {
    card: (accessID, name, idempotencyKey) =>
      call('entryOrderBuy', { params, body: { accessID, ...name } }, { idempotencyKey }),
    paidy: (orderID, idempotencyKey) =>
      mapResult(call('buyPaidy', { params, body: { orderID } }, { idempotencyKey }), ({ order }) => order),
  }
}
