import { AppError, ensure } from '@kura/contract/errors'
import type { Deps } from '../deps.ts'
import type { Db } from '../db/connect.ts'
import { newId } from '../db/id.ts'
import { transaction } from '../db/transaction.ts'
import { ensureAdmitted } from '../pack/ensure-admitted.ts'
import * as orders from './queries.ts'

export type Reservation = { orderId: string; priceYen: number }
const tries = 40

/**
 * Reserves one unit of a pack for ten minutes: order, unit, the member's count and the stock counter in one short transaction.
 * `alongside` writes what must be there with the order, such as the intent to charge. Fails with NOT_FOUND,
 * PACK_SELLING_TERM_BEFORE, PACK_SELLING_TERM_AFTER, QUEUE_FIRST, PACK_LIMIT_REACHED or PACK_OUT_OF_STOCK.
 */
export async function reservePack(
  deps: Pick<Deps, 'sql'>,
  buyer: { memberId: string; packId: string },
  alongside: (db: Db, reservation: Reservation) => Promise<unknown>,
): Promise<Reservation> {
  for (let attempt = 1; attempt <= tries; attempt += 1) {
    await ensureOnSale(deps, buyer)
    const orderId = newId()
    const reservation = await transaction(deps.sql, (db) => reserve(db, buyer, orderId, alongside)).catch(passOver)
    if (reservation) return reservation
    await new Promise((resolve) => setTimeout(resolve, Math.random() * 10 * attempt))
  }
  throw new AppError('SERVICE_UNAVAILABLE')
}

/** Refuses by name. Before any transaction: late buyers of a sold-out pack touch no row. What holds is decided in it. */
async function ensureOnSale(
  deps: Pick<Deps, 'sql'>,
  { packId, memberId }: { packId: string; memberId: string },
): Promise<void> {
  const offer = await orders.findOffer(deps.sql, packId)
  ensure(offer, 'NOT_FOUND')
  ensure(!offer.isBefore, 'PACK_SELLING_TERM_BEFORE')
  ensure(!offer.isAfter, 'PACK_SELLING_TERM_AFTER')
  ensure(offer.remaining > 0, 'PACK_OUT_OF_STOCK')
  if (offer.hasQueue) await ensureAdmitted(deps.sql, packId, memberId)
}

async function reserve(
  db: Db,
  { memberId, packId }: { memberId: string; packId: string },
  orderId: string,
  alongside: (db: Db, reservation: Reservation) => Promise<unknown>,
): Promise<Reservation> {
  // both at once on the wire; the member's own row first, which only that member's orders wait for
  const [held, unitId] = await Promise.all([orders.holdOne(db, packId, memberId), orders.pickUnit(db, packId)])
  if (!held) throw new OfferOver()
  ensure(held.isHeld, 'PACK_LIMIT_REACHED')
  if (unitId === undefined) {
    // all free units are in other buyers' hands: only the counter may say that nothing is left
    ensure(await orders.takeFromStock(db, packId), 'PACK_OUT_OF_STOCK')
    throw new UnitsBusy()
  }
  const reservation = { orderId, priceYen: held.priceYen }
  const [, , , isTaken] = await Promise.all([
    orders.insert(db, { id: orderId, memberId, packId, unitId, priceYen: reservation.priceYen }),
    alongside(db, reservation),
    orders.reserveUnit(db, unitId, orderId),
    // last: the one row that every buyer of the pack waits for
    orders.takeFromStock(db, packId),
  ])
  ensure(isTaken, 'PACK_OUT_OF_STOCK')
  return reservation
}

/** The counter has one left, but a buyer who may still give it back holds the unit. */
class UnitsBusy extends Error {}

/** The term ended since it was looked at: the next look says why. */
class OfferOver extends Error {}

function passOver(error: unknown): undefined {
  if (!(error instanceof UnitsBusy) && !(error instanceof OfferOver)) throw error
}
