import type { Db } from '../../platform/db/connect.ts'
import type { GrantedSql } from '../../checkout/order/queries.ts'
import { holdsRegulated } from './card-queries.ts'
import { isAfter, isBefore } from '../../catalogue/item/card-queries.ts'

export type GrantTerms = {
  kind: 'single' | 'random' | 'selectable'
  cardsPerPack: number
  isHeld: boolean
}

/** Why a pack cannot be granted now; every flag false means that it can. */
export type GrantTerm = { isBefore: boolean; isAfter: boolean }

/** Whether the pack's term runs. Undefined when there is no such pack. */
export const findTerm = async (db: Db, packId: string): Promise<GrantTerm | undefined> => {
  const [row] = await db<GrantTerm[]>`
    select ${isBefore(db)} as "isBefore", ${isAfter(db)} as "isAfter" from packs p where p.id = ${packId}`
  return row
}

/**
 * Counts `count` more units for the member unless the pack's limit forbids it. Undefined when the
 * pack is not in its term. Two grants to one member wait for each other here.
 */
export const holdMany = async (
  db: Db,
  { packId, memberId, count }: { packId: string; memberId: string; count: number },
): Promise<GrantTerms | undefined> => {
  const [row] = await db<GrantTerms[]>`
    with terms as (
      select p.id, p.kind, p.cards_per_pack, p.per_member_limit from packs p
       where p.id = ${packId} and p.finished_at is null and not ${isBefore(db)} and not ${isAfter(db)}
    ), held as (
      insert into pack_holdings as h (pack_id, member_id, held)
      select id, ${memberId}, ${count} from terms where ${count} <= coalesce(per_member_limit, 2147483647)
      on conflict (pack_id, member_id) do update set held = h.held + ${count}
       where h.held + ${count} <= coalesce((select per_member_limit from terms), 2147483647)
      returning 1
    )
    select kind, cards_per_pack as "cardsPerPack", exists (select 1 from held) as "isHeld" from terms`
  return row
}

/** Moves units from free to sold; false when fewer remain. */
export const sellFromStock = async (db: Db, packId: string, count: number): Promise<boolean> => {
  const rows = await db`
    update pack_stocks set remaining = remaining - ${count}, sold = sold + ${count}
     where pack_id = ${packId} and remaining >= ${count} returning 1`
  return rows.length > 0
}

type Taking = {
  packId: string
  /** This unit only. */
  unitId: string | undefined
  orderIds: string[]
  causes: string[]
}

/**
 * Free units become sold under orders that are placed in the same statement; fewer when others hold
 * units at this moment.
 */
export const takeUnits = (db: Db, { packId, unitId, orderIds, causes }: Taking): GrantedSql => ({
  columns: db`pack_id, unit_id`,
  held: db`unit_id`,
  taken: db`
    free as (
      select id, pack_id, draw_number from pack_units
       where pack_id = ${packId} and state = 'free' and draw_number is not null
             ${unitId === undefined ? db`` : db`and id = ${unitId}`}
       order by draw_number limit ${orderIds.length} for update skip locked
    ), numbered as (
      select id, pack_id, row_number() over (order by draw_number) as n from free
    ), required as (
      select * from unnest(${orderIds}::uuid[], ${causes}::text[]) with ordinality as w (order_id, cause, n)
    ), taken as (
      update pack_units u set state = 'sold', order_id = w.order_id
        from numbered f join required w on w.n = f.n
       where u.id = f.id returning f.pack_id, u.id as unit_id, w.order_id, w.cause, w.n
    )`,
})

/** Whether a regulated work may be in a pack. */
export async function isRegulated(db: Db, packId: string): Promise<boolean> {
  const [row] = await db<
    { isRegulated: boolean }[]
  >`select ${holdsRegulated(db)} as "isRegulated" from packs p where p.id = ${packId}`
  return row?.isRegulated ?? false
}
