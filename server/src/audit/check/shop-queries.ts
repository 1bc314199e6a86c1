import type { Db, Fragment } from '../../platform/db/connect.ts'
import { changedHolding, changedOpening, changedOrder, changedPack, changedToken, onlyWhole } from './scope-queries.ts'
import type { Finding, Since } from './scope-queries.ts'

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

/**
 * I6: a unit with an owner is in exactly one order that is to be or was delivered, and the other
 * way round.
 */
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

/**
 * I7: a token is delivered once, to the vault it was bought for, and its owner is the one the last
 * event names.
 */
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

/** What the checked orders were granted for: the second part of their cause. */
const causes = (db: Db, since: Date, kind: 'passcode' | 'airdrop') => db`
  select split_part(g.grant_cause, ':', 2) from orders g
   where g.grant_cause like ${`${kind}:%`} and ${changedOrder(db, since, db`g.id`)}`
const given = (db: Db, since: Since, kind: 'passcode' | 'airdrop', id: Fragment): Fragment =>
  since === null ? db`true` : db`${id} in (${causes(db, since, kind)})`

/**
 * G1: a passcode's counter is the number of members who used it, and each of them has the order of
 * that use.
 */
export const wrongPasscodes = (db: Db, since: Since) => db<Finding[]>`
  select c.id::text as id, 'the counter says ' || c.uses || ' uses, the rows ' || u.count as what
    from passcodes c cross join lateral (select count(*) from passcode_uses where passcode_id = c.id) u
   where c.uses <> u.count and ${given(db, since, 'passcode', db`c.id::text`)}
  union all
  select u.passcode_id || '/' || u.member_id, 'used without an order' from passcode_uses u
   where ${given(db, since, 'passcode', db`u.passcode_id::text`)}
     and not exists (select 1 from orders o where o.grant_cause = 'passcode:' || u.passcode_id || ':' || u.member_id)`

/**
 * G2: the counters of a selectable pack match its pool, and each taken token is in the unit that
 * took it.
 */
export const wrongPools = (db: Db, since: Since) => db<Finding[]>`
  select s.pack_id || '/' || s.item_id as id,
         'issued/left are ' || concat_ws('/', s.issued, s.remaining) || ', the pool says ' || concat_ws('/', p.issued, p.remaining) as what
    from pack_selectables s
   cross join lateral (select count(*)::int as issued, (count(*) filter (where unit_id is null))::int as remaining
                         from pack_pool where pack_id = s.pack_id and item_id = s.item_id) p
   where (s.issued, s.remaining) is distinct from (p.issued, p.remaining) and ${changedPack(db, since, db`s.pack_id`)}
  union all
  select p.ref_id::text, 'taken by unit ' || p.unit_id || ' but not in it' from pack_pool p
   where p.unit_id is not null and ${changedPack(db, since, db`p.pack_id`)} and not exists (
     select 1 from pack_cards c where c.unit_id = p.unit_id and c.item_id = p.item_id and c.serial = p.serial and c.ref_id = p.ref_id)
  union all
  select u.id::text, 'a ' || u.state || ' unit of a selectable pack holds ' || n.cards || ' cards, the pack says ' || k.cards_per_pack
    from pack_units u join packs k on k.id = u.pack_id and k.kind = 'selectable'
   cross join lateral (select count(*) as cards from pack_cards where unit_id = u.id) n
   where ${changedPack(db, since, db`u.pack_id`)} and n.cards <> case when u.state = 'free' then 0 else k.cards_per_pack end`

/** G3: a claim of an airdrop has all its orders or is none, and no order is there without its claim. */
export const wrongClaims = (db: Db, since: Since) => db<Finding[]>`
  select c.airdrop_id || '/' || c.member_id as id, 'claimed ' || a.packs_each || ' packs, there are ' || n.orders || ' orders' as what
    from airdrop_claims c join airdrops a on a.id = c.airdrop_id
   cross join lateral (
     select count(*) as orders from orders o
      where o.member_id = c.member_id and o.tender = 'grant' and o.grant_cause like 'airdrop:' || c.airdrop_id || ':%') n
   where n.orders <> a.packs_each and ${given(db, since, 'airdrop', db`c.airdrop_id`)}`

/**
 * G4: whatever was given was given for something that exists, to the member it was for, from its
 * pack, and costs nothing.
 */
export const causelessGrants = (db: Db, since: Since) => db<Finding[]>`
  select o.id::text as id, 'given for ' || o.grant_cause || ', which is not there' as what from orders o
   where o.tender = 'grant' and ${changedOrder(db, since, db`o.id`)} and not case split_part(o.grant_cause, ':', 1)
     when 'passcode' then exists (
       select 1 from passcode_uses u join passcodes c on c.id = u.passcode_id
        where u.passcode_id::text = split_part(o.grant_cause, ':', 2) and u.member_id::text = split_part(o.grant_cause, ':', 3)
          and u.member_id = o.member_id and c.pack_id = o.pack_id)
     when 'airdrop' then exists (
       select 1 from airdrop_claims c join airdrops a on a.id = c.airdrop_id
        where c.airdrop_id = split_part(o.grant_cause, ':', 2) and c.member_id::text = split_part(o.grant_cause, ':', 3)
          and c.member_id = o.member_id and a.pack_id = o.pack_id)
     else false end
  union all
  select p.order_id::text, 'given, but a payment belongs to it' from payments p join orders o on o.id = p.order_id
   where o.tender = 'grant' and ${changedOrder(db, since, db`o.id`)}`
