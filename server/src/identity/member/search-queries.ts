import type { Db, Fragment } from '../../platform/db/connect.ts'
import { isShown, memberCard } from './shown-member-queries.ts'

export type SearchPage = { limit: number; offset: number; foundMost: number }
type FoundPage = { items: string; last: number[] | null; total: number }

/** The page of member cards over `found`: rows of (id, place). */
const cardsOf = (db: Db, found: Fragment, { limit, offset, foundMost }: SearchPage) => db<FoundPage[]>`
  with found as materialized (
    select f.id, min(f.place) as place from (${found}) f group by f.id limit ${foundMost}),
  numbered as (
    select b.id, row_number() over (order by f.place, char_length(b.display_name), b.display_name, b.id) as n
      from found f join members b on b.id = f.id and ${isShown(db, 'b')})
  select coalesce(json_agg(${memberCard(db, 'b')} order by n.n), '[]')::text as items,
         case when (select count(*) from numbered) > ${offset + limit} then array[${offset + limit}::int] end as last,
         (select count(*)::int from numbered) as total
    from numbered n join members b on b.id = n.id
   where n.n > ${offset} and n.n <= ${offset + limit}`

/** Those whom the text names exactly. */
export const listPerfect = (
  db: Db,
  { text, address, id }: { text: string; address: string | null; id: string | null },
  page: SearchPage,
) =>
  cardsOf(
    db,
    db`
      (select b.id, 1 as place from members b where b.id = ${id}::uuid)
      union all (select b.id, 1 from members b where b.flow_address = ${address})
      union all (select h.member_id, 1 from member_handles h where h.handle = ${text.toLowerCase()} and h.left_at is null)
      union all (select b.id, 2 from members b where search_form(b.display_name) = search_form(${text}) limit ${page.foundMost})`,
    page,
  )

/** The pattern of handles that begin so; one that no handle matches when none can. */
const startOfHandle = (text: string): string => {
  const start = text.toLowerCase()
  return /^[a-z0-9_]+$/.test(start) ? `${start.replaceAll('_', String.raw`\_`)}%` : ''
}

/**
 * Those whose name or handle contains the text. One sign alone is looked for at the beginning only:
 * too many names contain it.
 */
export const listPartial = (db: Db, text: string, page: SearchPage) =>
  cardsOf(
    db,
    db`
      (select h.member_id as id, 1 as place from member_handles h
        where h.handle like ${startOfHandle(text)} and h.left_at is null order by h.handle limit ${page.foundMost})
      union all (select b.id, 2 from members b
        where search_form(b.display_name) like substr(search_pattern(${text}), 2) order by search_form(b.display_name) limit ${page.foundMost})
      union all (select b.id, 3 from members b
        where char_length(search_form(${text})) > 1 and search_grams(b.display_name) @> search_needs(${text})
          and search_form(b.display_name) like search_pattern(${text}) limit ${page.foundMost})`,
    page,
  )
