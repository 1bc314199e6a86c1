import { AppError, ensure } from '@kura/contract/errors'
import type { TradePriceView } from '@kura/contract/market/listing'
import type { Deps } from '../../deps.ts'
import { findOffered, type OfferRow } from './queries.ts'
import { splitPrice } from './split-price.ts'

/** A token that could be offered, with the rules its price is under. Fails with NOT_FOUND, also for one that was burned. */
export async function getOffered({ sql }: Pick<Deps, 'sql'>, id: string): Promise<OfferRow> {
  const offered = await findOffered(sql, id)
  ensure(offered, 'NOT_FOUND')
  return offered
}

/** The parts of a price of this token. Fails with INVALID_INPUT outside the bounds, and where nothing would be left for the seller. */
export function tradePriceOf(offered: OfferRow, listPrice: number): TradePriceView {
  const fault = (fault: string) => new AppError('INVALID_INPUT', { details: [{ field: 'price', fault }] })
  const parts = splitPrice(listPrice, offered)
  if (listPrice < offered.priceLeastYen || parts.proceeds < 1) throw fault('too_low')
  if (listPrice > offered.priceMostYen) throw fault('too_high')
  return parts
}

/** Whether the seller has to confirm a price of this token: it is under the share of the floor that the shop asks about. */
export const isFarBelowFloor = (
  { floorYen, floorPercent }: Pick<OfferRow, 'floorYen' | 'floorPercent'>,
  listPrice: number,
): boolean => floorYen !== null && listPrice * 100 < floorYen * floorPercent

/** How long nobody can buy at this price, in seconds. Fails with PRICE_FAR_BELOW_FLOOR, naming the floor, where it has to be confirmed first. */
export function graceOf(offered: OfferRow, listPrice: number, isConfirmed: boolean): number {
  if (!isFarBelowFloor(offered, listPrice)) return 0
  if (isConfirmed) return offered.graceSeconds
  const details = [
    { field: 'price', fault: 'far_below_floor' },
    { field: 'floor', fault: String(offered.floorYen) },
  ]
  throw new AppError('PRICE_FAR_BELOW_FLOOR', { details })
}

/** Fails with FORBIDDEN unless the token lies in the vault of that address, as far as the chain was read. */
export function ensureOwner(offered: Pick<OfferRow, 'ownerAddress'>, address: string): void {
  if (offered.ownerAddress !== address || address === '')
    throw new AppError('FORBIDDEN', { details: [{ field: 'tokenRefId', fault: 'not_owner' }] })
}
