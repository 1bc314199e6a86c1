import type { ApiInput } from '@kura/contract/api'
import { links } from '../../platform/links.ts'
import { oneOf, readBy } from '../../ui/page-search.ts'
import type { PageSearch, SearchOf } from '../../ui/page-search.ts'

/** The sort orders of a list of listings, as addresses and the API name them. */
const listingOrders = {
  'price-low': { orderColumn: 'price', orderSort: 'asc' },
  'price-high': { orderColumn: 'price', orderSort: 'desc' },
  'serial-low': { orderColumn: 'serial', orderSort: 'asc' },
  'serial-high': { orderColumn: 'serial', orderSort: 'desc' },
  'time-new': { orderColumn: 'time', orderSort: 'desc' },
  'time-old': { orderColumn: 'time', orderSort: 'asc' },
} as const
type ListingOrder = keyof typeof listingOrders
export const listingOrderNames = Object.keys(listingOrders) as ListingOrder[]

const dayMs = 86_400_000
/** The minimum age of a listing. */
const listingAges = { any: 0, day: dayMs, week: 7 * dayMs } as const
type ListingAge = keyof typeof listingAges
export const listingAgeNames = Object.keys(listingAges) as ListingAge[]

/** The filters in the address of an item's page. Prices in yen, null for no bound. */
export type ListingFilters = {
  order: ListingOrder
  age: ListingAge
  least: number | null
  most: number | null
  /** Includes listings for the visitor alone. */
  isLimited: boolean
}

export const listingSearch = {
  order: oneOf(listingOrderNames),
  age: oneOf(listingAgeNames),
  least: readBy(readYen),
  most: readBy(readYen),
  limited: oneOf(['1', '0']),
} satisfies PageSearch

/** Reads the filters in an address; invalid values are ignored. */
export function readListingFilters(search: SearchOf<typeof listingSearch>): ListingFilters {
  return {
    order: listingOrderNames.find((name) => name === search.get('order')) ?? 'price-low',
    age: listingAgeNames.find((name) => name === search.get('age')) ?? 'any',
    least: readYen(search.get('least')),
    most: readYen(search.get('most')),
    isLimited: search.get('limited') !== '0',
  }
}

/** The address of an item's page with these filters; defaults are left out. */
export function listingsHref(itemId: string, filters: Partial<ListingFilters>, cursor?: string): string {
  const search = new URLSearchParams()
  const { order = 'price-low', age = 'any', least = null, most = null, isLimited = true } = filters
  if (order !== 'price-low') search.set('order', order)
  if (age !== 'any') search.set('age', age)
  if (least !== null) search.set('least', String(least))
  if (most !== null) search.set('most', String(most))
  if (!isLimited) search.set('limited', '0')
  if (cursor !== undefined) search.set('cursor', cursor)
  const text = search.toString()
  return text === '' ? links.item(itemId) : `${links.item(itemId)}?${text}`
}

/** Rows are tall: one screen of them, and more on request. */
const listingsShown = 10
type ListingQuery = ApiInput<'listListings'>['query']

/**
 * The API query for these filters. `nowMs` is when the page was rendered; ages start at the full
 * hour, so that all requests within it are the same.
 */
export function listingQuery({ order, age, least, most }: ListingFilters, nowMs: number): ListingQuery {
  const hourMs = 3_600_000
  const before = Math.floor(nowMs / hourMs) * hourMs - listingAges[age]
  return {
    limit: listingsShown,
    ...listingOrders[order],
    ...(age === 'any' ? {} : { before: new Date(before).toISOString() }),
    ...(least === null ? {} : { priceFrom: least }),
    ...(most === null ? {} : { priceTo: most }),
  }
}

/**
 * Whether any filter is active. Hiding listings for one member counts only for that member: nobody
 * else has any.
 */
export const areListingsNarrowed = ({ age, least, most, isLimited }: ListingFilters, isMember: boolean): boolean =>
  age !== 'any' || least !== null || most !== null || (isMember && !isLimited)

const yenMost = 9_999_999

/**
 * Reads a price from an address or a field, also in full-width digits and with separators; null
 * when it is none.
 */
export function readYen(text: string | null): number | null {
  const digits = (text ?? '').normalize('NFKC').replace(/[\s,¥円]/g, '')
  if (!/^\d{1,7}$/.test(digits)) return null
  return Math.min(Number(digits), yenMost)
}
