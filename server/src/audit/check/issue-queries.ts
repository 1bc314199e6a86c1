import type { Db, Fragment } from '../../platform/db/connect.ts'
import { changedOrder, changedPack } from './scope.ts'
import type { Finding, Since } from './scope.ts'

/** What the orders that are looked at were given for: the second part of their cause. */
const causes = (db: Db, since: Date, kind: 'passcode' | 'airdrop') => db`
  select split_part(g.grant_cause, ':', 2) from orders g
   where g.grant_cause like ${`${kind}:%`} and ${changedOrder(db, since, db`g.id`)}`
const given = (db: Db, since: Since, kind: 'passcode' | 'airdrop', id: Fragment): Fragment =>
  since === null ? db`true` : db`${id} in (${causes(db, since, kind)})`

/** G1: a passcode's counter is the number of members who used it, and each of them has the order of that use. */
export const wrongPasscodes = (db: Db, since: Since) => db<Finding[]>`
  select c.id::text as id, 'the counter says ' || c.uses || ' uses, the rows ' || u.count as what
    from passcodes c cross join lateral (select count(*) from passcode_uses where passcode_id = c.id) u
   where c.uses <> u.count and ${given(db, since, 'passcode', db`c.id::text`)}
  union all
  select u.passcode_id || '/' || u.member_id, 'used without an order' from passcode_uses u
   where ${given(db, since, 'passcode', db`u.passcode_id::text`)}
     and not exists (select 1 from orders o where o.grant_cause = 'passcode:' || u.passcode_id || ':' || u.member_id)`

/** G2: what the counters of a selectable pack say is what lies in its pool, and what was taken lies in the unit that took it. */
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

/** G4: whatever was given was given for something that exists, to the member it was for, from its pack, and costs nothing. */
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
