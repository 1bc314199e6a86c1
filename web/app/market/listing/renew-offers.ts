import type { ScopedMutator } from 'swr'
import { renewLists } from '../../platform/renewed-lists.ts'
import { isAbout } from '../../platform/swr.ts'

/** Has everything asked for again that screens show of offers and prices, and of gifts by mail, which are orders as well. */
export const renewOffers = (mutate: ScopedMutator): Promise<unknown> =>
  renewLists(
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
  )
