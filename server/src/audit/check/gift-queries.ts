import type { Db } from '../../platform/db/connect.ts'
import type { Finding, Since } from './scope.ts'

const changed = (db: Db, since: Since) =>
  since === null
    ? db`true`
    : db`g.id in (select m.gift_id from gift_moves m where m.at >= ${since}::timestamptz - interval '1 hour')`

/**
 * G5: what waits for somebody is exactly what stands on chain for nothing. A gift that is open, claimed or on its way back stands, and
 * nothing else does; one that arrived was delivered under its order, to the one who claimed it; one that is over was not.
 */
export const wrongGifts = (db: Db, since: Since) => db<Finding[]>`
  select g.id::text as id, 'the gift is ' || g.state || ', its order ' || coalesce(o.end_reason, 'stands') as what
    from gifts g join sale_orders o on o.order_hash = g.order_hash
   where ${changed(db, since)}
     and case when g.state in ('open', 'claimed', 'ending') then o.end_reason is not null and o.end_reason <> 'expired'
              when g.state = 'sealed' then o.end_reason is distinct from 'sold'
              when g.state = 'ended' then o.end_reason is not distinct from 'sold' or (o.end_reason is null and o.expires_at > kura_now())
              else true end
  union all
  select g.id::text, 'the gift is ' || g.state || ', the chain never had its order' from gifts g
   where ${changed(db, since)} and g.state in ('open', 'claimed', 'ending', 'sealed', 'ended')
     and not exists (select 1 from sale_orders o where o.order_hash = g.order_hash)
  union all
  select g.id::text, 'claimed for ' || g.claimer_address || ', delivered to ' || o.buyer_address
    from gifts g join sale_orders o on o.order_hash = g.order_hash
   where ${changed(db, since)} and g.state = 'sealed' and g.claimer_address is distinct from o.buyer_address
  union all
  select g.id::text, 'the order of the gift asks for ' || o.price_yen || ' yen'
    from gifts g join sale_orders o on o.order_hash = g.order_hash where ${changed(db, since)} and o.price_yen <> 0
  union all
  select o.order_id, 'an order for nothing stands that is nobody’s gift' from sale_orders o
   where o.price_yen = 0 and o.end_reason is null and o.expires_at > kura_now()
     and not exists (select 1 from gifts g where g.order_hash = o.order_hash)`

/** G6: a claimed gift is delivered, on its way, or looked at again soon; nothing rests. */
export const restingGifts = (db: Db) => db<Finding[]>`
  select g.id::text as id, 'claimed ' || g.claimed_at || ' and neither delivered nor ended' as what from gifts g
   where g.state = 'claimed' and g.expires_at < kura_now() - interval '90 minutes'
  union all
  select g.id::text, 'could be claimed until ' || g.claim_until || ' and was not taken back' from gifts g
   where g.state = 'open' and g.claim_until < kura_now() - interval '10 minutes'
  union all
  select g.id::text, 'claimed, but no delivery was ever wished for' from gifts g
   where g.state = 'claimed' and g.claimed_at < kura_now() - interval '10 minutes' and g.expires_at > kura_now()
     and not exists (select 1 from chain_transactions c where c.kind = 'fulfil-order' and c.cause = 'gift:' || g.id::text)`

/** G7: every transfer that arrived is one arrival on chain, at its address, and no arrival is two transfers. */
export const wrongTransfers = (db: Db, since: Since) => db<Finding[]>`
  select f.id::text as id, 'said to have arrived at ' || f.to_address || ' by ' || f.sealed_tx_id || ', which the chain does not say' as what
    from transfers f
   where f.state = 'sealed' ${since === null ? db`` : db`and f.sealed_at >= ${since}::timestamptz - interval '1 hour'`}
     and not exists (select 1 from chain_events e
                      where e.tx_id = f.sealed_tx_id and e.token_id = f.token_id and e.kind = 'deposited' and e.address = f.to_address)`
