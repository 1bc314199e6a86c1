import { AppError, ensure } from '@kura/contract/errors'
import type { Deps } from '../deps.ts'
import type { Db } from '../db/connect.ts'
import { newId } from '../db/id.ts'
import { transaction } from '../db/transaction.ts'
import * as orders from './queries.ts'

export type Reservation = { orderId: string; priceYen: number }
const tries = 40

/**
 * Reserves one unit of a pack for ten minutes: order, unit, the member's count and the stock counter in one short transaction.
 * `alongside` writes what must be there with the order, such as the intent to charge. Fails with NOT_FOUND,
 * PACK_SELLING_TERM_BEFORE, PACK_SELLING_TERM_AFTER, PACK_LIMIT_REACHED or PACK_OUT_OF_STOCK.
 */
export async function reservePack(
  deps: Pick<Deps, 'sql'>,
  buyer: { memberId: string; packId: string },
  alongside: (db: Db, reservation: Reservation) => Promise<unknown>,
): Promise<Reservation> {
  for (let attempt = 1; attempt <= tries; attempt += 1) {
    const priceYen = await findPrice(deps, buyer.packId)
    const reservation = { orderId: newId(), priceYen }
    const isReserved = await transaction(deps.sql, (db) => reserve(db, buyer, reservation, alongside)).catch(passOver)
    if (isReserved) return reservation
    await new Promise((resolve) => setTimeout(resolve, Math.random() * 10 * attempt))
  }
  throw new AppError('SERVICE_UNAVAILABLE')
}

/** The price of a pack that is on sale now. Before any transaction: late buyers of a sold-out pack touch no row. */
async function findPrice(deps: Pick<Deps, 'sql'>, packId: string): Promise<number> {
  const offer = await orders.findOffer(deps.sql, packId)
  ensure(offer, 'NOT_FOUND')
  ensure(!offer.isBefore, 'PACK_SELLING_TERM_BEFORE')
  ensure(!offer.isAfter, 'PACK_SELLING_TERM_AFTER')
  ensure(offer.remaining > 0, 'PACK_OUT_OF_STOCK')
  return offer.priceYen
}

async function reserve(
  db: Db,
  { memberId, packId }: { memberId: string; packId: string },
  reservation: Reservation,
  alongside: (db: Db, reservation: Reservation) => Promise<unknown>,
): Promise<true> {
  const { orderId, priceYen } = reservation
  // both at once on the wire; the member's own row first, which only that member's orders wait for
  const [isHeld, unitId] = await Promise.all([orders.holdOne(db, packId, memberId), orders.pickUnit(db, packId)])
  ensure(isHeld, 'PACK_LIMIT_REACHED')
  if (unitId === undefined) {
    // all free units are in other buyers' hands: only the counter may say that nothing is left
    ensure(await orders.takeFromStock(db, packId), 'PACK_OUT_OF_STOCK')
    throw new UnitsBusy()
  }
  const [, , , isTaken] = await Promise.all([
    orders.insert(db, { id: orderId, memberId, packId, unitId, priceYen }),
    alongside(db, reservation),
    orders.reserveUnit(db, unitId, orderId),
    // last: the one row that every buyer of the pack waits for
    orders.takeFromStock(db, packId),
  ])
  ensure(isTaken, 'PACK_OUT_OF_STOCK')
  return true
}

/** The counter has one left, but a buyer who may still give it back holds the unit. */
class UnitsBusy extends Error {}

function passOver(error: unknown): undefined {
  if (!(error instanceof UnitsBusy)) throw error
}
