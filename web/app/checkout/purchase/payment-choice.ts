import type { StoredCard } from '@kura/contract/money/card'
import type { Tender } from '@kura/contract/checkout/order'
import { faultsOf, noCard } from './card-fields.ts'
import type { CardFault, CardField, CardFields } from './card-fields.ts'

/** The method that charges what points do not pay. */
export const means = ['new-card', 'stored-card', 'card-page', 'paidy'] as const
type Means = (typeof means)[number]

/**
 * How a member wants to pay. Only in the memory of the page: card and security code are stored
 * nowhere.
 */
export type PaymentChoice = {
  means: Means
  card: CardFields
  /** The name under which a new card is to be stored; undefined to not store it. */
  saveAs: string | undefined
  cardSeq: string
  securityCode: string
  /** Points pay the full price, and `means` charges nothing. */
  usedPoint: number
}
export const noChoice: PaymentChoice = {
  means: 'new-card',
  card: noCard,
  saveAs: undefined,
  cardSeq: '',
  securityCode: '',
  usedPoint: 0,
}

/** Whether points pay the full price. */
export const isByPoints = ({ usedPoint }: Pick<PaymentChoice, 'usedPoint'>, priceYen: number): boolean =>
  usedPoint >= priceYen

/** The amount charged in addition to the points. */
export const chargedYen = ({ usedPoint }: Pick<PaymentChoice, 'usedPoint'>, priceYen: number): number =>
  Math.max(0, priceYen - usedPoint)

/** The tender of an order with this choice. */
export function tenderOf(choice: Pick<PaymentChoice, 'means' | 'usedPoint'>, priceYen: number): Tender {
  if (isByPoints(choice, priceYen)) return 'point'
  const by = choice.means === 'paidy' ? 'paidy' : 'card'
  return choice.usedPoint > 0 ? `${by}-point` : by
}

/** The points asked for, limited by the balance and the price. */
export const limitPoints = (wished: number, priceYen: number, balance: number): number =>
  Math.max(0, Math.min(Math.trunc(wished) || 0, priceYen, balance))

/** How many points a member lacks to pay the full price. */
export const pointsMissing = (priceYen: number, balance: number): number => Math.max(0, priceYen - balance)

export const mostCardName = 50

/** The faults of a choice, by field. */
export type ChoiceFaults = Partial<Record<CardField | 'save-as' | 'security-code' | 'means', CardFault>>

/** Finds what is missing or wrong in a choice; empty when it can be confirmed. */
export function faultsOfChoice(
  choice: PaymentChoice,
  { priceYen, stored, now }: { priceYen: number; stored: readonly StoredCard[]; now: Date },
): ChoiceFaults {
  if (isByPoints(choice, priceYen)) return {}
  if (choice.means === 'paidy' || choice.means === 'card-page') return {}
  if (choice.means === 'new-card') {
    const isNameless = choice.saveAs !== undefined && choice.saveAs.trim() === ''
    return { ...faultsOf(choice.card, now), ...(isNameless ? { 'save-as': 'missing' as const } : {}) }
  }
  const card = stored.find(({ cardSeq }) => cardSeq === choice.cardSeq)
  if (!card) return { means: 'missing' }
  if (card.isExpired) return { means: 'expired' }
  if (choice.securityCode === '') return { 'security-code': 'missing' }
  const length = card.brand === 'American Express' ? 4 : 3
  const fits = card.brand === '' ? /^\d{3,4}$/.test(choice.securityCode) : choice.securityCode.length === length
  return fits ? {} : { 'security-code': 'code' }
}

/** The valid card stored last, else a new one. */
export function firstChoice(stored: readonly StoredCard[]): PaymentChoice {
  const card = stored.find(({ isExpired }) => !isExpired)
  return card ? { ...noChoice, means: 'stored-card', cardSeq: card.cardSeq } : noChoice
}
