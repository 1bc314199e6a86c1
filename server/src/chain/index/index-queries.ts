import type { Db } from '../../platform/db/connect.ts'
import { forgetOrders } from './sale-queries.ts'

/** One event about a token, as it is kept. */
export type TokenEvent = {
  txId: string
  eventIndex: number
  txIndex: number
  height: number
  blockAt: string
  type: string
  kind: 'minted' | 'deposited' | 'withdrawn' | 'burned'
  tokenId: string
  address: string | null
  payload: unknown
}

/** The last block that is read, or undefined before the first. */
export async function findCursor(db: Db, name: string): Promise<number | undefined> {
  const [row] = await db<{ height: bigint }[]>`select height from chain_cursors where name = ${name}`
  return row && Number(row.height)
}

/** The first block of which an event is kept; undefined where none is. */
export async function findLowest(db: Db): Promise<number | undefined> {
  const [row] = await db<{ height: bigint | null }[]>`
    select least((select min(height) from chain_events), (select min(height) from sale_events)) as height`
  return row?.height == null ? undefined : Number(row.height)
}

/** Creates the cursor if it is missing and locks it until the transaction ends. Returns its height. */
export async function holdCursor(db: Db, name: string, start: number): Promise<number> {
  await db`insert into chain_cursors (name, height) values (${name}, ${start}) on conflict do nothing`
  const [row] = await db<{ height: bigint }[]>`select height from chain_cursors where name = ${name} for update`
  return Number(row!.height)
}

export const moveCursor = (db: Db, name: string, height: number) => db`
  update chain_cursors set height = ${height} where name = ${name}`

/** Inserts the events that are new. Returns the tokens they are about. */
export async function insertEvents(db: Db, events: TokenEvent[]): Promise<string[]> {
  if (events.length === 0) return []
  const rows = await db<{ tokenId: string }[]>`
    insert into chain_events (tx_id, event_index, tx_index, height, block_at, type, kind, token_id, address, payload)
    select event->>'txId', (event->>'eventIndex')::integer, (event->>'txIndex')::integer, (event->>'height')::bigint,
           (event->>'blockAt')::timestamptz, event->>'type', event->>'kind', (event->>'tokenId')::numeric,
           event->>'address', event->'payload'
      from jsonb_array_elements(${db.json(events as never)}) event
    on conflict (tx_id, event_index) do nothing
    returning token_id as "tokenId"`
  return [...new Set(rows.map(({ tokenId }) => tokenId))]
}

/**
 * Makes the rows of these tokens from all their events, whatever the order in which those were
 * found.
 */
export async function foldTokens(db: Db, tokenIds: string[]): Promise<void> {
  if (tokenIds.length === 0) return
  await db`
    insert into tokens (id, ref_id, item_id, serial, owner_address, minted_tx_id, minted_height, minted_at,
                        moved_at, last_height, last_event)
    select token_id, (payload->>'refId')::uuid, payload->>'itemId', (payload->>'serial')::integer, address, tx_id, height,
           block_at, block_at, height, event_index
      from chain_events
     where token_id = any(${tokenIds}::numeric[]) and kind = 'minted'
    on conflict (id) do nothing`
  await db`
    update tokens
       set owner_address = last.address, moved_at = last.block_at, last_height = last.height,
           last_event = last.event_index, burned_at = case when last.kind = 'burned' then last.block_at end
      from (select distinct on (token_id) token_id, kind, address, block_at, height, event_index
              from chain_events
             where token_id = any(${tokenIds}::numeric[])
             order by token_id, height desc, tx_index desc, event_index desc) last
     where tokens.id = last.token_id`
}

/** Deletes everything read from the chain, to be replaced by a new reading. */
export async function forgetIndex(db: Db): Promise<void> {
  await db`delete from tokens`
  await db`delete from chain_events`
}

/**
 * Token ids by the address that holds them in the rows. Also, without tokens, every address that
 * once held a token that nobody holds in the rows.
 */
export async function listOwners(db: Db): Promise<{ address: string; tokenIds: string[] }[]> {
  return db`
    select address, coalesce(array_agg(id::text order by id) filter (where id is not null), '{}') as "tokenIds"
      from (select owner_address as address, id from tokens where burned_at is null and owner_address is not null
            union all
            select distinct e.address, null::numeric from tokens t join chain_events e on e.token_id = t.id
             where t.owner_address is null and e.address is not null) known
     group by address order by address`
}

/**
 * Tokens whose row says another item, serial or reference than the event of their minting, each
 * with what it says.
 */
export async function listMisdescribed(db: Db): Promise<{ tokenId: string; what: string }[]> {
  return db`
    select t.id::text as "tokenId", 'the row says ' || d.name || ' ' || d.ours || ', its minting ' || d.theirs as what
      from tokens t join chain_events e on e.token_id = t.id and e.kind = 'minted'
     cross join lateral (values
       ('item', t.item_id, e.payload->>'itemId'),
       ('serial', t.serial::text, e.payload->>'serial'),
       ('reference', t.ref_id::text, (e.payload->>'refId')::uuid::text)) d (name, ours, theirs)
     where d.ours is distinct from d.theirs
     order by t.id, d.name`
}

/** What a token is, as its row says. */
export type Description = { tokenId: string; itemId: string; serial: number; refId: string }

/** What these tokens are; those without a row are left out. */
export const listDescriptions = (db: Db, tokenIds: string[]): Promise<Description[]> => db`
  select id::text as "tokenId", item_id as "itemId", serial, ref_id::text as "refId" from tokens
   where id = any(${tokenIds}::numeric[])`

/** Empties every table of the chain. */
export async function forgetChain(db: Db): Promise<void> {
  await db`delete from tokens`
  await db`delete from chain_events`
  await forgetOrders(db)
  await db`delete from chain_cursors`
  await db`delete from chain_transaction_builds`
  await db`delete from chain_transactions`
  await db`delete from chain_keys`
}
