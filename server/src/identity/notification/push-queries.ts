import { limits } from '@kura/contract/limits'
import type { Db } from '../../platform/db/connect.ts'
import type { Facts } from './notification-texts.ts'

type Subscription = { id: string; memberId: string; familyId: string; endpoint: string; p256dh: string; auth: string }

/**
 * Keeps where a device takes pushes; false when its session has ended meanwhile. A browser whose
 * member changed belongs to the new one.
 */
export async function keepSubscription(db: Db, row: Subscription): Promise<boolean> {
  await db`
    delete from push_subscriptions where family_id = ${row.familyId} or endpoint = ${row.endpoint}`
  const rows = await db`
    insert into push_subscriptions (id, member_id, family_id, endpoint, p256dh, auth)
    select ${row.id}, ${row.memberId}, ${row.familyId}, ${row.endpoint}, ${row.p256dh}, ${row.auth}
     where exists (select 1 from sessions where family_id = ${row.familyId} and member_id = ${row.memberId} and ended_at is null)
    on conflict do nothing returning 1`
  return rows.length > 0
}

export const deleteSubscriptionOf = (db: Db, familyId: string) => db`
  delete from push_subscriptions where family_id = ${familyId}`

export const deleteSubscription = (db: Db, id: string) => db`delete from push_subscriptions where id = ${id}`

export async function isSubscribed(db: Db, familyId: string): Promise<boolean> {
  const rows = await db`select 1 from push_subscriptions where family_id = ${familyId}`
  return rows.length > 0
}

/** Queues a push of this notification to every device of the member, instead of one that waits. */
export const insertPushes = (db: Db, notificationId: string, memberId: string) => db`
  insert into notification_pushes (notification_id, subscription_id)
  select ${notificationId}, id from push_subscriptions where member_id = ${memberId}
  on conflict (notification_id, subscription_id)
  do update set attempts = 0, due_at = kura_now(), expires_at = excluded.expires_at`

export type DuePush = {
  notificationId: string
  subscriptionId: string
  attempts: number
  /** Until it is worth nothing any more. */
  secondsLeft: number
  endpoint: string
  p256dh: string
  auth: string
  event: string
  kind: string
  facts: Facts
  count: number
  locale: 'ja' | 'en'
}

/** Leases pushes that are due, oldest first: another worker tries those of one that dies. */
export const claimPushes = (db: Db, most: number) => db<DuePush[]>`
  with claimed as (
    update notification_pushes set attempts = attempts + 1,
           due_at = kura_now() + make_interval(secs => ${limits.workLeaseSeconds})
     where (notification_id, subscription_id) in (
             select notification_id, subscription_id from notification_pushes
              where due_at <= kura_now() order by due_at limit ${most} for update skip locked)
    returning *)
  select c.notification_id as "notificationId", c.subscription_id as "subscriptionId", c.attempts,
         extract(epoch from c.expires_at - kura_now())::int as "secondsLeft",
         s.endpoint, s.p256dh, s.auth, n.event, n.kind, n.facts, n.count, m.locale
    from claimed c join push_subscriptions s on s.id = c.subscription_id
    join notifications n on n.id = c.notification_id join members m on m.id = n.member_id`

type Claim = Pick<DuePush, 'notificationId' | 'subscriptionId' | 'attempts'>

/** Done, or given up. A newer push of the same notification stays. */
export const deletePush = (db: Db, { notificationId, subscriptionId, attempts }: Claim) => db`
  delete from notification_pushes
   where notification_id = ${notificationId} and subscription_id = ${subscriptionId} and attempts = ${attempts}`

export const delayPush = (db: Db, { notificationId, subscriptionId, attempts }: Claim, seconds: number) => db`
  update notification_pushes set due_at = kura_now() + make_interval(secs => ${seconds})
   where notification_id = ${notificationId} and subscription_id = ${subscriptionId} and attempts = ${attempts}`
