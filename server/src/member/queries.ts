import { limits } from '@kura/contract/limits'
import type { Db } from '../db/connect.ts'
import type { Act } from './record-act.ts'

export const insertAct = (db: Db, id: string, { actor, act, subject, details }: Act): Promise<unknown> => db`
  insert into audit_rows (id, actor, act, subject, details) values (${id}, ${actor}, ${act}, ${subject}, ${db.json(details)})`

export async function isEmailTaken(db: Db, email: string): Promise<boolean> {
  const [row] = await db<{ isTaken: boolean }[]>`
    select exists (select 1 from members where email = ${email}) as "isTaken"`
  return row?.isTaken ?? false
}

export type NewMailCode = {
  id: string
  purpose: 'sign_up'
  email: string
  codeHash: Buffer
  tokenHash: Buffer
  payload: Record<string, string>
}

/** Ends what was mailed before for the same purpose. */
export const endMailCodes = (db: Db, email: string, purpose: string): Promise<unknown> => db`
  update mail_codes set used_at = kura_now() where email = ${email} and purpose = ${purpose} and used_at is null`

export const insertMailCode = (db: Db, code: NewMailCode): Promise<unknown> => db`
  insert into mail_codes (id, purpose, email, code_hash, token_hash, payload, tries_left, expires_at)
  values (${code.id}, ${code.purpose}, ${code.email}, ${code.codeHash}, ${code.tokenHash}, ${db.json(code.payload)},
          ${limits.codeTries}, kura_now() + make_interval(mins => ${limits.linkMinutes}))`

export type FoundCode = {
  id: string
  email: string
  codeHash: Buffer
  payload: { locale?: 'ja' | 'en' }
  isCodeExpired: boolean
  isLinkExpired: boolean
}
const foundCode = (db: Db) => db`id, email, code_hash as "codeHash", payload,
  created_at <= kura_now() - make_interval(mins => ${limits.codeMinutes}) as "isCodeExpired",
  expires_at <= kura_now() as "isLinkExpired"`

/** The open code of an address, with one try taken from it; undefined when there is none or no try is left. */
export async function takeTry(db: Db, email: string, purpose: string): Promise<FoundCode | undefined> {
  const [row] = await db<FoundCode[]>`
    update mail_codes set tries_left = tries_left - 1
     where id = (select id from mail_codes where email = ${email} and purpose = ${purpose} and used_at is null
                  order by created_at desc limit 1)
       and tries_left > 0 and used_at is null
    returning ${foundCode(db)}`
  return row
}

export async function findByLinkToken(db: Db, tokenHash: Buffer, purpose: string): Promise<FoundCode | undefined> {
  const [row] = await db<FoundCode[]>`
    select ${foundCode(db)} from mail_codes
     where token_hash = ${tokenHash} and purpose = ${purpose} and used_at is null`
  return row
}

/** Uses a code up; false when somebody else just did. */
export async function useMailCode(db: Db, id: string): Promise<boolean> {
  const rows = await db`
    update mail_codes set used_at = kura_now()
     where id = ${id} and used_at is null and expires_at > kura_now() returning 1`
  return rows.length > 0
}

export type NewMember = {
  id: string
  email: string
  passwordHash: string
  displayName: string
  isSubscribed: boolean
  locale: 'ja' | 'en'
  termsVersion: string
}

/** False when the address has an account by now. */
export async function insertMember(db: Db, member: NewMember): Promise<boolean> {
  const rows = await db`
    insert into members (id, email, password_hash, display_name, is_subscribed, locale, terms_version, terms_agreed_at)
    values (${member.id}, ${member.email}, ${member.passwordHash}, ${member.displayName}, ${member.isSubscribed},
            ${member.locale}, ${member.termsVersion}, kura_now())
    on conflict (email) where email is not null do nothing returning 1`
  return rows.length > 0
}

export type Credentials = { id: string; passwordHash: string | null; flowAddress: string }

/** Whom an address signs in; nobody who is banned or gone. */
export async function findCredentials(db: Db, email: string): Promise<Credentials | undefined> {
  const [row] = await db<Credentials[]>`
    select id, password_hash as "passwordHash", coalesce(flow_address, '') as "flowAddress" from members
     where email = ${email} and banned_at is null and deleted_at is null`
  return row
}

/** Locks the member if the password that was checked is still theirs. */
export async function lockIfPassword(db: Db, id: string, passwordHash: string): Promise<boolean> {
  const rows = await db`
    select 1 from members
     where id = ${id} and password_hash = ${passwordHash} and banned_at is null and deleted_at is null for no key update`
  return rows.length > 0
}

export const setPasswordHash = (db: Db, id: string, passwordHash: string): Promise<unknown> =>
  db`update members set password_hash = ${passwordHash} where id = ${id}`

export type AccountRow = {
  userId: string
  email: string
  flowAddress: string
  displayName: string
  termsVersion: string
  hasPassword: boolean
}

export async function findAccount(db: Db, id: string): Promise<AccountRow | undefined> {
  const [row] = await db<AccountRow[]>`
    select id as "userId", coalesce(email, '') as email, coalesce(flow_address, '') as "flowAddress",
           display_name as "displayName", coalesce(terms_version, '') as "termsVersion",
           password_hash is not null as "hasPassword"
      from members where id = ${id}`
  return row
}
