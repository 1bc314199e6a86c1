import type { Db } from '../../platform/db/connect.ts'

export type KnownMember = {
  id: string
  email: string
  displayName: string
  flowAddress: string
  memberSince: Date
  bannedAt: Date | null
  deletedAt: Date | null
}

/** A member by id or address, also when banned or deleted. */
export async function findKnown(db: Db, by: { id: string } | { email: string }): Promise<KnownMember | undefined> {
  const [row] = await db<KnownMember[]>`
    select id, coalesce(email, '') as email, display_name as "displayName", coalesce(flow_address, '') as "flowAddress",
           created_at as "memberSince", banned_at as "bannedAt", deleted_at as "deletedAt"
      from members where ${'id' in by ? db`id = ${by.id}` : db`email = ${by.email}`}`
  return row
}

export type WholeMember = { id: string; email: string | null; flowAddress: string | null; thumbnail: string | null }

/**
 * Locks the row against everything, also against reservations, claims and listings under way: these
 * share the row first (`shareStanding`). A ban and a deletion start with it, so each comes wholly
 * before or wholly after such a transaction.
 */
export async function lockWhole(db: Db, id: string): Promise<WholeMember | undefined> {
  const [row] = await db<WholeMember[]>`
    select id, email, flow_address as "flowAddress", thumbnail from members where id = ${id} and deleted_at is null for update`
  return row
}

/**
 * Now, and not when the transaction began: it may have waited for the row, and the check compares
 * with what was reserved meanwhile.
 */
const momentOfLock = (db: Db) => db`kura_now() + (clock_timestamp() - now())`

/** False when the member is banned already, or gone. A trigger ends the sessions for good. */
export async function setBanned(db: Db, id: string): Promise<boolean> {
  const rows = await db`
    update members set banned_at = ${momentOfLock(db)} where id = ${id} and banned_at is null and deleted_at is null returning 1`
  return rows.length > 0
}

/** False when the member is not banned, or gone. */
export async function clearBanned(db: Db, id: string): Promise<boolean> {
  const rows = await db`
    update members set banned_at = null where id = ${id} and banned_at is not null and deleted_at is null returning 1`
  return rows.length > 0
}

/**
 * Removes all personal data from the account, its sessions and its codes. The other modules do the
 * same with their own rows (`memberDeleted`). The wallet is free for another account. A trigger
 * ends the sessions for good.
 */
export async function wipe(db: Db, { id, email }: Pick<WholeMember, 'id' | 'email'>): Promise<void> {
  await db`
    update members
       set email = null, password_hash = null, display_name = '', description = '', thumbnail = null, is_subscribed = false,
           birthday = null, birthday_set_at = null, flow_address = null, wallet_linked_at = null, collection_address = null,
           collection_seen_at = null, shows_collection = false, shows_follows = false, shows_favorites = false,
           deletion_due_at = null, deleted_at = ${momentOfLock(db)}
     where id = ${id}`
  await db`update sessions set user_agent = '' where member_id = ${id}`
  await db`update wallet_changes set reason = '', note = '' where member_id = ${id}`
  await db`delete from wallet_nonces where member_id = ${id}`
  await db`delete from mail_codes where member_id = ${id}`
  if (email === null) return
  await db`delete from mail_codes where email = ${email}`
}
