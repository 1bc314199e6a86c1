import { useEffect } from 'react'
import type { ScopedMutator } from 'swr'
import { isAbout } from '../swr.ts'

type Renew = () => Promise<unknown>
/** Lists of several pages on the screen, which are asked for again as a whole. */
const longLists = new Set<Renew>()

/** Has a list of several pages asked for again with the others. */
export function useRenewed(renew: Renew): void {
  useEffect(() => {
    longLists.add(renew)
    return () => void longLists.delete(renew)
  }, [renew])
}

/** Has everything asked for again that screens show of offers and prices, and of gifts by mail, which are orders as well. */
export const renewOffers = (mutate: ScopedMutator): Promise<unknown> =>
  Promise.all([
    mutate(
      isAbout([
        'showSellToken',
        'listOwnListings',
        'listListings',
        'showListing',
        'showMaxMin',
        'showItemPrices',
        'showItemControl',
        'listGifts',
        'showGift',
        'prepareTransfer',
      ]),
    ),
    ...[...longLists].map((renew) => renew()),
  ])
