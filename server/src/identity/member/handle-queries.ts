import { limits } from '@kura/contract/limits'
import type { Db, Fragment } from '../../platform/db/connect.ts'

/** The current handle of member `alias`, or null. */
export const handleOf = (db: Db, alias: string): Fragment => db`
  (select h.handle from member_handles h where h.member_id = ${db(alias)}.id and h.left_at is null)`

/** Until when the handle of member `alias` stays as it is; null when it may change now. */
export const handleRestsUntil = (db: Db, alias: string): Fragment => db`
  (select h.taken_at + make_interval(days => ${limits.handleRestDays})
     from member_handles h
    where h.member_id = ${db(alias)}.id and h.left_at is null
      and h.taken_at + make_interval(days => ${limits.handleRestDays}) > kura_now()
      -- the first one is free to change at once
      and exists (select 1 from member_handles f where f.member_id = h.member_id and f.left_at is not null))`

/** Whose handle this is, or was until lately. */
export const isHandleOf = (db: Db, alias: string, handle: string): Fragment => db`
  ${db(alias)}.id = (select h.member_id from member_handles h
                      where h.handle = ${handle}
                        and (h.left_at is null or h.left_at > kura_now() - make_interval(days => ${limits.handleKeptDays})))`

export type HandleStanding = { handle: string | null; isResting: boolean }

/** The member's handle, locked with the member until the transaction ends. */
export async function lockHandle(db: Db, memberId: string): Promise<HandleStanding | undefined> {
  const [row] = await db<HandleStanding[]>`
    select ${handleOf(db, 'p')} as handle, ${handleRestsUntil(db, 'p')} is not null as "isResting"
      from members p where p.id = ${memberId} and p.banned_at is null and p.deleted_at is null for no key update of p`
  return row
}

/** The member gives up the current handle. */
export const leaveHandle = (db: Db, memberId: string): Promise<unknown> =>
  db`update member_handles set left_at = kura_now() where member_id = ${memberId} and left_at is null`

/**
 * Takes a handle that is free, the member's own former one, or one given up long ago by another;
 * false when none of these.
 */
export async function takeHandle(
  db: Db,
  { memberId, handle, form }: { memberId: string; handle: string; form: string },
): Promise<boolean> {
  const rows = await db`
    insert into member_handles as t (form_hash, handle, member_id)
    values (sha256(convert_to(${form}, 'UTF8')), ${handle}, ${memberId})
    on conflict (form_hash) do update
       set handle = excluded.handle, member_id = excluded.member_id, taken_at = kura_now(), left_at = null
     where t.member_id = ${memberId} or t.left_at <= kura_now() - make_interval(days => ${limits.handleKeptDays})
    returning 1`
  return rows.length > 0
}

/** Of a deleted member only the hashes stay for a while, so that nobody takes the name over at once. */
export const forgetHandles = (db: Db, memberId: string): Promise<unknown> => db`
  update member_handles set handle = null, left_at = coalesce(left_at, kura_now()) where member_id = ${memberId}`

/** Deletes the hashes of deleted members once their handles are free for others. */
export const forgetOldHandles = (db: Db): Promise<unknown> => db`
  delete from member_handles
   where handle is null and left_at <= kura_now() - make_interval(days => ${limits.handleKeptDays})`
