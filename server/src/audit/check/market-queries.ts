import { listContradictions } from '../../chain/index/sale-drift-queries.ts'
import type { Db } from '../../platform/db/connect.ts'
import { changedListing, changedOrder, onlyWhole } from './scope-queries.ts'
import type { Finding, Since } from './scope-queries.ts'

/** Order `o` has taken listing `o.listing_id` and not let go of it. */
const isHolding = (db: Db) => db`o.state in ('reserved', 'authorised', 'captured')`

/**
 * I6: a listing that is held is held by exactly one order, and no order holds one that others can
 * buy.
 */
export const strayListings = (db: Db, since: Since) => db<Finding[]>`
  select l.id::text as id, 'the listing is held by ' || n.orders || ' orders' as what
    from listings l
   cross join lateral (
     select count(*) as orders from orders o
      where o.listing_id = l.id and (${isHolding(db)} or o.state = 'quarantined')) n
   where l.state = 'held' and n.orders <> 1
  union all
  select o.id::text, 'the order is ' || o.state || ' for listing ' || l.id || ', which is ' || l.state
    from orders o join listings l on l.id = o.listing_id
   where ${isHolding(db)} and l.state in ('drafted', 'pending', 'open', 'given-up', 'sold') and ${changedOrder(db, since, db`o.id`)}`

/**
 * I14: a listing that is over is never sold. No open listing has an order that ended on chain, none
 * is sold that the chain did not deliver, none was delivered after its time, and the chain
 * delivered no order that had ended before.
 */
export const soldTooLate = (db: Db, since: Since) => db<Finding[]>`
  select l.id::text as id, 'the listing is ' || l.state || ', the chain has ended its order: ' || s.end_reason as what
    from listings l join sale_orders s on s.order_hash = l.order_hash
   where l.state in ('drafted', 'pending', 'open', 'held', 'ending', 'given-up') and s.end_reason is not null
     and ${changedListing(db, since, db`l.id`)}
  union all
  select l.id::text, 'the listing is sold, the chain says of its order: ' || coalesce(s.end_reason, case when s.order_hash is null then 'unknown' else 'it stands' end)
    from listings l left join sale_orders s on s.order_hash = l.order_hash
   where l.state = 'sold' and s.end_reason is distinct from 'sold' and ${changedListing(db, since, db`l.id`)}
     -- what we delivered ourselves we know before its block is read, and after its chain was thrown away
     and not (s.order_hash is not null and s.end_reason is null and l.ended_at > kura_now() - interval '10 minutes')
     and not exists (select 1 from trades t where t.listing_id = l.id and t.forgotten_at is not null)
  union all
  select l.id::text, 'delivered at ' || s.ended_at || ', its time was over at ' || s.expires_at
    from listings l join sale_orders s on s.order_hash = l.order_hash
   where s.end_reason = 'sold' and s.ended_at >= s.expires_at and ${changedListing(db, since, db`l.id`)}
  union all
  select l.id::text, 'delivered in transaction ' || e.tx_id || ', its order had ended before: ' || coalesce(s.end_reason, 'it stands')
    from listings l join sale_orders s on s.order_hash = l.order_hash
    join sale_events e on e.order_hash = s.order_hash and e.kind = 'fulfilled'
   where (s.end_reason is distinct from 'sold' or s.ended_tx_id is distinct from e.tx_id) and ${changedListing(db, since, db`l.id`)}
  union all
  select l.id::text, 'the listing is ' || l.state || ', its seller is banned or gone'
    from listings l join members m on m.id = l.seller_id
   where l.state = 'open' and (m.banned_at is not null or m.deleted_at is not null) and ${changedListing(db, since, db`l.id`)}`

/** I7: each order was delivered once, and its token went to its buyer. */
export const deliveredTwice = (db: Db, since: Since) => db<Finding[]>`
  select o.order_id as id, 'delivered ' || count(*) || ' times' as what
    from sale_events e join sale_orders o on o.order_hash = e.order_hash
   where e.kind = 'fulfilled' ${onlyWhole(db, since)}
   group by o.order_id having count(*) > 1
  union all
  select s.order_id, 'delivered to ' || s.buyer_address || ', but no token came there by transaction ' || s.ended_tx_id
    from sale_orders s join listings l on l.order_hash = s.order_hash
   where s.end_reason = 'sold' and ${changedListing(db, since, db`l.id`)} and not exists (
     select 1 from chain_events c
      where c.token_id = s.token_id and c.tx_id = s.ended_tx_id and c.kind = 'deposited' and c.address = s.buyer_address)`

/**
 * I19: what lists say of an item is what its listings say, and the months of a seller what the
 * trades say.
 */
export const wrongCounts = (db: Db, since: Since) => db<Finding[]>`
  select t.item_id as id, t.listed || ' are said to be listed, there are ' || n.listed as what
    from item_listings t
   cross join lateral (select count(*) as listed from listings l where l.item_id = t.item_id and l.state = 'open' and l.target_id is null) n
   where t.listed <> n.listed ${onlyWhole(db, since)}
  union all
  select coalesce(s.item_id, n.item_id) || ' ' || coalesce(s.day, n.day), coalesce(s.sold, 0) || ' are said to be sold, there are ' || coalesce(n.sold, 0)
    from (select * from item_sales where sold > 0) s
    full join (select item_id, (ended_at at time zone 'Asia/Tokyo')::date as day, count(*) as sold
                 from listings where state = 'sold' group by 1, 2) n on n.item_id = s.item_id and n.day = s.day
   where coalesce(s.sold, 0) <> coalesce(n.sold, 0) ${onlyWhole(db, since)}
  union all
  select coalesce(s.seller_id, n.seller_id) || ' ' || coalesce(s.month, n.month), 'sales/price/kept/proceeds of the month are said to be '
           || concat_ws('/', coalesce(s.sales, 0), s.price_yen, s.fee_yen + s.royalty_yen + s.content_access_yen, s.proceeds_yen)
           || ', the trades say ' || concat_ws('/', coalesce(n.sales, 0), n.price, n.kept, n.proceeds)
    from (select * from seller_months where sales <> 0) s
    full join (
      select seller_id, date_trunc('month', delivered_at at time zone 'Asia/Tokyo')::date as month, count(*)::int as sales,
             sum(price_yen) as price, sum(fee_yen + royalty_yen + content_access_yen) as kept, sum(proceeds_yen) as proceeds
        from trades where state in ('delivered', 'settled') group by 1, 2) n on n.seller_id = s.seller_id and n.month = s.month
   where (s.sales, s.price_yen, s.fee_yen + s.royalty_yen + s.content_access_yen, s.proceeds_yen)
         is distinct from (n.sales, n.price, n.kept, n.proceeds) ${onlyWhole(db, since)}`

/** I20: a listing's history goes forward and ends where the listing is. */
export const wrongListingHistories = (db: Db, since: Since) => db<Finding[]>`
  select distinct listing_id::text as id, 'a move is earlier than the one before it' as what
    from (select listing_id, at, lag(at) over (partition by listing_id order by number) as before from listing_moves
           where ${changedListing(db, since, db`listing_id`)}) v where at < before
  union all
  select l.id::text, 'the listing is ' || l.state || ', its last move says ' || coalesce(m.state, 'nothing')
    from listings l
    left join lateral (select state from listing_moves v where v.listing_id = l.id order by number desc limit 1) m on true
   where m.state is distinct from l.state and ${changedListing(db, since, db`l.id`)}`

/** I21: a listing has the terms of its order on chain, and every open order has a listing or a gift. */
export async function contradictedListings(db: Db, since: Since): Promise<Finding[]> {
  const found = await listContradictions(db, since === null ? undefined : changedListing(db, since, db`l.id`))
  return found.map(({ orderId: id, what }) => ({ id, what }))
}

/** I19: what is kept of an item's prices is what its listings say. */
export const wrongPrices = (db: Db, since: Since) => db<Finding[]>`
  select t.item_id as id, 'floor/sold are said to be ' || concat_ws('/', coalesce(t.floor_yen, 0), t.sold) || ', the listings say '
           || concat_ws('/', coalesce(n.floor, 0), n.sold) as what
    from item_listings t
   cross join lateral (
     select min(l.price_yen) filter (where l.state = 'open' and l.target_id is null) as floor, count(*) filter (where l.state = 'sold') as sold
       from listings l where l.item_id = t.item_id and l.state in ('open', 'sold')) n
   where (t.floor_yen, t.sold::bigint) is distinct from (n.floor, n.sold) ${onlyWhole(db, since)}
  union all
  select coalesce(d.item_id, n.item_id), 'sold/volume/median/least/most on ' || coalesce(d.day, n.day) || ' are said to be '
           || concat_ws('/', coalesce(d.sold, 0), d.volume_yen, d.median_yen, d.least_yen, d.most_yen) || ', the listings say '
           || concat_ws('/', coalesce(n.sold, 0), n.volume, n.median, n.least, n.most)
    from (select * from item_days where sold > 0) d
    full join (
      select item_id, (ended_at at time zone 'Asia/Tokyo')::date as day, count(*)::int as sold, sum(price_yen) as volume,
             percentile_disc(0.5) within group (order by price_yen) as median, min(price_yen) as least, max(price_yen) as most
        from listings where state = 'sold' group by 1, 2) n on n.item_id = d.item_id and n.day = d.day
   where (d.sold, d.volume_yen::bigint, d.median_yen, d.least_yen, d.most_yen) is distinct from (n.sold, n.volume::bigint, n.median, n.least, n.most)
         ${onlyWhole(db, since)}`

const changed = (db: Db, since: Since) =>
  since === null
    ? db`true`
    : db`g.id in (select m.gift_id from gift_moves m where m.at >= ${since}::timestamptz - interval '1 hour')`

/**
 * G5: gifts match the free orders that are open on chain. A gift that is open, claimed or on its
 * way back has one, and nothing else does. An arrived gift was delivered under its order, to the
 * member who claimed it; an ended one was not.
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

/** G6: a claimed gift is delivered, on its way, or tried again soon; nothing is stuck. */
export const restingGifts = (db: Db) => db<Finding[]>`
  select g.id::text as id, 'claimed ' || g.claimed_at || ' and neither delivered nor ended' as what from gifts g
   where g.state = 'claimed' and g.expires_at < kura_now() - interval '90 minutes'
  union all
  select g.id::text, 'could be claimed until ' || g.claim_until || ' and did not expire' from gifts g
   where g.state = 'open' and g.claim_until < kura_now() - interval '10 minutes'
  union all
  select g.id::text, 'claimed, but no delivery was ever wished for' from gifts g
   where g.state = 'claimed' and g.claimed_at < kura_now() - interval '10 minutes' and g.expires_at > kura_now()
     and not exists (select 1 from chain_transactions c where c.kind = 'fulfil-order' and c.cause = 'gift:' || g.id::text)`

/**
 * G7: every transfer that arrived is one arrival on chain, at its address, and no arrival is two
 * transfers.
 */
export const wrongTransfers = (db: Db, since: Since) => db<Finding[]>`
  select f.id::text as id, 'said to have arrived at ' || f.to_address || ' by ' || f.sealed_tx_id || ', which the chain does not say' as what
    from transfers f
   where f.state = 'sealed' ${since === null ? db`` : db`and f.sealed_at >= ${since}::timestamptz - interval '1 hour'`}
     and not exists (select 1 from chain_events e
                      where e.tx_id = f.sealed_tx_id and e.token_id = f.token_id and e.kind = 'deposited' and e.address = f.to_address)`
