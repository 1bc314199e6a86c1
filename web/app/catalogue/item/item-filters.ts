import type { itemSorts, Rarity } from '@kura/contract/catalogue/item'
import { matching, oneOf, someOf, textOf } from '../../ui/page-search.ts'
import type { PageSearch, SearchOf } from '../../ui/page-search.ts'
import { withoutRegulated } from '../../platform/regulated.ts'

export const rarities = ['common', 'rare', 'epic', 'legendary'] as const satisfies readonly Rarity[]
export type ItemSort = (typeof itemSorts)[number]
export const sorts = ['new', 'name', 'price-low', 'price-high'] as const satisfies readonly ItemSort[]

/** The filters in the address of the item list. */
export type ItemFilters = {
  q: string
  series: string
  category: string
  rarity: Rarity[]
  sort: ItemSort
}

const slug = matching(/^[a-z0-9][a-z0-9-]{0,63}$/)
/** The filters that both lists of items share. */
export const filterSearch = {
  q: textOf(100),
  series: slug,
  category: slug,
  rarity: someOf(rarities),
} satisfies PageSearch
export const itemSearch = { ...filterSearch, sort: oneOf(sorts) } satisfies PageSearch

/** Reads the filters in an address; invalid values are ignored. */
export function readFilters(search: SearchOf<typeof filterSearch>): Omit<ItemFilters, 'sort'> {
  const chosen = search.getAll('rarity')
  return {
    q: search.get('q') ?? '',
    series: search.get('series') ?? '',
    category: search.get('category') ?? '',
    rarity: rarities.filter((rarity) => chosen.includes(rarity)),
  }
}

export const readItemFilters = (search: SearchOf<typeof itemSearch>): ItemFilters => ({
  ...readFilters(search),
  sort: sorts.find((sort) => sort === search.get('sort')) ?? 'new',
})

/** The address of the item list with these filters; defaults are left out. */
export function itemsHref(filters: Partial<ItemFilters>, cursor?: string): string {
  const search = new URLSearchParams()
  if (filters.q) search.set('q', filters.q)
  if (filters.series) search.set('series', filters.series)
  if (filters.category) search.set('category', filters.category)
  for (const rarity of filters.rarity ?? []) search.append('rarity', rarity)
  if (filters.sort && filters.sort !== 'new') search.set('sort', filters.sort)
  if (cursor !== undefined) search.set('cursor', cursor)
  const text = search.toString()
  return text === '' ? '/items' : `/items?${text}`
}

/** What these filters leave, as the API asks for it. */
export const itemNarrowing = ({ q, series, category, rarity }: Omit<ItemFilters, 'sort'>) => ({
  ...withoutRegulated,
  ...(q ? { q } : {}),
  ...(series ? { seriesId: series } : {}),
  ...(category ? { categorySlugs: category } : {}),
  ...(rarity.length > 0 ? { rarity } : {}),
})

/** The API query for these filters. */
export const itemQuery = (filters: ItemFilters, cursor: string | undefined, limit: number) => ({
  ...itemNarrowing(filters),
  limit,
  sort: filters.sort,
  ...(cursor === undefined ? {} : { cursor }),
})

/** Whether any filter is active. */
export const isNarrowed = ({ q, series, category, rarity }: ItemFilters): boolean =>
  q !== '' || series !== '' || category !== '' || rarity.length > 0
