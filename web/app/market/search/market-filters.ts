import type { ApiInput } from '@kura/contract/api'
import type { listedItemSorts } from '@kura/contract/market/search'
import { filterSearch, itemNarrowing, readFilters } from '../../catalogue/item/item-filters.ts'
import type { ItemFilters } from '../../catalogue/item/item-filters.ts'
import { links } from '../../platform/links.ts'
import { oneOf, readBy, someOf, textOf } from '../../ui/page-search.ts'
import type { PageSearch, SearchOf } from '../../ui/page-search.ts'
import { readYen } from '../listing/listing-filters.ts'

export type MarketSort = (typeof listedItemSorts)[number]
export const marketSorts = ['new', 'price-low', 'price-high', 'sold'] as const satisfies readonly MarketSort[]

/** What the address of the market asks for. Prices in yen, null for no bound. */
export type MarketFilters = Omit<ItemFilters, 'sort'> & {
  least: number | null
  most: number | null
  /** Serials from and to, both included. */
  first: number | null
  last: number | null
  /** A handle or a wallet address. */
  seller: string
  /** Cheaper than the item was last sold. */
  below: 'yes'[]
  sort: MarketSort
}

export const marketSearch = {
  ...filterSearch,
  least: readBy(readYen),
  most: readBy(readYen),
  first: readBy(readSerial),
  last: readBy(readSerial),
  seller: textOf(40),
  below: someOf(['yes']),
  sort: oneOf(marketSorts),
} satisfies PageSearch

/** The filters in an address; what is not acceptable is as if it were not there. */
export function readMarketFilters(search: SearchOf<typeof marketSearch>): MarketFilters {
  return {
    ...readFilters(search),
    least: readYen(search.get('least')),
    most: readYen(search.get('most')),
    first: readSerial(search.get('first')),
    last: readSerial(search.get('last')),
    seller: search.get('seller') ?? '',
    below: search.get('below') === 'yes' ? ['yes'] : [],
    sort: marketSorts.find((sort) => sort === search.get('sort')) ?? 'new',
  }
}

/** The address of the market with these filters; the usual is left out. */
export function marketHref(filters: Partial<MarketFilters>, cursor?: string): string {
  const { q, series, category, rarity = [], least = null, most = null, sort = 'new' } = filters
  const { first = null, last = null, seller, below = [] } = filters
  const search = new URLSearchParams()
  if (q) search.set('q', q)
  if (series) search.set('series', series)
  if (category) search.set('category', category)
  for (const each of rarity) search.append('rarity', each)
  if (least !== null) search.set('least', String(least))
  if (most !== null) search.set('most', String(most))
  if (first !== null) search.set('first', String(first))
  if (last !== null) search.set('last', String(last))
  if (seller) search.set('seller', seller)
  if (below.length > 0) search.set('below', 'yes')
  if (sort !== 'new') search.set('sort', sort)
  if (cursor !== undefined) search.set('cursor', cursor)
  const text = search.toString()
  return text === '' ? links.market : `${links.market}?${text}`
}

/** What these filters leave, as the API asks for it. */
export const marketNarrowing = (filters: MarketFilters): ApiInput<'countListedItems'>['query'] => {
  const { least, most, first, last, seller, below } = filters
  return {
    ...itemNarrowing(filters),
    ...(least === null ? {} : { priceFrom: least }),
    ...(most === null ? {} : { priceTo: most }),
    ...(first === null ? {} : { serialFrom: first }),
    ...(last === null ? {} : { serialTo: last }),
    ...(seller ? { seller } : {}),
    ...(below.length > 0 ? { belowLastSale: 'true' } : {}),
  }
}

/** The query of the API for these filters. */
export const marketQuery = (
  filters: MarketFilters,
  cursor: string | undefined,
  limit: number,
): ApiInput<'listListedItems'>['query'] => ({
  ...marketNarrowing(filters),
  limit,
  sort: filters.sort,
  ...(cursor === undefined ? {} : { cursor }),
})

/** Whether anything narrows the list. */
export const isMarketNarrowed = (filters: MarketFilters): boolean => {
  const { q, series, category, rarity, least, most } = filters
  return (
    q !== '' ||
    series !== '' ||
    category !== '' ||
    rarity.length > 0 ||
    least !== null ||
    most !== null ||
    hasListingFilter(filters)
  )
}

/** Whether the filters of the second row are used. */
export const hasListingFilter = ({ first, last, seller, below }: MarketFilters): boolean =>
  first !== null || last !== null || seller !== '' || below.length > 0

/** Reads a serial, also in full-width digits and with a number sign; null when it is none. */
function readSerial(text: string | null): number | null {
  const serial = readYen(text?.normalize('NFKC').replace(/[#№]/g, '') ?? null)
  return serial === 0 ? null : serial
}
