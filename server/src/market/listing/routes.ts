import { showItemControl } from '@kura/contract/catalogue/control'
import { ensure } from '@kura/contract/errors'
import { limits } from '@kura/contract/limits'
import * as searchCalls from '@kura/contract/market/search'
import * as listingCalls from '@kura/contract/market/listing'
import type { Deps } from '../../deps.ts'
import { on } from '../../platform/http/on.ts'
import type { RawJson, Route } from '../../platform/http/on.ts'
import { cancelAllListings, cancelListing } from './cancel-listing.ts'
import {
  draftListing,
  reportListing,
  rollBackListing,
  getListableToken,
  getTarget,
  isFarBelowFloor,
  tradePriceOf,
} from './draft-listing.ts'
import {
  countListedItems,
  listListedItems,
  listListings,
  listOwnListings,
  showControl,
  showSellToken,
} from './show-listings.ts'
import * as views from './view-queries.ts'

/** What everybody may read of listings. */
export const listingReads = ({ sql }: Pick<Deps, 'sql'>): Route[] => [
  on(searchCalls.listListedItems, (input) => listListedItems({ sql }, input)),
  on(searchCalls.countListedItems, (input) => countListedItems({ sql }, input)),
  on(searchCalls.listTrends, async ({ query }): Promise<RawJson> => {
    const [found] = await views.listTrends(sql, query.limit ?? limits.pageSize, query.excludeRegulatedItems ?? false)
    return { rawJson: `{"items":${found?.items ?? '[]'}}` }
  }),
  on(searchCalls.listListings, (input, { viewer }) => listListings({ sql }, viewer, input)),
  on(searchCalls.showMaxMin, async ({ params }) => {
    const [{ min, max } = { min: null, max: null }] = await views.findMaxMin(sql, params.itemId)
    ensure(min !== null && max !== null, 'NOT_FOUND')
    return { min, max, minPrice: min, maxPrice: max }
  }),
  on(searchCalls.showListing, async ({ params }, { viewer }) => {
    const [found] = await views.findShown(sql, params.tokenRefId, viewer?.memberId)
    ensure(found, 'NOT_FOUND')
    return { rawJson: found.listing }
  }),
  on(showItemControl, ({ params }, { viewer }) => showControl({ sql }, viewer, params.itemId)),
]

/** Selling between members. */
export const listingRoutes = (deps: Deps): Route[] => [
  ...listingReads(deps),
  on(listingCalls.showSellToken, ({ params }, { viewer }) => showSellToken(deps, viewer, params.id)),
  on(listingCalls.showTradePrice, async ({ params, query: { listPrice } }) => {
    const token = await getListableToken(deps, params.id)
    const parts = tradePriceOf(token, listPrice)
    return { ...parts, floor: token.floorYen, isFarBelowFloor: isFarBelowFloor(token, listPrice) }
  }),
  on(listingCalls.draftListing, ({ body }, { viewer }) => draftListing(deps, viewer, body)),
  on(listingCalls.reportListing, ({ body }, { viewer }) => reportListing(deps, viewer, body)),
  on(listingCalls.rollBackListing, ({ params }, { viewer }) => rollBackListing(deps, viewer, params.id)),
  on(listingCalls.endListing, ({ params }, { viewer }) => cancelListing(deps, viewer, params.tokenRefId)),
  on(listingCalls.endAllListings, (_input, { viewer }) => cancelAllListings(deps, viewer.memberId)),
  on(listingCalls.listOwnListings, (input, { viewer }) => listOwnListings(deps, viewer, input)),
  on(searchCalls.showItemPrices, async ({ params }) => {
    const [found] = await views.findPrices(deps.sql, params.itemId)
    ensure(found, 'NOT_FOUND')
    return { rawJson: found.prices }
  }),
  on(listingCalls.showSellingTarget, ({ params }, { viewer }) => getTarget(deps, viewer, params.id)),
]
