import { AppError, ensure } from '@kura/contract/errors'
import type { Deps } from '../../deps.ts'
import type { Db } from '../../platform/db/connect.ts'
import { newId } from '../../platform/db/id.ts'
import { transaction } from '../../platform/db/transaction.ts'
import { countSpending } from '../../identity/member/count-spending.ts'
import { ensureStanding } from '../../identity/member/ensure-full-member.ts'
import { ensureAdmitted } from '../../shop/pack/ensure-admitted.ts'
import { spendPoints } from '../../money/point/spend-points.ts'
import { limitRates, sourceOf } from '../../platform/http/limit-rate.ts'
import { reasonOf } from './point-reason.ts'
import * as orders from './queries.ts'
import { tenderOf } from './tender-of.ts'

export type Buyer = {
  memberId: string
  packId: string
  /** The network address; undefined limits no rate. */
  ip?: string | undefined
  /** Known to be of age; of others the yen charged are counted. */
  isAdult: boolean
}
export type Wish = {
  by: 'card' | 'paidy' | 'point'
  /** Part of the price to be paid with points; the whole of it `by` point. */
  usedPoint: number
  /** The price that the buyer confirmed, where they said it. */
  seenYen?: number | undefined
  /** The fingerprint of the request: sent again it makes no second order. */
  requestHash?: Buffer | undefined
}
export type Reservation = { orderId: string; priceYen: number; chargedYen: number }
export type Beside = {
  /** Writes what must be there with the order, such as the intent to charge. */
  alongside?: (db: Db, reservation: Reservation) => Promise<unknown>
  /** Goes on in the same transaction once the unit is reserved. */
  afterwards?: (db: Db, reservation: Reservation) => Promise<unknown>
}
const tries = 40

/**
 * Reserves one unit of a pack for ten minutes: order, points, unit, the member's counts and the stock counter in one short
 * transaction. Fails with INVALID_SESSION, NOT_FOUND, PACK_SELLING_TERM_BEFORE, PACK_SELLING_TERM_AFTER, QUEUE_FIRST, TOO_MANY_REQUESTS,
 * PACK_LIMIT_REACHED, TRADE_PRICE_CHANGED, POINTS_SHORT, BIRTHDAY_REQUIRED, MINOR_LIMIT_REACHED, PACK_OUT_OF_STOCK, or INVALID_INPUT when the points do not
 * leave what `by` needs.
 */
export async function reservePack(
  deps: Pick<Deps, 'sql'>,
  buyer: Buyer,
  wish: Wish,
  beside: Beside = {},
): Promise<Reservation> {
  for (let attempt = 1; attempt <= tries; attempt += 1) {
    await ensureOnSale(deps, buyer)
    if (attempt === 1) await limitBuying(deps, buyer)
    const orderId = newId()
    const reservation = await transaction(deps.sql, 'order.reserve', (db) =>
      reserve(db, buyer, wish, orderId, beside),
    ).catch(passOver)
    if (reservation) return reservation
    await new Promise((resolve) => setTimeout(resolve, Math.random() * 10 * attempt))
  }
  throw new AppError('SERVICE_UNAVAILABLE')
}

/** Refuses by name. Before any transaction: late buyers of a sold-out pack touch no row. What holds is decided in it. */
async function ensureOnSale(deps: Pick<Deps, 'sql'>, { packId, memberId }: Buyer): Promise<void> {
  const offer = await orders.findOffer(deps.sql, packId)
  ensure(offer, 'NOT_FOUND')
  ensure(!offer.isBefore, 'PACK_SELLING_TERM_BEFORE')
  ensure(!offer.isAfter, 'PACK_SELLING_TERM_AFTER')
  ensure(offer.remaining > 0, 'PACK_OUT_OF_STOCK')
  if (offer.hasQueue) await ensureAdmitted(deps.sql, packId, memberId)
}

async function limitBuying(deps: Pick<Deps, 'sql'>, { memberId, packId, ip }: Buyer): Promise<void> {
  if (ip === undefined) return
  await limitRates(deps, [
    ['reservePerMember', memberId],
    ['reservePerSourceAndPack', `${sourceOf(ip)} ${packId}`],
  ])
}

async function reserve(
  db: Db,
  buyer: Buyer,
  wish: Wish,
  orderId: string,
  { alongside, afterwards }: Beside,
): Promise<Reservation> {
  const { memberId, packId } = buyer
  // all at once on the wire and in this order; the member's own rows first, which only that member's orders wait for
  const [, held, unitId] = await Promise.all([
    ensureStanding(db, memberId),
    orders.holdOne(db, packId, memberId),
    orders.pickUnit(db, packId),
  ])
  if (!held) throw new OfferOver()
  ensure(held.isHeld, 'PACK_LIMIT_REACHED')
  if (unitId === undefined) {
    // all free units are in other buyers' hands: only the counter may say that nothing is left
    ensure(await orders.takeFromStock(db, packId), 'PACK_OUT_OF_STOCK')
    throw new UnitsBusy()
  }
  const { priceYen, name } = held
  ensure(wish.seenYen === undefined || wish.seenYen === priceYen, 'TRADE_PRICE_CHANGED')
  const tender = tenderOf(wish, priceYen)
  const { usedPoint, requestHash = null } = wish
  const reservation = { orderId, priceYen, chargedYen: priceYen - usedPoint }
  const order = { id: orderId, memberId, packId, unitId, listingId: null, priceYen, tender, usedPoint, requestHash }
  const placed = orders.insert(db, order)
  // who is of age and uses no points has no further row: everything goes out at once
  if (usedPoint > 0 || !buyer.isAdult) {
    await placed
    if (!buyer.isAdult) await countSpending(db, memberId, reservation.chargedYen)
    if (usedPoint > 0) await spendPoints(db, { orderId, memberId, amount: usedPoint, reason: reasonOf('spend', name) })
  }
  const [, , , isTaken] = await Promise.all([
    placed,
    alongside?.(db, reservation),
    orders.reserveUnit(db, unitId, orderId),
    // last: the one row that every buyer of the pack waits for
    orders.takeFromStock(db, packId),
  ])
  ensure(isTaken, 'PACK_OUT_OF_STOCK')
  await afterwards?.(db, reservation)
  return reservation
}

/** The counter has one left, but a buyer who may still give it back holds the unit. */
class UnitsBusy extends Error {}

/** The term ended since it was looked at: the next look says why. */
class OfferOver extends Error {}

function passOver(error: unknown): undefined {
  if (!(error instanceof UnitsBusy) && !(error instanceof OfferOver)) throw error
}
