import type { Db } from '../../platform/db/connect.ts'
import { changedListing, changedOrder, onlyWhole } from './scope.ts'
import type { Finding, Since } from './scope.ts'

/** Order `o` has taken listing `o.listing_id` and not let go of it. */
const isHolding = (db: Db) => db`o.state in ('reserved', 'authorised', 'captured')`

/** I6: a listing that is held is held by exactly one order, and no order holds one that others can buy. */
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
 * I14: a listing that is over is never sold: none stands on an order that the chain has ended, none is sold that the chain did not
 * deliver, none was delivered after its time, and the chain delivered no order that it had ended before.
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

/** I7: each order was delivered once, and its token came to its buyer. */
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

/** I19: what lists say of an item is what its listings say. */
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
   where coalesce(s.sold, 0) <> coalesce(n.sold, 0) ${onlyWhole(db, since)}`

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
