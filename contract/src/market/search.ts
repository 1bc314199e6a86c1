import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { Instant, ItemId, listOf, pageQuery, plainText, RefId, SeriesId, TokenId, Yen } from '../ids.ts'
import { ItemCardView, ItemCountsView, Rarity } from '../catalogue/item.ts'
import { paths } from '../paths.ts'
import { ListingView } from './listing.ts'

export const showListing = endpoint(paths.showListing, {
  summary: 'The listing of a token that can be bought now.',
  params: z.object({ tokenRefId: RefId }),
  output: ListingView,
  errors: ['NOT_FOUND'],
})

export const listingColumns = ['price', 'serial', 'time'] as const
export const listListings = endpoint(paths.listListings, {
  summary:
    'Listings of an item that can be bought now, cheapest first by default. `getLimited` adds those for this member alone. `before` leaves out listings opened at or after that time. Both price bounds are included. `tokenId` filters for one token.',
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

/** Leaves out works for adults. */
const excludeRegulatedItems = z.stringbool().optional()

/** An item with its listings in numbers. */
export const ListedItemView = z.object({
  item: ItemCardView,
  listed: z.int(),
  minPrice: Yen,
  listedAt: Instant,
  /** How many were ever sold between members. */
  sold: z.int(),
})

export const listedItemSorts = ['new', 'price-low', 'price-high', 'sold'] as const
const listedItemFilters = {
  q: plainText(100).optional(),
  seriesId: SeriesId.optional(),
  categorySlugs: plainText(400).optional(),
  rarity: z.union([Rarity, z.array(Rarity)]).optional(),
  priceFrom: z.coerce.number().int().min(0).max(9_999_999).optional(),
  priceTo: z.coerce.number().int().min(0).max(9_999_999).optional(),
  serialFrom: z.coerce.number().int().min(1).max(9_999_999).optional(),
  serialTo: z.coerce.number().int().min(1).max(9_999_999).optional(),
  seller: plainText(40).optional(),
  belowLastSale: z.stringbool().optional(),
  excludeRegulatedItems,
}

export const listListedItems = endpoint(paths.listListedItems, {
  summary:
    'Items with a listing, latest listing first by default. The price is the lowest one listed; `new` sorts by the time of the latest listing. `serialFrom`, `serialTo` (both included) and `seller` (handle or wallet address) leave items with one listing that meets them and the price bounds; `minPrice` and `listed` are then those of such listings. `belowLastSale` leaves items whose price is lower than that of the last sale of the item between members.',
  query: z.object({ ...pageQuery, ...listedItemFilters, sort: z.enum(listedItemSorts).optional() }),
  output: listOf(ListedItemView),
})

export const countListedItems = endpoint(paths.countListedItems, {
  summary:
    'How many items with a listing each series, category and rarity would leave, with the other filters as they are.',
  query: z.object(listedItemFilters),
  output: ItemCountsView,
})

export const listTrends = endpoint(paths.listTrends, {
  summary: 'The items most sold between members in the last seven days in Japan, today included.',
  query: z.object({ limit: pageQuery.limit, excludeRegulatedItems }),
  output: listOf(
    z.object({ item: ItemCardView, sold: z.int(), lastPrice: Yen, listed: z.int(), minPrice: Yen.nullable() }),
  ),
})

export const showMaxMin = endpoint(paths.showMaxMin, {
  summary: 'The lowest and the highest listed price of an item, each by both of its names.',
  params: z.object({ itemId: ItemId }),
  output: z.object({ min: Yen, max: Yen, minPrice: Yen, maxPrice: Yen }),
  errors: ['NOT_FOUND'],
})

export const showItemPrices = endpoint(paths.showItemPrices, {
  summary: 'Current and past prices of an item between members, for choosing a price. Days are in Japan time.',
  params: z.object({ itemId: ItemId }),
  output: z.object({
    listed: z.int(),
    minPrice: Yen.nullable(),
    maxPrice: Yen.nullable(),
    lastPrice: Yen.nullable(),
    lastSoldAt: Instant.nullable(),
    /** The days of the last ninety with a sale, oldest first. */
    days: z.array(z.object({ day: z.iso.date(), sold: z.int(), medianPrice: Yen, minPrice: Yen, maxPrice: Yen })),
  }),
  errors: ['NOT_FOUND'],
})
