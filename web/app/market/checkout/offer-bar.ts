import type { ListingView } from '@kura/contract/market/listing'

/** Why a visitor cannot buy what is or was offered: nothing is, it is their own, or its time has not come. */
export type OfferBar = 'gone' | 'own' | 'not-yet'

type Offered = Pick<ListingView, 'sellerUserId' | 'buyableFrom' | 'expiresAt'>

/** Says what stands between a visitor and an offer, by the server's time; undefined when nothing does. The server decides the same by itself. */
export function barOf(offered: Offered | undefined, userId: string | undefined, nowMs: number): OfferBar | undefined {
  if (!offered || Date.parse(offered.expiresAt) <= nowMs) return 'gone'
  if (offered.sellerUserId === userId) return 'own'
  return offered.buyableFrom !== null && Date.parse(offered.buyableFrom) > nowMs ? 'not-yet' : undefined
}
