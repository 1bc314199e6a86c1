import { inCategories, matching } from '../../catalogue/item/filter-queries.ts'
import type { ItemFilter } from '../../catalogue/item/filter-queries.ts'
import { tokenCardFields } from '../../market/token/view-queries.ts'
import { limitTo, offsetBy } from '../../platform/db/connect.ts'
import type { Db } from '../../platform/db/connect.ts'
import type { RawPage } from '../../platform/http/paging.ts'

type Page = { limit: number; offset: number; after: [number, string] | undefined; isOldestFirst: boolean }

/** Tokens that are not burned, of items that match; read along the order in which they were minted. */
export const listTokensOf = (db: Db, filter: ItemFilter, { limit, offset, after, isOldestFirst }: Page) => {
  const last = limit + offset
  const order = isOldestFirst ? db`t.minted_height, t.id` : db`t.minted_height desc, t.id desc`
  return db<RawPage[]>`
    with chosen as (
      select t.id, t.minted_height, row_number() over (order by ${order}) as n
        from tokens t join items i on i.id = t.item_id
       where t.burned_at is null ${matching(db, filter)} ${inCategories(db, filter)}
             ${after ? db`and (t.minted_height, t.id) ${isOldestFirst ? db`>` : db`<`} (${after[0]}, ${after[1]}::text::numeric)` : db``}
       order by ${order} ${offsetBy(db, offset)} ${limitTo(db, limit + 1)})
    select coalesce(json_agg(json_build_object(${tokenCardFields(db)}) order by c.n) filter (where c.n <= ${last}), '[]')::text as items,
           (array_agg(json_build_array(c.minted_height, c.id::text)) filter (
              where c.n = ${last} and exists (select 1 from chosen where n > ${last})))[1] as last
      from chosen c join tokens t on t.id = c.id join items i on i.id = t.item_id
      join series r on r.id = i.series_id join media m on m.id = i.picture`
}
