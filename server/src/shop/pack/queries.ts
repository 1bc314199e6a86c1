import { itemCardFields } from '../../catalogue/item/card-queries.ts'
import { limitTo, offsetBy } from '../../platform/db/connect.ts'
import type { Db } from '../../platform/db/connect.ts'
import type { RawPage } from '../../platform/http/paging.ts'
import { packCardFields, packState, packViewFields } from './card-queries.ts'

export type PackFilter = {
  packIds?: string[] | undefined
  states?: string[] | undefined
  seriesId?: string | undefined
}
export type PackPage = { limit: number; offset: number; after: [number, number, string] | undefined }

/**
 * Those on sale first, then coming, sold out and ended; within each, in the order of the catalogue.
 */
export const listPacks = (db: Db, { packIds, states, seriesId }: PackFilter, { limit, offset, after }: PackPage) => {
  const last = limit + offset
  return db<RawPage[]>`
    with found as (
      select p.id, p.position, array_position('{on,before,sold-out,after}', ${packState(db)}) as rank
        from packs p join pack_stocks s on s.pack_id = p.id
       where p.channel = 'sale' ${packIds ? db`and p.id = any(${packIds})` : db``} ${seriesId === undefined ? db`` : db`and p.series_id = ${seriesId}`}
             ${states ? db`and ${packState(db)} = any(${states})` : db``}
    ), chosen as (
      select *, row_number() over (order by rank, position, id) as n from found
       where true ${after ? db`and (rank, position, id) > (${after[0]}, ${after[1]}, ${after[2]})` : db``}
       order by n ${offsetBy(db, offset)} ${limitTo(db, limit + 1)}
    )
    select coalesce(json_agg(json_build_object(${packCardFields(db)}) order by c.n) filter (where c.n <= ${last}), '[]')::text as items,
           (array_agg(json_build_array(c.rank, c.position, c.id)) filter (
              where c.n = ${last} and exists (select 1 from chosen where n > ${last})))[1] as last,
           ${after || offset > 0 ? db`null::int` : db`(select count(*)::int from found)`} as total
      from chosen c join packs p on p.id = c.id join pack_stocks s on s.pack_id = p.id
      join series r on r.id = p.series_id join media m on m.id = p.picture`
}

/** Everything about one pack, or no row; one that is not sold is found only `forIssue`. */
export const findPack = (db: Db, packId: string, { forIssue }: { forIssue: boolean }) => db<{ pack: string }[]>`
  select json_build_object(${packViewFields(db)})::text as pack
    from packs p join pack_stocks s on s.pack_id = p.id join series r on r.id = p.series_id join media m on m.id = p.picture
   where p.id = ${packId} ${forIssue ? db`` : db`and p.channel = 'sale'`}`

/** How many of a pack the member holds and may hold; no row when there is no such pack. */
export const findPackLimit = (db: Db, packId: string, memberId: string) =>
  db<{ packId: string; limit: number | null; held: number; left: number | null }[]>`
  select p.id as "packId", p.per_member_limit as "limit", coalesce(h.held, 0) as held,
         case when p.per_member_limit is not null then greatest(0, p.per_member_limit - coalesce(h.held, 0)) end as "left"
    from packs p left join pack_holdings h on h.pack_id = p.id and h.member_id = ${memberId}
   where p.id = ${packId}`

/** What a pack can hold, rarest last; no row when there is no such pack. */
export const listPackItems = (db: Db, packId: string) => db<{ items: string; total: number }[]>`
  select coalesce(json_agg(json_build_object('item', json_build_object(${itemCardFields(db)}), 'copies', pi.copies, 'oddsPpm', pi.odds_ppm)
                           order by pi.odds_ppm desc, i.position), '[]')::text as items, count(*)::int as total
    from pack_items pi join items i on i.id = pi.item_id join series r on r.id = i.series_id join media m on m.id = i.picture
   where pi.pack_id = ${packId}
  having count(*) > 0`
