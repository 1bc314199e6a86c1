import { z } from 'zod'
import type { Rarity } from '@kura/contract/catalogue/item'
import type { listItems as endpoint } from '@kura/contract/catalogue/item'
import type { ParsedOf } from '@kura/contract/endpoint'
import { limits } from '@kura/contract/limits'
import type { Deps } from '../../deps.ts'
import type { RawJson } from '../../platform/http/on.ts'
import { CursorInteger, CursorNumber, CursorText, decodeCursor, rawList } from '../../platform/http/paging.ts'
import type { ItemFilter } from './filter-queries.ts'
import * as items from './queries.ts'

type Query = ParsedOf<typeof endpoint>['query']

const NewestKeys = z.tuple([CursorNumber])
const NameKeys = z.tuple([CursorText, CursorText])
const PriceKeys = z.union([z.tuple([CursorInteger, CursorText, CursorNumber]), z.tuple([CursorNumber])])

/** A page of items. The cursor belongs to the sort it came from. */
export async function listItems({ sql }: Pick<Deps, 'sql'>, query: Query): Promise<RawJson> {
  const filter = filterOf(query)
  const page = { limit: query.limit ?? limits.pageSize, offset: query.offset ?? 0 }
  const [found] = await run(sql, query, filter, page)
  if (!found) throw new Error('a list without a row')
  return rawList(found)
}

function run(sql: Deps['sql'], query: Query, filter: ItemFilter, page: { limit: number; offset: number }) {
  switch (query.sort ?? 'new') {
    case 'new':
      return items.listNewest(sql, filter, { ...page, after: decodeCursor(query.cursor, NewestKeys) })
    case 'name':
      return items.listByName(sql, filter, { ...page, after: decodeCursor(query.cursor, NameKeys) })
    case 'price-low':
      return items.listByPrice(sql, filter, { ...page, after: decodeCursor(query.cursor, PriceKeys) }, false)
    case 'price-high':
      return items.listByPrice(sql, filter, { ...page, after: decodeCursor(query.cursor, PriceKeys) }, true)
  }
}

/** More words than this do not narrow a search by name. */
const wordsMost = 6

/** The filter of a query. */
export function filterOf(query: {
  q?: string | undefined
  excludeRegulatedItems?: boolean | undefined
  seriesId?: string | undefined
  categorySlugs?: string | undefined
  rarity?: Rarity | Rarity[] | undefined
}): ItemFilter {
  const slugs = query.categorySlugs?.split(',').filter(Boolean) ?? []
  const words = query.q?.split(/\s+/u).filter(Boolean).slice(0, wordsMost)
  return {
    seriesId: query.seriesId,
    // a client that has chosen none joins none: that is every category
    categorySlugs: slugs.length === 0 ? undefined : slugs,
    rarities: query.rarity === undefined ? undefined : [query.rarity].flat(),
    excludesRegulated: query.excludeRegulatedItems,
    words: words?.length ? words : undefined,
  }
}
