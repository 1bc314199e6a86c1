import type { Db } from '../../platform/db/connect.ts'
import { changedHolding, changedOpening, changedOrder, changedPack, changedToken, onlyWhole } from './scope.ts'
import type { Finding, Since } from './scope.ts'

/** I5: what the counters of a pack say is what its units say. */
export const wrongStocks = (db: Db, since: Since) => db<Finding[]>`
  select s.pack_id as id,
         'issued/left/reserved/sold are ' || concat_ws('/', s.issued, s.remaining, s.reserved, s.sold) || ', the units say '
           || concat_ws('/', u.issued, u.remaining, u.reserved, u.sold) as what
    from pack_stocks s
   cross join lateral (
     select count(*)::int as issued, (count(*) filter (where state = 'free'))::int as remaining,
            (count(*) filter (where state = 'reserved'))::int as reserved, (count(*) filter (where state = 'sold'))::int as sold
       from pack_units where pack_id = s.pack_id) u
   where ${changedPack(db, since, db`s.pack_id`)}
     and ((s.issued, s.remaining, s.reserved, s.sold) is distinct from (u.issued, u.remaining, u.reserved, u.sold)
          or s.issued <> s.remaining + s.reserved + s.sold or least(s.issued, s.remaining, s.reserved, s.sold) < 0)`

/** I6: a unit with an owner is in exactly one order that is to be or was delivered, and the other way round. */
export const strayUnits = (db: Db, since: Since) => db<Finding[]>`
  select u.id::text as id, 'the unit is ' || u.state || ' for order ' || coalesce(u.order_id::text, '-') || ', which is '
           || coalesce(o.state, 'missing') as what
    from pack_units u left join orders o on o.id = u.order_id
   where ${changedOrder(db, since, db`u.order_id`)}
     and ((u.state = 'reserved' and (o.state is null or o.state not in ('reserved', 'authorised', 'quarantined')))
          or (u.state = 'sold' and (o.state is null or o.state not in ('captured', 'delivered', 'quarantined')))
          or (u.order_id is not null and o.unit_id is distinct from u.id))
  union all
  select o.id::text, 'the order is ' || o.state || ' with unit ' || o.unit_id || ', which is held by '
           || coalesce(u.order_id::text, 'nobody')
    from orders o left join pack_units u on u.id = o.unit_id
   where ${changedOrder(db, since, db`o.id`)} and o.unit_id is not null and u.order_id is distinct from o.id
  union all
  select unit_id::text, 'the unit is in ' || count(*) || ' orders' from orders where unit_id is not null ${onlyWhole(db, since)}
   group by unit_id having count(*) > 1`

/** I7: a token is delivered once, to the vault it was bought for, and its owner is the one the last event names. */
export const strayTokens = (db: Db, since: Since) => db<Finding[]>`
  select min(t.id)::text as id, 'the reference ' || t.ref_id || ' has ' || count(*) || ' tokens' as what
    from tokens t where true ${onlyWhole(db, since)} group by t.ref_id having count(*) > 1
  union all
  select min(t.id)::text, 'serial ' || t.serial || ' of ' || t.item_id || ' has ' || count(*) || ' tokens'
    from tokens t where true ${onlyWhole(db, since)} group by t.item_id, t.serial having count(*) > 1
  union all
  select t.id::text, 'the owner is ' || coalesce(t.owner_address, '-') || ', the last event says ' || coalesce(e.address, '-')
    from tokens t
   cross join lateral (select address from chain_events where token_id = t.id
                        order by height desc, tx_index desc, event_index desc limit 1) e
   where ${changedToken(db, since, db`t.id`)} and t.owner_address is distinct from e.address
  union all
  select n.id::text, 'sealed a while ago, but ' || count(*) filter (where t.id is null) || ' of its tokens were not seen on chain'
    from openings n join pack_cards c on c.unit_id = n.unit_id left join tokens t on t.ref_id = c.ref_id
   where n.state = 'sealed' and ${changedOpening(db, since, db`n.sealed_at`)} and n.sealed_at < kura_now() - interval '60 s'
   group by n.id having count(*) filter (where t.id is null) > 0
  union all
  select t.id::text, 'minted for opening ' || n.id || ' into ' || e.address || ' instead of ' || n.flow_address
    from openings n join pack_cards c on c.unit_id = n.unit_id join tokens t on t.ref_id = c.ref_id
    join chain_events e on e.token_id = t.id and e.kind = 'minted'
   where n.state = 'sealed' and ${changedOpening(db, since, db`n.sealed_at`)} and e.address is distinct from n.flow_address`

/** I16: what a member's count says is what they hold, and within the limit of the pack. */
export const wrongHoldings = (db: Db, since: Since) => db<Finding[]>`
  select h.pack_id || '/' || h.member_id as id,
         'the count says ' || h.held || ', the orders ' || n.held || ', the limit is ' || coalesce(p.per_member_limit::text, '-') as what
    from pack_holdings h join packs p on p.id = h.pack_id
   cross join lateral (select count(*) as held from orders o
                        where o.pack_id = h.pack_id and o.member_id = h.member_id and o.unit_id is not null) n
   where ${changedHolding(db, since, db`h.pack_id`, db`h.member_id`)} and (h.held <> n.held or h.held > p.per_member_limit)
  union all
  select o.pack_id || '/' || o.member_id, 'orders without a count' from orders o
   where ${changedOrder(db, since, db`o.id`)} and o.unit_id is not null
     and not exists (select 1 from pack_holdings h where h.pack_id = o.pack_id and h.member_id = o.member_id)`
