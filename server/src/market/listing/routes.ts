import { showItemControl } from '@kura/contract/catalogue/control'
import { ensure } from '@kura/contract/errors'
import { limits } from '@kura/contract/limits'
import * as contract from '@kura/contract/market/listing'
import type { Deps } from '../../deps.ts'
import { on } from '../../platform/http/on.ts'
import type { RawJson, Route } from '../../platform/http/on.ts'
import { cancelAllListings, cancelListing } from './cancel-listing.ts'
import { draftListing, reportListing, rollBackListing } from './draft-listing.ts'
import { listListedItems, listListings, listOwnListings } from './list-listings.ts'
import { getListableToken, getTarget, isFarBelowFloor, tradePriceOf } from './listing-terms.ts'
import { showControl } from './show-control.ts'
import { showSellToken } from './show-sell-token.ts'
import * as views from './view-queries.ts'

/** What everybody may read of offers between members. */
export const listingReads = ({ sql }: Pick<Deps, 'sql'>): Route[] => [
  on(contract.listListedItems, (input) => listListedItems({ sql }, input)),
  on(contract.listTrends, async ({ query }): Promise<RawJson> => {
    const [found] = await views.listTrends(sql, query.limit ?? limits.pageSize)
    return { rawJson: `{"items":${found?.items ?? '[]'}}` }
  }),
  on(contract.listListings, (input, { viewer }) => listListings({ sql }, viewer, input)),
  on(contract.showMaxMin, async ({ params }) => {
    const [{ min, max } = { min: null, max: null }] = await views.findMaxMin(sql, params.itemId)
    ensure(min !== null && max !== null, 'NOT_FOUND')
    return { min, max }
  }),
  on(contract.showListing, async ({ params }, { viewer }) => {
    const [found] = await views.findShown(sql, params.tokenRefId, viewer?.memberId)
    ensure(found, 'NOT_FOUND')
    return { rawJson: found.listing }
  }),
  on(showItemControl, ({ params }, { viewer }) => showControl({ sql }, viewer, params.itemId)),
]

/** Selling between members. */
export const listingRoutes = (deps: Deps): Route[] => [
  ...listingReads(deps),
  on(contract.showSellToken, ({ params }, { viewer }) => showSellToken(deps, viewer, params.id)),
  on(contract.showTradePrice, async ({ params, query: { listPrice } }) => {
    const token = await getListableToken(deps, params.id)
    const parts = tradePriceOf(token, listPrice)
    return { ...parts, floor: token.floorYen, isFarBelowFloor: isFarBelowFloor(token, listPrice) }
  }),
  on(contract.draftListing, ({ body }, { viewer }) => draftListing(deps, viewer, body)),
  on(contract.reportListing, ({ body }, { viewer }) => reportListing(deps, viewer, body)),
  on(contract.rollBackListing, ({ params }, { viewer }) => rollBackListing(deps, viewer, params.id)),
  on(contract.endListing, ({ params }, { viewer }) => cancelListing(deps, viewer, params.tokenRefId)),
  on(contract.endAllListings, (_input, { viewer }) => cancelAllListings(deps, viewer.memberId)),
  on(contract.listOwnListings, (input, { viewer }) => listOwnListings(deps, viewer, input)),
  on(contract.showItemPrices, async ({ params }) => {
    const [found] = await views.findPrices(deps.sql, params.itemId)
    ensure(found, 'NOT_FOUND')
    return { rawJson: found.prices }
  }),
  on(contract.showSellingTarget, ({ params }, { viewer }) => getTarget(deps, viewer, params.id)),
]
