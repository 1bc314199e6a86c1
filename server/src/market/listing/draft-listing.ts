import { ensure, AppError } from '@kura/contract/errors'
import type { ApiInput, ApiOutput } from '@kura/contract/api'
import type { Deps } from '../../deps.ts'
import { ensureFullMember } from '../../identity/member/ensure-full-member.ts'
import { limitRate } from '../../platform/http/limit-rate.ts'
import type { Viewer } from '../../platform/http/on.ts'
import { draftSaleOrder, giveUpSaleOrder, reportSaleOrder } from '../sale-order/draft-sale-order.ts'
import type { SaleOrderDeps } from '../sale-order/draft-sale-order.ts'
import * as listings from './queries.ts'
import { findListableToken, findTarget } from './queries.ts'
import type { ListableToken } from './queries.ts'
import { hasNotice } from './seller-queries.ts'
import type { TradePriceView } from '@kura/contract/market/listing'

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

/**
 * A token that could be listed, with the rules of its price. Fails with NOT_FOUND, also for one
 * that was burned.
 */
export async function getListableToken({ sql }: Pick<Deps, 'sql'>, id: string): Promise<ListableToken> {
  const token = await findListableToken(sql, id)
  ensure(token, 'NOT_FOUND')
  return token
}

/**
 * The parts of a price of this token. Fails with INVALID_INPUT outside the bounds, and when the
 * seller would receive nothing.
 */
export function tradePriceOf(token: ListableToken, listPrice: number): TradePriceView {
  const fault = (fault: string) => new AppError('INVALID_INPUT', { details: [{ field: 'price', fault }] })
  const parts = splitPrice(listPrice, token)
  if (listPrice < token.priceLeastYen || parts.proceeds < 1) throw fault('too_low')
  if (listPrice > token.priceMostYen) throw fault('too_high')
  return parts
}

/**
 * Whether the seller has to confirm a price of this token: it is below the shop's share of the
 * floor.
 */
export const isFarBelowFloor = (
  { floorYen, floorPercent }: Pick<ListableToken, 'floorYen' | 'floorPercent'>,
  listPrice: number,
): boolean => floorYen !== null && listPrice * 100 < floorYen * floorPercent

/**
 * How many seconds a listing at this price waits before it can be bought. Fails with
 * PRICE_FAR_BELOW_FLOOR, which names the floor, until such a price is confirmed.
 */
function graceOf(token: ListableToken, listPrice: number, isConfirmed: boolean): number {
  if (!isFarBelowFloor(token, listPrice)) return 0
  if (isConfirmed) return token.graceSeconds
  const details = [
    { field: 'price', fault: 'far_below_floor' },
    { field: 'floor', fault: String(token.floorYen) },
  ]
  throw new AppError('PRICE_FAR_BELOW_FLOOR', { details })
}

/**
 * Fails with FORBIDDEN unless the token lies in the vault of that address, as far as the chain was
 * read.
 */
export function ensureOwner(token: Pick<ListableToken, 'ownerAddress'>, address: string): void {
  if (token.ownerAddress !== address || address === '')
    throw new AppError('FORBIDDEN', { details: [{ field: 'tokenRefId', fault: 'not_owner' }] })
}

type Target = { userId: string; displayName: string; flowAddress: string }

/**
 * The target: the only member who can buy a listing. Fails with NOT_FOUND, and with INVALID_INPUT
 * for the seller and for a member without a wallet.
 */
export async function getTarget({ sql }: Pick<Deps, 'sql'>, viewer: Viewer, userId: string): Promise<Target> {
  const found = await findTarget(sql, userId)
  ensure(found, 'NOT_FOUND')
  const fault = (fault: string) => new AppError('INVALID_INPUT', { details: [{ field: 'targetUserId', fault }] })
  if (userId === viewer.memberId) throw fault('yourself')
  if (found.flowAddress === null) throw fault('no_wallet')
  return { ...found, flowAddress: found.flowAddress }
}

/**
 * Deductions from a price: the shop's fee and the royalty in hundredths of a per cent, and a fixed
 * part in yen.
 */
type PriceRules = { feeBps: number; royaltyBps: number; contentAccessYen: number }

const share = (priceYen: number, bps: number): number => Math.floor((priceYen * bps) / 10_000)

/**
 * The parts of a price in whole yen; fractions stay with the seller. The preview and the signed
 * terms both come from here. Proceeds of zero or less mean that the price is too low for its rules.
 */
function splitPrice(
  listPrice: number,
  { feeBps, royaltyBps, contentAccessYen: contentAccessFee }: PriceRules,
): TradePriceView {
  const fee = share(listPrice, feeBps)
  const royalty = share(listPrice, royaltyBps)
  return { listPrice, fee, royalty, contentAccessFee, proceeds: listPrice - fee - royalty - contentAccessFee }
}
