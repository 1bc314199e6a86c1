import type { Words } from '@kura/contract/ids'
import { fromStates, listingMoves } from '@kura/contract/states'
import type { Db } from '../../platform/db/connect.ts'
import { maySell, withdrawalCause } from './hold-queries.ts'
import type { OrderToCancel } from '../sale-order/sale-order-use.ts'

const ending = fromStates(listingMoves, 'ended')
const selling = fromStates(listingMoves, 'sold')
const opening = ['drafted', 'pending', 'given-up'] as const
const live = ['open', 'held', 'ending'] as const

/** The state of a listing after its order `o` ended. */
const asEnded = (db: Db) => db`
  state = case when o.end_reason = 'sold' then 'sold' else 'ended' end, opened_at = o.opened_at, capability_id = o.capability_id,
  ended_at = o.ended_at, end_reason = nullif(o.end_reason, 'sold')`

/**
 * → ended or sold, following the listing's order. A late event corrects the reason, and the time of
 * a sale that our own sealed transaction reported before its block was read.
 */
export const endAsOrders = (db: Db, orderHashes: string[]) => db`
  update listings l set ${asEnded(db)}
    from sale_orders o
   where l.order_hash = any(${orderHashes}) and o.order_hash = l.order_hash and o.end_reason is not null
     and (l.state = any(case when o.end_reason = 'sold' then ${[...selling, 'sold']}::text[] else ${[...ending, 'ended']}::text[] end))
     and (l.ended_at, l.end_reason) is distinct from (o.ended_at, nullif(o.end_reason, 'sold'))`

export type OpenedListing = {
  id: string
  sellerId: string
  /** The only member who may buy it; null for everybody. */
  targetId: string | null
  itemId: string
  tokenId: string
  name: Words
  priceYen: number
}

/**
 * Whether listing `l`, whose order came to the chain, is on sale: its seller `m` may sell, and not
 * all listings of the seller were withdrawn since it was signed.
 */
const mayOpen = (db: Db) => db`
  (${maySell(db)} and not exists (
     select 1 from listing_withdrawals w where w.member_id = m.id and w.withdrawn_at >= l.created_at))`

/**
 * → open: the order is on chain, exactly as it was signed; returned as `opened`. → ending when it may
 * no longer be sold: `toCancel`.
 */
export async function openAsOrders(
  db: Db,
  orderHashes: string[],
): Promise<{ opened: OpenedListing[]; toCancel: OrderToCancel[] }> {
  const rows = await db<(OrderToCancel & OpenedListing & { state: string })[]>`
    update listings l set state = case when ${mayOpen(db)} then 'open' else 'ending' end, opened_at = o.opened_at,
           capability_id = o.capability_id, withdrawal_cause = case when ${mayOpen(db)} then l.withdrawal_cause else ${withdrawalCause(db)} end
      from sale_orders o, members m
     where l.order_hash = any(${orderHashes}) and o.order_hash = l.order_hash and o.end_reason is null and m.id = l.seller_id
       and l.state = any(${opening})
    returning l.id, l.seller_id as "sellerId", l.seller_address as address, l.state, l.item_id as "itemId", l.price_yen as "priceYen",
              l.target_id as "targetId", l.token_id::text as "tokenId",
              (select json_build_object('ja', i.name_ja, 'en', i.name_en) from items i where i.id = l.item_id) as name`
  return {
    opened: rows.filter(({ state }) => state === 'open'),
    toCancel: rows.filter(({ state }) => state === 'ending'),
  }
}

/**
 * Whether a listing's terms equal those of order `o` of the same id: the chain has what was signed.
 */
const terms = (db: Db) => db`
  o.order_hash, o.seller, o.token_id, o.token_uuid, o.ref_id::uuid, o.version, o.price_yen::integer,
  (o.fee_yen - l.content_access_yen)::integer, o.royalty_yen::integer, o.issued_at, o.expires_at, o.target_address`
const ownTerms = (db: Db) => db`
  l.order_hash, l.seller_address, l.token_id, l.token_uuid, l.ref_id, l.version, l.price_yen, l.fee_yen, l.royalty_yen, l.issued_at,
  l.expires_at, l.target_address`

/** Overwrites the rows' terms with those of the chain. */
export const restoreTerms = (db: Db) => db`
  update listings l
     set (order_hash, seller_address, token_id, token_uuid, ref_id, version, price_yen, fee_yen, royalty_yen, issued_at, expires_at,
          target_address, item_id, serial) = (select ${terms(db)}, t.item_id, t.serial)
    from sale_orders o join tokens t on t.id = o.token_id
   where o.order_id = l.id::text
     and ((${ownTerms(db)}) is distinct from (${terms(db)}) or (l.item_id, l.serial) is distinct from (t.item_id, t.serial))`

/**
 * Back to a draft: the chain never had the order. A held or paid listing stays, and the report
 * names it.
 */
export const closeUnknown = (db: Db) => db`
  update listings l
     set state = case when tx_id is null then 'drafted' else 'pending' end, opened_at = null, ended_at = null, end_reason = null,
         capability_id = null
   where l.state not in ('drafted', 'pending', 'given-up', 'held') and l.end_reason is distinct from 'chain-reset'
     and not exists (select 1 from sale_orders o where o.order_hash = l.order_hash)`

/** As `endAsOrders`, from any state. */
export const restoreEnds = (db: Db) => db`
  update listings l set ${asEnded(db)}
    from sale_orders o
   where o.order_hash = l.order_hash and o.end_reason is not null
     and (l.state, l.opened_at, l.capability_id, l.ended_at, l.end_reason)
         is distinct from (case when o.end_reason = 'sold' then 'sold' else 'ended' end, o.opened_at, o.capability_id,
                           o.ended_at, nullif(o.end_reason, 'sold'))`

/**
 * As `openAsOrders`, from any state. An expired listing stays ended; one that our own transaction
 * delivered stays sold though its block was not read yet.
 */
export async function restoreOpen(db: Db): Promise<OrderToCancel[]> {
  const rows = await db<(OrderToCancel & { state: string })[]>`
    update listings l
       set state = case when l.state = any(${live}) then l.state when ${mayOpen(db)} then 'open' else 'ending' end,
           opened_at = o.opened_at, capability_id = o.capability_id, ended_at = null, end_reason = null,
           withdrawal_cause = case when l.state = any(${live}) or ${mayOpen(db)} then l.withdrawal_cause else ${withdrawalCause(db)} end
      from sale_orders o, members m
     where o.order_hash = l.order_hash and o.end_reason is null and m.id = l.seller_id
       and (not l.state = any(${live}) or (l.opened_at, l.capability_id) is distinct from (o.opened_at, o.capability_id))
       and not (l.state = 'ended' and l.end_reason = 'expired' and l.ended_at = o.expires_at and o.expires_at <= kura_now())
       and not (l.state = 'sold' and exists (
             select 1 from trades t where t.listing_id = l.id and t.state in ('delivered', 'settled', 'undone')))
    returning l.id, l.seller_address as address, l.state`
  return rows.filter(({ state }) => state === 'ending')
}

/** → ended, for every open listing. */
export const endAll = (db: Db) => db`
  update listings set state = case when state = any(${live}) then 'ended' else 'given-up' end,
         ended_at = case when state = any(${live}) then kura_now() end,
         end_reason = case when state = any(${live}) then 'chain-reset' end
   where state = any(${[...live, 'drafted', 'pending']})`
