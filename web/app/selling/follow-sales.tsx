import { sales } from './sale-store.ts'
import type { OwnListing } from './listing-item.tsx'
import { useSale } from './use-sale.ts'

/** Follows on what this browser sent and a closed page left: one that failed on chain is rolled back, one that came is told. */
export function FollowSales({ listings }: { listings: readonly OwnListing[] }) {
  const left = listings.filter(
    ({ state, listingId, tokenId }) => state === 'pending' && sales.find(tokenId)?.listingId === listingId,
  )
  return left.map((listing) => <FollowSale key={listing.listingId} token={listing.token} />)
}

function FollowSale({ token }: { token: OwnListing['token'] }) {
  useSale(token)
  return null
}
