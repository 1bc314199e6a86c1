import { ensure } from '@kura/contract/errors'
import type { Deps } from '../../deps.ts'
import type { RawJson, Viewer } from '../../platform/http/on.ts'
import { ensureOwner, getListableToken } from './listing-terms.ts'
import { findOwnOffer } from './view-queries.ts'

/** A token of the member's own with the rules its price is under, the offer of it that stands, and what else is under way with it. */
export async function showSellToken(
  deps: Pick<Deps, 'sql'>,
  { memberId, flowAddress }: Viewer,
  id: string,
): Promise<RawJson> {
  const listable = await getListableToken(deps, id)
  ensure(flowAddress !== '', 'WALLET_REQUIRED')
  ensureOwner(listable, flowAddress)
  const [found] = await findOwnOffer(deps.sql, listable.tokenId, memberId)
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
