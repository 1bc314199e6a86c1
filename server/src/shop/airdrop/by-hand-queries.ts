import type { Db } from '../../platform/db/connect.ts'

export type AirdropState = {
  id: string
  name: string
  packId: string
  isForAll: boolean
  isClosed: boolean
  isOver: boolean
  claims: number
  /** How many people it names; 0 when it is for all. */
  named: number
  /** Remaining packs of what it gives. */
  remaining: number
}

const columns = (db: Db) => db`
  a.id, a.name_en as name, a.pack_id as "packId", a.is_for_all as "isForAll", a.closed_at is not null as "isClosed",
  coalesce(a.ends_at <= kura_now(), false) as "isOver",
  (select count(*)::int from airdrop_claims c where c.airdrop_id = a.id) as claims,
  (select count(*)::int from airdrop_reservations v where v.airdrop_id = a.id) as named,
  (select remaining from pack_stocks s where s.pack_id = a.pack_id) as remaining`

export const listAll = (db: Db) => db<AirdropState[]>`
  select ${columns(db)} from airdrops a order by a.position, a.id`

/** The airdrop, locked: concurrent claims have ended, and later ones see what is written here. */
export const lock = async (db: Db, id: string): Promise<AirdropState | undefined> => {
  const rows = await db`select 1 from airdrops where id = ${id} for update`
  if (rows.length === 0) return undefined
  const [row] = await db<AirdropState[]>`select ${columns(db)} from airdrops a where a.id = ${id}`
  return row
}

export const close = (db: Db, id: string) => db`update airdrops set closed_at = kura_now() where id = ${id}`
export const open = (db: Db, id: string) => db`update airdrops set closed_at = null where id = ${id}`

/** Names more people. Returns how many of them are new. */
export const addNamed = async (db: Db, id: string, who: readonly string[]): Promise<number> => {
  const rows = await db`
    insert into airdrop_reservations (airdrop_id, who) select distinct ${id}, w from unnest(${[...who]}::text[]) w
     where not exists (select 1 from airdrop_reservations v where v.airdrop_id = ${id} and v.who = airdrop_print(${id}, w))
    on conflict do nothing returning 1`
  return rows.length
}
/** How many of these people are named already. */
export const countNamed = async (db: Db, id: string, who: readonly string[]): Promise<number> => {
  const [row] = await db<[{ count: number }]>`
    select count(*)::int as count from unnest(${[...who]}::text[]) w
     where exists (select 1 from airdrop_reservations v where v.airdrop_id = ${id} and v.who in (w, airdrop_print(${id}, w)))`
  return row.count
}
