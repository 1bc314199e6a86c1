import type { Words } from '@kura/contract/ids'
import { isAfter, isBefore } from '../../catalogue/item/card-queries.ts'
import type { Held } from '../../checkout/order/sellable.ts'
import { holdsRegulated } from './card-queries.ts'
import type { Db } from '../../platform/db/connect.ts'

export type PackTermsRow = {
  kind: 'single' | 'random'
  priceYen: number
  perMemberLimit: number | null
  remaining: number
  isBefore: boolean
  isAfter: boolean
  /** Only members who were let in from the line may buy. */
  hasQueue: boolean
  /** A regulated work may be in it. */
  isRegulated: boolean
}

/** The pack's terms of sale, and whether it is on sale now. */
export const findTerms = async (db: Db, packId: string): Promise<PackTermsRow | undefined> => {
  const [row] = await db<PackTermsRow[]>`
    select p.kind, p.price_yen as "priceYen", p.per_member_limit as "perMemberLimit", s.remaining,
           ${isBefore(db)} as "isBefore", ${isAfter(db)} as "isAfter", p.queue_per_second is not null as "hasQueue",
           ${holdsRegulated(db)} as "isRegulated"
      from packs p join pack_stocks s on s.pack_id = p.id where p.id = ${packId} and p.channel = 'sale'`
  return row
}

/**
 * Counts one more unit for the member unless the limit is reached, and returns the price that holds
 * from here on. Undefined when the pack is not on sale. One member's orders are serialised here.
 */
export const holdOne = async (
  db: Db,
  packId: string,
  memberId: string,
): Promise<{ priceYen: number; name: Words; isHeld: boolean } | undefined> => {
  const [row] = await db<{ priceYen: number; name: Words; isHeld: boolean }[]>`
    with terms as (
      select p.id, p.price_yen, p.per_member_limit, p.name_ja, p.name_en from packs p
       where p.id = ${packId} and p.finished_at is null and not ${isBefore(db)} and not ${isAfter(db)}
    ), held as (
      insert into pack_holdings as h (pack_id, member_id, held)
      select id, ${memberId}, 1 from terms
      on conflict (pack_id, member_id) do update set held = h.held + 1
       where h.held < coalesce((select per_member_limit from terms), 2147483647)
      returning 1
    )
    select price_yen as "priceYen", json_build_object('ja', name_ja, 'en', name_en) as name,
           exists (select 1 from held) as "isHeld" from terms`
  return row
}

export const dropHold = (db: Db, packId: string, memberId: string) => db`
  update pack_holdings set held = held - 1 where pack_id = ${packId} and member_id = ${memberId}`

/** A free unit, locked; units that others are taking are passed over. */
export const pickUnit = async (db: Db, packId: string): Promise<string | undefined> => {
  const [row] = await db<{ id: string }[]>`
    select id from pack_units where pack_id = ${packId} and state = 'free' and draw_number is not null
     order by draw_number limit 1 for update skip locked`
  return row?.id
}

/** The columns of an order's row that a unit fills. */
export const rowOf = (db: Db, packId: string, unitId: string): Held['row'] => ({
  columns: db`pack_id, unit_id`,
  values: db`${packId}, ${unitId}`,
})

export const reserveUnit = async (db: Db, unitId: string, orderId: string): Promise<void> => {
  await db`update pack_units set state = 'reserved', order_id = ${orderId} where id = ${unitId} and state = 'free'`
}

/** The counter decides: false when none remains. */
export const takeFromStock = async (db: Db, packId: string): Promise<boolean> => {
  const rows = await db`
    update pack_stocks set remaining = remaining - 1, reserved = reserved + 1
     where pack_id = ${packId} and remaining > 0 returning 1`
  return rows.length > 0
}

export const sellUnit = async (db: Db, unitId: string, orderId: string): Promise<boolean> => {
  const rows = await db`
    update pack_units set state = 'sold' where id = ${unitId} and order_id = ${orderId} and state = 'reserved' returning 1`
  return rows.length > 0
}
export const countSold = (db: Db, packId: string) => db`
  update pack_stocks set reserved = reserved - 1, sold = sold + 1 where pack_id = ${packId}`

export const freeUnit = async (db: Db, unitId: string, orderId: string): Promise<boolean> => {
  const rows = await db`
    update pack_units set state = 'free', order_id = null where id = ${unitId} and order_id = ${orderId} returning 1`
  return rows.length > 0
}
/** One unit back on sale, from among the reserved or the sold. */
export const returnToStock = (db: Db, packId: string, from: 'reserved' | 'sold') =>
  from === 'reserved'
    ? db`update pack_stocks set reserved = reserved - 1, remaining = remaining + 1 where pack_id = ${packId}`
    : db`update pack_stocks set sold = sold - 1, remaining = remaining + 1 where pack_id = ${packId}`

/** The references of the cards in the pack opened for an order. */
export const listRefIds = async (db: Db, orderId: string): Promise<string[]> => {
  const rows = await db<{ refId: string }[]>`
    select c.ref_id as "refId" from openings n join pack_cards c on c.unit_id = n.unit_id where n.order_id = ${orderId}`
  return rows.map(({ refId }) => refId)
}
