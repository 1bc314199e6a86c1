import type { Db } from '../../platform/db/connect.ts'
import { releaseListing } from '../../market/listing/buy-listing.ts'
import { returnUnit } from './pack-subject.ts'
import type { OrderRow } from './queries.ts'

/** Puts what an unpaid order held back on sale: its unit, or its listing. The hot counter of a pack comes last. */
export async function returnHeld(db: Db, order: OrderRow): Promise<void> {
  if (order.listingId !== null) return void (await releaseListing(db, order.listingId))
  const { id, memberId, packId, unitId } = order
  if (packId === null || unitId === null) throw new Error(`order ${id} holds no unit`)
  await returnUnit(db, { id, memberId, packId, unitId }, 'reserved')
}
