import { onSale } from '../../catalogue/item/card-queries.ts'
import { seriesCounts, withSeriesCounts } from '../../catalogue/series/queries.ts'
import { handleOf } from '../../identity/member/handle-queries.ts'
import { isShown, memberCard, shownName } from '../../identity/member/shown-member-queries.ts'
import { tokenCardFields } from '../../market/token/view-queries.ts'
import { limitTo, offsetBy } from '../../platform/db/connect.ts'
import type { Db, Fragment } from '../../platform/db/connect.ts'
import type { RawPage } from '../../platform/http/paging.ts'
import { pictureJson } from '../../platform/media/queries.ts'

/** The address of a member's wallet, for others only if they show the collection. */
export async function findAddress(db: Db, userId: string, isOwn: boolean): Promise<string | null> {
  const [row] = await db<{ address: string | null }[]>`
    select b.flow_address as address from members b
     where b.id = ${userId} and ${isShown(db, 'b')} and (b.shows_collection or ${isOwn})`
  return row?.address ?? null
}

const words = (db: Db, alias: string): Fragment =>
  db`json_build_object('ja', ${db(alias)}.name_ja, 'en', ${db(alias)}.name_en)`

/**
 * The fields of the contract's OwnedSeriesView from series `r`, its picture `m`, what is held of it,
 * `h`, and `withMissing`.
 */
const ownedSeriesFields = (db: Db): Fragment => db`
  'seriesId', r.id, 'name', ${words(db, 'r')}, 'picture', case when m.id is not null then ${pictureJson(db)} end,
  'itemCount', r.item_count, 'ownedItemCount', coalesce(h.items, 0), 'ownedTokenCount', coalesce(h.tokens, 0),
  'missingListedCount', missing.listed, 'missingFromYen', missing.from_yen`

/**
 * How many tokens of item `i` an address holds; null when none. A value, not a join or a condition:
 * PostgreSQL expects few works of an owner, and would compare each work with all of a large
 * collection.
 */
const heldOf = (db: Db, address: string | null): Fragment => db`
  (select o.tokens from item_holdings o where o.owner_address = ${address}::text and o.item_id = i.id)`

const withMissing = (db: Db, address: string | null): Fragment => db`
  cross join lateral (
    select (count(*) filter (where k.held is null))::int as listed, min(k.floor_yen) filter (where k.held is null) as from_yen
      from (select l.floor_yen, ${heldOf(db, address)} as held
              from items i join item_listings l on l.item_id = i.id and l.listed > 0
             where i.series_id = r.id offset 0) k) missing`

type Page = { limit: number; offset: number }

/** The series an address holds something of, nearest to complete first. */
export const listOwnedSeries = (
  db: Db,
  address: string,
  { limit, offset, after }: Page & { after: [number, string] | undefined },
) => {
  const last = limit + offset
  const share = db`(h.items * 1000000::bigint / greatest(r.item_count, 1))`
  return db<RawPage[]>`
    with chosen as (
      select h.series_id, ${share} as share, row_number() over (order by ${share} desc, h.series_id) as n
        from series_holdings h join series r on r.id = h.series_id
       where h.owner_address = ${address}
             ${after ? db`and (${share} < ${after[0]} or (${share} = ${after[0]} and h.series_id > ${after[1]}))` : db``}
       order by 2 desc, 1 ${offsetBy(db, offset)} ${limitTo(db, limit + 1)}),
    shown as (
      select c.n, json_build_object(${ownedSeriesFields(db)}) as view
        from chosen c join series r on r.id = c.series_id
        join series_holdings h on h.owner_address = ${address} and h.series_id = r.id
        left join media m on m.id = r.picture ${withMissing(db, address)}
       where c.n <= ${last})
    select (select coalesce(json_agg(view order by n), '[]')::text from shown) as items,
           (select json_build_array(share, series_id) from chosen where n = ${last} and exists (select 1 from chosen where n > ${last})) as last,
           ${
             after || offset > 0
               ? db`null::int`
               : db`(select count(*)::int from series_holdings h join series r on r.id = h.series_id where h.owner_address = ${address})`
           } as total`
}

/** Every series, of which nobody in particular holds nothing; in the order of the catalogue. */
export const listSeriesOfNobody = (
  db: Db,
  { limit, offset, after }: Page & { after: [number, string] | undefined },
) => {
  const last = limit + offset
  return db<RawPage[]>`
    with chosen as (
      select r.id, r.position, row_number() over (order by r.position, r.id) as n from series r
       where true ${after ? db`and (r.position, r.id) > (${after[0]}, ${after[1]})` : db``}
       order by r.position, r.id ${offsetBy(db, offset)} ${limitTo(db, limit + 1)}),
    shown as (
      select c.n, json_build_object(${ownedSeriesFields(db)}) as view
        from chosen c join series r on r.id = c.id left join series_holdings h on false
        left join media m on m.id = r.picture ${withMissing(db, null)}
       where c.n <= ${last})
    select (select coalesce(json_agg(view order by n), '[]')::text from shown) as items,
           (select json_build_array(position, id) from chosen where n = ${last} and exists (select 1 from chosen where n > ${last})) as last,
           ${after || offset > 0 ? db`null::int` : db`(select count(*)::int from series)`} as total`
}

/** One series in the hands of an address, work by work; no row when there is no such series. */
export const findOwnedSeries = (db: Db, seriesId: string, address: string | null, { limit, offset }: Page) => db<
  { view: string }[]
>`
  select json_build_object(${ownedSeriesFields(db)}, 'works', (
           select coalesce(json_agg(json_build_object(
                    'itemId', i.id, 'name', ${words(db, 'i')}, 'picture', ${pictureJson(db)}, 'rarity', i.rarity,
                    'owned', coalesce(${heldOf(db, address)}, 0), 'listedYen', l.floor_yen) order by i.position), '[]')
             from (select * from items where series_id = r.id order by position ${offsetBy(db, offset)} ${limitTo(db, limit)}) i
             join media m on m.id = i.picture
             left join item_listings l on l.item_id = i.id and l.listed > 0))::text as view
    from series r left join series_holdings h on h.owner_address = ${address}::text and h.series_id = r.id
    left join media m on m.id = r.picture ${withMissing(db, address)}
   where r.id = ${seriesId}`

/** By what the collection of an address can be narrowed. */
export const findConditions = (db: Db, address: string | null) => db<{ view: string }[]>`
  select json_build_object(
           'series', (select coalesce(json_agg(json_build_object('seriesId', r.id, 'name', ${words(db, 'r')}, 'count', h.tokens)
                                               order by h.tokens desc, r.id), '[]')
                        from series_holdings h join series r on r.id = h.series_id where h.owner_address = ${address}::text),
           'rarities', (select coalesce(json_agg(json_build_object('rarity', k.rarity, 'count', k.count)
                                                 order by array_position('{common,rare,epic,legendary}', k.rarity)), '[]')
                          from (select i.rarity, sum(h.tokens)::int as count
                                  from item_holdings h join items i on i.id = h.item_id
                                 where h.owner_address = ${address}::text group by i.rarity) k))::text as view`

/** Series with packs on sale now, each with its packs. */
export const listSeriesSellingPacks = (
  db: Db,
  seriesId: string | undefined,
  { limit, offset, after }: Page & { after: [number, string] | undefined },
) => {
  const last = limit + offset
  return db<RawPage[]>`
    with chosen as (
      select r.id, r.position, row_number() over (order by r.position, r.id) as n from series r
       where exists (select 1 from packs p join pack_stocks s on s.pack_id = p.id where p.series_id = r.id and ${onSale(db)})
             ${seriesId === undefined ? db`` : db`and r.id = ${seriesId}`}
             ${after ? db`and (r.position, r.id) > (${after[0]}, ${after[1]})` : db``}
       order by r.position, r.id ${offsetBy(db, offset)} ${limitTo(db, limit + 1)})
    select (select coalesce(json_agg(json_build_object('seriesId', r.id, 'name', ${words(db, 'r')}, 'packs', (
                select json_agg(json_build_object('packId', p.id, 'name', ${words(db, 'p')}, 'kind', p.kind, 'priceYen', p.price_yen,
                                                  'remaining', s.remaining, 'issued', s.issued) order by p.price_yen, p.id)
                  from packs p join pack_stocks s on s.pack_id = p.id where p.series_id = r.id and ${onSale(db)})) order by c.n), '[]')::text
              from chosen c join series r on r.id = c.id where c.n <= ${last}) as items,
           (select json_build_array(position, id) from chosen where n = ${last} and exists (select 1 from chosen where n > ${last})) as last`
}

/** The most collectors counted to find somebody's place. */
const placesMost = 10_000

type Ranking = Page & { sort: 'items' | 'tokens'; isDescending: boolean; userId: string | undefined }

/**
 * One series with the ranking of its collectors, along an index; no row when there is no such
 * series. Of members who do not show their collection, and of addresses that are no member's, only
 * the numbers are shown. Equal numbers share a place.
 */
export const findCollectors = (db: Db, seriesId: string, { sort, isDescending, userId, limit, offset }: Ranking) => {
  const [first, second] = sort === 'items' ? [db`items`, db`tokens`] : [db`tokens`, db`items`]
  const [way, back] = isDescending ? [db`desc`, db`asc`] : [db`asc`, db`desc`]
  const ahead = isDescending ? db`>` : db`<`
  const placeOf = (alias: Fragment) => db`
    (select count(*)::int + 1 from (
       select 1 from series_holdings a where a.series_id = ${seriesId}
          and (a.${first}, a.${second}) ${ahead} (${alias}.${first}, ${alias}.${second}) limit ${placesMost}) k)`
  const view = (alias: Fragment, rank: Fragment) => db`
    json_build_object('rank', ${rank}, 'collector', case when b.shows_collection then ${memberCard(db, 'b')} end,
      'itemCount', ${alias}.items, 'tokenCount', ${alias}.tokens, 'isComplete', ${alias}.items >= r.item_count)`
  return db<{ view: string }[]>`
    with chosen as (
      select h.*, row_number() over (order by h.${first} ${way}, h.${second} ${way}, h.owner_address ${back}) + ${offset}::int as n
        from (select * from series_holdings h where h.series_id = ${seriesId}
               order by h.${first} ${way}, h.${second} ${way}, h.owner_address ${back} ${offsetBy(db, offset)} ${limitTo(db, limit)}) h),
    start as (select ${placeOf(db`c`)} as place from chosen c order by c.n limit 1),
    ranked as (
      select c.*, case when (c.${first}, c.${second}) = (select c1.${first}, c1.${second} from chosen c1 order by c1.n limit 1)
                       then (select place from start)
                       else min(c.n) over (partition by c.${first}, c.${second}) end as place
        from chosen c)
    select json_build_object(
             'seriesId', r.id, 'name', ${words(db, 'r')},
             'description', json_build_object('ja', r.description_ja, 'en', r.description_en),
             'picture', case when m.id is not null then ${pictureJson(db)} end, 'itemCount', r.item_count, ${seriesCounts(db)},
             'collectors', (select coalesce(json_agg(${view(db`k`, db`k.place`)} order by k.n), '[]')
                              from ranked k left join members b on b.flow_address = k.owner_address),
             'user', (select ${view(db`h`, placeOf(db`h`))}
                        from members b join series_holdings h on h.owner_address = b.flow_address and h.series_id = r.id
                       where b.id = ${userId ?? null}::uuid and b.shows_collection and ${isShown(db, 'b')}))::text as view
      from series r left join media m on m.id = r.picture ${withSeriesCounts(db)}
     where r.id = ${seriesId}`
}

/** The chosen pieces that the member's wallet still holds; no row when others see no such member. */
export const findShowcase = (db: Db, userId: string) => db<{ items: string }[]>`
  select (select coalesce(json_agg(json_build_object(${tokenCardFields(db)}) order by s.place), '[]')::text
            from showcases s join tokens t on t.id = s.token_id and t.burned_at is null and t.owner_address = b.flow_address
            join items i on i.id = t.item_id join series r on r.id = i.series_id join media m on m.id = i.picture
           where s.member_id = b.id) as items
    from members b where b.id = ${userId} and ${isShown(db, 'b')}`

export type StoredPicture = { id: string; sizes: number[] }
export type ProfileFacts = { name: string; handle: string | null; pieces: StoredPicture[] }

/**
 * What the picture of a profile shows: pieces of the showcase, or the latest ones if the collection
 * is public, up to four. Undefined when others see no such member.
 */
export async function findProfileFacts(db: Db, userId: string): Promise<ProfileFacts | undefined> {
  const [row] = await db<ProfileFacts[]>`
    select ${shownName(db, 'b')} as name, ${handleOf(db, 'b')} as handle, coalesce((
             select json_agg(json_build_object('id', m.id, 'sizes', m.sizes) order by p.place)
               from (select * from (
                       select t.item_id, s.place::bigint from showcases s join tokens t on t.id = s.token_id
                        where s.member_id = b.id and t.burned_at is null and t.owner_address = b.flow_address
                       union all
                       (select t.item_id, 100 + row_number() over (order by t.moved_at desc, t.id desc) from tokens t
                         where b.shows_collection and t.burned_at is null and t.owner_address = b.flow_address
                           and not exists (select 1 from showcases s where s.member_id = b.id)
                         order by t.moved_at desc, t.id desc limit 4)) u
                      order by place limit 4) p
               join items i on i.id = p.item_id join media m on m.id = i.picture), '[]') as pieces
      from members b where b.id = ${userId} and ${isShown(db, 'b')}`
  return row
}

/** How many of these tokens are in the member's wallet. */
export async function countOwned(db: Db, memberId: string, tokenIds: string[]): Promise<number> {
  const [row] = await db<[{ count: number }]>`
    select count(*)::int as count from tokens t
     where t.id = any(${tokenIds}::text[]::numeric[]) and t.burned_at is null
       and t.owner_address = (select flow_address from members where id = ${memberId})`
  return row.count
}

/** Puts these in place of the pieces chosen before. */
export async function replaceShowcase(db: Db, memberId: string, tokenIds: string[]): Promise<void> {
  await db`delete from showcases where member_id = ${memberId}`
  await db`
    insert into showcases (member_id, place, token_id)
    select ${memberId}, place, token_id::numeric from unnest(${tokenIds}::text[]) with ordinality u (token_id, place)`
}

/** Of a deleted member. */
export const deleteShowcaseOf = (db: Db, memberId: string): Promise<unknown> =>
  db`delete from showcases where member_id = ${memberId}`
