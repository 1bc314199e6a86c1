import type { Db, Fragment } from '../../platform/db/connect.ts'
import { onlyWhole, changedListing, changedOrder, changedMovements } from './scope-queries.ts'
import type { Finding, Since } from './scope-queries.ts'

/** Sessions are named by the start of their hash, as in the log. */
const nameOf = (db: Db) => db`left(encode(s.token_hash, 'hex'), 8)`
const isLive = (db: Db) => db`s.ended_at is null and s.expires_at > kura_now()`

/**
 * I18: nothing works after its end: a device that signed out has no other session, and a banned or
 * deleted member has none.
 */
export const undeadSessions = (db: Db, since: Since) => db<Finding[]>`
  select ${nameOf(db)} as id, 'the session lives, its device has signed out' as what from sessions s
   where ${isLive(db)} ${onlyWhole(db, since)}
     and exists (select 1 from sessions e where e.family_id = s.family_id and e.ended_at is not null)
  union all
  select ${nameOf(db)}, 'the session lives, its member is banned or deleted' from sessions s join members m on m.id = s.member_id
   where ${isLive(db)} and (m.banned_at is not null or m.deleted_at is not null) ${onlyWhole(db, since)}`

/** The time of the ban or deletion of member `m`. These are few, so the check starts with them. */
const barredAt = (db: Db) => db`least(m.banned_at, m.deleted_at)`
const isBarred = (db: Db) => db`(m.banned_at is not null or m.deleted_at is not null)`
const why = (db: Db) => db`case when m.deleted_at is null then 'banned' else 'deleted' end`
const lately = (db: Db, since: Since, at: Fragment) =>
  since === null ? db`true` : db`${at} >= ${since}::timestamptz - interval '1 hour'`
/** Whether order `o` moved, or its member left. */
const changed = (db: Db, since: Since) =>
  db`(${changedOrder(db, since, db`o.id`)} or ${lately(db, since, db`m.deleted_at`)})`

/**
 * I22: a banned or deleted member does not buy, claim, list or give. What they paid before is
 * delivered, what was captured after is refunded. A deletion leaves nothing open: no order, no
 * pack, no listing, no points.
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

/**
 * I19: members see what the books say. Every movement of a member's points or proceeds is in their
 * own list with a line in both languages, points with their lot, so that the list adds up to the
 * balance. A receipt shows the amount of the sale with its tax, and a refund the amount returned. A
 * seller's statement shows what we kept of a trade, and that of a payout its fee.
 */
export const wrongShown = (db: Db, since: Since) => db<Finding[]>`
  select m.id::text as id, 'a movement of ' || case a.unit when 'point' then 'points' else 'proceeds' end || ' of ' || a.member_id || ' is not in the list of that member as it should be' as what
    from ledger_movements m join ledger_entries e on e.movement_id = m.id join ledger_accounts a on a.id = e.account_id
    left join point_lots l on l.id = m.lot_id
   where ${changedMovements(db, since)} and a.kind = 'member'
     and (m.member_id is distinct from a.member_id or l.member_id is distinct from case a.unit when 'point' then a.member_id end or m.reason = '' or m.reason_ja = '')
  union all
  select coalesce(r.order_id, r.payout_id)::text, 'the ' || r.kind || ' ' || r.number || ' says ' || concat_ws('/', s.total, s.tax) || ' yen/tax, the books '
           || concat_ws('/', coalesce(b.total, 0), coalesce(b.tax, 0))
    from receipts r left join orders o on o.id = r.order_id
   cross join lateral (
     select (r.details ->> 'totalYen')::bigint as total,
            (select sum((t ->> 'taxYen')::bigint) from jsonb_array_elements(r.details -> 'taxes') t) as tax) s
   cross join lateral (
     select case when r.kind = 'receipt' then 'capture' when r.kind = 'refund' then 'refund'
                 when r.kind = 'statement' then 'trade-delivery' when r.kind = 'payout' then 'payout-paid'
                 when r.kind = 'payout-return' then 'payout-return' else 'trade-undo' end as kind,
            case when r.kind like 'payout%' then '{sales:payout-fees,tax:consumption}'::text[]
                 when r.kind like 'statement%' then '{sales:fees,sales:content-access,tax:consumption}'::text[]
                 when o.listing_id is null then '{sales:packs,tax:consumption}' else '{trades:open}' end as accounts) k
    left join lateral (
     select sum(abs(e.amount)) as total,
            -- the tax of a member's own sale is the member's, and in no books of ours
            case when k.accounts = '{trades:open}' then s.tax
                 else coalesce(sum(abs(e.amount)) filter (where e.account_id = 'tax:consumption'), 0) end as tax
       from ledger_movements m join ledger_entries e on e.movement_id = m.id
      where m.cause = coalesce(r.order_id, r.payout_id)::text and m.kind = k.kind and e.account_id = any(k.accounts)) b on true
   where (s.total, coalesce(s.tax, 0)) is distinct from (coalesce(b.total, 0), coalesce(b.tax, 0)) ${onlyWhole(db, since)}`

/** The order in a stored answer. */
const orderOf = (db: Db) => db`coalesce(k.answer::jsonb ->> 'orderId', k.answer::jsonb -> 'order' ->> 'orderId')`

/**
 * I12: a stored answer is complete, and an answer of success names an order of that member. The row
 * of the key and the order's fingerprint of its request make two requests with one key one request.
 */
export const wrongAnswers = (db: Db, since: Since) => db<Finding[]>`
  select k.member_id || '/' || k.key as id, 'the answer of ' || k.call || ' is stored incompletely' as what from idempotency_keys k
   where (k.status is null) <> (k.answer is null) ${onlyWhole(db, since)}
  union all
  select k.member_id || '/' || k.key, 'the answer of ' || k.call || ' speaks of order ' || ${orderOf(db)} || ', which is not the member’s'
    from idempotency_keys k
   where k.status < 300 and k.answer like '{%"orderId"%' and ${orderOf(db)} is not null ${onlyWhole(db, since)}
     and not exists (select 1 from orders o where o.id::text = ${orderOf(db)} and o.member_id = k.member_id)`
