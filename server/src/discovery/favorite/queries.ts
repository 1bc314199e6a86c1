import type { favoriteKinds } from '@kura/contract/discovery/favorite'
import { onSale } from '../../catalogue/item/card-queries.ts'
import { isShown } from '../../identity/member/shown-member-queries.ts'
import { limitTo, offsetBy } from '../../platform/db/connect.ts'
import type { Db } from '../../platform/db/connect.ts'
import type { RawPage } from '../../platform/http/paging.ts'
import { pictureJson } from '../../platform/media/queries.ts'
import type { Audience } from '../follow/queries.ts'

export type FavoriteKind = (typeof favoriteKinds)[number]
export type Subject = { kind: FavoriteKind; id: string }

const tables = { item: 'items', series: 'series', pack: 'packs' } as const

/** False when there is no such thing. One that is kept in mind already only gets the new price. */
export async function upsertFavorite(
  db: Db,
  memberId: string,
  { kind, id }: Subject,
  noticeBelowYen: number | null,
): Promise<boolean> {
  const column = `${kind}_id`
  const rows = await db`
    insert into favorites (member_id, kind, ${db(column)}, notice_below_yen)
    select ${memberId}, ${kind}, s.id, ${noticeBelowYen}::int from ${db(tables[kind])} s where s.id = ${id}
    on conflict (member_id, kind, subject) do update set notice_below_yen = excluded.notice_below_yen
    returning 1`
  return rows.length > 0
}

/** False when there is no such thing. */
export async function deleteFavorite(db: Db, memberId: string, { kind, id }: Subject): Promise<boolean> {
  const [row] = await db<{ isKnown: boolean }[]>`
    with gone as (delete from favorites where member_id = ${memberId} and kind = ${kind} and subject = ${id})
    select exists (select 1 from ${db(tables[kind])} where id = ${id}) as "isKnown"`
  return row?.isKnown ?? false
}

export async function hasFavorite(db: Db, memberId: string, { kind, id }: Subject): Promise<boolean> {
  const rows = await db`select 1 from favorites where member_id = ${memberId} and kind = ${kind} and subject = ${id}`
  return rows.length > 0
}

export async function countFavorites(db: Db, memberId: string): Promise<number> {
  const [row] = await db<[{ count: number }]>`
    select count(*)::int as count from favorites where member_id = ${memberId}`
  return row.count
}

/** Undefined when others see no such member. */
export async function findStanding(db: Db, userId: string): Promise<{ showsFavorites: boolean } | undefined> {
  const [row] = await db<{ showsFavorites: boolean }[]>`
    select b.shows_favorites as "showsFavorites" from members b where b.id = ${userId} and ${isShown(db, 'b')}`
  return row
}

type ListOptions = {
  userId: string
  kind: FavoriteKind | undefined
  /** The member sees the prices below which they want to hear of a listing. */
  isOwn: boolean
  limit: number
  offset: number
  after: number | undefined
}

/** What a member keeps in mind, latest first. */
export const listFavorites = (db: Db, { userId, kind, isOwn, limit, offset, after }: ListOptions) => {
  const last = limit + offset
  return db<RawPage[]>`
    with chosen as (
      select f.*, row_number() over (order by f.number desc) as n
        from favorites f
       where f.member_id = ${userId} ${kind === undefined ? db`` : db`and f.kind = ${kind}`}
             ${after === undefined ? db`` : db`and f.number < ${after}`}
       order by f.number desc ${offsetBy(db, offset)} ${limitTo(db, limit + 1)})
    select coalesce(json_agg(json_build_object(
             'kind', c.kind, 'id', c.subject,
             'name', json_build_object('ja', coalesce(i.name_ja, p.name_ja, r.name_ja), 'en', coalesce(i.name_en, p.name_en, r.name_en)),
             'seriesName', case when c.kind <> 'series' and r.id is not null then json_build_object('ja', r.name_ja, 'en', r.name_en) end,
             'picture', case when m.id is not null then ${pictureJson(db)} end,
             'priceYen', coalesce(p.price_yen, (
                select min(o.price_yen) from pack_items pi join packs o on o.id = pi.pack_id join pack_stocks s on s.pack_id = o.id
                 where pi.item_id = c.item_id and ${onSale(db, db`o`)})),
             'listedYen', (select l.floor_yen from item_listings l where l.item_id = c.item_id and l.listed > 0),
             'noticeBelowYen', ${isOwn ? db`c.notice_below_yen` : db`null::int`}, 'favoritedAt', c.created_at
           ) order by c.n) filter (where c.n <= ${last}), '[]')::text as items,
           (array_agg(json_build_array(c.number)) filter (
              where c.n = ${last} and exists (select 1 from chosen where n > ${last})))[1] as last
      from chosen c
      left join items i on i.id = c.item_id
      left join packs p on p.id = c.pack_id
      left join series r on r.id = coalesce(c.series_id, i.series_id, p.series_id)
      left join media m on m.id = coalesce(i.picture, p.picture, r.picture)`
}

/** Every favourite and followed series of a member, by id. */
export const listMarks = (db: Db, memberId: string) => db<{ items: string }[]>`
  select coalesce(json_agg(json_build_object('mark', u.mark, 'kind', u.kind, 'id', u.id, 'noticeBelowYen', u.below)), '[]')::text as items
    from (select 'favorite' as mark, kind, subject as id, notice_below_yen as below from favorites where member_id = ${memberId}
          union all
          select 'follow', 'series', series_id, null from series_follows where member_id = ${memberId}) u`

/** How many keep a thing in mind, and follow it; undefined when there is no such thing. */
export async function countMarks(
  db: Db,
  { kind, id }: Subject,
): Promise<{ favorites: number; followers: number } | undefined> {
  const [row] = await db<{ favorites: number; followers: number }[]>`
    select coalesce(c.favorites, 0) as favorites, coalesce(c.followers, 0) as followers
      from ${db(tables[kind])} s left join subject_counts c on c.kind = ${kind} and c.subject = s.id where s.id = ${id}`
  return row
}

/**
 * Who keeps a thing in mind, oldest first, in batches by `number`. With `priceYen`: only those who
 * want to hear of a listing at that price.
 */
export const listAudience = (
  db: Db,
  { kind, id }: Subject,
  options: { afterNumber: string; most: number; priceYen?: number | undefined },
): Promise<Audience> => db<Audience>`
  select f.member_id as "memberId", f.number::text from favorites f join members b on b.id = f.member_id and ${isShown(db, 'b')}
   where f.kind = ${kind} and f.subject = ${id} and f.number > ${options.afterNumber}::text::bigint
         ${options.priceYen === undefined ? db`` : db`and f.notice_below_yen > ${options.priceYen}`}
   order by f.number limit ${options.most}`

/** Of a deleted member. */
export const deleteFavoritesOf = (db: Db, memberId: string): Promise<unknown> =>
  db`delete from favorites where member_id = ${memberId}`
