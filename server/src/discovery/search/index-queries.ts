import type { SearchKind } from '@kura/contract/discovery/search'
import { handleOf } from '../../identity/member/handle-queries.ts'
import { isShown, shownName } from '../../identity/member/shown-member-queries.ts'
import type { Db } from '../../platform/db/connect.ts'
import { artistRank } from './queries.ts'

/** A thing of the catalogue and every name it is found by. */
export type SearchDocument = { kind: Exclude<SearchKind, 'member'>; id: string; own: string[] }

/**
 * Writes the documents of things of the catalogue, and the names around works and packs. Documents
 * that are not given keep their own names.
 */
export async function indexCatalogue(db: Db, documents: SearchDocument[]): Promise<void> {
  const given = documents.map(({ kind, id, own }) => ({ kind, id, own: [...new Set(own)].join('\n') }))
  await db`
    insert into search_documents as t (kind, id, rank, own)
    select d.kind, d.id, coalesce(case d.kind
             when 'item' then (select position from items where id = d.id)
             when 'series' then (select 4000000000000 - position from series where id = d.id)
             when 'pack' then (select 3000000000000 - position from packs where id = d.id)
             when 'category' then (select 5000000000000 - position from categories where slug = d.id)
             else ${artistRank}::bigint + (select count(*) from items where artist = d.id) end, 0), d.own
      from jsonb_to_recordset(${db.json(given)}) as d (kind text, id text, own text)
        on conflict (kind, id) do update set rank = excluded.rank, own = excluded.own
     where (t.rank, t.own) is distinct from (excluded.rank, excluded.own)`
  await db`
    insert into search_words (pair, size, word)
    select distinct substr(w.word, n, 2), char_length(w.word), w.word
      from (select distinct word
              from jsonb_to_recordset(${db.json(given)}) as d (own text), search_words_of(search_form(d.own)) word) w,
           generate_series(1, char_length(w.word) - 1) n
        on conflict do nothing`
  await db`
    update search_documents d set around = n.around
      from (select 'item' as kind, i.id, concat_ws(E'\n', s.own, a.own, (
                     select string_agg(c.own, E'\n' order by c.id) from item_categories g
                       join search_documents c on c.kind = 'category' and c.id = g.category_slug
                      where g.item_id = i.id)) as around
              from items i left join search_documents s on s.kind = 'series' and s.id = i.series_id
              left join search_documents a on a.kind = 'artist' and a.id = i.artist
            union all
            select 'pack', p.id, coalesce(s.own, '')
              from packs p left join search_documents s on s.kind = 'series' and s.id = p.series_id) n
     where d.kind = n.kind and d.id = n.id and d.around <> n.around`
  await db`
    delete from search_documents d
     where d.kind = 'artist' and not exists (select 1 from items where artist = d.id)`
}

/** Writes the document of a member from the name shown to others; without one there is none. */
export async function indexMember(db: Db, memberId: string): Promise<void> {
  await db`
    insert into search_documents as t (kind, id, rank, own)
    select 'member', u.id::text, coalesce((select rank from search_documents where kind = 'member' and id = u.id::text),
             -nextval('search_member_numbers')), concat_ws(E'\n', nullif(${shownName(db, 'u')}, ''), case when ${isShown(db, 'u')} then ${handleOf(db, 'u')} end)
      from members u
     where u.id = ${memberId}
        on conflict (kind, id) do update set own = excluded.own where t.own <> excluded.own`
  await db`delete from search_documents where kind = 'member' and id = ${memberId} and own = ''`
}

/** Deletes the document of a member. */
export const forgetMember = (db: Db, memberId: string) =>
  db`delete from search_documents where kind = 'member' and id = ${memberId}`
