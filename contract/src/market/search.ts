import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { Instant, ItemId, listOf, pageQuery, plainText, RefId, SeriesId, TokenId, Yen } from '../ids.ts'
import { ItemCardView, Rarity } from '../catalogue/item.ts'
import { paths } from '../paths.ts'
import { ListingView } from './listing.ts'

export const showListing = endpoint(paths.showListing, {
  summary: 'The offer of a token that can be bought now.',
  params: z.object({ tokenRefId: RefId }),
  output: ListingView,
  errors: ['NOT_FOUND'],
})

export const listingColumns = ['price', 'serial', 'time'] as const
export const listListings = endpoint(paths.listListings, {
  summary:
    'Offers of an item that can be bought now, cheapest first unless ordered otherwise. `getLimited` adds those meant for the member alone; `before` leaves out what came at or after it; both prices are bounds that still count; `tokenId` leaves that one alone.',
  params: z.object({ itemId: ItemId }),
  query: z.object({
    ...pageQuery,
    orderColumn: z.enum(listingColumns).optional(),
    orderSort: z.enum(['asc', 'desc']).optional(),
    before: Instant.optional(),
    priceFrom: z.coerce.number().int().min(0).max(9_999_999).optional(),
    priceTo: z.coerce.number().int().min(0).max(9_999_999).optional(),
    tokenId: TokenId.optional(),
    getLimited: z.stringbool().optional(),
  }),
  output: listOf(ListingView),
  errors: ['NOT_FOUND'],
})

/** An item with what is offered of it. */
export const ListedItemView = z.object({
  item: ItemCardView,
  listed: z.int(),
  minPrice: Yen,
  listedAt: Instant,
  /** How many were ever sold between members. */
  sold: z.int(),
})

export const listedItemSorts = ['new', 'price-low', 'price-high', 'sold'] as const
export const listListedItems = endpoint(paths.listListedItems, {
  summary:
    'Items of which something is offered, the latest offer first unless sorted otherwise. The price is the lowest at which an item is offered; `new` is the time of its latest offer.',
  query: z.object({
    ...pageQuery,
    q: plainText(100).optional(),
    seriesId: SeriesId.optional(),
    categorySlugs: plainText(400).optional(),
    rarity: z.union([Rarity, z.array(Rarity)]).optional(),
    priceFrom: z.coerce.number().int().min(0).max(9_999_999).optional(),
    priceTo: z.coerce.number().int().min(0).max(9_999_999).optional(),
    sort: z.enum(listedItemSorts).optional(),
  }),
  output: listOf(ListedItemView),
})

export const listTrends = endpoint(paths.listTrends, {
  summary: 'The items most sold between members in the last seven days of Japan, today included.',
  query: z.object({ limit: pageQuery.limit }),
  output: listOf(
    z.object({ item: ItemCardView, sold: z.int(), lastPrice: Yen, listed: z.int(), minPrice: Yen.nullable() }),
  ),
})

export const showMaxMin = endpoint(paths.showMaxMin, {
  summary: 'The lowest and the highest price at which an item is offered.',
  params: z.object({ itemId: ItemId }),
  output: z.object({ min: Yen, max: Yen }),
  errors: ['NOT_FOUND'],
})

export const showItemPrices = endpoint(paths.showItemPrices, {
  summary:
    'What an item is offered for and was sold for between members: to choose a price by. Days are those of Japan.',
  params: z.object({ itemId: ItemId }),
  output: z.object({
    listed: z.int(),
    minPrice: Yen.nullable(),
    maxPrice: Yen.nullable(),
    lastPrice: Yen.nullable(),
    lastSoldAt: Instant.nullable(),
    /** Of the last ninety days, those on which one was sold, oldest first. */
    days: z.array(z.object({ day: z.iso.date(), sold: z.int(), medianPrice: Yen, minPrice: Yen, maxPrice: Yen })),
  }),
  errors: ['NOT_FOUND'],
})
