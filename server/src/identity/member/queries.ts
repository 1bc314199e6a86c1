import { limits } from '@kura/contract/limits'
import type { Db } from '../../platform/db/connect.ts'
import { isYounger, today } from './spending-queries.ts'

export async function isEmailTaken(db: Db, email: string): Promise<boolean> {
  const [row] = await db<{ isTaken: boolean }[]>`
    select exists (select 1 from members where email = ${email}) as "isTaken"`
  return row?.isTaken ?? false
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

/** The member who signs in with an address; undefined when banned or deleted. */
export async function findCredentials(db: Db, email: string): Promise<Credentials | undefined> {
  const [row] = await db<Credentials[]>`
    select id, password_hash as "passwordHash", coalesce(flow_address, '') as "flowAddress" from members
     where email = ${email} and banned_at is null and deleted_at is null`
  return row
}

/** Locks the member if the password that was checked is still theirs. */
export async function lockIfPassword(db: Db, id: string, passwordHash: string): Promise<AuthRow | undefined> {
  const [row] = await db<AuthRow[]>`
    select ${authColumns(db)} from members
     where id = ${id} and password_hash = ${passwordHash} and banned_at is null and deleted_at is null for no key update`
  return row
}

export const setPasswordHash = (db: Db, id: string, passwordHash: string): Promise<unknown> =>
  db`update members set password_hash = ${passwordHash} where id = ${id}`

export type AuthRow = {
  email: string | null
  passwordHash: string | null
  locale: 'ja' | 'en'
  flowAddress: string | null
}
const authColumns = (db: Db) => db`email, password_hash as "passwordHash", locale, flow_address as "flowAddress"`

/** What re-authentication needs to know of a member. */
export async function findAuth(db: Db, id: string): Promise<AuthRow | undefined> {
  const [row] = await db<AuthRow[]>`select ${authColumns(db)} from members where id = ${id}`
  return row
}

/** The same, locked; undefined for members who are banned or gone. */
export async function lockAuth(db: Db, id: string): Promise<AuthRow | undefined> {
  const [row] = await db<AuthRow[]>`
    select ${authColumns(db)} from members
     where id = ${id} and banned_at is null and deleted_at is null for no key update`
  return row
}

/** Sets the address. The database refuses one of another member. */
export const setEmail = (db: Db, id: string, email: string): Promise<unknown> =>
  db`update members set email = ${email} where id = ${id}`

/** Notes the agreement; false when this version was agreed to before. */
export async function setTerms(db: Db, id: string, termsVersion: string): Promise<boolean> {
  const rows = await db`
    update members set terms_version = ${termsVersion}, terms_agreed_at = kura_now()
     where id = ${id} and terms_version is distinct from ${termsVersion} returning 1`
  return rows.length > 0
}

export type WalletMember = { id: string; isOpen: boolean }

/** The member of a wallet, locked, also one who is banned or gone. */
export async function lockByAddress(db: Db, address: string): Promise<WalletMember | undefined> {
  const [row] = await db<WalletMember[]>`
    select id, (banned_at is null and deleted_at is null) as "isOpen" from members
     where flow_address = ${address} for no key update`
  return row
}

/** A member known by the wallet alone; false when the wallet has a member by now. */
export async function insertWalletMember(
  db: Db,
  member: { id: string; address: string; locale: 'ja' | 'en' },
): Promise<boolean> {
  const rows = await db`
    insert into members (id, flow_address, wallet_linked_at, locale)
    values (${member.id}, ${member.address}, kura_now(), ${member.locale})
    on conflict (flow_address) where flow_address is not null do nothing returning 1`
  return rows.length > 0
}

export type AccountRow = {
  userId: string
  email: string
  flowAddress: string
  displayName: string
  termsVersion: string
  hasPassword: boolean
  birthday: string | null
  isMinor: boolean
  deletionDueAt: string | null
}

export async function findAccount(db: Db, id: string): Promise<AccountRow | undefined> {
  const [row] = await db<AccountRow[]>`
    select id as "userId", coalesce(email, '') as email, coalesce(flow_address, '') as "flowAddress",
           display_name as "displayName", coalesce(terms_version, '') as "termsVersion",
           password_hash is not null as "hasPassword", birthday::text as birthday,
           coalesce(birthday > (kura_now() at time zone 'Asia/Tokyo')::date - make_interval(years => ${limits.adultAge}), false) as "isMinor",
           to_json(deletion_due_at) #>> '{}' as "deletionDueAt"
      from members where id = ${id}`
  return row
}

export type MembershipRow = {
  flowAddress: string | null
  termsVersion: string | null
  /** The chain said that the linked wallet has a collection, at some time and within the last hour. */
  wasCollectionSeen: boolean
  isCollectionFresh: boolean
  /** False also while the date of birth is not known. */
  isAdult: boolean
  /** The member asked to be deleted. */
  isLeaving: boolean
}

/** What the gate before buying asks of a member; undefined for one who is banned or gone. */
export async function findMembership(db: Db, id: string): Promise<MembershipRow | undefined> {
  const [row] = await db<MembershipRow[]>`
    select flow_address as "flowAddress", terms_version as "termsVersion",
           coalesce(collection_address = flow_address, false) as "wasCollectionSeen",
           coalesce(collection_address = flow_address
             and collection_seen_at > kura_now() - make_interval(mins => ${limits.collectionMinutes}), false) as "isCollectionFresh",
           coalesce(not ${isYounger(db, db`birthday`, today(db), limits.adultAge)}, false) as "isAdult",
           deletion_due_at is not null as "isLeaving"
      from members where id = ${id} and banned_at is null and deleted_at is null`
  return row
}

/** A screen that asks again and again writes once a minute. */
export const keepCollection = (db: Db, id: string, address: string): Promise<unknown> => db`
  update members set collection_address = ${address}, collection_seen_at = kura_now()
   where id = ${id} and deleted_at is null and (collection_address is distinct from ${address} or collection_seen_at is null
     or collection_seen_at < kura_now() - interval '1 minute')`

export const forgetCollection = (db: Db, id: string, address: string): Promise<unknown> => db`
  update members set collection_address = null, collection_seen_at = null
   where id = ${id} and collection_address = ${address}`

export type Standing = {
  /** Neither banned nor gone. */
  isOpen: boolean
  /** The member asked to be deleted. */
  isLeaving: boolean
}

/**
 * How a member stands, which stays so until the transaction ends. One lock order: members before
 * everything else. A key share is what every row that names the member takes anyway, so orders of
 * one member do not wait for each other here.
 */
export async function shareStanding(db: Db, id: string): Promise<Standing> {
  const [row] = await db<Standing[]>`
    select banned_at is null and deleted_at is null as "isOpen", deletion_due_at is not null as "isLeaving"
      from members where id = ${id} for key share`
  return row ?? { isOpen: false, isLeaving: false }
}

/** Whether the member who placed an order is neither banned nor gone; locks in the same way. */
export async function shareStandingOfOrder(db: Db, orderId: string): Promise<boolean> {
  const [row] = await db<{ isOpen: boolean }[]>`
    select banned_at is null and deleted_at is null as "isOpen" from members
     where id = (select member_id from orders where id = ${orderId}) for key share`
  return row?.isOpen ?? false
}
