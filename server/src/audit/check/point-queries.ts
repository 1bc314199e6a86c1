import type { Db } from '../../platform/db/connect.ts'
import { isCounted, spentByMonth } from '../../identity/member/spending-queries.ts'
import { changedLot, changedOrder } from './scope.ts'
import type { Finding, Since } from './scope.ts'

const accountOf = (db: Db) => db`'member:' || l.member_id || ':points:' || l.kind`

/**
 * I15: points are granted once, and whatever becomes of them is written: of every lot its movements say what is left, its grant is
 * there once and whole, and what it has lost was spent, expired or taken back. All lots of a member are what the books say.
 */
export const wrongLots = (db: Db, since: Since) => db<Finding[]>`
  select l.id::text as id, l.remaining || ' points are left in the lot, its movements say ' || coalesce(m.sum, 0) as what
    from point_lots l
    left join lateral (
      select sum(e.amount) as sum from ledger_movements m join ledger_entries e on e.movement_id = m.id
       where m.lot_id = l.id and e.account_id = ${accountOf(db)}) m on true
   where ${changedLot(db, since, db`l.id`)} and l.remaining <> coalesce(m.sum, 0)
  union all
  select l.id::text, 'of ' || l.granted || ' points ' || concat_ws('/', l.remaining, l.expired, l.withdrawn, s.spent)
           || ' are left/expired/taken back/spent'
    from point_lots l
   cross join lateral (select coalesce(sum(amount), 0) as spent from point_spends where lot_id = l.id and returned_at is null) s
   where ${changedLot(db, since, db`l.id`)} and l.granted <> l.remaining + l.expired + l.withdrawn + s.spent
  union all
  select l.id::text, 'the lot of ' || l.granted || ' points was granted ' || g.times || ' times, ' || g.sum || ' points'
    from point_lots l
   cross join lateral (
      select count(*) as times, coalesce(sum(e.amount), 0) as sum
        from ledger_movements m join ledger_entries e on e.movement_id = m.id and e.account_id = ${accountOf(db)}
       where m.lot_id = l.id and m.kind = 'point-grant') g
   where ${changedLot(db, since, db`l.id`)} and (g.times <> 1 or g.sum <> l.granted)
  union all
  select a.id, 'the balance is ' || a.balance || ' points, the lots have ' || s.left
    from ledger_accounts a
   cross join lateral (
      select coalesce(sum(remaining), 0) as left from point_lots l where l.member_id = a.member_id and a.id = ${accountOf(db)}) s
   where a.kind = 'member' and a.unit = 'point' and a.balance <> s.left
     and ${since === null ? db`true` : db`a.member_id in (select l.member_id from point_lots l where ${changedLot(db, since, db`l.id`)})`}`

/** I15: an order that is alive has taken the points it says, one that has ended has given them back. */
export const wrongSpends = (db: Db, since: Since) => db<Finding[]>`
  select o.id::text as id, 'the order is ' || o.state || ' and paid with ' || o.used_point || ' points, its lots say ' || s.spent as what
    from orders o
   cross join lateral (select coalesce(sum(amount), 0) as spent from point_spends where order_id = o.id and returned_at is null) s
   where ${changedOrder(db, since, db`o.id`)}
     and (o.used_point > 0 or exists (select 1 from point_spends where order_id = o.id))
     and s.spent <> case when ${isCounted(db)} then o.used_point else 0 end`

/** I16: what a minor was charged in a month is what the orders say. */
export const wrongSpendings = (db: Db, since: Since) => db<Finding[]>`
  with members_seen as (
    select id from members
     where birthday is not null and deleted_at is null
       and ${since === null ? db`true` : db`id in (select c.member_id from orders c where ${changedOrder(db, since, db`c.id`)})`}
  ), said as (
    ${spentByMonth(db, db`o.member_id in (select id from members_seen)`)}
  ), counted as (
    select member_id, month, yen from member_spendings where member_id in (select id from members_seen) and yen > 0
  )
  select coalesce(s.member_id, c.member_id) || ' ' || coalesce(s.month, c.month) as id,
         'the month counts ' || coalesce(c.yen, 0) || ' yen, the orders say ' || coalesce(s.yen, 0) as what
    from said s full join counted c on c.member_id = s.member_id and c.month = s.month
   where coalesce(s.yen, 0) <> coalesce(c.yen, 0)`
