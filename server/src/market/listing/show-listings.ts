import type { ParsedOf } from '@kura/contract/endpoint'
import { ensure } from '@kura/contract/errors'
import { Instant, Uuid } from '@kura/contract/ids'
import { limits, termsVersion } from '@kura/contract/limits'
import type * as searchCalls from '@kura/contract/market/search'
import type * as listingCalls from '@kura/contract/market/listing'
import { z } from 'zod'
import type { Deps } from '../../deps.ts'
import { CursorInteger, CursorText, decodeCursor, rawList } from '../../platform/http/paging.ts'
import type { RawJson, Viewer } from '../../platform/http/on.ts'
import { filterOf } from '../../catalogue/item/list-items.ts'
import * as items from './listed-item-queries.ts'
import * as views from './view-queries.ts'
import { findControl, findOwnListing } from './view-queries.ts'
import type { ApiOutput } from '@kura/contract/api'
import { arePaused } from '../../chain/index/sale-queries.ts'
import { ensureOwner, getListableToken } from './draft-listing.ts'

type ListInput = ParsedOf<typeof searchCalls.listListings>
type OwnInput = ParsedOf<typeof listingCalls.listOwnListings>
type CountInput = ParsedOf<typeof searchCalls.countListedItems>
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

/** A handle or wallet address as it is stored; a handle may be written with `@`. */
const sellerOf = (text: string): string => text.normalize('NFKC').trim().replace(/^@/, '').toLowerCase()

/** Items with a listing for everybody. The cursor belongs to the sort it came from. */
export async function listListedItems({ sql }: Pick<Deps, 'sql'>, { query }: ItemsInput): Promise<RawJson> {
  const { sort = 'new' } = query
  const after = decodeCursor(query.cursor, sort === 'new' ? NewestKeys : RankKeys)
  const [page] = await items.listListedItems(sql, sort, listedFilterOf(query), { ...pageOf(query), after })
  return rawList(page ?? none)
}

function listedFilterOf(query: CountInput['query']): items.ListedItemFilter {
  const { priceFrom, priceTo, serialFrom, serialTo, seller, belowLastSale } = query
  return {
    ...filterOf(query),
    priceFrom,
    priceTo,
    serialFrom,
    serialTo,
    seller: seller ? sellerOf(seller) : undefined,
    belowLastSale,
  }
}

/** How many items with a listing each choice of a filter would leave. */
export async function countListedItems({ sql }: Pick<Deps, 'sql'>, { query }: CountInput): Promise<RawJson> {
  const [found] = await items.countListedItems(sql, listedFilterOf(query))
  if (!found) throw new Error('counts without a row')
  return { rawJson: found.counts }
}

type Control = ApiOutput<'showItemControl'>
type Reason = NonNullable<Control['list']['reason']>

const verdict = (...reasons: (Reason | false)[]): Control['list'] => {
  const reason = reasons.find((each) => each !== false) ?? null
  return { isAllowed: reason === null, reason }
}

/**
 * What the visitor may do with tokens of an item, by the rows alone; the calls themselves also ask
 * the chain. Returns the first obstacle. Fails with NOT_FOUND.
 */
export async function showControl(
  { sql }: Pick<Deps, 'sql'>,
  viewer: Viewer | undefined,
  itemId: string,
): Promise<Control> {
  const [found] = await findControl(sql, itemId, viewer ?? { memberId: '', flowAddress: '' })
  ensure(found, 'NOT_FOUND')
  const gate: (Reason | false)[] = [
    viewer === undefined && 'signed-out',
    viewer?.flowAddress === '' && 'wallet-required',
    viewer !== undefined && found.termsVersion !== termsVersion && 'terms-outdated',
  ]
  const isPaused = (await arePaused(sql)) && 'sales-paused'
  const { owned, listed, gifted } = found
  const noneFree: (Reason | false)[] = [
    owned === 0 && 'not-owned',
    owned <= listed + gifted && (listed > 0 ? 'listed-already' : 'offered-as-gift'),
  ]
  const notListed: Reason | false =
    !found.hasListing && ((found.hasLater && 'not-yet') || (found.hasOwn && 'own-listing') || 'not-listed')
  return {
    list: verdict(...gate, isPaused, !found.hasNotice && 'seller-notice-missing', ...noneFree),
    buy: verdict(...gate, found.isRecovering && 'wallet-changing', isPaused, notListed),
    gift: verdict(...gate, ...noneFree),
    transfer: verdict(...gate, ...noneFree),
  }
}

/** A token of the member with the rules of its price, its open listing, and its other uses. */
export async function showSellToken(
  deps: Pick<Deps, 'sql'>,
  { memberId, flowAddress }: Viewer,
  id: string,
): Promise<RawJson> {
  const listable = await getListableToken(deps, id)
  ensure(flowAddress !== '', 'WALLET_REQUIRED')
  ensureOwner(listable, flowAddress)
  const [found] = await findOwnListing(deps.sql, listable.tokenId, memberId)
  ensure(found, 'NOT_FOUND')
  const rules = {
    feeBps: listable.feeBps,
    royaltyBps: listable.royaltyBps,
    contentAccessFee: listable.contentAccessYen,
    priceLeast: listable.priceLeastYen,
    priceMost: listable.priceMostYen,
    listingDays: listable.listingDays,
    floor: listable.floorYen,
    floorPercent: listable.floorPercent,
    graceSeconds: listable.graceSeconds,
  }
  const answer = JSON.stringify(rules).slice(1)
  const { token, listing, underWay } = found
  return { rawJson: `{"token":${token},"listing":${listing ?? 'null'},"underWay":${underWay ?? 'null'},${answer}` }
}
