import { kindRules } from '@kura/contract/identity/notification-kinds'
import type { NotificationKind } from '@kura/contract/identity/notification-kinds'
import { limits } from '@kura/contract/limits'
import { limitTo, offsetBy } from '../../platform/db/connect.ts'
import type { Db, Fragment } from '../../platform/db/connect.ts'
import { newId } from '../../platform/db/id.ts'
import type { Facts, NotificationEvent } from './notification-texts.ts'

export type NewNotification = {
  memberIds: readonly string[]
  kind: NotificationKind
  event: NotificationEvent
  subject: string
  cause: string
  facts: Facts
}

/**
 * Adds an event to the lists of these members, once per cause. An open notification of the same
 * subject takes it; otherwise it is a new one. Members who are gone are left out.
 */
export async function insertNotifications(
  db: Db,
  { memberIds, kind, event, subject, cause, facts }: NewNotification,
): Promise<void> {
  // in one order, so that two writers never wait for each other
  const reached = await db<{ memberId: string }[]>`
    insert into notification_causes (member_id, cause)
    select m.id, ${cause} from members m
     where m.id = any(${[...memberIds]}::uuid[]) and m.deleted_at is null and m.banned_at is null order by m.id
    on conflict do nothing returning member_id as "memberId"`
  const sorted = reached.map(({ memberId }) => memberId).toSorted()
  if (sorted.length === 0) return
  await db`
    update notifications n set is_open = false
     where n.member_id = any(${sorted}::uuid[]) and n.event = ${event} and n.subject = ${subject} and n.is_open
       and (n.read_at is not null or n.created_at <= kura_now() - make_interval(mins => ${limits.notificationGroupMinutes}))`
  const { mail, push } = kindRules[kind]
  const choice = (channel: string) => db`
    (select o.is_on from notification_choices o where o.member_id = m.id and o.kind = ${kind} and o.channel = ${channel})`
  const isMailed =
    kind === 'announcement'
      ? db`m.is_subscribed`
      : mail === 'always'
        ? db`false`
        : db`coalesce(${choice('mail')}, ${mail})`
  // most members of a fan-out have no channel: nothing is due for them
  await db`
    insert into notifications as n (id, member_id, kind, event, subject, facts, deliver_at)
    select g.id, m.id, ${kind}, ${event}, ${subject}, ${db.json(facts)},
           case when ${isMailed}
                  or (coalesce(${choice('push')}, ${push}) and exists (select 1 from push_subscriptions p where p.member_id = m.id))
                then kura_now() + make_interval(secs => ${limits.notificationSettleSeconds}) end
      from unnest(${sorted}::uuid[], ${sorted.map(() => newId())}::uuid[]) as g(member_id, id) join members m on m.id = g.member_id
     order by m.id
    on conflict (member_id, event, subject) where is_open
    do update set count = n.count + 1, facts = excluded.facts, changed_at = kura_now(), deliver_at = excluded.deliver_at`
}

/** Keeps a cause as one that the member knows. */
export const insertCause = (db: Db, memberId: string, cause: string) => db`
  insert into notification_causes (member_id, cause) values (${memberId}, ${cause}) on conflict do nothing`

/** Whether a member has been notified of a cause. */
export const isNotified = (db: Db, memberId: Fragment, cause: Fragment): Fragment => db`
  exists (select 1 from notification_causes nc where nc.member_id = ${memberId} and nc.cause = ${cause})`

export type NotificationRow = {
  id: string
  kind: NotificationKind
  event: string
  facts: Facts
  count: number
  at: Date
  isRead: boolean
  /** Where a page after it begins. */
  key: string
}

export const listOwn = (
  db: Db,
  memberId: string,
  { limit, offset, after }: { limit: number; offset: number; after: readonly [string, string] | undefined },
) => db<NotificationRow[]>`
  select id, kind, event, facts, count, changed_at as at, read_at is not null as "isRead", changed_at::text as key
    from notifications where member_id = ${memberId}
     ${after ? db`and (changed_at, id) < (${after[0]}::timestamptz, ${after[1]}::uuid)` : db``}
   order by changed_at desc, id desc ${offsetBy(db, offset)} ${limitTo(db, limit + 1)}`

/** How many are unread, at most as many as the bell counts. */
export async function countUnread(db: Db, memberId: string): Promise<number> {
  const [row] = await db<[{ count: number }]>`
    select count(*)::int as count from (
      select 1 from notifications where member_id = ${memberId} and read_at is null limit ${limits.notificationCountMost}) u`
  return row.count
}

/** Marks one as read; false when it is not the member's. */
export async function markRead(db: Db, memberId: string, id: string): Promise<boolean> {
  const rows = await db`
    update notifications set read_at = coalesce(read_at, kura_now()), is_open = false
     where id = ${id} and member_id = ${memberId} returning 1`
  return rows.length > 0
}

/** Marks all up to a time as read. Returns how many were not. */
export async function markAllRead(db: Db, memberId: string, until: string | null): Promise<number> {
  const rows = await db`
    update notifications set read_at = kura_now(), is_open = false
     where member_id = ${memberId} and read_at is null
       and (${until}::timestamptz is null or changed_at < ${until}::timestamptz + interval '1 millisecond') returning 1`
  return rows.length
}

export type DueNotification = {
  id: string
  memberId: string
  kind: NotificationKind
  event: string
  facts: Facts
  count: number
  email: string | null
  locale: 'ja' | 'en'
  isMailed: boolean
  isPushed: boolean
  quietUntil: Date | null
}

/**
 * Locks the notifications that are due, oldest first, with what each member wants. One that was
 * read meanwhile, or whose member is gone, is delivered nowhere. The caller's transaction moves
 * each on.
 */
export const lockDue = (db: Db, most: number) => db<DueNotification[]>`
  select n.id, n.member_id as "memberId", n.kind, n.event, n.facts, n.count, m.email, m.locale,
         n.read_at is null and n.mailed_at is null and m.deleted_at is null and m.banned_at is null
           and case when n.kind = 'announcement' then m.is_subscribed
                    else coalesce(mc.is_on, (${db.json(mailDefaults)}::jsonb -> n.kind)::boolean) end as "isMailed",
         n.read_at is null and m.deleted_at is null and m.banned_at is null
           and coalesce(pc.is_on, (${db.json(pushDefaults)}::jsonb -> n.kind)::boolean) as "isPushed",
         case when not (${db.json(urgent)}::jsonb -> n.kind)::boolean then quiet_until(q) end as "quietUntil"
    from notifications n join members m on m.id = n.member_id
    left join notification_choices mc on mc.member_id = n.member_id and mc.kind = n.kind and mc.channel = 'mail'
    left join notification_choices pc on pc.member_id = n.member_id and pc.kind = n.kind and pc.channel = 'push'
    left join quiet_hours q on q.member_id = n.member_id
   where n.deliver_at <= kura_now()
   order by n.deliver_at limit ${most} for no key update of n skip locked`

const eachKind = <T>(pick: (rule: (typeof kindRules)[NotificationKind]) => T) =>
  Object.fromEntries(Object.entries(kindRules).map(([kind, rule]) => [kind, pick(rule)]))
const mailDefaults = eachKind(({ mail }) => mail === true)
const pushDefaults = eachKind(({ push }) => push)
const urgent = eachKind(({ isUrgent }) => isUrgent)

export const delayDelivery = (db: Db, id: string, until: Date) => db`
  update notifications set deliver_at = ${until} where id = ${id}`

/** Nothing is due any more; `isMailed` when its mail was queued just now. */
export const markDelivered = (db: Db, id: string, { isMailed }: { isMailed: boolean }) => db`
  update notifications set deliver_at = null, mailed_at = case when ${isMailed} then kura_now() else mailed_at end
   where id = ${id}`

/**
 * Deletes old notifications, 10,000 at a time: read ones sooner. What was announced to many is
 * forgotten with them.
 */
export async function deleteOldNotifications(db: Db): Promise<void> {
  await db`
    delete from notifications where id in (
      select id from notifications
       where changed_at < kura_now() - make_interval(days => case when read_at is null then ${limits.notificationDays}::int
                                                               else ${limits.notificationReadDays}::int end)
         and changed_at < kura_now() - make_interval(days => ${limits.notificationReadDays})
       limit 10000)`
  await db`delete from notification_causes where created_at < kura_now() - make_interval(days => ${limits.notificationDays})`
  await db`delete from notification_fan_outs where ended_at < kura_now() - make_interval(days => ${limits.notificationReadDays})`
  // sessions are deleted a while after they expire
  await db`delete from push_subscriptions p where not exists (select 1 from sessions s where s.family_id = p.family_id)`
}

/** Removes everything of a member that is deleted. */
export async function forgetNotifications(db: Db, memberId: string): Promise<void> {
  await db`delete from notifications where member_id = ${memberId}`
  await db`delete from notification_causes where member_id = ${memberId}`
  await db`delete from notification_choices where member_id = ${memberId}`
  await db`delete from quiet_hours where member_id = ${memberId}`
  await db`delete from push_subscriptions where member_id = ${memberId}`
}
