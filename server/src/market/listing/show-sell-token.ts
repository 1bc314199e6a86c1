import { ensure } from '@kura/contract/errors'
import type { Deps } from '../../deps.ts'
import type { RawJson, Viewer } from '../../platform/http/on.ts'
import { ensureOwner, getOffered } from './find-offer.ts'
import { findOwnOffer } from './view-queries.ts'

/** A token of the member's own with the rules its price is under, the offer of it that stands, and what else is under way with it. */
export async function showSellToken(
  deps: Pick<Deps, 'sql'>,
  { memberId, flowAddress }: Viewer,
  id: string,
): Promise<RawJson> {
  const offered = await getOffered(deps, id)
  ensure(flowAddress !== '', 'WALLET_REQUIRED')
  ensureOwner(offered, flowAddress)
  const [found] = await findOwnOffer(deps.sql, offered.tokenId, memberId)
  ensure(found, 'NOT_FOUND')
  const rules = {
    feeBps: offered.feeBps,
    royaltyBps: offered.royaltyBps,
    contentAccessFee: offered.contentAccessYen,
    priceLeast: offered.priceLeastYen,
    priceMost: offered.priceMostYen,
    listingDays: offered.listingDays,
    floor: offered.floorYen,
    floorPercent: offered.floorPercent,
    graceSeconds: offered.graceSeconds,
  }
  const answer = JSON.stringify(rules).slice(1)
  const { token, listing, underWay } = found
  return { rawJson: `{"token":${token},"listing":${listing ?? 'null'},"underWay":${underWay ?? 'null'},${answer}` }
}
