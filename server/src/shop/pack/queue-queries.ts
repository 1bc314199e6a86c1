import { limits } from '@kura/contract/limits'
import type { Db } from '../../platform/db/connect.ts'
import { isAfter, isBefore, saleStart } from '../../catalogue/item/card-queries.ts'

/** When the line of pack `p` began to move. */
const openedAt = (db: Db) => db`greatest(coalesce(${saleStart(db)}, p.created_at), p.drawn_at)`

/**
 * The place whose turn it is now: places up to here have been let in. A fraction of a second
 * counts.
 */
const currentPlace = (db: Db) =>
  db`floor(extract(epoch from kura_now() - ${openedAt(db)}) * p.queue_per_second)::bigint`

/** When place `k.number` is let in. */
const admittedAt = (db: Db) =>
  db`${openedAt(db)} + make_interval(secs => greatest(0, k.number)::float8 / p.queue_per_second)`

export type LineRow = {
  isBefore: boolean
  isAfter: boolean
  remaining: number
  reserved: number
  hasQueue: boolean
  /** Undefined place: no ticket. Below 0: the places are drawn when the sale begins. */
  number: bigint | null
  ahead: number
  isDue: boolean
  isOver: boolean
  admittedUntil: Date | null
  secondsLeft: number
}

/** The line of a pack as one member sees it; reads two narrow rows in addition to the pack's. */
export const findLine = async (db: Db, packId: string, memberId: string): Promise<LineRow | undefined> => {
  const [row] = await db<LineRow[]>`
    select ${isBefore(db)} as "isBefore", ${isAfter(db)} as "isAfter", s.remaining, s.reserved,
           p.queue_per_second is not null as "hasQueue", k.number::int8 as number,
           greatest(0, k.number - ${currentPlace(db)})::int as ahead,
           k.number >= 0 and ${admittedAt(db)} <= kura_now() as "isDue",
           k.number >= 0 and ${admittedAt(db)} + make_interval(mins => ${limits.queueAdmittedMinutes}) <= kura_now() as "isOver",
           case when k.number >= 0 then ${admittedAt(db)} + make_interval(mins => ${limits.queueAdmittedMinutes}) end as "admittedUntil",
           greatest(0, extract(epoch from ${admittedAt(db)} - kura_now()))::float8 as "secondsLeft"
      from packs p join pack_stocks s on s.pack_id = p.id
      left join pack_tickets k on k.pack_id = p.id and k.member_id = ${memberId}
     where p.id = ${packId} and p.channel = 'sale'`
  return row
}

/** Whether the member may buy now: the pack has no line, or has let the member in a moment ago. */
export const isAdmitted = async (db: Db, packId: string, memberId: string): Promise<boolean> => {
  const [row] = await db<{ isAdmitted: boolean }[]>`
    select p.queue_per_second is null or exists (
             select 1 from pack_tickets k where k.pack_id = p.id and k.member_id = ${memberId} and k.number >= 0
                and kura_now() between ${admittedAt(db)}
                                   and ${admittedAt(db)} + make_interval(mins => ${limits.queueAdmittedMinutes})) as "isAdmitted"
      from packs p where p.id = ${packId}`
  return row?.isAdmitted ?? true
}

/** One joins at a time; held to the end of the transaction. */
export const lockLine = (db: Db, packId: string) =>
  db`select pg_advisory_xact_lock(hashtextextended('line:' || ${packId}::text, 0))`

/** The same without waiting: false when another transaction holds it. */
export const tryLockLine = async (db: Db, packId: string): Promise<boolean> => {
  const [row] = await db<{ isOurs: boolean }[]>`
    select pg_try_advisory_xact_lock(hashtextextended('line:' || ${packId}::text, 0)) as "isOurs"`
  return row?.isOurs ?? false
}

/** Draws the places of all early members, in an unpredictable order. Under the lock of the line. */
export const drawPlaces = (db: Db, packId: string) => db`
  with start as (
    select greatest(0, coalesce((select max(number) + 1 from pack_tickets where pack_id = ${packId} and number >= 0), 0)) as first
  ), drawn as (
    select member_id, row_number() over (order by gen_random_uuid()) - 1 as n
      from pack_tickets where pack_id = ${packId} and number < 0
  )
  update pack_tickets k set number = start.first + drawn.n
    from drawn, start where k.pack_id = ${packId} and k.member_id = drawn.member_id`

/** Packs on sale whose early members have no place yet. */
export const listUndrawnLines = async (db: Db): Promise<string[]> => {
  const rows = await db<{ id: string }[]>`
    select p.id from packs p join pack_stocks s on s.pack_id = p.id
     where p.queue_per_second is not null and not ${isBefore(db)}
       and exists (select 1 from pack_tickets k where k.pack_id = p.id and k.number < 0)`
  return rows.map(({ id }) => id)
}

/** Whether somebody waits for the draw. */
export const hasUndrawn = async (db: Db, packId: string): Promise<boolean> =>
  (await db`select 1 from pack_tickets where pack_id = ${packId} and number < 0 limit 1`).length > 0

/** Before the sale: a ticket without a place. Its number only has to differ from the others. */
export const insertEarly = (db: Db, packId: string, memberId: string) => db`
  insert into pack_tickets (pack_id, member_id, number)
  values (${packId}, ${memberId}, -1 - floor(random() * 9e15)::bigint)
  on conflict (pack_id, member_id) do nothing`

/**
 * The next place: behind the last one, but not before the one whose turn it is, so that a line that
 * was empty does not let a crowd in at once. An expired ticket is replaced. Under the lock of the
 * line.
 */
export const insertNext = (db: Db, packId: string, memberId: string) => db`
  insert into pack_tickets as k (pack_id, member_id, number)
  select p.id, ${memberId},
         greatest(coalesce((select max(number) + 1 from pack_tickets where pack_id = p.id), 0), ${currentPlace(db)}, 0)
    from packs p where p.id = ${packId}
  on conflict (pack_id, member_id) do update set number = excluded.number, joined_at = kura_now()`
