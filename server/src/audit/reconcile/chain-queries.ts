import type { Db } from '../../platform/db/connect.ts'
import type { Run } from './run-queries.ts'

export type KeptEvent = {
  height: number
  txId: string
  eventIndex: number
  kind: string
  tokenId: string
  address: string | null
}

/** The last block that is indexed; undefined before the first. */
export async function findIndexed(db: Db): Promise<number | undefined> {
  const [row] = await db<{ height: number }[]>`
    select height::int as height from chain_cursors where name = 'collectible'`
  return row?.height
}

/**
 * The last block with an event of ours before the window, or undefined when the window begins
 * before everything.
 */
export async function findFirstHeight(db: Db, since: Date | null): Promise<number | undefined> {
  if (since === null) return undefined
  const [row] = await db<{ height: number }[]>`
    select height::int as height from chain_events where block_at < ${since}::timestamptz order by height desc limit 1`
  return row?.height
}

/** The block of the earliest event that is kept. */
export async function findEarliest(db: Db): Promise<number | undefined> {
  const [row] = await db<[{ height: number | null }]>`select min(height)::int as height from chain_events`
  return row.height ?? undefined
}

export const listKept = (db: Db, from: number, to: number) => db<KeptEvent[]>`
  select height::int as height, tx_id as "txId", event_index as "eventIndex", kind, token_id::text as "tokenId", address
    from chain_events where height between ${from} and ${to}`

/**
 * Tokens that no order of ours minted: of these blocks, and those that are open items. Burned ones
 * are none any more.
 */
export const listForeign = (db: Db, from: number, to: number) => db<
  { tokenId: string; what: string; owner: string | null }[]
>`
  with seen as (
    select t.id, t.ref_id, t.item_id, t.serial, t.minted_tx_id, t.owner_address from tokens t
     where t.burned_at is null
       and (t.id in (select token_id from chain_events where kind = 'minted' and height between ${from} and ${to})
            or t.id in (select token_id from open_items where source = 'chain' and kind = 'foreign-token' and closed_at is null))
  )
  select t.id::text as "tokenId", t.owner_address as owner,
         'serial ' || t.serial || ' of ' || t.item_id || ', minted by ' || t.minted_tx_id || ': '
           || case when c.unit_id is null then 'no transaction of ours' else 'no order was opened for it' end as what
    from seen t left join pack_cards c on c.ref_id = t.ref_id
   where (not exists (select 1 from chain_transactions x where x.tx_id = t.minted_tx_id)
          and not exists (select 1 from chain_transaction_builds b where b.tx_id = t.minted_tx_id))
      or (c.unit_id is not null and not exists (select 1 from openings n where n.unit_id = c.unit_id and n.state <> 'refunded'))`

/**
 * Accounts to ask who holds what, after `cursor` in order: of tokens that moved in these blocks and
 * of open items, or all.
 */
export async function listHolders(db: Db, run: Run, span: { from: number; to: number }, cursor: string, most: number) {
  const { from, to } = span
  const moved = db`
    select token_id from chain_events where height between ${from} and ${to}
    union select token_id from open_items where source = 'chain' and closed_at is null and token_id is not null`
  const rows = await db<{ address: string }[]>`
    select address from (
      select owner_address as address from tokens
       where owner_address is not null and ${run.isWhole ? db`true` : db`id in (${moved})`}
      union select address from chain_events where height between ${from} and ${to} and address is not null
      union select payment_ref from open_items where source = 'chain' and kind in ('wrong-owner', 'unreadable-vault') and closed_at is null and payment_ref is not null
    ) holders where address > ${cursor} order by address limit ${most}`
  return rows.map(({ address }) => address)
}

/** Ids of the tokens that the rows give to an account. */
export async function listHeld(db: Db, address: string): Promise<string[]> {
  const rows = await db<{ id: string }[]>`
    select id::text as id from tokens where owner_address = ${address} and burned_at is null`
  return rows.map(({ id }) => id)
}

/** The holders of these tokens in the rows; tokens without a holder are left out. */
export async function findHolders(db: Db, tokenIds: string[]): Promise<Map<string, string>> {
  const rows = await db<{ id: string; owner: string }[]>`
    select id::text as id, owner_address as owner from tokens
     where id = any(${tokenIds}::numeric[]) and owner_address is not null and burned_at is null`
  return new Map(rows.map(({ id, owner }) => [id, owner]))
}

/**
 * Keeps open what was found earlier about these vaults and their tokens, as if it had been found
 * again.
 */
export const keepOpen = (db: Db, addresses: string[]) => db`
  update open_items set seen_at = kura_now()
   where source = 'chain' and kind in ('wrong-owner', 'unreadable-vault') and closed_at is null
     and (payment_ref = any(${addresses}) or token_id in (select id from tokens where owner_address = any(${addresses})))`

export async function countTokens(db: Db): Promise<number> {
  const [row] = await db<[{ count: number }]>`select count(*)::int as count from tokens`
  return row.count
}

/**
 * Token ids that should be there and are not, or are and should not, when the chain has minted so
 * many.
 */
export const listMiscounted = (db: Db, minted: number, most: number) => db<{ tokenId: string; isMissing: boolean }[]>`
  (select n::text as "tokenId", true as "isMissing" from generate_series(1, ${minted}::bigint) n
    where not exists (select 1 from tokens t where t.id = n) order by n limit ${most})
  union all
  (select id::text, false from tokens where id > ${minted} order by id limit ${most})`
