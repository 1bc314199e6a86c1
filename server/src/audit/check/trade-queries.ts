import type { Db } from '../../platform/db/connect.ts'
import { changedListing, changedMovements, changedTrade, onlyWhole } from './scope-queries.ts'
import type { Finding, Since } from './scope-queries.ts'

/** The public commitment to an order (`trade/payment-ref.ts`). */
const paymentRef = (db: Db) => db`encode(sha256(convert_to('kura.trade:' || t.id, 'UTF8')), 'hex')`

/**
 * I8: what is paid for is on its way, and nothing is on its way for longer than agreed without an
 * alarm.
 */
export const restingTrades = (db: Db) => db<Finding[]>`
  select o.id::text as id, 'paid, but nobody delivers listing ' || o.listing_id as what from orders o
   where o.state = 'captured' and o.listing_id is not null
     and not exists (select 1 from trades t where t.id = o.id and t.state = 'delivering')
  union all
  select t.id::text, 'on its way for too long without an alarm' from trades t
   where t.state = 'delivering' and t.deliver_until < kura_now() - interval '10 minutes'
     and not exists (select 1 from alarms a where a.subject = t.id::text and a.cleared_at is null)`

/** I11: order, trade and chain agree about a delivery, and nothing was delivered without payment. */
export const unpaidDeliveries = (db: Db, since: Since) => db<Finding[]>`
  select t.id::text as id, 'the trade is ' || t.state || ', its order ' || o.state as what
    from trades t join orders o on o.id = t.id
   where ${changedTrade(db, since, db`t.id`)} and case t.state
     when 'delivering' then o.state <> 'captured'
     when 'delivered' then o.state <> 'delivered'
     when 'settled' then o.state <> 'delivered'
     else o.state not in ('refunding', 'refunded') end
  union all
  select o.id::text, 'the order is ' || o.state || ' for a listing, without a trade' from orders o
   where o.listing_id is not null and o.state in ('captured', 'delivered') and ${changedTrade(db, since, db`o.id`)}
     and not exists (select 1 from trades t where t.id = o.id)
  union all
  select t.id::text, 'the trade is ' || t.state || ', the chain says of its order: ' || coalesce(s.end_reason, 'it stands')
    from trades t left join sale_orders s on s.order_hash = t.order_hash
   where ${changedTrade(db, since, db`t.id`)} and t.state in ('delivered', 'settled', 'undone') and t.forgotten_at is null
     and s.end_reason is distinct from 'sold'
     -- known before its block is read
     and not (s.order_hash is not null and s.end_reason is null and t.delivered_at > kura_now() - interval '10 minutes')
  union all
  select t.id::text, 'delivered to ' || coalesce(t.buyer_address, '-') || ', the chain says to ' || s.buyer_address
    from trades t join sale_orders s on s.order_hash = t.order_hash
   where ${changedTrade(db, since, db`t.id`)} and t.state in ('delivered', 'settled') and s.end_reason = 'sold'
     and s.buyer_address is distinct from t.buyer_address
  union all
  select t.id::text, 'refunded, but the chain delivered it in transaction ' || s.ended_tx_id
    from trades t join sale_orders s on s.order_hash = t.order_hash
   where ${changedTrade(db, since, db`t.id`)} and t.state = 'failed' and s.end_reason = 'sold' and s.payment_ref = ${paymentRef(db)}
  union all
  select l.id::text, 'the chain delivered it to ' || s.buyer_address || ' in transaction ' || s.ended_tx_id || ', and nobody paid for it'
    from listings l join sale_orders s on s.order_hash = l.order_hash
   where l.state = 'sold' and s.end_reason = 'sold' and ${changedListing(db, since, db`l.id`)} and not exists (
     select 1 from trades t where t.listing_id = l.id and s.payment_ref = ${paymentRef(db)})
  union all
  select s.order_id, 'the chain delivered it to ' || s.buyer_address || ' in transaction ' || s.ended_tx_id || ', and nobody listed or gave it'
    from sale_orders s
   where s.end_reason = 'sold' ${onlyWhole(db, since)}
     and not exists (select 1 from listings l where l.order_hash = s.order_hash)
     and not exists (select 1 from gifts g where g.order_hash = s.order_hash)`

/**
 * I13: a listing is sold to one buyer for the signed price. Its parts sum up to the price, and the
 * seller is credited with the proceeds once, on delivery. A trade is open exactly while it is
 * neither delivered nor refunded.
 */
export const wrongTrades = (db: Db, since: Since) => db<Finding[]>`
  select min(t.id::text) as id, 'the listing ' || t.listing_id || ' is sold ' || count(*) || ' times' as what from trades t
   where t.state <> 'failed' and t.listing_id in (select c.listing_id from trades c where ${changedTrade(db, since, db`c.id`)})
   group by t.listing_id having count(*) > 1
  union all
  select t.id::text, 'of ' || concat_ws('/', t.price_yen, t.fee_yen, t.royalty_yen, t.content_access_yen, t.proceeds_yen)
           || ' yen price/fee/royalty/access/proceeds the listing says ' || concat_ws('/', l.price_yen, l.fee_yen, l.royalty_yen, l.content_access_yen)
           || ', the order ' || o.price_yen
    from trades t join listings l on l.id = t.listing_id join orders o on o.id = t.id
   where ${changedTrade(db, since, db`t.id`)}
     and (t.fee_yen + t.royalty_yen + t.content_access_yen + t.proceeds_yen <> t.price_yen
          or (t.price_yen, t.fee_yen, t.royalty_yen, t.content_access_yen) is distinct from (l.price_yen, l.fee_yen, l.royalty_yen, l.content_access_yen)
          or o.price_yen <> t.price_yen or t.seller_id <> l.seller_id or t.buyer_id <> o.member_id or t.listing_id is distinct from o.listing_id)
  union all
  select t.id::text, 'the trade is ' || t.state || ', booked are ' || concat_ws('/', c.deliveries, c.undoings, c.held, c.credits)
           || ' deliveries/undoings/holdings/credits, and ' || c.yen || ' of ' || t.proceeds_yen || ' yen for its seller'
    from trades t
   cross join lateral (
     select count(*) filter (where m.kind = 'trade-delivery') as deliveries, count(*) filter (where m.kind = 'trade-undo') as undoings,
            count(*) filter (where m.kind = 'proceeds-hold') as held, count(*) filter (where m.kind = 'proceeds-credit') as credits,
            coalesce(sum(p.yen) filter (where m.kind = 'proceeds-hold'), 0) as yen
       from ledger_movements m
      cross join lateral (
        select coalesce(sum(e.amount), 0) as yen from ledger_entries e join ledger_accounts a on a.id = e.account_id
         where e.movement_id = m.id and a.member_id = t.seller_id) p
      where m.cause = t.id::text) c
   cross join lateral (select (t.state in ('delivered', 'settled', 'undone'))::int as delivered) x
   where ${changedTrade(db, since, db`t.id`)}
     and ((c.deliveries, c.held, c.yen) is distinct from (x.delivered::bigint, x.delivered::bigint, (x.delivered * t.proceeds_yen)::numeric)
          or c.undoings <> (t.state = 'undone')::int
          or case t.state when 'settled' then c.credits <> 1 when 'undone' then c.credits > 1 else c.credits > 0 end)
  union all
  select m.cause, 'a seller was credited for a trade that is not there' from ledger_movements m
   where m.kind in ('proceeds-hold', 'proceeds-credit') and ${changedMovements(db, since)}
     and not exists (select 1 from trades t where t.id::text = m.cause)
  union all
  select o.id::text, 'the order is ' || o.state || ', of its price ' || -b.yen || ' yen are neither delivered nor refunded'
    from orders o
   cross join lateral (
     select coalesce(sum(e.amount), 0) as yen from ledger_movements m join ledger_entries e on e.movement_id = m.id
      where m.cause = o.id::text and e.account_id = 'trades:open') b
   where o.listing_id is not null and ${changedTrade(db, since, db`o.id`)}
     and case o.state when 'captured' then b.yen <> -o.price_yen when 'refunding' then b.yen >= 0 when 'quarantined' then false
                      else b.yen <> 0 end`

/** I20: a trade's history goes forward and ends where the trade is. */
export const wrongTradeHistories = (db: Db, since: Since) => db<Finding[]>`
  select distinct trade_id::text as id, 'a move is earlier than the one before it' as what
    from (select trade_id, at, lag(at) over (partition by trade_id order by number) as before from trade_moves
           where ${changedTrade(db, since, db`trade_id`)}) v where at < before
  union all
  select t.id::text, 'the trade is ' || t.state || ', its last move says ' || coalesce(m.state, 'nothing')
    from trades t
    left join lateral (select state from trade_moves v where v.trade_id = t.id order by number desc limit 1) m on true
   where m.state is distinct from t.state and ${changedTrade(db, since, db`t.id`)}`
