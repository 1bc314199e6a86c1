import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { Instant, ItemId, listOf, PackId, pageQuery, Picture, plainText, SeriesId, Words, Yen } from '../ids.ts'
import { paths } from '../paths.ts'
import { packStates } from '../states.ts'

export const Rarity = z.enum(['common', 'rare', 'epic', 'legendary'])
export type Rarity = z.infer<typeof Rarity>

export const ItemCardView = z.object({
  itemId: ItemId,
  name: Words,
  seriesId: SeriesId,
  seriesName: Words,
  picture: Picture,
  rarity: Rarity,
  editionSize: z.int(),
  /** Lowest price of a pack on sale that can hold it; null when none is on sale. */
  priceYen: Yen.nullable(),
})
export type ItemCardView = z.infer<typeof ItemCardView>

export const ItemView = ItemCardView.extend({
  description: Words,
  artist: z.string(),
  traits: z.record(z.string(), z.string()),
  royaltyBps: z.int(),
  isRegulated: z.boolean(),
  mintedCount: z.int(),
  /** How many the member `userId` holds; null without one, and when they do not show it. */
  ownedCount: z.int().nullable(),
  categories: z.array(z.object({ slug: z.string(), name: Words })),
})
export type ItemView = z.infer<typeof ItemView>

export const itemSorts = ['new', 'name', 'price-low', 'price-high'] as const

const itemFilters = {
  seriesId: SeriesId.optional(),
  categorySlugs: plainText(400).optional(),
  rarity: z.union([Rarity, z.array(Rarity)]).optional(),
  q: plainText(100).optional(),
  /** Leaves out works for adults. */
  excludeRegulatedItems: z.stringbool().optional(),
}

export const listItems = endpoint(paths.listItems, {
  summary: 'Items, newest first by default.',
  query: z.object({ ...pageQuery, ...itemFilters, sort: z.enum(itemSorts).optional() }),
  output: listOf(ItemCardView),
})

const Counts = z.record(z.string(), z.int())
/**
 * How many items each choice of a filter would leave, with the other filters as they are. A choice
 * that is not there would leave none.
 */
export const ItemCountsView = z.object({
  /** By `seriesId`. */
  series: Counts,
  /** By slug. */
  categories: Counts,
  rarities: Counts,
  /** False when there were too many items to count all: each number is then the least. */
  isExact: z.boolean(),
})
export type ItemCountsView = z.infer<typeof ItemCountsView>

export const countItems = endpoint(paths.countItems, {
  summary:
    'How many items each series, category and rarity would leave of a list of items, with the other filters as they are.',
  query: z.object(itemFilters),
  output: ItemCountsView,
})
export const showItem = endpoint(paths.showItem, {
  summary: 'One item; with `userId`, how many of it that member holds.',
  params: z.object({ itemId: ItemId }),
  query: z.object({ userId: z.string().max(64).optional() }),
  output: ItemView,
  errors: ['NOT_FOUND'],
})

export const chartSpans = ['30', '90', '365', 'all'] as const
export const showItemChart = endpoint(paths.showItemChart, {
  summary:
    'Prices paid between members by day in Japan, and the floor: the lowest public listing at the end of the day. 90 days by default.',
  params: z.object({ itemId: ItemId }),
  query: z.object({ days: z.enum(chartSpans).optional() }),
  output: z.object({
    /** The first and the last day of the chart, both included; the last is today by default. */
    from: z.iso.date(),
    to: z.iso.date(),
    /** The floor before the first day; null when nothing was listed or nothing is known. */
    floorBefore: Yen.nullable(),
    /**
     * Days with a sale or a change of listings, oldest first, at most the newest 1,000. A day left
     * out has the floor of the day before.
     */
    days: z.array(
      z.object({
        day: z.iso.date(),
        sold: z.int(),
        volumeYen: Yen,
        /**
         * Null when nothing was sold. For an even number of sales, the lower of the two middle
         * prices.
         */
        medianPrice: Yen.nullable(),
        minPrice: Yen.nullable(),
        maxPrice: Yen.nullable(),
        /** Null when nothing was listed. */
        floor: Yen.nullable(),
      }),
    ),
  }),
  errors: ['NOT_FOUND'],
})

export const SeriesView = z.object({
  seriesId: SeriesId,
  name: Words,
  description: Words,
  picture: Picture.nullable(),
  itemCount: z.int(),
  /** How many addresses hold something of it, how many tokens there are, and how many members follow it. */
  collectorCount: z.int(),
  tokenCount: z.int(),
  followerCount: z.int(),
})
export type SeriesView = z.infer<typeof SeriesView>
export const listSeries = endpoint(paths.listSeries, {
  summary: 'Every series, with how many collect and follow it.',
  query: z.object(pageQuery),
  output: listOf(SeriesView),
})

export const CategoryView = z.object({ slug: z.string(), name: Words, itemCount: z.int() })
export type CategoryView = z.infer<typeof CategoryView>
export const listCategories = endpoint(paths.listCategories, {
  summary: 'The categories.',
  output: listOf(CategoryView),
})

export const showSellingPack = endpoint(paths.showSellingPack, {
  summary: 'The packs on sale that can hold the item, cheapest first.',
  params: z.object({ itemId: ItemId }),
  output: z.object({
    items: z.array(
      z.object({
        packId: PackId,
        name: Words,
        kind: z.enum(['single', 'random']),
        priceYen: Yen,
        remaining: z.int(),
        issued: z.int(),
        oddsPpm: z.int(),
        saleStartsAt: Instant.nullable(),
        saleEndsAt: Instant.nullable(),
        state: z.enum(packStates),
      }),
    ),
  }),
  errors: ['NOT_FOUND'],
})
