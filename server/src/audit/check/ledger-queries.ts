import { isCounted, spentByMonth } from '../../identity/member/spending-queries.ts'
import type { Db } from '../../platform/db/connect.ts'
import { changedMovements, changedLot, changedOrder } from './scope-queries.ts'
import type { Finding, Since } from './scope-queries.ts'

/** I1: every movement, and all of them together, sum to zero per unit and have at least two sides. */
export const unbalanced = (db: Db, since: Since) => db<Finding[]>`
  select m.id::text as id, 'the movement ' || m.kind || ' of ' || m.cause || ' is off by ' || sum(e.amount) || ' ' || a.unit as what
    from ledger_movements m join ledger_entries e on e.movement_id = m.id join ledger_accounts a on a.id = e.account_id
   where ${changedMovements(db, since)}
   group by m.id, a.unit having sum(e.amount) <> 0
  union all
  select m.id::text, 'the movement ' || m.kind || ' of ' || m.cause || ' has fewer than two entries'
    from ledger_movements m left join ledger_entries e on e.movement_id = m.id
   where ${changedMovements(db, since)}
   group by m.id having count(e.account_id) < 2
  ${
    since === null
      ? db`
  union all
  select a.unit, 'all entries together are off by ' || sum(e.amount)
    from ledger_entries e join ledger_accounts a on a.id = e.account_id group by a.unit having sum(e.amount) <> 0`
      : db``
  }`

/** Accounts with an entry in the checked movements. */
const changedAccounts = (db: Db, since: Since) => db`
  select e.account_id from ledger_movements m join ledger_entries e on e.movement_id = m.id where ${changedMovements(db, since)}`

/**
 * The times of the last marks, newest first, as text that loses no digit. Passed as values, because
 * only then the planner knows how few rows follow.
 */
const listMarks = async (db: Db): Promise<string[]> => {
  const rows = await db<{ until: string }[]>`select until::text as until from ledger_marks order by until desc limit 2`
  return rows.map(({ until }) => until)
}

/**
 * I2: every balance is the sum of its entries; of the house's accounts, of those since the last
 * mark.
 */
export async function wrongBalances(db: Db, since: Since): Promise<Finding[]> {
  if (since === null)
    return db<Finding[]>`
  select a.id, 'the balance is ' || a.balance || ', the entries say ' || coalesce(sum(e.amount), 0) as what
    from ledger_accounts a left join ledger_entries e on e.account_id = a.id
   group by a.id having a.balance <> coalesce(sum(e.amount), 0)`
  const [last = '-infinity'] = await listMarks(db)
  return db<Finding[]>`
  select a.id, 'the balance is ' || a.balance || ', the entries say ' || s.sum as what
    from ledger_accounts a
   cross join lateral (select coalesce(sum(amount), 0) as sum from ledger_entries e where e.account_id = a.id) s
   where a.kind = 'member' and a.id in (${changedAccounts(db, since)}) and a.balance <> s.sum
  union all
  select a.id, 'the balance is ' || a.balance || ', the last mark and the entries since say '
                 || coalesce((k.balances ->> a.id)::bigint, 0) + coalesce(r.sum, 0)
    from ledger_accounts a
    left join ledger_marks k on k.until = ${last}::text::timestamptz
    left join (select e.account_id, sum(e.amount) as sum from ${entriesBetween(db, last, 'infinity')} e
                group by e.account_id) r on r.account_id = a.id
   where a.kind = 'system' and k.balances is distinct from '{}' and a.balance <> coalesce((k.balances ->> a.id)::bigint, 0) + coalesce(r.sum, 0)`
}

/**
 * Entries of the movements of a time, one movement after the other: there are few of them, whatever
 * the planner believes.
 */
const entriesBetween = (db: Db, after: string, until: string) => db`
  (select e.movement_id, e.account_id, e.amount
     from ledger_movements m cross join lateral (select * from ledger_entries where movement_id = m.id offset 0) e
    where m.at > ${after}::text::timestamptz and m.at <= ${until}::text::timestamptz)`

/**
 * I3: no member's balance is or ever was below zero. Entries are read in the order they were made:
 * spending locks the member's accounts, so what is spent has a lower number than the spending.
 */
export const overdrawn = (db: Db, since: Since) => db<Finding[]>`
  select distinct on (id) id, 'the balance was ' || balance as what
    from (select a.id, sum(e.amount) over (partition by a.id order by e.number) as balance
            from ledger_accounts a join ledger_entries e on e.account_id = a.id
           where a.kind = 'member' ${since === null ? db`` : db`and a.id in (${changedAccounts(db, since)})`}
          union all select id, balance from ledger_accounts
           where kind = 'member' ${since === null ? db`` : db`and id in (${changedAccounts(db, since)})`}) history
   where balance < 0 order by id, balance`

/**
 * I4: entries can only be added, and what was seen before is still there as it was: all of it, or
 * what the last mark added.
 */
export async function rewritten(db: Db, since: Since): Promise<Finding[]> {
  const [last, previous] = await listMarks(db)
  const changeable = await db<Finding[]>`
  select t.name as id, 'nothing keeps entries from being changed: the trigger is missing or off' as what
    from unnest('{ledger_entries_append_only,ledger_movements_append_only,ledger_entries_balance}'::text[]) t (name)
   where not exists (select 1 from pg_trigger g where g.tgname = t.name and g.tgenabled = 'O')`
  if (last === undefined) return changeable
  const from = since === null ? undefined : previous
  const changed = await db<Finding[]>`
  select k.until::text as id, 'up to then ' || k.entries - coalesce(p.entries, 0) || ' entries were seen, now ' || n.entries || ', or one is another' as what
    from ledger_marks k left join ledger_marks p on p.until = ${from ?? null}::text::timestamptz
   cross join lateral (${digestBetween(db, from ?? '-infinity', last)}) n
   where k.until = ${last}::text::timestamptz
     and (n.entries <> k.entries - coalesce(p.entries, 0) or n.digest <> k.digest - coalesce(p.digest, 0))`
  return [...changeable, ...changed]
}

const digestBetween = (db: Db, after: string, until: string) => db`
    select count(*) as entries,
           coalesce(sum(hashtextextended(e.movement_id || e.account_id || e.amount, 0)::numeric), 0) as digest
      from ${entriesBetween(db, after, until)} e`

/**
 * Stores a mark of the ledger, without the last minutes, in which transactions may still be under
 * way: the last mark and what came since. Call it after a check that found the last mark to be
 * true.
 */
export async function keepMark(db: Db): Promise<void> {
  const [last = '-infinity'] = await listMarks(db)
  const [span] = await db<[{ until: string; balancesFrom: string }]>`
    select (kura_now() - interval '5 minutes')::text as until,
           case when (select balances <> '{}' from ledger_marks where until = ${last}::text::timestamptz) then ${last}::text else '-infinity' end
             as "balancesFrom"`
  const { until, balancesFrom } = span
  await db`
  with last as (
    select entries, digest, balances from ledger_marks where until = ${last}::text::timestamptz
  ), added as (${digestBetween(db, last, until)}), sums as (
    select e.account_id as id, sum(e.amount) as sum
      from ${entriesBetween(db, balancesFrom, until)} e join ledger_accounts a on a.id = e.account_id and a.kind = 'system'
     group by e.account_id
  ), balances as (
    select coalesce(json_object_agg(id, sum), '{}')::jsonb as all_of_them
      from (select id, sum(sum) as sum
              from (select id, sum from sums
                    union all select key, value::bigint from last, jsonb_each_text(last.balances)) parts group by id) whole
  )
  insert into ledger_marks (until, entries, digest, balances)
  select ${until}::text::timestamptz, coalesce(l.entries, 0) + a.entries, coalesce(l.digest, 0) + a.digest, b.all_of_them
    from added a cross join balances b left join last l on true
   where a.entries > 0 and ${until}::text::timestamptz > ${last}::text::timestamptz
  on conflict do nothing`
}

const accountOf = (db: Db) => db`'member:' || l.member_id || ':points:' || l.kind`

/**
 * I15: points are granted once, and every use of them is booked. The movements of every lot say
 * what remains; its grant exists once and whole; what it lost was spent, expired or revoked. All
 * lots of a member sum up to the books.
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
           || ' are left/expired/revoked/spent'
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
