import type { Fragment, Sql } from '@kura/server/platform/db/connect'
import { addManyItems } from '@kura/server/testing/many-items'

export const tokensPerWork = 5
const worksPerMember = 10
/** Documents of one statement. */
const atOnce = 10_000

/**
 * A catalogue of this many works, in the order of `addManyItems`, with five tokens of each, a member
 * for every ten, and all that a search finds: names and readings, as an import would write them.
 */
export async function fillSearch(sql: Sql, works: number): Promise<void> {
  await addManyItems(sql, { count: works })
  const db = await sql.reserve()
  try {
    // many of these take longer than the timeout of a request
    await db`set statement_timeout = 0`
    await addTokens(db, works)
    // pieces are indexed faster all at once
    const [index] = await db<{ text: string }[]>`select pg_get_indexdef('search_documents_pieces'::regclass) as text`
    await db`drop index search_documents_pieces`
    await db`
      insert into search_documents (kind, id, rank, own)
      select 'series', id, 4000000000000 - position, concat_ws(E'\n', name_ja, name_en, replace(name_ja, '見本', 'みほん')) from series
      union all
      select 'category', slug, 5000000000000 - position, concat_ws(E'\n', name_ja, name_en, 'みほんぶんるい' || position) from categories
      union all
      select 'artist', '見本工房', ${2 ** 41}::bigint + ${works}::int, E'見本工房\nみほんこうぼう'`
    await db`
      insert into search_documents (kind, id, rank, own, around)
      select 'pack', p.id, 3000000000000 - p.position, concat_ws(E'\n', p.name_ja, p.name_en), ${ownOf(db, 'series', db`p.series_id`)}
        from packs p`
    for (let from = 1; from <= works; from += atOnce) await addWorks(db, from, Math.min(works, from + atOnce - 1))
    const members = Math.ceil(works / worksPerMember)
    await db`
      insert into members (id, email, display_name)
      select gen_random_uuid(), 'fan' || n || '@example.jp', (array['金魚','月夜','紅葉','moon','fuji'])[1 + n % 5] || '好き' || n from generate_series(1, ${members}::int) n`
    await db`
      insert into search_documents (kind, id, rank, own)
      select 'member', id::text, -row_number() over (order by id), display_name from members where display_name <> ''`
    await db`set maintenance_work_mem = '256MB'`
    await db.unsafe(index?.text ?? '')
    await db`alter index search_documents_pieces alter column 1 set statistics 0`
    await db`
      insert into search_words (pair, size, word)
      select distinct substr(w.word, n, 2), char_length(w.word), w.word
        from (select distinct word from search_documents, search_words_of(own_form) word where kind <> 'member') w,
             generate_series(1, char_length(w.word) - 1) n`
    await db`vacuum analyze`
  } finally {
    await db`reset all`
    db.release()
  }
}

/** The documents of the works with these numbers. The readings are in the order of the names. */
const addWorks = (db: Sql, from: number, to: number): Promise<unknown> => db`
  insert into search_documents (kind, id, rank, own, around)
  select 'item', i.id, i.position,
         concat_ws(E'\n', i.name_ja, i.name_en,
           (array['つきよ','あさぎり','こうよう','せつげん','はなび','とうろう','しらさぎ','きんぎょ'])[1 + n % 8] || 'の'
             || (array['とう','はし','ふね','にわ','きつね','こい','つる','くら','とうげ','はま'])[1 + n / 8 % 10] || n),
         concat_ws(E'\n', ${ownOf(db, 'series', db`i.series_id`)}, E'見本工房\nみほんこうぼう',
                   (select ${ownOf(db, 'category', db`g.category_slug`)} from item_categories g where g.item_id = i.id))
    from generate_series(${from}::int, ${to}::int) n join items i on i.id = 'many-i' || n`

/** The names of a document. Not a join: its plan would be that of an empty table. */
const ownOf = (db: Sql, kind: string, id: Fragment): Fragment =>
  db`(select own from search_documents where kind = ${kind} and id = ${id})`

/** Tokens of a thousand owners. No trigger is needed: no page that is measured reads what they keep. */
async function addTokens(db: Sql, works: number): Promise<void> {
  await db`begin`
  await db`set local session_replication_role = replica`
  await db`
    insert into tokens (id, ref_id, item_id, serial, owner_address, minted_tx_id, minted_height, minted_at, moved_at, last_height, last_event)
    select n, gen_random_uuid(), 'many-i' || 1 + n % ${works}::int, 1 + n / ${works}::int, '0x' || lpad(to_hex(n % 1000), 16, '0'),
           'seed', n, kura_now(), kura_now(), 1, 0
      from generate_series(0, ${works * tokensPerWork - 1}::int) n`
  await db`commit`
}
