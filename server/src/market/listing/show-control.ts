import { ensure } from '@kura/contract/errors'
import type { ApiOutput } from '@kura/contract/api'
import { termsVersion } from '@kura/contract/limits'
import { arePaused } from '../../chain/index/sale-queries.ts'
import type { Deps } from '../../deps.ts'
import type { Viewer, RawJson } from '../../platform/http/on.ts'
import { findControl, findOwnListing } from './view-queries.ts'
import { ensureOwner, getListableToken } from './listing-terms.ts'

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
  const notOffered: Reason | false =
    !found.hasOffer && ((found.hasLater && 'not-yet') || (found.hasOwn && 'own-listing') || 'not-listed')
  return {
    list: verdict(...gate, isPaused, !found.hasNotice && 'seller-notice-missing', ...noneFree),
    buy: verdict(...gate, found.isRecovering && 'wallet-changing', isPaused, notOffered),
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
