import type { StoredCard } from '@kura/contract/checkout/order'
import { noChoice } from './payment-choice.ts'
import type { PaymentChoice } from './payment-choice.ts'

/** The card that was stored last and still pays, else a new one. */
export function firstChoice(stored: readonly StoredCard[]): PaymentChoice {
  const card = stored.find(({ isExpired }) => !isExpired)
  return card ? { ...noChoice, means: 'stored-card', cardSeq: card.cardSeq } : noChoice
}
