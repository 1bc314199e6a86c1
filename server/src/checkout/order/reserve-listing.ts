import { AppError, ensure } from '@kura/contract/errors'
import { limits } from '@kura/contract/limits'
import type { Db } from '../../platform/db/connect.ts'
import { newId } from '../../platform/db/id.ts'
import { transaction } from '../../platform/db/transaction.ts'
import { ensureDeliverable, findBuyable, holdListing } from '../../market/listing/buy-listing.ts'
import type { Buyable } from '../../market/listing/buy-listing.ts'
import { countSpending } from '../../identity/member/count-spending.ts'
import { ensureStanding } from '../../identity/member/ensure-full-member.ts'
import type { GateDeps } from '../../identity/member/ensure-full-member.ts'
import { spendPoints } from '../../money/point/spend-points.ts'
import { limitRates, sourceOf } from '../../platform/http/limit-rate.ts'
import { reasonOf } from './point-reason.ts'
import * as orders from './queries.ts'
import { tenderOf } from './tender-of.ts'
import type { Beside, Buyer, Reservation, Wish } from './reserve-pack.ts'
import type { TokenSubject } from './subject.ts'

type TokenBuyer = Omit<Buyer, 'packId'> & {
  /** Where the token is to go. */
  flowAddress: string
}
const tries = 3

/**
 * Reserves the listing of a token for ten minutes at most, after the chain was asked whether it would deliver: order, points, the member's
 * counts and the listing in one short transaction, so that of many buyers one pays. Points alone pay the whole price, whatever `usedPoint`
 * says. Fails with INVALID_SESSION, NOT_FOUND, FORBIDDEN, LISTING_STATE, SALES_PAUSED, WALLET_REQUIRED, WALLET_CHANGING, TOO_MANY_REQUESTS, TRADE_PRICE_CHANGED, POINTS_SHORT,
 * BIRTHDAY_REQUIRED, MINOR_LIMIT_REACHED, SERVICE_UNAVAILABLE, or INVALID_INPUT when the points do not leave what `by` needs.
 */
export async function reserveListing(
  deps: GateDeps,
  buyer: TokenBuyer,
  { refId, seenFeeYen }: TokenSubject,
  wish: Wish,
  beside: Beside = {},
): Promise<Reservation> {
  for (let attempt = 1; ; attempt += 1) {
    const offer = await findBuyable(deps, refId, buyer.memberId)
    const isAsSeen =
      // who does not say what they saw may have seen less
      (wish.seenYen === undefined ? !offer.wasCheaper : wish.seenYen === offer.priceYen) &&
      (seenFeeYen === undefined || seenFeeYen === offer.contentAccessYen)
    ensure(isAsSeen, 'TRADE_PRICE_CHANGED')
    const usedPoint = wish.by === 'point' ? offer.priceYen : wish.usedPoint
    const tender = tenderOf({ by: wish.by, usedPoint }, offer.priceYen)
    ensure(!(await orders.isWalletChanging(deps.sql, buyer.memberId)), 'WALLET_CHANGING')
    if (attempt === 1) await limitBuying(deps, buyer, offer)
    await ensureDeliverable(deps, offer, buyer.flowAddress)
    const order = { id: newId(), tender, usedPoint, requestHash: wish.requestHash ?? null }
    const reservation = await transaction(deps.sql, 'order.reserve', (db) =>
      reserve(db, buyer, offer, order, beside),
    ).catch(passOver)
    if (reservation) return reservation
    // the next look says why, unless it is on sale again already
    ensure(attempt < tries, 'LISTING_STATE')
  }
}

async function limitBuying({ sql }: GateDeps, { memberId, ip }: TokenBuyer, { listingId }: Buyable): Promise<void> {
  const isPlaying = (await orders.countInVain(sql, listingId, memberId)) >= limits.listingUnpaidMost
  // not the limit of a minute: waiting a moment does not help
  if (isPlaying) throw new AppError('TOO_MANY_REQUESTS', { details: [{ field: 'refId', fault: 'played' }] })
  if (ip === undefined) return
  await limitRates({ sql }, [
    ['reservePerMember', memberId],
    ['buyTokenPerSource', sourceOf(ip)],
  ])
}

/** Orders of one member wait for each other here, so that no number of them at once gets past the limit. */
async function limitReserved(db: Db, memberId: string): Promise<void> {
  await orders.queueReserving(db, memberId)
  const isAtMost = (await orders.countReservedListings(db, memberId)) >= limits.listingsReservedMost
  if (isAtMost) throw new AppError('TOO_MANY_REQUESTS', { details: [{ field: 'refId', fault: 'reserved_most' }] })
}

type NewOrder = Pick<orders.OrderRow, 'id' | 'tender' | 'usedPoint'> & { requestHash: Buffer | null }

async function reserve(
  db: Db,
  { memberId, isAdult }: TokenBuyer,
  { listingId, priceYen, name }: Buyable,
  order: NewOrder,
  { alongside, afterwards }: Beside,
): Promise<Reservation> {
  await ensureStanding(db, memberId)
  // what is paid at once is kept from nobody
  if (order.tender !== 'point') await limitReserved(db, memberId)
  // then the one row that others want: whoever comes later has nothing to give back
  if (!(await holdListing(db, listingId, memberId))) throw new OfferGone()
  const { id: orderId, usedPoint } = order
  const reservation = { orderId, priceYen, chargedYen: priceYen - usedPoint }
  await orders.insert(db, { ...order, memberId, priceYen, packId: null, unitId: null, listingId })
  if (!isAdult) await countSpending(db, memberId, reservation.chargedYen)
  if (usedPoint > 0) await spendPoints(db, { orderId, memberId, amount: usedPoint, reason: reasonOf('spend', name) })
  await alongside?.(db, reservation)
  await afterwards?.(db, reservation)
  return reservation
}

/** Somebody was first, or it ended since it was looked at. */
class OfferGone extends Error {}

function passOver(error: unknown): undefined {
  if (!(error instanceof OfferGone)) throw error
}
