import type { ListingView } from '@kura/contract/market/listing'

/** Where the offers stand on an item's page. */
export const listingsAnchor = 'listings'

/** Whether an offer's time is not over yet, by the server's clock. */
export const isStanding = ({ expiresAt }: Pick<ListingView, 'expiresAt'>, nowMs: number): boolean =>
  Date.parse(expiresAt) > nowMs
