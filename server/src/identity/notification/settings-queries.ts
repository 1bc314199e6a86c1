import type { NotificationKind } from '@kura/contract/identity/notification-kinds'
import type { Db } from '../../platform/db/connect.ts'

export type Channel = 'mail' | 'push'
type Choice = { kind: NotificationKind; channel: Channel; isOn: boolean }

export const listChoices = (db: Db, memberId: string) => db<Choice[]>`
  select kind, channel, is_on as "isOn" from notification_choices where member_id = ${memberId}`

export const keepChoice = (db: Db, memberId: string, { kind, channel, isOn }: Choice) => db`
  insert into notification_choices (member_id, kind, channel, is_on) values (${memberId}, ${kind}, ${channel}, ${isOn})
  on conflict (member_id, kind, channel) do update set is_on = excluded.is_on`

export type QuietRow = { fromMinute: number; toMinute: number; timeZone: string }

export async function findQuietHours(db: Db, memberId: string): Promise<QuietRow | undefined> {
  const [row] = await db<QuietRow[]>`
    select from_minute as "fromMinute", to_minute as "toMinute", time_zone as "timeZone" from quiet_hours
     where member_id = ${memberId}`
  return row
}

/** Whether the database can tell the time there. */
export async function isTimeZone(db: Db, name: string): Promise<boolean> {
  const rows = await db`select 1 from pg_timezone_names where name = ${name}`
  return rows.length > 0
}

export const keepQuietHours = (db: Db, memberId: string, hours: QuietRow) => db`
  insert into quiet_hours (member_id, from_minute, to_minute, time_zone)
  values (${memberId}, ${hours.fromMinute}, ${hours.toMinute}, ${hours.timeZone})
  on conflict (member_id) do update
     set from_minute = excluded.from_minute, to_minute = excluded.to_minute, time_zone = excluded.time_zone`

export const deleteQuietHours = (db: Db, memberId: string) => db`delete from quiet_hours where member_id = ${memberId}`

/** Whether the member is mailed what the operator announces; false for one who is gone. */
export async function isNewsMailed(db: Db, memberId: string): Promise<boolean> {
  const [row] = await db<{ isSubscribed: boolean }[]>`
    select is_subscribed as "isSubscribed" from members where id = ${memberId} and deleted_at is null`
  return row?.isSubscribed ?? false
}

export const setNewsMailed = (db: Db, memberId: string, isOn: boolean) => db`
  update members set is_subscribed = ${isOn} where id = ${memberId} and deleted_at is null`

/** False for a member who is deleted. */
export async function isHere(db: Db, memberId: string): Promise<boolean> {
  const rows = await db`select 1 from members where id = ${memberId} and deleted_at is null for key share`
  return rows.length > 0
}
