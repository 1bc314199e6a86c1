import type { ServiceScope, ServiceView } from '@kura/contract/identity/service'
import { limits } from '@kura/contract/limits'
import type { Db } from '../../platform/db/connect.ts'
import { pictureJson } from '../../platform/media/queries.ts'

export type ServiceClient = {
  id: string
  name: { ja: string; en: string }
  homepage: string
  picture: string | null
  redirectUris: string[]
  scopes: ServiceScope[]
}

/** The contract's card of client `c`. */
const cardFields = (db: Db) => db`
  c.id as "clientId", json_build_object('ja', c.name_ja, 'en', c.name_en) as name, c.homepage,
  (select ${pictureJson(db)} from media m where m.id = c.picture) as picture`

/** A grant counts while a code or token of it is valid: a consent that led to none is no connection. */
const isLive = (db: Db) => db`
  g.expires_at > kura_now() and exists (
    select 1 from service_records r
     where r.grant_id = g.id and r.kind <> 'Interaction' and r.consumed_at is null and r.expires_at > kura_now())`

/** Every client, with the member's connection. */
export const listViews = (db: Db, memberId: string): Promise<ServiceView[]> => db<ServiceView[]>`
  select ${cardFields(db)}, c.scopes,
         case when k.at is not null then json_build_object(
           'scopes', k.scopes, 'connectedAt', to_char(k.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
           'lastUsedAt', to_char(k.used at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) end as connection
    from service_clients c
    left join lateral (
      select min(g.connected_at) as at, max(g.used_at) as used, array_agg(distinct s.scope order by s.scope desc) as scopes
        from service_grants g, unnest(g.scopes) s (scope)
       where g.client_id = c.id and g.member_id = ${memberId} and ${isLive(db)}) k on true
   order by k.at is null, c.id limit 100`

export type ServiceCardRow = Pick<ServiceView, 'clientId' | 'name' | 'homepage' | 'picture'>

export async function findCard(db: Db, id: string): Promise<ServiceCardRow | undefined> {
  const [row] = await db<ServiceCardRow[]>`select ${cardFields(db)} from service_clients c where c.id = ${id}`
  return row
}

export const listClients = (db: Db): Promise<ServiceClient[]> => db<ServiceClient[]>`
  select id, json_build_object('ja', name_ja, 'en', name_en) as name, homepage, picture,
         redirect_uris as "redirectUris", scopes from service_clients order by id`

export async function findClient(
  db: Db,
  id: string,
): Promise<Pick<ServiceClient, 'redirectUris' | 'scopes'> | undefined> {
  const [row] = await db<Pick<ServiceClient, 'redirectUris' | 'scopes'>[]>`
    select redirect_uris as "redirectUris", scopes from service_clients where id = ${id}`
  return row
}

/** Adds a client, or replaces what is known of it. */
export const upsertClient = (db: Db, client: ServiceClient): Promise<unknown> => db`
  insert into service_clients (id, name_ja, name_en, homepage, picture, redirect_uris, scopes)
  values (${client.id}, ${client.name.ja}, ${client.name.en}, ${client.homepage}, ${client.picture},
          ${client.redirectUris}, ${client.scopes})
  on conflict (id) do update set
    (name_ja, name_en, homepage, picture, redirect_uris, scopes, imported_at)
    = (excluded.name_ja, excluded.name_en, excluded.homepage, excluded.picture, excluded.redirect_uris, excluded.scopes, kura_now())`

/** A client loses scopes: what members granted of them ends; a grant without any scope goes. */
export async function narrowGrants(db: Db, clientId: string, scopes: readonly string[]): Promise<void> {
  await db`delete from service_grants where client_id = ${clientId} and not scopes && ${scopes}`
  await db`
    update service_grants set scopes = array(select s from unnest(scopes) s where s = any(${scopes}))
     where client_id = ${clientId} and not scopes <@ ${scopes}`
}

/** Deletes a client with every connection; how many of these there were, or undefined without the client. */
export async function deleteClient(db: Db, id: string): Promise<number | undefined> {
  const [row] = await db<{ connections: number }[]>`
    with gone as (delete from service_clients where id = ${id} returning 1)
    select (select count(distinct member_id)::int from service_grants g where client_id = ${id} and ${isLive(db)}) as connections from gone`
  return row?.connections
}

/** The caller's transaction holds the member in good standing. False when the client was removed. */
export async function insertGrant(
  db: Db,
  grant: { id: string; memberId: string; clientId: string; scopes: readonly string[] },
): Promise<boolean> {
  const rows = await db`
    insert into service_grants (id, member_id, client_id, scopes, expires_at)
    select ${grant.id}, ${grant.memberId}, id, ${grant.scopes}, kura_now() + make_interval(days => ${limits.serviceGrantDays})
      from service_clients where id = ${grant.clientId} for key share
    returning 1`
  return rows.length > 0
}

/** `secondsLeft` by the clock of the database. */
export type FoundGrant = { memberId: string; clientId: string; scopes: ServiceScope[]; secondsLeft: number }

export async function findGrant(db: Db, id: string): Promise<FoundGrant | undefined> {
  const [row] = await db<FoundGrant[]>`
    select member_id as "memberId", client_id as "clientId", scopes,
           floor(extract(epoch from expires_at - kura_now()))::int as "secondsLeft"
      from service_grants where id = ${id} and expires_at > kura_now()`
  return row
}

/** Whose grant ended, or undefined when it had ended before. */
export async function deleteGrant(db: Db, id: string): Promise<{ memberId: string; clientId: string } | undefined> {
  const [row] = await db<{ memberId: string; clientId: string }[]>`
    delete from service_grants where id = ${id} returning member_id as "memberId", client_id as "clientId"`
  return row
}

/** Ends what a member granted, to one client or to all; how many consents there were. */
export async function deleteGrantsOf(db: Db, memberId: string, clientId?: string): Promise<number> {
  const rows = await db`
    delete from service_grants
     where member_id = ${memberId} ${clientId === undefined ? db`` : db`and client_id = ${clientId}`} returning 1`
  return rows.length
}

/** Where the member's mails go and in which language, and the name of the service. */
export async function findLetterFacts(
  db: Db,
  memberId: string,
  clientId: string,
): Promise<{ email: string | null; locale: 'ja' | 'en'; name: { ja: string; en: string } } | undefined> {
  const [row] = await db<{ email: string | null; locale: 'ja' | 'en'; name: { ja: string; en: string } }[]>`
    select m.email, m.locale, json_build_object('ja', c.name_ja, 'en', c.name_en) as name
      from members m cross join service_clients c where m.id = ${memberId} and c.id = ${clientId}`
  return row
}

export async function isOpenMember(db: Db, memberId: string): Promise<boolean> {
  const rows = await db`
    select 1 from members where id = ${memberId} and banned_at is null and deleted_at is null`
  return rows.length > 0
}

export type RecordKind = 'Interaction' | 'AuthorizationCode' | 'AccessToken' | 'RefreshToken'
type NewRecord = { kind: RecordKind; hash: Buffer; grantId: string | undefined; payload: string; seconds: number }

/**
 * Stores a record, or changes the one there is. False when its grant has ended: what is issued at
 * that moment must not outlive it.
 */
export async function upsertRecord(db: Db, { kind, hash, grantId, payload, seconds }: NewRecord): Promise<boolean> {
  const of = grantId === undefined ? db`` : db`from service_grants where id = ${grantId} for key share`
  const rows = await db`
    insert into service_records (kind, id_hash, grant_id, payload, expires_at)
    select ${kind}, ${hash}, ${grantId ?? null}::uuid, ${payload}, kura_now() + make_interval(secs => ${seconds}) ${of}
    on conflict (kind, id_hash) do update set payload = excluded.payload, expires_at = excluded.expires_at
    returning 1`
  return rows.length > 0
}

export type FoundRecord = { payload: string; isConsumed: boolean; secondsLeft: number }

export async function findRecord(db: Db, kind: RecordKind, hash: Buffer): Promise<FoundRecord | undefined> {
  const [row] = await db<FoundRecord[]>`
    select payload, consumed_at is not null as "isConsumed",
           floor(extract(epoch from expires_at - kura_now()))::int as "secondsLeft"
      from service_records where kind = ${kind} and id_hash = ${hash} and expires_at > kura_now()`
  return row
}

/** A request that nobody has decided yet, locked. */
export async function lockRequest(db: Db, hash: Buffer): Promise<{ payload: string } | undefined> {
  const [row] = await db<{ payload: string }[]>`
    select payload from service_records
     where kind = 'Interaction' and id_hash = ${hash} and expires_at > kura_now() for update`
  return row
}

/** Keeps how a request was decided; with its grant it ends. */
export const decideRequest = (db: Db, hash: Buffer, payload: string, grantId: string | null): Promise<unknown> => db`
  update service_records set payload = ${payload}, grant_id = ${grantId} where kind = 'Interaction' and id_hash = ${hash}`

/** Marks a code or token as used; false when it was used before, or is gone. */
export async function consumeRecord(db: Db, kind: RecordKind, hash: Buffer): Promise<boolean> {
  const rows = await db`
    update service_records set consumed_at = kura_now()
     where kind = ${kind} and id_hash = ${hash} and consumed_at is null returning 1`
  return rows.length > 0
}

/** The grant of a record, also of one that was used. */
export async function findGrantOf(db: Db, kind: RecordKind, hash: Buffer): Promise<string | undefined> {
  const [row] = await db<{ grantId: string | null }[]>`
    select grant_id as "grantId" from service_records where kind = ${kind} and id_hash = ${hash}`
  return row?.grantId ?? undefined
}

export const deleteRecord = (db: Db, kind: RecordKind, hash: Buffer): Promise<unknown> =>
  db`delete from service_records where kind = ${kind} and id_hash = ${hash}`

export const deleteRecordsOf = (db: Db, kind: RecordKind, grantId: string): Promise<unknown> =>
  db`delete from service_records where kind = ${kind} and grant_id = ${grantId}`

export type BearerRow = { memberId: string; grantId: string; payload: string; scopes: ServiceScope[]; isStale: boolean }

/** What an access token opens, in one read; of a member who is neither banned nor gone. */
export async function findBearer(db: Db, hash: Buffer): Promise<BearerRow | undefined> {
  const [row] = await db<BearerRow[]>`
    select g.member_id as "memberId", g.id as "grantId", r.payload, g.scopes,
           coalesce(g.used_at < kura_now() - interval '1 minute', true) as "isStale"
      from service_records r join service_grants g on g.id = r.grant_id join members m on m.id = g.member_id
     where r.kind = 'AccessToken' and r.id_hash = ${hash} and r.expires_at > kura_now() and g.expires_at > kura_now()
       and m.banned_at is null and m.deleted_at is null`
  return row
}

export const touchGrant = (db: Db, id: string): Promise<unknown> =>
  db`update service_grants set used_at = kura_now() where id = ${id}`

/** Deletes what has expired, and consents of which nothing valid remains. Run it daily. */
export async function deleteOldGrants(db: Db): Promise<void> {
  await db`delete from service_records where expires_at < kura_now()`
  await db`
    delete from service_grants g where expires_at < kura_now()
        or (connected_at < kura_now() - interval '1 day'
            and not exists (select 1 from service_records r where r.grant_id = g.id))`
}
