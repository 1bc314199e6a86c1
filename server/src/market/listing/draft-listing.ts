import { ensure } from '@kura/contract/errors'
import type { ApiInput, ApiOutput } from '@kura/contract/api'
import type { Deps } from '../../deps.ts'
import { ensureFullMember } from '../../identity/member/ensure-full-member.ts'
import { limitRate } from '../../platform/http/limit-rate.ts'
import type { Viewer } from '../../platform/http/on.ts'
import { draftSaleOrder, giveUpSaleOrder, reportSaleOrder } from '../sale-order/draft-sale-order.ts'
import type { SaleOrderDeps } from '../sale-order/draft-sale-order.ts'
import { ensureOwner, getListableToken, getTarget, graceOf, tradePriceOf } from './listing-terms.ts'
import * as listings from './queries.ts'
import { hasNotice } from './seller-queries.ts'

const daySeconds = 86_400

/**
 * Signs the terms of a listing and keeps them as a draft. Returns the arguments of the seller's
 * transaction. Fails with what `ensureFullMember` and `draftSaleOrder` fail with,
 * TRADE_PRICE_CHANGED when the seller was shown another content access fee, PRICE_FAR_BELOW_FLOOR
 * until such a price is confirmed, and SELLER_NOTICE_REQUIRED.
 */
export async function draftListing(
  deps: SaleOrderDeps,
  viewer: Viewer,
  input: ApiInput<'draftListing'>['body'],
): Promise<ApiOutput<'draftListing'>> {
  await limitRate(deps, 'listPerMember', viewer.memberId)
  await ensureFullMember(deps, viewer)
  const token = await getListableToken(deps, input.tokenRefId)
  ensureOwner(token, viewer.flowAddress)
  const parts = tradePriceOf(token, input.price)
  const graceSeconds = graceOf(token, input.price, input.confirmedBelowFloor ?? false)
  ensure(parts.contentAccessFee === input.contentAccessFee, 'TRADE_PRICE_CHANGED')
  const target = input.targetUserId === undefined ? undefined : await getTarget(deps, viewer, input.targetUserId)
  const drafted = await draftSaleOrder(
    deps,
    viewer,
    {
      use: 'list',
      field: 'tokenRefId',
      token,
      priceYen: parts.listPrice,
      feeYen: parts.fee + parts.contentAccessFee,
      royaltyYen: parts.royalty,
      target: target?.flowAddress,
      lifetimeSeconds: token.listingDays * daySeconds,
    },
    async (db, order) => {
      ensure(await hasNotice(db, viewer.memberId), 'SELLER_NOTICE_REQUIRED')
      return listings.insertDraft(db, {
        ...order,
        ...parts,
        itemId: token.itemId,
        serial: token.serial,
        graceSeconds,
        targetId: target?.userId ?? null,
        targetAddress: target?.flowAddress ?? null,
      })
    },
  )
  return { listingId: drafted.orderId, ...drafted.kept, graceSeconds, parts, arguments: drafted.arguments }
}

/**
 * Notes which transaction the seller's browser says the wallet sent: a hint, which opens nothing.
 * Fails with NOT_FOUND.
 */
export async function reportListing(
  deps: Pick<Deps, 'sql'>,
  { memberId }: Viewer,
  { listingId, txId }: { listingId: string; txId: string },
): Promise<ApiOutput<'reportListing'>> {
  const state = await reportSaleOrder<'pending'>(deps, listings.listingRows, { id: listingId, memberId }, txId)
  ensure(state, 'NOT_FOUND')
  return { listingId, state }
}

/**
 * Cancels a listing that the wallet did not send. Fails with NOT_FOUND, and with LISTING_STATE when
 * it is on chain.
 */
export async function rollBackListing(
  deps: Pick<Deps, 'sql'>,
  { memberId }: Viewer,
  listingId: string,
): Promise<ApiOutput<'rollBackListing'>> {
  const state = await giveUpSaleOrder<'given-up'>(deps, listings.listingRows, { id: listingId, memberId })
  ensure(state, 'NOT_FOUND')
  ensure(state === 'given-up', 'LISTING_STATE')
  return { listingId, state }
}
