import { fromStates, giftMoves } from '@kura/contract/states'
import type { Db } from '../../platform/db/connect.ts'
import type { OrderToCancel } from '../sale-order/sale-order-use.ts'

const ending = fromStates(giftMoves, 'ended')
const sealing = fromStates(giftMoves, 'sealed')
const opening = ['drafted', 'pending', 'given-up', 'failed'] as const

/**
 * Why gift `g` ended, by its order `o`. A cancellation by our agent was recorded here first, and
 * that reason stays.
 */
const reason = (db: Db) => db`
  case when o.end_reason = 'sold' then null
       when g.state = 'ending' then g.end_reason
       when o.end_reason in ('moved', 'burned') then 'moved'
       when o.end_reason = 'replaced' then 'replaced'
       when o.end_reason = 'expired' then case when g.claimer_id is null then 'expired' else 'undelivered' end
       when o.end_reason in ('agent', 'key-revoked', 'cleaned-up') then 'withdrawn'
       else 'cancelled' end`

/** The state of a gift after its order `o` ended. */
const asEnded = (db: Db) => db`
  state = case when o.end_reason = 'sold' then 'sealed' else 'ended' end, opened_at = coalesce(g.opened_at, o.opened_at),
  sealed_at = case when o.end_reason = 'sold' then o.ended_at end, sealed_tx_id = case when o.end_reason = 'sold' then o.ended_tx_id end,
  ended_at = case when o.end_reason = 'sold' then null else o.ended_at end, end_reason = ${reason(db)}`

/** → ended or sealed, following the gift's order. */
export const endAsOrders = (db: Db, orderHashes?: string[]) => db`
  update gifts g set ${asEnded(db)}
    from sale_orders o
   where ${orderHashes ? db`g.order_hash = any(${orderHashes})` : db`true`} and o.order_hash = g.order_hash and o.end_reason is not null
     and g.state = any(case when o.end_reason = 'sold' then ${sealing}::text[] else ${ending}::text[] end)`

/**
 * Whether giver `m` of gift `g` may give: neither banned nor deleted, and still with the wallet it
 * was given from.
 */
const mayGive = (db: Db) =>
  db`(m.banned_at is null and m.deleted_at is null and m.flow_address is not distinct from g.giver_address)`

/**
 * → open: the order is on chain, exactly as it was signed. → ending when its giver may no longer
 * give, or it is too late; these are returned.
 */
export async function openAsOrders(db: Db, orderHashes?: string[]): Promise<OrderToCancel[]> {
  const rows = await db<(OrderToCancel & { state: string })[]>`
    update gifts g
       set state = case when ${mayGive(db)} and g.claim_until > kura_now() then 'open' else 'ending' end, opened_at = o.opened_at,
           end_reason = case when not ${mayGive(db)} then 'withdrawn' when g.claim_until <= kura_now() then 'expired' end,
           failure_code = null
      from sale_orders o, members m
     where ${orderHashes ? db`g.order_hash = any(${orderHashes})` : db`true`} and o.order_hash = g.order_hash and o.end_reason is null
       and m.id = g.giver_id and g.state = any(${opening})
    returning g.id, g.giver_address as address, g.state`
  return rows.filter(({ state }) => state === 'ending')
}

/**
 * Back to a draft: after a new read, the chain does not have the order. A claimed gift stays, and
 * the invariants report it.
 */
export const closeUnknown = (db: Db) => db`
  update gifts g
     set state = case when g.tx_id is null then 'drafted' else 'pending' end, opened_at = null, ended_at = null, end_reason = null,
         sealed_at = null, sealed_tx_id = null
   where g.state in ('open', 'ending', 'sealed', 'ended')
     and not exists (select 1 from sale_orders o where o.order_hash = g.order_hash)`

/** Removes the gifts of a discarded chain. */
export const forgetAll = (db: Db) => db`delete from gifts`
