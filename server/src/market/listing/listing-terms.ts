import { AppError, ensure } from '@kura/contract/errors'
import type { TradePriceView } from '@kura/contract/market/listing'
import type { Deps } from '../../deps.ts'
import type { Viewer } from '../../platform/http/on.ts'
import { findListableToken, findTarget, type ListableToken } from './queries.ts'

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
export function graceOf(token: ListableToken, listPrice: number, isConfirmed: boolean): number {
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

export type Target = { userId: string; displayName: string; flowAddress: string }

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
export type PriceRules = { feeBps: number; royaltyBps: number; contentAccessYen: number }

const share = (priceYen: number, bps: number): number => Math.floor((priceYen * bps) / 10_000)

/**
 * The parts of a price in whole yen; fractions stay with the seller. The preview and the signed
 * terms both come from here. Proceeds of zero or less mean that the price is too low for its rules.
 */
export function splitPrice(
  listPrice: number,
  { feeBps, royaltyBps, contentAccessYen: contentAccessFee }: PriceRules,
): TradePriceView {
  const fee = share(listPrice, feeBps)
  const royalty = share(listPrice, royaltyBps)
  return { listPrice, fee, royalty, contentAccessFee, proceeds: listPrice - fee - royalty - contentAccessFee }
}
