import type { ListingView } from '@kura/contract/market/listing'
import type { OrderView } from '@kura/contract/checkout/order'
import type { PackView } from '@kura/contract/shop/pack'
import { isTaxed } from '../../market/market/is-taxed.ts'
import { subjectOf } from './subject.ts'
import type { PackSubject, TokenSubject } from './subject.ts'

/** What an order is made for, as its buyer was shown it. */
export type PackTerms = PackSubject & { priceYen: number }
export type TokenTerms = TokenSubject & { priceYen: number; contentAccessFee: number }
export type Terms = PackTerms | TokenTerms

/** What is bought, with all that is told before. */
export type PackOffer = PackTerms &
  Pick<PackView, 'cardsPerPack' | 'saleStartsAt' | 'saleEndsAt'> & { packKind: PackView['kind'] }
export type TokenOffer = TokenTerms & Pick<ListingView, 'serial' | 'sellerName' | 'expiresAt'> & { isTaxed: boolean }
export type Offer = PackOffer | TokenOffer

/** Whether tax is in the price: always in the shop's own, and in a member's where that member owes it. */
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

/** A pack as its checkout offers it. */
export const offerOfPack = (pack: PackView): PackOffer => ({
  kind: 'pack',
  packId: pack.packId,
  priceYen: pack.priceYen,
  packKind: pack.kind,
  cardsPerPack: pack.cardsPerPack,
  saleStartsAt: pack.saleStartsAt,
  saleEndsAt: pack.saleEndsAt,
})

/** A token as its seller offers it. */
export const offerOfListing = (listing: ListingView): TokenOffer => ({
  kind: 'token',
  refId: listing.tokenRefId,
  tokenId: listing.tokenId,
  priceYen: listing.price,
  contentAccessFee: listing.contentAccessFee,
  serial: listing.serial,
  sellerName: listing.sellerName,
  expiresAt: listing.expiresAt,
  isTaxed: isTaxed(listing),
})
