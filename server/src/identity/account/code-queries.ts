import { limits } from '@kura/contract/limits'
import type { Db } from '../../platform/db/connect.ts'

export type CodePurpose = 'sign_up' | 'password_reset' | 'onetime_sign_in' | 'email_add' | 'email_change'
/**
 * Whose code it is: of an address before anyone is known by it, or of a member for an address to
 * come.
 */
export type CodeOwner = { email: string } | { memberId: string }

const ownedBy = (db: Db, owner: CodeOwner) =>
  'email' in owner ? db`email = ${owner.email}` : db`member_id = ${owner.memberId}`

/** Ends everything that was mailed for a purpose. */
export const endMailCodes = (db: Db, owner: CodeOwner, purpose: CodePurpose): Promise<unknown> => db`
  update mail_codes set used_at = kura_now() where ${ownedBy(db, owner)} and purpose = ${purpose} and used_at is null`

/**
 * Whether something mailed to the address is still good; within so many minutes, when they are
 * given.
 */
export async function hasOpenCode(db: Db, email: string, purpose: CodePurpose, minutes?: number): Promise<boolean> {
  const rows = await db`
    select 1 from mail_codes
     where email = ${email} and purpose = ${purpose} and used_at is null and expires_at > kura_now()
       and (${minutes ?? null}::int is null or created_at > kura_now() - make_interval(mins => ${minutes ?? null}::int)) limit 1`
  return rows.length > 0
}

/** Ends every code and link of a member: an old mail must not undo what they just did. */
export const endCodesOfMember = (db: Db, memberId: string): Promise<unknown> =>
  db`update mail_codes set used_at = kura_now() where member_id = ${memberId} and used_at is null`

export type NewMailCode = {
  id: string
  purpose: CodePurpose
  email: string
  memberId: string | null
  codeHash: Buffer
  tokenHash: Buffer
  payload: Record<string, string>
  linkMinutes: number
}

export const insertMailCode = (db: Db, code: NewMailCode): Promise<unknown> => db`
  insert into mail_codes (id, purpose, email, member_id, code_hash, token_hash, payload, tries_left, other_tries_left, expires_at)
  values (${code.id}, ${code.purpose}, ${code.email}, ${code.memberId}, ${code.codeHash}, ${code.tokenHash},
          ${db.json(code.payload)}, ${limits.codeTries}, ${limits.codeTries},
          kura_now() + make_interval(mins => ${code.linkMinutes}))`

export type FoundCode = {
  id: string
  email: string
  memberId: string | null
  codeHash: Buffer
  payload: { locale?: 'ja' | 'en'; displayName?: string; birthday?: string; isSubscribe?: 'true' | 'false' }
  isCodeExpired: boolean
  isLinkExpired: boolean
}
const foundCode = (db: Db) => db`id, email, member_id as "memberId", code_hash as "codeHash", payload,
  created_at <= kura_now() - make_interval(mins => ${limits.codeMinutes}) as "isCodeExpired",
  expires_at <= kura_now() as "isLinkExpired"`

/**
 * Every open code of an owner that has a try left, with one try taken from each: from its own tries
 * when the caller names the row, as the requesting browser does, else from those that all others
 * share.
 */
export const takeTries = (
  db: Db,
  owner: CodeOwner,
  purpose: CodePurpose,
  requestId: string | undefined,
): Promise<FoundCode[]> => {
  const isNamed = db`id is not distinct from ${requestId ?? null}::uuid`
  return db<FoundCode[]>`
    update mail_codes
       set tries_left = tries_left - case when ${isNamed} then 1 else 0 end,
           other_tries_left = other_tries_left - case when ${isNamed} then 0 else 1 end
     where id in (select id from mail_codes
                   where ${ownedBy(db, owner)} and purpose = ${purpose} and used_at is null and expires_at > kura_now()
                   order by id for no key update)
       and case when ${isNamed} then tries_left else other_tries_left end > 0 and used_at is null
    returning ${foundCode(db)}`
}

export async function findByLinkToken(db: Db, tokenHash: Buffer, purpose: CodePurpose): Promise<FoundCode | undefined> {
  const [row] = await db<FoundCode[]>`
    select ${foundCode(db)} from mail_codes
     where token_hash = ${tokenHash} and purpose = ${purpose} and used_at is null`
  return row
}

/** Uses a code; false when another request just did. */
export async function useMailCode(db: Db, id: string): Promise<boolean> {
  const rows = await db`
    update mail_codes set used_at = kura_now()
     where id = ${id} and used_at is null and expires_at > kura_now() returning 1`
  return rows.length > 0
}
