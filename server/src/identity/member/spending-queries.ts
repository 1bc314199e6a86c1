import { limits } from '@kura/contract/limits'
import type { Db, Fragment } from '../../platform/db/connect.ts'

/** The day in Japan on which an instant falls. */
const dayOf = (db: Db, at: Fragment) => db`(${at} at time zone 'Asia/Tokyo')::date`
export const today = (db: Db) => dayOf(db, db`kura_now()`)
/** The first day of the month in Japan in which an instant falls. */
const monthOf = (db: Db, at: Fragment) => db`date_trunc('month', ${at} at time zone 'Asia/Tokyo')::date`

/**
 * The monthly limit in yen on a day, by date of birth; null for adults. A member turns a year older
 * at the start of the birthday; one born on 29 February on 1 March in other years.
 */
export const limitOn = (db: Db, birthday: Fragment, day: Fragment): Fragment =>
  limits.minorMonthlyYen.reduceRight<Fragment>(
    (older, { untilAge, yen }) =>
      db`case when ${isYounger(db, birthday, day, untilAge + 1)} then ${yen}::integer else ${older} end`,
    db`null::integer`,
  )

/**
 * Whether one born on `birthday` is not yet `age` years old on a day. PostgreSQL would make a leap
 * day's birthday a day early.
 */
export const isYounger = (db: Db, birthday: Fragment, day: Fragment, age: number): Fragment => db`
  (${day} - make_interval(years => ${age}))::date < ${birthday}`

export type Counted = { hasBirthday: boolean; limitYen: number | null; leftYen: number | null; isCounted: boolean }

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
    select birthday is not null as "hasBirthday", most as "limitYen", exists (select 1 from counted) as "isCounted",
           greatest(0, most - coalesce((
             select s.yen from member_spendings s
              where s.member_id = ${memberId} and s.month = ${monthOf(db, db`kura_now()`)}), 0))::integer as "leftYen"
      from who`
  return row
}

/** Subtracts yen from the month in which they were counted. An adult's yen were not counted. */
export const uncountYen = (db: Db, memberId: string, yen: number, orderedAt: Date) => db`
  update member_spendings s set yen = s.yen - ${yen} from members m
   where m.id = ${memberId} and s.member_id = m.id and s.month = ${monthOf(db, db`${orderedAt}::timestamptz`)}
     and ${limitOn(db, db`m.birthday`, dayOf(db, db`${orderedAt}::timestamptz`))} is not null`

/**
 * What a date of birth means today; undefined when no living person can have it. Dates are
 * YYYY-MM-DD.
 */
export const findAge = async (
  db: Db,
  birthday: string,
): Promise<{ isMinor: boolean; monthlyLimitYen: number | null } | undefined> => {
  // a year PostgreSQL does not have
  if (birthday.startsWith('0000')) return undefined
  const born = db`${birthday}::date`
  const [row] = await db<{ isPossible: boolean; isMinor: boolean; monthlyLimitYen: number | null }[]>`
    select ${born} <= ${today(db)} and ${isYounger(db, born, today(db), limits.ageMost + 1)} as "isPossible",
           ${isYounger(db, born, today(db), limits.adultAge)} as "isMinor", ${limitOn(db, born, today(db))} as "monthlyLimitYen"`
  return row?.isPossible ? { isMinor: row.isMinor, monthlyLimitYen: row.monthlyLimitYen } : undefined
}

/** Whether a member is an adult today; null while the date of birth is not known. */
export const findOfAge = async (db: Db, memberId: string): Promise<boolean | null> => {
  const [row] = await db<{ isOfAge: boolean | null }[]>`
    select not ${isYounger(db, db`birthday`, today(db), limits.adultAge)} as "isOfAge" from members where id = ${memberId}`
  return row?.isOfAge ?? null
}

/** Whether the member of a wallet address may own a regulated work; true where no member has it. */
export const isAddressOfAge = async (db: Db, address: string): Promise<boolean> => {
  const [row] = await db<{ isOfAge: boolean | null }[]>`
    select not ${isYounger(db, db`birthday`, today(db), limits.adultAge)} as "isOfAge" from members where flow_address = ${address}`
  return row === undefined || row.isOfAge === true
}

/** The date of birth, locked against orders that count by it. */
export const lockBirthday = async (
  db: Db,
  memberId: string,
): Promise<{ birthday: string | null; isGone: boolean } | undefined> => {
  const [row] = await db<{ birthday: string | null; isGone: boolean }[]>`
    select birthday::text, deleted_at is not null as "isGone" from members where id = ${memberId} for no key update`
  return row
}

export const keepBirthday = (db: Db, memberId: string, birthday: string) => db`
  update members set birthday = ${birthday}, birthday_set_at = kura_now() where id = ${memberId}`

/**
 * Whether the order `o` counts: it is alive, or on its way back; money that came after its end
 * never counted.
 */
export const isCounted = (db: Db): Fragment => db`(
  o.state in ('reserved', 'authorised', 'captured', 'delivered')
  or (o.state in ('refunding', 'quarantined')
      and not exists (select 1 from order_moves v where v.order_id = o.id and v.state = 'expired')))`

/**
 * What members were charged as minors, by the month of Japan, from their orders: each order that
 * counts, in the month it was made in, unless the member was an adult on that day.
 */
export const spentByMonth = (db: Db, whose: Fragment) => db`
  select o.member_id, ${monthOf(db, db`o.created_at`)} as month, sum(o.price_yen - o.used_point)::integer as yen
    from orders o join members m on m.id = o.member_id
   where ${whose} and ${isCounted(db)} and o.price_yen > o.used_point
     and ${limitOn(db, db`m.birthday`, dayOf(db, db`o.created_at`))} is not null
   group by 1, 2`

/** Recounts a member's months after the date of birth has changed. */
export const recountMonths = async (db: Db, memberId: string): Promise<void> => {
  await db`delete from member_spendings where member_id = ${memberId}`
  await db`insert into member_spendings (member_id, month, yen) ${spentByMonth(db, db`o.member_id = ${memberId}`)}`
}
