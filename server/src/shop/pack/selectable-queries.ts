import { itemCardFields } from '../../catalogue/item/card-queries.ts'
import type { Db } from '../../platform/db/connect.ts'

export type SelectableRow = { itemId: string; remaining: number; mostEach: number }

export const listSelectables = (db: Db, packId: string) => db<SelectableRow[]>`
  select item_id as "itemId", remaining, most_each as "mostEach" from pack_selectables where pack_id = ${packId}`

/** The counter decides: false when fewer remain. */
export const takeSelectable = async (db: Db, packId: string, itemId: string, count: number): Promise<boolean> => {
  const rows = await db`
    update pack_selectables set remaining = remaining - ${count}
     where pack_id = ${packId} and item_id = ${itemId} and remaining >= ${count} returning 1`
  return rows.length > 0
}

type Taking = { packId: string; unitId: string; itemId: string; count: number; place: number }

/** Puts the next free copies of an item into a unit, from `place` on. Returns how many it found. */
export const takeSerials = async (db: Db, { packId, unitId, itemId, count, place }: Taking): Promise<number> => {
  const rows = await db`
    with free as (
      select serial from pack_pool where pack_id = ${packId} and item_id = ${itemId} and unit_id is null
       order by serial limit ${count} for update skip locked
    ), taken as (
      update pack_pool p set unit_id = ${unitId} from free f
       where p.pack_id = ${packId} and p.item_id = ${itemId} and p.serial = f.serial
      returning p.item_id, p.serial, p.ref_id
    )
    insert into pack_cards (unit_id, place, item_id, serial, ref_id)
    select ${unitId}, ${place} - 1 + row_number() over (order by serial), item_id, serial, ref_id from taken
    returning 1`
  return rows.length
}

/**
 * Empties a unit that was never minted: its copies return to the pool. Does nothing to a dealt
 * unit.
 */
export const takeOutCards = (db: Db, unitId: string) => db`
  with freed as (
    update pack_pool set unit_id = null where unit_id = ${unitId} returning pack_id, item_id, serial
  ), counted as (
    update pack_selectables s set remaining = s.remaining + f.count
      from (select pack_id, item_id, count(*)::int as count from freed group by pack_id, item_id) f
     where s.pack_id = f.pack_id and s.item_id = f.item_id
  )
  delete from pack_cards c using freed f where c.unit_id = ${unitId} and c.item_id = f.item_id and c.serial = f.serial`

/**
 * What a selectable pack can be filled with, in the order of the catalogue; no row when it is none.
 */
export const showSelectables = (db: Db, packId: string) => db<{ items: string; total: number }[]>`
  select json_agg(json_build_object('item', json_build_object(${itemCardFields(db)}), 'remaining', l.remaining,
                                    'most', l.most_each) order by i.position, i.id)::text as items, count(*)::int as total
    from pack_selectables l join items i on i.id = l.item_id join series r on r.id = i.series_id join media m on m.id = i.picture
   where l.pack_id = ${packId}
  having count(*) > 0`
