import type { Words } from '@kura/contract/ids'
import { limits } from '@kura/contract/limits'
import type { Audience } from '../../identity/notification/fan-out-queries.ts'
import type { Db } from '../../platform/db/connect.ts'

/** Keeps that a member wants to be reminded. False when the pack has no start ahead, or is not sold. */
export async function insertReminder(db: Db, packId: string, memberId: string): Promise<boolean> {
  const rows = await db`
    insert into pack_reminders (pack_id, member_id)
    select id, ${memberId} from packs
     where id = ${packId} and channel = 'sale' and sale_starts_at > kura_now() and opened_at is null and closed_at is null
    on conflict (pack_id, member_id) do update set created_at = pack_reminders.created_at returning 1`
  return rows.length > 0
}

export const deleteReminder = (db: Db, packId: string, memberId: string) => db`
  delete from pack_reminders where pack_id = ${packId} and member_id = ${memberId}`

/** Whether the member is to be reminded; undefined when there is no such pack. */
export async function findReminder(db: Db, packId: string, memberId: string): Promise<boolean | undefined> {
  const [row] = await db<{ isSet: boolean }[]>`
    select exists (select 1 from pack_reminders where pack_id = p.id and member_id = ${memberId}) as "isSet"
      from packs p where p.id = ${packId}`
  return row?.isSet
}

/** The next members who want to be reminded of a pack, by id. */
export const listReminded = (
  db: Db,
  { id, after, limit }: { id: string; after: string | null; limit: number },
): Promise<Audience> => db<Audience>`
    select member_id as "memberId", member_id::text as key from pack_reminders
     where pack_id = ${id} and (${after}::uuid is null or member_id > ${after}::uuid) order by member_id limit ${limit}`

/** The items that may lie in a pack. */
export const listItemsOf = (db: Db, packId: string) => db<{ itemId: string }[]>`
  select item_id as "itemId" from pack_items where pack_id = ${packId} order by item_id`

export const forgetReminders = (db: Db, memberId: string) =>
  db`delete from pack_reminders where member_id = ${memberId}`

/** `startKey` tells one start of a pack from another: a sale may be moved. */
export type StartingPack = { packId: string; name: Words; startKey: string; hasBegun: boolean }

/**
 * Packs whose sale begins within the time of a reminder, or began within the last hour: a worker
 * that was away catches up.
 */
export const listStarting = (db: Db) => db<StartingPack[]>`
  select id as "packId", json_build_object('ja', name_ja, 'en', name_en) as name,
         floor(extract(epoch from sale_starts_at))::bigint::text as "startKey", sale_starts_at <= kura_now() as "hasBegun"
    from packs
   where channel = 'sale' and opened_at is null and closed_at is null
     and sale_starts_at > kura_now() - interval '1 hour'
     and sale_starts_at <= kura_now() + make_interval(mins => ${limits.reminderMinutes})`

export async function findPackName(db: Db, packId: string): Promise<Words | undefined> {
  const [row] = await db<{ name: Words }[]>`
    select json_build_object('ja', name_ja, 'en', name_en) as name from packs where id = ${packId}`
  return row?.name
}
