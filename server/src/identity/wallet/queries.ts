import { limits } from '@kura/contract/limits'
import type { Db } from '../../platform/db/connect.ts'

export const insertNonce = (db: Db, nonceHash: Buffer, memberId: string | null): Promise<unknown> => db`
  insert into wallet_nonces (nonce_hash, member_id, expires_at)
  values (${nonceHash}, ${memberId}, kura_now() + make_interval(mins => ${limits.nonceMinutes}))`

export type NoncePurpose = 'link' | 'sign_in' | 'change_from' | 'change_to' | 'recovery' | 'confirm'

/** The member who fetched a nonce that is still open; null for one fetched without a session. */
export async function findOpenNonce(db: Db, nonceHash: Buffer): Promise<{ memberId: string | null } | undefined> {
  const [row] = await db<{ memberId: string | null }[]>`
    select member_id as "memberId" from wallet_nonces
     where nonce_hash = ${nonceHash} and used_at is null and expires_at > kura_now()`
  return row
}

/**
 * Uses nonces for a purpose, all or none in one statement; false when one of them is unknown,
 * another member's, used or expired.
 */
export async function useNonces(
  db: Db,
  memberId: string | null,
  nonces: readonly { nonceHash: Buffer; purpose: NoncePurpose }[],
): Promise<boolean> {
  const hashes = nonces.map(({ nonceHash }) => nonceHash.toString('hex'))
  const rows = await db`
    with requested as (
      select decode(hash, 'hex') as nonce_hash, purpose
        from unnest(${hashes}::text[], ${nonces.map(({ purpose }) => purpose)}::text[]) as sent (hash, purpose)
    ), open as (
      select n.nonce_hash from wallet_nonces n join requested w on w.nonce_hash = n.nonce_hash
       where n.member_id is not distinct from ${memberId}::uuid and n.used_at is null and n.purpose is null
         and n.expires_at > kura_now()
       order by n.nonce_hash for update of n
    )
    update wallet_nonces n set used_at = kura_now(), purpose = w.purpose from requested w
     where w.nonce_hash = n.nonce_hash and (select count(*) from open) = ${nonces.length} returning 1`
  return rows.length === nonces.length
}

export type LinkRow = { flowAddress: string | null; email: string | null; locale: 'ja' | 'en' }

export async function lockForLink(db: Db, memberId: string): Promise<LinkRow | undefined> {
  const [row] = await db<LinkRow[]>`
    select flow_address as "flowAddress", email, locale from members
     where id = ${memberId} and banned_at is null and deleted_at is null for no key update`
  return row
}

/** The same without a lock, also of members who are banned or gone. */
export async function findForLink(db: Db, memberId: string): Promise<LinkRow | undefined> {
  const [row] = await db<LinkRow[]>`
    select flow_address as "flowAddress", email, locale from members where id = ${memberId}`
  return row
}

export async function isEmailOfAnother(db: Db, email: string, memberId: string): Promise<boolean> {
  const rows = await db`select 1 from members where email = ${email} and id <> ${memberId}`
  return rows.length > 0
}

/** Links the address if the member has none yet. The database refuses an address of another member. */
export async function setAddress(db: Db, memberId: string, address: string): Promise<boolean> {
  const rows = await db`
    update members set flow_address = ${address}, wallet_linked_at = kura_now()
     where id = ${memberId} and flow_address is null returning 1`
  return rows.length > 0
}

/**
 * Puts another address in the place of the linked one. The database refuses an address of another
 * member.
 */
export async function replaceAddress(db: Db, memberId: string, from: string, to: string): Promise<boolean> {
  const rows = await db`
    update members set flow_address = ${to}, wallet_linked_at = kura_now()
     where id = ${memberId} and flow_address = ${from} returning 1`
  return rows.length > 0
}

export async function isAddressTaken(db: Db, address: string): Promise<boolean> {
  const rows = await db`select 1 from members where flow_address = ${address}`
  return rows.length > 0
}
