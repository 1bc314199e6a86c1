import type { Db } from '../../platform/db/connect.ts'

export type SaleEventKind =
  | 'added'
  | 'updated'
  | 'cancelled'
  | 'fulfilled'
  | 'cleaned-up'
  | 'destroyed'
  | 'all-cancelled'
  | 'paused'
  | 'right-taken'
  | 'grants-hidden'
  | 'key-revoked'

/** The terms in an opening event. */
export type OpenedOrder = {
  orderId: string
  agent: string
  tokenId: string
  tokenUuid: string
  refId: string
  version: number
  priceYen: number
  feeYen: number
  royaltyYen: number
  issuedAt: string
  startsAt: string
  expiresAt: string
  targetAddress: string | null
  capabilityId: string
}
/** One event about orders, as it is kept. */
export type SaleEventRow = {
  txId: string
  eventIndex: number
  txIndex: number
  height: number
  blockAt: string
  type: string
  kind: SaleEventKind
  orderHash: string | null
  replacedHash: string | null
  seller: string | null
  capabilityId: string | null
  /** The key that was revoked. */
  keyIndex: number | null
  issuedUntil: string | null
  opened: OpenedOrder | null
  payload: unknown
}

/**
 * Inserts the orders that these events open. Returns their hashes. An order opens only once. No
 * event says which key signed it; our own row of the terms does.
 */
async function insertOrders(db: Db, events: SaleEventRow[]): Promise<string[]> {
  const opened = events.filter(({ opened }) => opened !== null)
  if (opened.length === 0) return []
  const rows = await db<{ orderHash: string }[]>`
    insert into sale_orders (order_hash, order_id, agent, seller, token_id, token_uuid, ref_id, version, price_yen, fee_yen,
                             royalty_yen, issued_at, starts_at, expires_at, target_address, capability_id, opened_tx_id,
                             opened_height, opened_tx_index, opened_event, opened_at, key_index)
    select e->>'orderHash', o->>'orderId', o->>'agent', e->>'seller', (o->>'tokenId')::numeric, (o->>'tokenUuid')::numeric,
           o->>'refId', (o->>'version')::bigint, (o->>'priceYen')::bigint, (o->>'feeYen')::bigint,
           (o->>'royaltyYen')::bigint, (o->>'issuedAt')::timestamptz, (o->>'startsAt')::timestamptz,
           (o->>'expiresAt')::timestamptz, o->>'targetAddress', (o->>'capabilityId')::numeric, e->>'txId',
           (e->>'height')::bigint, (e->>'txIndex')::integer, (e->>'eventIndex')::integer, (e->>'blockAt')::timestamptz,
           coalesce((select l.key_index from listings l where l.order_hash = e->>'orderHash'),
                    (select g.key_index from gifts g where g.order_hash = e->>'orderHash'))
      from jsonb_array_elements(${db.json(opened as never)}) e, lateral (select e->'opened' as o) t
    on conflict (order_hash) do nothing
    returning order_hash as "orderHash"`
  return rows.map(({ orderHash }) => orderHash)
}

/**
 * Inserts the events that are new. Returns the orders they may have ended or opened. The network
 * reports rights of every account, and a destroyed grant does not name its agent, so only what
 * follows an order of ours is stored; call `insertOrders` first.
 */
async function insertSaleEvents(db: Db, events: SaleEventRow[]): Promise<string[]> {
  if (events.length === 0) return []
  const rows = await db<{ orderHash: string }[]>`
    with fresh as (
      insert into sale_events (tx_id, event_index, tx_index, height, block_at, type, kind, order_hash, replaced_hash, seller,
                               capability_id, key_index, issued_until, payload)
      select e->>'txId', (e->>'eventIndex')::integer, (e->>'txIndex')::integer, (e->>'height')::bigint,
             (e->>'blockAt')::timestamptz, e->>'type', e->>'kind', e->>'orderHash', e->>'replacedHash', e->>'seller',
             (e->>'capabilityId')::numeric, (e->>'keyIndex')::integer, (e->>'issuedUntil')::timestamptz, e->'payload'
        from jsonb_array_elements(${db.json(events as never)}) e
       where e->>'kind' not in ('right-taken', 'grants-hidden', 'destroyed') or exists (
               select 1 from sale_orders o
                where o.seller = e->>'seller'
                  and (o.opened_height, o.opened_tx_index, o.opened_event)
                      < ((e->>'height')::bigint, (e->>'txIndex')::integer, (e->>'eventIndex')::integer)
                  and case e->>'kind' when 'right-taken' then o.capability_id = (e->>'capabilityId')::numeric
                                      when 'destroyed' then o.order_hash = e->>'orderHash' else true end)
      on conflict (tx_id, event_index) do nothing
      returning kind, height, order_hash, replaced_hash, seller, capability_id, key_index)
    select order_hash as "orderHash" from fresh where order_hash is not null
    union select replaced_hash from fresh where replaced_hash is not null
    union select o.order_hash from fresh f join sale_orders o on o.seller = f.seller
     where f.kind in ('all-cancelled', 'right-taken', 'grants-hidden') and o.opened_height <= f.height
       and (o.ended_height is null or o.ended_height >= f.height)
       and (f.kind <> 'right-taken' or o.capability_id = f.capability_id)
    union select o.order_hash from fresh f join sale_orders o on o.key_index = f.key_index
     where f.kind = 'key-revoked' and o.opened_height <= f.height and (o.ended_height is null or o.ended_height >= f.height)`
  return rows.map(({ orderHash }) => orderHash)
}

/** The orders of these tokens. */
async function listOrdersOf(db: Db, tokenIds: string[]): Promise<string[]> {
  if (tokenIds.length === 0) return []
  const rows = await db<{ orderHash: string }[]>`
    select order_hash as "orderHash" from sale_orders where token_id = any(${tokenIds}::numeric[])`
  return rows.map(({ orderHash }) => orderHash)
}

/**
 * Writes how these orders ended, from everything stored, in whatever order it was found: the first
 * transaction after the opening that ends them. If that has several reasons, the most specific
 * counts. Each order of a token ends with the next one.
 */
async function foldOrders(db: Db, orderHashes: string[]): Promise<void> {
  if (orderHashes.length === 0) return
  await db`
    update sale_orders s
       set end_reason = case when e.reason <> 'sold' and e.block_at >= s.expires_at then 'expired' else e.reason end,
           ended_at = case when e.reason <> 'sold' and e.block_at >= s.expires_at then s.expires_at else e.block_at end,
           ended_tx_id = e.tx_id, ended_height = e.height,
           is_destroyed = exists (select 1 from sale_events d where d.order_hash = o.order_hash and d.kind = 'destroyed'),
           buyer_address = case when e.reason = 'sold' then e.payload->>'buyer' end,
           payment_ref = case when e.reason = 'sold' then e.payload->>'paymentRef' end
      from sale_orders o cross join lateral (
        select f.* from (
          select v.tx_id, v.event_index, v.tx_index, v.height, v.block_at, v.payload,
                 case v.kind when 'fulfilled' then 'sold' when 'cleaned-up' then 'cleaned-up' when 'destroyed' then 'revoked'
                             else case when v.payload->>'by' = o.agent then 'agent' else 'cancelled' end end as reason,
                 case v.kind when 'fulfilled' then 1 when 'cleaned-up' then 4 when 'destroyed' then 9 else 3 end as weight
            from sale_events v
           where v.order_hash = o.order_hash and v.kind in ('fulfilled', 'cancelled', 'cleaned-up', 'destroyed')
          union all
          select v.tx_id, v.event_index, v.tx_index, v.height, v.block_at, v.payload,
                 case v.kind when 'all-cancelled' then 'all-cancelled' when 'right-taken' then 'revoked' else 'hidden' end,
                 case v.kind when 'all-cancelled' then 2 when 'right-taken' then 7 else 8 end
            from sale_events v
           where v.seller = o.seller and v.kind in ('all-cancelled', 'right-taken', 'grants-hidden')
             and (v.kind <> 'all-cancelled' or v.issued_until >= o.issued_at)
             and (v.kind <> 'right-taken' or v.capability_id = o.capability_id)
          union all
          select v.tx_id, v.event_index, v.tx_index, v.height, v.block_at, v.payload, 'key-revoked', 10
            from sale_events v where v.kind = 'key-revoked' and v.key_index = o.key_index
          union all
          select n.opened_tx_id, n.opened_event, n.opened_tx_index, n.opened_height, n.opened_at, '{}', 'replaced', 3
            from sale_orders n where n.token_id = o.token_id and n.agent = o.agent
          union all
          select c.tx_id, c.event_index, c.tx_index, c.height, c.block_at, '{}',
                 case c.kind when 'burned' then 'burned' else 'moved' end, case c.kind when 'burned' then 5 else 6 end
            from chain_events c where c.token_id = o.token_id and c.kind <> 'minted') f
         where (f.height, f.tx_index, f.event_index) > (o.opened_height, o.opened_tx_index, o.opened_event)
         order by f.height, f.tx_index, f.weight, f.event_index limit 1) e
     where o.order_hash = any(${orderHashes}) and s.order_hash = o.order_hash`
}

/** Stores new events and writes how every order they may be about has ended. Returns these orders. */
export async function keepSales(db: Db, events: SaleEventRow[], movedTokenIds: string[]): Promise<string[]> {
  const opened = await insertOrders(db, events)
  const ended = await insertSaleEvents(db, events)
  const ofTokens = await listOrdersOf(db, [...movedTokenIds, ...events.flatMap(({ opened }) => opened?.tokenId ?? [])])
  const touched = [...new Set([...opened, ...ended, ...ofTokens])]
  await foldOrders(db, touched)
  return touched
}

/** Deletes everything read about orders, to be replaced by a new reading. */
export async function forgetOrders(db: Db): Promise<void> {
  await db`delete from sale_orders`
  await db`delete from sale_events`
}

/**
 * Whether the key that signs orders was revoked, as far as the chain was read: nothing it signs is
 * accepted.
 */
export async function isKeyRevoked(db: Db, keyIndex: number): Promise<boolean> {
  return (await db`select 1 from sale_events where kind = 'key-revoked' and key_index = ${keyIndex} limit 1`).length > 0
}

/** Whether all sales are paused, as far as the chain was read. */
export async function arePaused(db: Db): Promise<boolean> {
  const [row] = await db<{ paused: boolean }[]>`
    select (payload->>'paused')::boolean as paused from sale_events
     where kind = 'paused' order by height desc, tx_index desc, event_index desc limit 1`
  return row?.paused ?? false
}

export type SeenOrder = {
  endReason: string | null
  endedTxId: string | null
  paymentRef: string | null
  /** The last block of which this speaks; null before the first was read. */
  readUpTo: bigint | null
}
/**
 * An order as far as the chain was read, without an end while it is open; undefined when it was
 * never seen.
 */
export async function findSaleOrder(db: Db, orderHash: string): Promise<SeenOrder | undefined> {
  const [row] = await db<SeenOrder[]>`
    select end_reason as "endReason", ended_tx_id as "endedTxId", payment_ref as "paymentRef",
           (select height from chain_cursors where name = 'collectible') as "readUpTo"
      from sale_orders where order_hash = ${orderHash}`
  return row
}

/**
 * Whether nothing that was read ends an order, though some of what happened up to this block was
 * not read yet.
 */
export const isEndUnread = ({ endReason, readUpTo }: SeenOrder, height: bigint): boolean =>
  endReason === null && (readUpTo === null || readUpTo < height)

/**
 * Ended or expired orders of one seller that are still in the account. `hour` names the present
 * hour.
 */
export type StaleOrders = { seller: string; orderIds: string[]; hour: string }

/**
 * Sellers with at least `least` orders that ended or expired and were not destroyed, at most 20. A
 * full account is more likely to come first, but not always: one that cannot be cleaned must not
 * block the others.
 */
export const listStaleOrders = (db: Db, least: number): Promise<StaleOrders[]> => db<StaleOrders[]>`
  select o.seller, array_agg(o.order_id order by o.order_id) as "orderIds",
         to_char(kura_now() at time zone 'UTC', 'YYYYMMDDHH24') as hour
    from (select seller, order_id from sale_orders where end_reason is not null and not is_destroyed
          union all select seller, order_id from sale_orders where end_reason is null and expires_at <= kura_now()) o
   group by o.seller having count(*) >= ${least}
   order by random() * count(*) desc limit 20`
