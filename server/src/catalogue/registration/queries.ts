import type { Db } from '../../platform/db/connect.ts'

export type UnregisteredSeries = { seriesId: string; name: string; cap: number; version: string }
export type UnregisteredItem = {
  itemId: string
  seriesId: string
  name: string
  textJa: string
  textEn: string
  artist: string
  rarity: string
  cap: number
  traits: Record<string, unknown>
  royaltyBps: number
  picture: string
  width: number
  version: string
}

/** Whether the chain does not know something in this form. */
export async function hasUnregistered(db: Db): Promise<boolean> {
  const [row] = await db<{ has: boolean }[]>`
    select exists (select 1 from series where registered_at is null)
        or exists (select 1 from items where registered_at is null or reworded_at is not null) as has`
  return row?.has === true
}

/** Series the chain does not know in this form. `version` changes with every write to the row. */
export const listUnregisteredSeries = (db: Db, limit: number): Promise<UnregisteredSeries[]> => db`
  select id as "seriesId", name_ja as name, token_cap as cap, xmin::text as version
    from series where registered_at is null order by position, id limit ${limit}`

/**
 * Items the chain does not know in this form, of series that it knows; with the widest size of
 * their picture.
 */
export const listUnregisteredItems = (db: Db, limit: number): Promise<UnregisteredItem[]> => db`
  select i.id as "itemId", i.series_id as "seriesId", i.name_ja as name, i.description_ja as "textJa",
         i.description_en as "textEn", i.artist, i.rarity, i.edition_size as cap, i.traits,
         i.royalty_bps as "royaltyBps", i.picture, m.sizes[array_upper(m.sizes, 1)] as width, i.xmin::text as version
    from items i join series s on s.id = i.series_id join media m on m.id = i.picture
   where (i.registered_at is null or i.reworded_at is not null) and s.registered_at is not null
   order by i.position limit ${limit}`

type Registered = { id: string; version: string }[]

/** Notes that the chain has these, except those that were written to since they were read. */
export const markSeriesRegistered = (db: Db, rows: Registered) => db`
  update series set registered_at = kura_now() from jsonb_to_recordset(${db.json(rows)}) read (id text, version text)
   where series.id = read.id and series.xmin::text = read.version`

export const markItemsRegistered = (db: Db, rows: Registered) => db`
  update items set registered_at = coalesce(registered_at, kura_now()), reworded_at = null
    from jsonb_to_recordset(${db.json(rows)}) read (id text, version text)
   where items.id = read.id and items.xmin::text = read.version`

/**
 * The lowest serial of an item that is neither in a pack or a pool, nor minted, nor under way.
 * Undefined when all are spoken for.
 */
export async function findFreeSerial(db: Db, itemId: string): Promise<number | undefined> {
  const [row] = await db<{ serial: number }[]>`
    select serial from items, generate_series(1, edition_size) serial
     where items.id = ${itemId}
       and not exists (select 1 from pack_cards c where c.item_id = ${itemId} and c.serial = serial.serial)
       and not exists (select 1 from pack_pool l where l.item_id = ${itemId} and l.serial = serial.serial)
       and not exists (select 1 from tokens t where t.item_id = ${itemId} and t.serial = serial.serial)
       and not exists (select 1 from chain_transactions x
                        where x.kind = 'mint' and x.state <> 'failed'
                          and x.details->'tokens' @> jsonb_build_array(
                                jsonb_build_object('itemId', ${itemId}::text, 'serial', serial.serial)))
     order by serial limit 1`
  return row?.serial
}

/** Token ids by their references, as far as they are indexed. */
export const listTokenIds = (db: Db, refIds: string[]): Promise<{ refId: string; tokenId: string }[]> => db`
  select ref_id as "refId", id::text as "tokenId" from tokens where ref_id = any(${refIds}::uuid[])`

/** Those of these items that wait for being registered. Ids outside the catalogue do not. */
export async function listWaitingItems(db: Db, itemIds: string[]): Promise<string[]> {
  const rows = await db<{ id: string }[]>`
    select id from items where id = any(${itemIds}) and registered_at is null`
  return rows.map(({ id }) => id)
}

export type Lease = { name: string; holder: string }
// A lease can be taken when its holder was silent for this long; a working holder renews it every
// few seconds.
const leaseEnd = (db: Db) => db`kura_now() + interval '30 seconds'`

/**
 * Takes a lease unless another holder has it. It is a row, not a lock of the session, so that it
 * works through a pooler.
 */
export async function takeLease(db: Db, { name, holder }: Lease): Promise<boolean> {
  const rows = await db`
    insert into leases (name, holder, held_until) values (${name}, ${holder}, ${leaseEnd(db)})
    on conflict (name) do update set holder = excluded.holder, held_until = excluded.held_until
     where leases.held_until <= kura_now()
    returning 1`
  return rows.length > 0
}

/**
 * Extends the lease; false when it is over. Nobody can take it before the caller's transaction
 * ends.
 */
export async function keepLease(db: Db, { name, holder }: Lease): Promise<boolean> {
  const rows = await db`
    update leases set held_until = ${leaseEnd(db)}
     where name = ${name} and holder = ${holder} and held_until > kura_now() returning 1`
  return rows.length > 0
}

export const endLease = (db: Db, { name, holder }: Lease) => db`
  delete from leases where name = ${name} and holder = ${holder}`

/** Registrations that are neither sealed nor failed, oldest first. */
export async function listOpenRegistrations(db: Db): Promise<string[]> {
  const rows = await db<{ id: string }[]>`
    select id from chain_transactions
     where kind in ('register-series', 'register-items') and state in ('intended', 'signed', 'sent') order by created_at`
  return rows.map(({ id }) => id)
}

/** Marks the whole catalogue as not registered. */
export async function forgetRegistrations(db: Db): Promise<void> {
  await db`update items set registered_at = null, reworded_at = null`
  await db`update series set registered_at = null`
}
