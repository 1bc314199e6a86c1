import type { Words } from '@kura/contract/ids'
import { isAfter, isBefore } from '../../catalogue/item/card-queries.ts'
import { isNotified } from '../../identity/notification/queries.ts'
import { limitTo, offsetBy } from '../../platform/db/connect.ts'
import type { Db, Fragment } from '../../platform/db/connect.ts'
import type { RawPage } from '../../platform/http/paging.ts'
import { packCardFields, packViewFields } from '../pack/card-queries.ts'

export type AirdropRow = {
  id: string
  packId: string
  kind: 'single' | 'random' | 'selectable'
  packsEach: number
  isClosed: boolean
  isBefore: boolean
  isAfter: boolean
  /** For this member. */
  isReserved: boolean
  isClaimed: boolean
  isLeft: boolean
}

/**
 * The names under which reservations know member `m`: e-mail address, Flow address or id, and the
 * hash of an address whose account was deleted after it was named.
 */
const namesOf = (db: Db, airdropId: Fragment) => db`
  (lower(m.email), m.flow_address, m.id::text, airdrop_print(${airdropId}, lower(m.email)), airdrop_print(${airdropId}, m.flow_address))`
/** Whether airdrop `a` names member `m` in a reservation that no other member has used. */
const isNamed = (db: Db) => db`
  exists (select 1 from airdrop_reservations v
           where v.airdrop_id = a.id and v.who in ${namesOf(db, db`a.id`)}
             and (v.claimed_by is null or v.claimed_by = m.id))`

/** An airdrop as it is for this member now. */
export const findAirdrop = async (db: Db, airdropId: string, memberId: string): Promise<AirdropRow | undefined> => {
  const [row] = await db<AirdropRow[]>`
    select a.id, a.pack_id as "packId", p.kind, a.packs_each as "packsEach", a.closed_at is not null as "isClosed",
           coalesce(a.starts_at > (select kura_now()), false) or ${isBefore(db)} as "isBefore",
           coalesce(a.ends_at <= (select kura_now()), false) or ${isAfter(db)} as "isAfter",
           a.is_for_all or ${isNamed(db)} as "isReserved",
           exists (select 1 from airdrop_claims c where c.airdrop_id = a.id and c.member_id = m.id) as "isClaimed",
           s.remaining >= a.packs_each as "isLeft"
      from airdrops a join packs p on p.id = a.pack_id join pack_stocks s on s.pack_id = p.id
      join members m on m.id = ${memberId}
     where a.id = ${airdropId}`
  return row
}

/**
 * The airdrop cannot be closed or changed until this transaction ends. False when there is none
 * that runs.
 */
export const shareRunning = async (db: Db, airdropId: string): Promise<boolean> => {
  const rows = await db`
    select 1 from airdrops
     where id = ${airdropId} and closed_at is null
       and coalesce(starts_at <= kura_now(), true) and coalesce(ends_at > kura_now(), true) for share`
  return rows.length > 0
}

/** Inserts the claim; false when it exists. A concurrent try waits for the first. */
export const insertClaim = async (db: Db, airdropId: string, memberId: string): Promise<boolean> => {
  const rows = await db`
    insert into airdrop_claims (airdrop_id, member_id) values (${airdropId}, ${memberId}) on conflict do nothing returning 1`
  return rows.length > 0
}

/**
 * Uses up every reservation that names this member, whose claim is recorded, so that a later owner
 * of the address cannot use it. False when the airdrop is not for all and none remains.
 */
export const takeReservations = async (db: Db, airdropId: string, memberId: string): Promise<boolean> => {
  const [row] = await db<{ isFor: boolean }[]>`
    with taken as (
      update airdrop_reservations v set claimed_by = m.id from members m
       where v.airdrop_id = ${airdropId} and m.id = ${memberId} and v.claimed_by is null
         and v.who in ${namesOf(db, db`${airdropId}::text`)} returning 1
    )
    select is_for_all or exists (select 1 from taken) as "isFor" from airdrops where id = ${airdropId}`
  return row?.isFor ?? false
}

export type Progress = { orderIds: string[]; opened: number; delivered: number }
/** The states of the orders of a claim, in their order. */
export const findProgress = async (db: Db, causes: string[]): Promise<Progress> => {
  const [row] = await db<[Progress]>`
    select coalesce(array_agg(o.id order by array_position(${causes}::text[], o.grant_cause)), '{}') as "orderIds",
           count(n.id)::int as opened, (count(*) filter (where n.state = 'sealed'))::int as delivered
      from orders o left join openings n on n.order_id = o.id where o.grant_cause = any(${causes})`
  return row
}

/** The pack of an airdrop as the contract's PackView, or no row. */
export const findPack = (db: Db, airdropId: string) => db<{ pack: string }[]>`
  select json_build_object(${packViewFields(db)})::text as pack
    from airdrops a join packs p on p.id = a.pack_id join pack_stocks s on s.pack_id = p.id
    join series r on r.id = p.series_id join media m on m.id = p.picture
   where a.id = ${airdropId}`

/** When an airdrop ends, in milliseconds; one without an end comes after all others. */
const endsMs = (db: Db) => db`
  coalesce(floor(extract(epoch from a.ends_at) * 1000), 253402300799000)::float8`

export type AirdropPage = { limit: number; offset: number; after: [number, string] | undefined }

/** Airdrops that run or will, soonest end first. */
export const listAirdrops = (db: Db, { limit, offset, after }: AirdropPage) => {
  const last = limit + offset
  return db<RawPage[]>`
    with found as (
      select a.id, ${endsMs(db)} as ends from airdrops a join packs p on p.id = a.pack_id
       where a.closed_at is null and coalesce(a.ends_at > (select kura_now()), true) and not ${isAfter(db)}
    ), chosen as (
      select *, row_number() over (order by ends, id) as n from found
       where true ${after ? db`and (ends, id) > (${after[0]}, ${after[1]})` : db``}
       order by n ${offsetBy(db, offset)} ${limitTo(db, limit + 1)}
    )
    select coalesce(json_agg(json_build_object(
             'airdropId', a.id, 'name', json_build_object('ja', a.name_ja, 'en', a.name_en),
             'description', json_build_object('ja', a.description_ja, 'en', a.description_en),
             'pack', json_build_object(${packCardFields(db)}),
             'packsEach', a.packs_each, 'startsAt', a.starts_at, 'endsAt', a.ends_at, 'isForAll', a.is_for_all)
             order by c.n) filter (where c.n <= ${last}), '[]')::text as items,
           (array_agg(json_build_array(c.ends, c.id)) filter (
              where c.n = ${last} and exists (select 1 from chosen where n > ${last})))[1] as last,
           ${after || offset > 0 ? db`null::int` : db`(select count(*)::int from found)`} as total
      from chosen c join airdrops a on a.id = c.id join packs p on p.id = a.pack_id join pack_stocks s on s.pack_id = p.id
      join series r on r.id = p.series_id join media m on m.id = p.picture`
}

/**
 * Replaces a deleted member's addresses with a hash: used reservations stay used, and a catalogue
 * that names the address again does not reopen them.
 */
export const forgetReserved = (
  db: Db,
  { id, email, flowAddress }: { id: string; email: string | null; flowAddress: string | null },
) => db`
  update airdrop_reservations v set who = airdrop_print(v.airdrop_id, v.who)
   where (v.who in (lower(${email}::text), ${flowAddress}::text) or v.claimed_by = ${id}) and v.who <> ${id}::text
     and not v.who like 'sha256:%'`

export type NamedMember = { airdropId: string; memberId: string; name: Words }

/** Members whom a running airdrop names, who have neither claimed it nor been notified of it. */
export const listUnnotified = (db: Db, most: number) => db<NamedMember[]>`
  select a.id as "airdropId", m.id as "memberId", json_build_object('ja', a.name_ja, 'en', a.name_en) as name
    from airdrops a join airdrop_reservations v on v.airdrop_id = a.id and v.claimed_by is null
    join members m on m.email = v.who or m.flow_address = v.who
                      or m.id = case when v.who ~ '^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$' then v.who::uuid end
   where not a.is_for_all and a.closed_at is null
     and coalesce(a.starts_at <= kura_now(), true) and coalesce(a.ends_at > kura_now(), true)
     and m.banned_at is null and m.deleted_at is null
     and not ${isNotified(db, db`m.id`, db`'airdrop-open:' || a.id`)}
     and not exists (select 1 from airdrop_claims c where c.airdrop_id = a.id and c.member_id = m.id)
   order by a.id, m.id limit ${most}`
