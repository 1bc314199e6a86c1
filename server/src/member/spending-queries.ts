import { limits } from '@kura/contract/limits'
import type { Db, Fragment } from '../db/connect.ts'

/** The day in Japan on which an instant falls. */
const dayOf = (db: Db, at: Fragment) => db`(${at} at time zone 'Asia/Tokyo')::date`
export const today = (db: Db) => dayOf(db, db`kura_now()`)
/** The first day of the month in Japan in which an instant falls. */
const monthOf = (db: Db, at: Fragment) => db`date_trunc('month', ${at} at time zone 'Asia/Tokyo')::date`

/**
 * The limit in yen for one born on `birthday` on a day; null for adults. One is a year older from the start of the birthday on;
 * who was born on 29 February, from 1 March on in other years.
 */
export const limitOn = (db: Db, birthday: Fragment, day: Fragment): Fragment =>
  limits.minorMonthlyYen.reduceRight<Fragment>(
    (older, { untilAge, yen }) =>
      db`case when ${isYounger(db, birthday, day, untilAge + 1)} then ${yen}::integer else ${older} end`,
    db`null::integer`,
  )

/** Whether one born on `birthday` is not yet `age` years old on a day. PostgreSQL would make a leap day's birthday a day early. */
export const isYounger = (db: Db, birthday: Fragment, day: Fragment, age: number): Fragment => db`
  (${day} - make_interval(years => ${age}))::date < ${birthday}`

export type Counted = { hasBirthday: boolean; limitYen: number | null; isCounted: boolean }

/** Counts yen in this month of Japan when the member is a minor and it stays within the limit. */
export const countYen = async (db: Db, memberId: string, yen: number): Promise<Counted | undefined> => {
  const [row] = await db<Counted[]>`
    with who as (
      select birthday, ${limitOn(db, db`birthday`, today(db))} as most from members where id = ${memberId} for share
    ), counted as (
      insert into member_spendings as s (member_id, month, yen)
      select ${memberId}, ${monthOf(db, db`kura_now()`)}, ${yen} from who where ${yen}::integer <= most
      on conflict (member_id, month) do update set yen = s.yen + excluded.yen
       where s.yen + excluded.yen <= (select most from who)
      returning 1
    )
    select birthday is not null as "hasBirthday", most as "limitYen", exists (select 1 from counted) as "isCounted" from who`
  return row
}

/** Takes yen off the month in which they were counted; whoever was of age then was not counted. */
export const uncountYen = (db: Db, memberId: string, yen: number, orderedAt: Date) => db`
  update member_spendings s set yen = s.yen - ${yen} from members m
   where m.id = ${memberId} and s.member_id = m.id and s.month = ${monthOf(db, db`${orderedAt}::timestamptz`)}
     and ${limitOn(db, db`m.birthday`, dayOf(db, db`${orderedAt}::timestamptz`))} is not null`
