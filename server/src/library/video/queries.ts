import type { Words } from '@kura/contract/ids'
import type { Db } from '../../platform/db/connect.ts'
import { opened } from '../content/queries.ts'
import type { OwnedSubject } from '../content/queries.ts'

/** How long a reservation lasts without playing, in seconds. */
const reservationSeconds = 120

/** Locks the stream of a token until the transaction ends: two players cannot reserve it at once. */
export const lockStream = (db: Db, refId: string) =>
  db`select pg_advisory_xact_lock(hashtextextended('watching:' || ${refId}::text, 0))`

/** Ends the reservation of a token, and drops those that ended long ago. */
export async function endReservations(db: Db, refId: string): Promise<void> {
  await db`update content_reservations set ended_at = kura_now() where ref_id = ${refId} and ended_at is null`
  await db`delete from content_reservations where ref_id = ${refId} and expires_at < kura_now() - interval '1 day'`
}

/** Reserves the stream of a token for a member. */
export async function insertReservation(
  db: Db,
  { memberId, refId, contentId }: OwnedSubject,
): Promise<{ reserveId: string; expiresAt: Date }> {
  const [row] = await db<[{ reserveId: string; expiresAt: Date }]>`
    insert into content_reservations (id, member_id, content_id, ref_id, expires_at)
    values (gen_random_uuid(), ${memberId}, ${contentId}, ${refId}, kura_now() + ${reservationSeconds} * interval '1 second')
    returning id as "reserveId", expires_at as "expiresAt"`
  return row
}

export type Stream = OwnedSubject & {
  reserveId: string
  folder: string
  seconds: number
  serial: number | null
  name: Words
  itemName: Words
  expiresAt: Date
  second: number | null
  hasPoster: boolean
  isTaken: boolean
  isExpired: boolean
  /** Less than half of its time remains. */
  isShort: boolean
  isOpen: boolean
  now: number
}

/** A reservation with what it plays, and whether its token still opens it; undefined when unknown. */
export async function findStream(db: Db, reserveId: string): Promise<Stream | undefined> {
  const [row] = await db<Stream[]>`
    select r.id as "reserveId", r.member_id as "memberId", r.ref_id as "refId", r.content_id as "contentId",
           v.folder, v.seconds, json_build_object('ja', w.name_ja, 'en', w.name_en) as name,
           json_build_object('ja', i.name_ja, 'en', i.name_en) as "itemName", r.expires_at as "expiresAt", p.second,
           exists (select 1 from content_pages g where g.content_id = r.content_id) as "hasPoster",
           r.ended_at is not null as "isTaken", r.expires_at <= kura_now() as "isExpired",
           r.expires_at < kura_now() + ${reservationSeconds / 2} * interval '1 second' as "isShort",
           o.serial, o.serial is not null as "isOpen", floor(extract(epoch from kura_now()))::float8 as now
      from content_reservations r
      join content_videos v on v.content_id = r.content_id
      join contents w on w.id = r.content_id join items i on i.id = w.item_id
      left join content_places p on p.member_id = r.member_id and p.content_id = r.content_id
      left join lateral (
        select t.serial from ${opened(db, db`r.member_id`)} where t.ref_id = r.ref_id and c.id = r.content_id) o on true
     where r.id = ${reserveId}`
  return row
}

/** Playing renews a reservation that still lasts. Returns its new end. */
export async function renewReservation(db: Db, reserveId: string): Promise<Date | undefined> {
  const [row] = await db<{ expiresAt: Date }[]>`
    update content_reservations set expires_at = kura_now() + ${reservationSeconds} * interval '1 second'
     where id = ${reserveId} and ended_at is null and expires_at > kura_now()
    returning expires_at as "expiresAt"`
  return row?.expiresAt
}

/** Keeps where a member watches. False when the video is shorter. */
export async function upsertSecond(db: Db, memberId: string, contentId: string, second: number): Promise<boolean> {
  const rows = await db`
    insert into content_places (member_id, content_id, second)
    select ${memberId}, content_id, ${second}::integer from content_videos
     where content_id = ${contentId} and seconds >= ${second}
    on conflict (member_id, content_id) do update set page = null, second = excluded.second, kept_at = kura_now()
    returning 1`
  return rows.length > 0
}

/** Of a deleted member. */
export const deleteReservationsOf = (db: Db, memberId: string): Promise<unknown> =>
  db`delete from content_reservations where member_id = ${memberId}`
