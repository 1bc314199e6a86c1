import type { ApiInput } from '@kura/contract/api'
import type { listedItemSorts } from '@kura/contract/market/search'
import { filterSearch, readFilters } from '../../catalogue/item/item-filters.ts'
import type { ItemFilters } from '../../catalogue/item/item-filters.ts'
import { links } from '../../platform/links.ts'
import { oneOf, readBy } from '../../ui/page-search.ts'
import type { PageSearch, SearchOf } from '../../ui/page-search.ts'
import { readYen } from '../listing/listing-filters.ts'

export type MarketSort = (typeof listedItemSorts)[number]
export const marketSorts = ['new', 'price-low', 'price-high', 'sold'] as const satisfies readonly MarketSort[]

/** What the address of the market asks for. Prices in yen, null for no bound. */
export type MarketFilters = Omit<ItemFilters, 'sort'> & { least: number | null; most: number | null; sort: MarketSort }

export const marketSearch = {
  ...filterSearch,
  least: readBy(readYen),
  most: readBy(readYen),
  sort: oneOf(marketSorts),
} satisfies PageSearch

/** The filters in an address; what is not acceptable is as if it were not there. */
export function readMarketFilters(search: SearchOf<typeof marketSearch>): MarketFilters {
  return {
    ...readFilters(search),
    least: readYen(search.get('least')),
    most: readYen(search.get('most')),
    sort: marketSorts.find((sort) => sort === search.get('sort')) ?? 'new',
  }
}

/** The address of the market with these filters; the usual is left out. */
export function marketHref(filters: Partial<MarketFilters>, cursor?: string): string {
  const { q, series, category, rarity = [], least = null, most = null, sort = 'new' } = filters
  const search = new URLSearchParams()
  if (q) search.set('q', q)
  if (series) search.set('series', series)
  if (category) search.set('category', category)
  for (const each of rarity) search.append('rarity', each)
  if (least !== null) search.set('least', String(least))
  if (most !== null) search.set('most', String(most))
  if (sort !== 'new') search.set('sort', sort)
  if (cursor !== undefined) search.set('cursor', cursor)
  const text = search.toString()
  return text === '' ? links.market : `${links.market}?${text}`
}

/** The query of the API for these filters. */
export const marketQuery = (
  { q, series, category, rarity, least, most, sort }: MarketFilters,
  cursor: string | undefined,
  limit: number,
): ApiInput<'listListedItems'>['query'] => ({
  limit,
  sort,
  ...(q ? { q } : {}),
  ...(series ? { seriesId: series } : {}),
  ...(category ? { categorySlugs: category } : {}),
  ...(rarity.length > 0 ? { rarity } : {}),
  ...(least === null ? {} : { priceFrom: least }),
  ...(most === null ? {} : { priceTo: most }),
  ...(cursor === undefined ? {} : { cursor }),
})

/** Whether anything narrows the list. */
export const isMarketNarrowed = ({ q, series, category, rarity, least, most }: MarketFilters): boolean =>
  q !== '' || series !== '' || category !== '' || rarity.length > 0 || least !== null || most !== null
