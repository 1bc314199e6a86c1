import type { ParsedOf } from '@kura/contract/endpoint'
import { ensure } from '@kura/contract/errors'
import { Instant, Uuid } from '@kura/contract/ids'
import { limits } from '@kura/contract/limits'
import type * as searchCalls from '@kura/contract/market/search'
import type * as listingCalls from '@kura/contract/market/listing'
import { z } from 'zod'
import type { Deps } from '../../deps.ts'
import { CursorInteger, CursorText, decodeCursor, rawList } from '../../platform/http/paging.ts'
import type { RawJson, Viewer } from '../../platform/http/on.ts'
import { filterOf } from '../../catalogue/item/list-items.ts'
import * as views from './view-queries.ts'

type ListInput = ParsedOf<typeof searchCalls.listListings>
type OwnInput = ParsedOf<typeof listingCalls.listOwnListings>
type ItemsInput = ParsedOf<typeof searchCalls.listListedItems>

const NumberKeys = z.tuple([CursorInteger, Uuid])
const TimeKeys = z.tuple([Instant, Uuid])
const OwnKeys = z.tuple([Uuid])
const NewestKeys = z.tuple([Instant, CursorText])
const RankKeys = z.tuple([CursorInteger, CursorText])

const none = { items: '[]', last: null }
const pageOf = ({ limit, offset }: { limit?: number | undefined; offset?: number | undefined }) => ({
  limit: limit ?? limits.pageSize,
  offset: offset ?? 0,
})

/**
 * Listings of an item that can be bought now. The cursor belongs to the order it came from. Fails
 * with NOT_FOUND.
 */
export async function listListings(
  { sql }: Pick<Deps, 'sql'>,
  viewer: Viewer | undefined,
  { params, query }: ListInput,
): Promise<RawJson> {
  const { orderColumn: column = 'price', orderSort = 'asc', getLimited } = query
  const { before, priceFrom, priceTo, tokenId } = query
  const [page] = await views.listOfItem(sql, {
    itemId: params.itemId,
    column,
    isDescending: orderSort === 'desc',
    before,
    priceFrom,
    priceTo,
    tokenId,
    viewerId: getLimited ? viewer?.memberId : undefined,
    ...pageOf(query),
    after: column === 'time' ? decodeCursor(query.cursor, TimeKeys) : decodeCursor(query.cursor, NumberKeys),
  })
  // an item with listings is known
  if (!page || page.items === '[]') ensure(await views.hasItem(sql, params.itemId), 'NOT_FOUND')
  return rawList(page ?? none)
}

/**
 * The member's own listings in every state, newest first, or those that were bought. The cursor
 * belongs to the sort it came from.
 */
export async function listOwnListings(
  { sql }: Pick<Deps, 'sql'>,
  { memberId }: Viewer,
  { query }: OwnInput,
): Promise<RawJson> {
  const states = query.state === undefined ? undefined : [query.state].flat()
  const after = decodeCursor(query.cursor, OwnKeys)
  const list = query.sort === 'sold' ? views.listBought : views.listOwn
  const [page] = await list(sql, memberId, states, { ...pageOf(query), after })
  return rawList(page ?? none)
}

/** Items with a listing for everybody. The cursor belongs to the sort it came from. */
export async function listListedItems({ sql }: Pick<Deps, 'sql'>, { query }: ItemsInput): Promise<RawJson> {
  const { sort = 'new', priceFrom, priceTo } = query
  const after = decodeCursor(query.cursor, sort === 'new' ? NewestKeys : RankKeys)
  const [page] = await views.listListedItems(
    sql,
    sort,
    { ...filterOf(query), priceFrom, priceTo },
    { ...pageOf(query), after },
  )
  return rawList(page ?? none)
}
