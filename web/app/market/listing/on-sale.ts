import type { ListingView } from '@kura/contract/market/listing'

/**
 * Whether a listing's price has consumption tax in it: its seller sells by trade and is registered for invoices. Whoever sells what is theirs as a
 * private person owes none, so nothing may call that price taxed.
 */
export const isTaxed = ({ sellerNotice }: Pick<ListingView, 'sellerNotice'>): boolean =>
  sellerNotice !== null && sellerNotice.registrationNumber !== ''

/** Where the offers stand on an item's page. */
export const listingsAnchor = 'listings'

/** Whether an offer's time is not over yet, by the server's clock. */
export const isStanding = ({ expiresAt }: Pick<ListingView, 'expiresAt'>, nowMs: number): boolean =>
  Date.parse(expiresAt) > nowMs
