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
export type SellablePack = PackTerms &
  Pick<PackView, 'cardsPerPack' | 'saleStartsAt' | 'saleEndsAt'> & { packKind: PackView['kind'] }
export type SellableToken = TokenTerms & Pick<ListingView, 'serial' | 'sellerName' | 'expiresAt'> & { isTaxed: boolean }
export type Sellable = SellablePack | SellableToken

/**
 * Whether the price includes tax: always in the shop, and for a member's listing when the seller
 * owes it.
 */
export const hasTax = (sellable: Pick<SellablePack, 'kind'> | Pick<SellableToken, 'kind' | 'isTaxed'>): boolean =>
  sellable.kind === 'pack' || sellable.isTaxed

/** The terms an order was made on. */
export function termsOf(order: Pick<OrderView, 'packId' | 'token' | 'priceYen'>): Terms {
  const subject = subjectOf(order)
  const { priceYen, token } = order
  return subject.kind === 'pack'
    ? { ...subject, priceYen }
    : { ...subject, priceYen, contentAccessFee: token?.contentAccessFee ?? 0 }
}
