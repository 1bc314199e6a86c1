import { isShown, memberCard } from '../../identity/member/shown-member-queries.ts'
import { limitTo, offsetBy } from '../../platform/db/connect.ts'
import type { Db } from '../../platform/db/connect.ts'
import type { RawPage } from '../../platform/http/paging.ts'
import { pictureJson } from '../../platform/media/queries.ts'

/** False when the target is no member that others see. A follow that exists stays as it is. */
export async function insertFollow(db: Db, followerId: string, targetId: string): Promise<boolean> {
  const [row] = await db<{ isKnown: boolean }[]>`
    with target as (select t.id from members t where t.id = ${targetId} and ${isShown(db, 't')} for key share),
    added as (
      insert into member_follows (follower_id, target_id) select ${followerId}, id from target on conflict do nothing)
    select exists (select 1 from target) as "isKnown"`
  return row?.isKnown ?? false
}

/** False when there never was such a member. */
export async function deleteFollow(db: Db, followerId: string, targetId: string): Promise<boolean> {
  const [row] = await db<{ isKnown: boolean }[]>`
    with gone as (delete from member_follows where follower_id = ${followerId} and target_id = ${targetId})
    select exists (select 1 from members where id = ${targetId}) as "isKnown"`
  return row?.isKnown ?? false
}

export async function isFollowing(db: Db, followerId: string, targetId: string): Promise<boolean> {
  const rows = await db`select 1 from member_follows where follower_id = ${followerId} and target_id = ${targetId}`
  return rows.length > 0
}

/** Members and series that a member follows, counted. */
export async function countFollowed(db: Db, memberId: string): Promise<{ members: number; series: number }> {
  const [row] = await db<[{ members: number; series: number }]>`
    select coalesce((select followings from follow_counts where member_id = ${memberId}), 0) as members,
           (select count(*)::int from series_follows where member_id = ${memberId}) as series`
  return row
}

/** Undefined when others see no such member. */
export async function findStanding(db: Db, userId: string): Promise<{ showsFollows: boolean } | undefined> {
  const [row] = await db<{ showsFollows: boolean }[]>`
    select b.shows_follows as "showsFollows" from members b where b.id = ${userId} and ${isShown(db, 'b')}`
  return row
}

/** The kept counts, less those whom nobody sees now: banned members are few. */
export async function countFollows(db: Db, userId: string): Promise<{ followings: number; followers: number }> {
  const hidden = db`members b where b.banned_at is not null and b.deleted_at is null`
  const [row] = await db<[{ followings: number; followers: number }]>`
    select coalesce(max(c.followings), 0) - (select count(*)::int from ${hidden}
              and exists (select 1 from member_follows f where f.follower_id = ${userId} and f.target_id = b.id)) as followings,
           coalesce(max(c.followers), 0) - (select count(*)::int from ${hidden}
              and exists (select 1 from member_follows f where f.target_id = ${userId} and f.follower_id = b.id)) as followers
      from follow_counts c where c.member_id = ${userId}`
  return row
}

type ListOptions = {
  userId: string
  direction: 'followings' | 'followers'
  /** Whose relation to each is shown; null for nobody's. */
  selfId: string | null
  limit: number
  offset: number
  after: number | undefined
}

/** Whom a member follows, or who follows them, latest first. Banned and deleted members are left out. */
export const listFollows = (db: Db, { userId, direction, selfId, limit, offset, after }: ListOptions) => {
  const [own, other] = direction === 'followings' ? [db`follower_id`, db`target_id`] : [db`target_id`, db`follower_id`]
  const last = limit + offset
  return db<RawPage[]>`
    with chosen as (
      select f.${other} as id, f.number, row_number() over (order by f.number desc) as n
        from member_follows f join members b on b.id = f.${other} and ${isShown(db, 'b')}
       where f.${own} = ${userId} ${after === undefined ? db`` : db`and f.number < ${after}`}
       order by f.number desc ${offsetBy(db, offset)} ${limitTo(db, limit + 1)})
    select coalesce(json_agg(${memberCard(db, 'b')}::jsonb || jsonb_build_object(
             'isFollowing', exists (select 1 from member_follows x where x.follower_id = ${selfId}::uuid and x.target_id = b.id),
             'isFollower', exists (select 1 from member_follows x where x.target_id = ${selfId}::uuid and x.follower_id = b.id)
           ) order by c.n) filter (where c.n <= ${last}), '[]')::text as items,
           (array_agg(json_build_array(c.number)) filter (
              where c.n = ${last} and exists (select 1 from chosen where n > ${last})))[1] as last
      from chosen c join members b on b.id = c.id`
}

/** False when there is no such series. */
export async function insertSeriesFollow(db: Db, memberId: string, seriesId: string): Promise<boolean> {
  const [row] = await db<{ isKnown: boolean }[]>`
    with target as (select id from series where id = ${seriesId}),
    added as (insert into series_follows (member_id, series_id) select ${memberId}, id from target on conflict do nothing)
    select exists (select 1 from target) as "isKnown"`
  return row?.isKnown ?? false
}

/** False when there is no such series. */
export async function deleteSeriesFollow(db: Db, memberId: string, seriesId: string): Promise<boolean> {
  const [row] = await db<{ isKnown: boolean }[]>`
    with gone as (delete from series_follows where member_id = ${memberId} and series_id = ${seriesId})
    select exists (select 1 from series where id = ${seriesId}) as "isKnown"`
  return row?.isKnown ?? false
}

export async function isFollowingSeries(db: Db, memberId: string, seriesId: string): Promise<boolean> {
  const rows = await db`select 1 from series_follows where member_id = ${memberId} and series_id = ${seriesId}`
  return rows.length > 0
}

export const listFollowedSeries = (
  db: Db,
  memberId: string,
  { limit, offset, after }: { limit: number; offset: number; after: number | undefined },
) => {
  const last = limit + offset
  return db<RawPage[]>`
    with chosen as (
      select f.series_id, f.number, f.created_at, row_number() over (order by f.number desc) as n
        from series_follows f
       where f.member_id = ${memberId} ${after === undefined ? db`` : db`and f.number < ${after}`}
       order by f.number desc ${offsetBy(db, offset)} ${limitTo(db, limit + 1)})
    select coalesce(json_agg(json_build_object(
             'seriesId', r.id, 'name', json_build_object('ja', r.name_ja, 'en', r.name_en),
             'picture', case when m.id is not null then ${pictureJson(db)} end, 'itemCount', r.item_count,
             'followedAt', c.created_at) order by c.n) filter (where c.n <= ${last}), '[]')::text as items,
           (array_agg(json_build_array(c.number)) filter (
              where c.n = ${last} and exists (select 1 from chosen where n > ${last})))[1] as last
      from chosen c join series r on r.id = c.series_id left join media m on m.id = r.picture`
}

/** Who is to hear of something, in batches by `number`: pass on the last one until a batch is empty. */
export type Audience = { memberId: string; number: string }[]

/** The followers of a member that are in good standing, oldest follow first. */
export const listFollowersOf = (db: Db, targetId: string, afterNumber: string, most: number): Promise<Audience> =>
  db<Audience>`
    select f.follower_id as "memberId", f.number::text from member_follows f join members b on b.id = f.follower_id and ${isShown(db, 'b')}
     where f.target_id = ${targetId} and f.number > ${afterNumber}::text::bigint order by f.number limit ${most}`

/** The same for those who follow a series. */
export const listFollowersOfSeries = (db: Db, seriesId: string, afterNumber: string, most: number): Promise<Audience> =>
  db<Audience>`
    select f.member_id as "memberId", f.number::text from series_follows f join members b on b.id = f.member_id and ${isShown(db, 'b')}
     where f.series_id = ${seriesId} and f.number > ${afterNumber}::text::bigint order by f.number limit ${most}`

/** Removes a deleted member from every list, on both sides. */
export async function deleteFollowsOf(db: Db, memberId: string): Promise<void> {
  await db`delete from member_follows where follower_id = ${memberId} or target_id = ${memberId}`
  await db`delete from series_follows where member_id = ${memberId}`
  await db`delete from follow_counts where member_id = ${memberId}`
}
