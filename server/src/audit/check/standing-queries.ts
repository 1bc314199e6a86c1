import type { Db, Fragment } from '../../platform/db/connect.ts'
import { changedListing, changedOrder, onlyWhole } from './scope.ts'
import type { Finding, Since } from './scope.ts'

/** Since when member `m` is banned or gone; these are few, and what is looked at begins with them. */
const barredAt = (db: Db) => db`least(m.banned_at, m.deleted_at)`
const isBarred = (db: Db) => db`(m.banned_at is not null or m.deleted_at is not null)`
const why = (db: Db) => db`case when m.deleted_at is null then 'banned' else 'deleted' end`
const lately = (db: Db, since: Since, at: Fragment) =>
  since === null ? db`true` : db`${at} >= ${since}::timestamptz - interval '1 hour'`
/** Whether order `o` moved, or its member left. */
const changed = (db: Db, since: Since) =>
  db`(${changedOrder(db, since, db`o.id`)} or ${lately(db, since, db`m.deleted_at`)})`

/**
 * I22: who is banned or gone buys, claims, lists and gives nothing. What they paid before is delivered, what was captured after goes back. A
 * deletion leaves nothing open: no order, no pack, no offer, no points.
 */
export const barredActs = (db: Db, since: Since) => db<Finding[]>`
  select o.id::text as id, 'reserved ' || o.created_at || ' by a member who was ' || ${why(db)} || ' before' as what
    from members m join orders o on o.member_id = m.id
   where ${isBarred(db)} and ${changed(db, since)} and o.created_at > ${barredAt(db)}
  union all
  select o.id::text, 'captured of a member who was ' || ${why(db)} || ' before, and ' || o.state
    from members m join orders o on o.member_id = m.id join order_moves v on v.order_id = o.id and v.state = 'captured'
   where ${isBarred(db)} and ${changed(db, since)} and v.at > ${barredAt(db)} and o.state not in ('refunding', 'refunded')
  union all
  select o.id::text, 'of a deleted member, and ' || o.state from members m join orders o on o.member_id = m.id
   where m.deleted_at is not null and ${changed(db, since)} and o.state in ('reserved', 'authorised', 'captured', 'quarantined')
  union all
  select o.id::text, 'an unopened pack of a deleted member' from members m join orders o on o.member_id = m.id
   where m.deleted_at is not null and ${changed(db, since)} and o.state = 'delivered' and o.unit_id is not null
     and not exists (select 1 from openings n where n.order_id = o.id)
  union all
  select l.id::text, 'offered ' || l.created_at || ' by a member who was ' || ${why(db)} || ' before'
    from members m join listings l on l.seller_id = m.id
   where ${isBarred(db)} and ${lately(db, since, db`l.created_at`)} and l.created_at > ${barredAt(db)}
  union all
  select l.id::text, 'open, of a member who is ' || ${why(db)} from members m join listings l on l.seller_id = m.id
   where ${isBarred(db)} and ${changedListing(db, since, db`l.id`)} and l.state = 'open'
  union all
  select g.id::text, 'given by a member who was ' || ${why(db)} || ' before' from members m join gifts g on g.giver_id = m.id
   where ${isBarred(db)} and ${lately(db, since, db`g.created_at`)} and g.created_at > ${barredAt(db)}
  union all
  select g.id::text, 'claimed by a member who was ' || ${why(db)} || ' before' from members m join gifts g on g.claimer_id = m.id
   where ${isBarred(db)} and ${lately(db, since, db`g.claimed_at`)} and g.claimed_at > ${barredAt(db)}
  union all
  select f.id::text, 'sent by a member who was ' || ${why(db)} || ' before' from members m join transfers f on f.member_id = m.id
   where ${isBarred(db)} and ${lately(db, since, db`f.created_at`)} and f.created_at > ${barredAt(db)}
  union all
  select k.pack_id || '/' || k.member_id, 'in line, though ' || ${why(db)} || ' before' from members m join pack_tickets k on k.member_id = m.id
   where ${isBarred(db)} and k.joined_at > ${barredAt(db)} ${onlyWhole(db, since)}
  union all
  select l.id::text, l.remaining || ' points of a deleted member are left' from members m join point_lots l on l.member_id = m.id
   where m.deleted_at < kura_now() - interval '10 minutes' and l.remaining > 0
     and not exists (select 1 from ledger_movements v where v.lot_id = l.id and v.at > kura_now() - interval '10 minutes')`
