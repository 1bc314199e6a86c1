import type { ListingView } from '@kura/contract/market/listing'
import type { OrderView } from '@kura/contract/checkout/order'
import type { PackView } from '@kura/contract/shop/pack'
import { subjectOf } from '../order/subject.ts'
import type { PackSubject, TokenSubject } from '../order/subject.ts'

/** What an order is for, as its buyer saw it. */
export type PackTerms = PackSubject & { priceYen: number }
export type TokenTerms = TokenSubject & { priceYen: number; contentAccessFee: number }
export type Terms = PackTerms | TokenTerms

/** What is for sale, with everything shown before the order. */
export type PackOffer = PackTerms &
  Pick<PackView, 'cardsPerPack' | 'saleStartsAt' | 'saleEndsAt'> & { packKind: PackView['kind'] }
export type TokenOffer = TokenTerms & Pick<ListingView, 'serial' | 'sellerName' | 'expiresAt'> & { isTaxed: boolean }
export type Offer = PackOffer | TokenOffer

/**
 * Whether the price includes tax: always in the shop, and for a member's listing when the seller
 * owes it.
 */
export const hasTax = (offer: Pick<PackOffer, 'kind'> | Pick<TokenOffer, 'kind' | 'isTaxed'>): boolean =>
  offer.kind === 'pack' || offer.isTaxed

/** The terms an order was made on. */
export function termsOf(order: Pick<OrderView, 'packId' | 'token' | 'priceYen'>): Terms {
  const subject = subjectOf(order)
  const { priceYen, token } = order
  return subject.kind === 'pack'
    ? { ...subject, priceYen }
    : { ...subject, priceYen, contentAccessFee: token?.contentAccessFee ?? 0 }
}
