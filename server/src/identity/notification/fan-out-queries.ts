import type { Db } from '../../platform/db/connect.ts'
import type { Facts } from './notification-texts.ts'

export type FanOutRow = {
  id: string
  event: string
  subject: string
  cause: string
  facts: Facts
  audience: string
  audienceId: string
  afterKey: string | null
}

/** Queues a fact for an audience, once per cause. */
export const insertFanOut = (db: Db, { id, ...row }: Omit<FanOutRow, 'afterKey'>) => db`
  insert into notification_fan_outs (id, event, subject, cause, facts, audience, audience_id)
  values (${id}, ${row.event}, ${row.subject}, ${row.cause}, ${db.json(row.facts)}, ${row.audience}, ${row.audienceId})
  on conflict (cause, audience, audience_id) do nothing`

/** Locks the oldest open fan-out that no other worker works on. */
export async function lockFanOut(db: Db): Promise<FanOutRow | undefined> {
  const [row] = await db<FanOutRow[]>`
    select id, event, subject, cause, facts, audience, audience_id as "audienceId", after_key as "afterKey"
      from notification_fan_outs where ended_at is null order by created_at limit 1 for update skip locked`
  return row
}

/** Stores how far it went, in the transaction of the batch; without a key it has ended. */
export const advanceFanOut = (db: Db, id: string, { last, reached }: { last: string | null; reached: number }) => db`
  update notification_fan_outs
     set after_key = coalesce(${last}::text, after_key), reached = reached + ${reached},
         ended_at = case when ${last}::text is null then kura_now() end
   where id = ${id}`

/** Members of an audience in an order of its own; the next page begins after the last `key`. */
export type Audience = { memberId: string; key: string }[]

/** Members of the site by id, for what everybody is notified of. */
export const listMembers = (
  db: Db,
  { after, limit }: { after: string | null; limit: number },
): Promise<Audience> => db<Audience>`
    select id as "memberId", id::text as key from members where deleted_at is null and banned_at is null
       and (${after}::uuid is null or id > ${after}::uuid) order by id limit ${limit}`
