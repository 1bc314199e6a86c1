import type { Db } from '../db/connect.ts'

export type Finding = { id: string; what: string }

/** I1: every movement, and all of them together, sum to zero per unit and have at least two sides. */
export const unbalanced = (db: Db) => db<Finding[]>`
  select m.id::text as id, 'the movement ' || m.kind || ' of ' || m.cause || ' is off by ' || sum(e.amount) || ' ' || a.unit as what
    from ledger_movements m join ledger_entries e on e.movement_id = m.id join ledger_accounts a on a.id = e.account_id
   group by m.id, a.unit having sum(e.amount) <> 0
  union all
  select m.id::text, 'the movement ' || m.kind || ' of ' || m.cause || ' has fewer than two entries'
    from ledger_movements m left join ledger_entries e on e.movement_id = m.id
   group by m.id having count(e.account_id) < 2
  union all
  select a.unit, 'all entries together are off by ' || sum(e.amount)
    from ledger_entries e join ledger_accounts a on a.id = e.account_id group by a.unit having sum(e.amount) <> 0`

/** I2: every balance is the sum of its entries. */
export const wrongBalances = (db: Db) => db<Finding[]>`
  select a.id, 'the balance is ' || a.balance || ', the entries say ' || coalesce(sum(e.amount), 0) as what
    from ledger_accounts a left join ledger_entries e on e.account_id = a.id
   group by a.id having a.balance <> coalesce(sum(e.amount), 0)`

/** I3: no member's balance is or ever was below zero. */
export const overdrawn = (db: Db) => db<Finding[]>`
  select distinct on (id) id, 'the balance was ' || balance as what
    from (select a.id, sum(e.amount) over (partition by a.id order by m.at, m.id) as balance
            from ledger_accounts a join ledger_entries e on e.account_id = a.id join ledger_movements m on m.id = e.movement_id
           where a.kind = 'member'
          union all select id, balance from ledger_accounts where kind = 'member') history
   where balance < 0 order by id, balance`

/** I4: entries can only be added, and what was seen before is still there as it was. */
export const rewritten = (db: Db) => db<Finding[]>`
  select t.name as id, 'nothing keeps entries from being changed: the trigger is missing or off' as what
    from unnest('{ledger_entries_append_only,ledger_movements_append_only,ledger_entries_balance}'::text[]) t (name)
   where not exists (select 1 from pg_trigger g where g.tgname = t.name and g.tgenabled = 'O')
  union all
  select k.until::text, 'up to then ' || k.entries || ' entries were seen, now ' || n.entries || ', or one is another'
    from (select * from ledger_marks order by until desc limit 1) k
   cross join lateral (${digestUntil(db, db`k.until`)}) n
   where n.entries <> k.entries or n.digest <> k.digest`

function digestUntil(db: Db, until: ReturnType<Db>) {
  return db`
    select count(*) as entries,
           coalesce(sum(hashtextextended(e.movement_id || e.account_id || e.amount, 0)::numeric), 0) as digest
      from ledger_entries e join ledger_movements m on m.id = e.movement_id where m.at <= ${until}`
}

/** Remembers what the ledger holds, leaving out the last minutes, in which transactions may still be under way. */
export const keepMark = (db: Db) => db`
  insert into ledger_marks (until, entries, digest)
  select u.until, n.entries, n.digest
    from (select kura_now() - interval '5 minutes' as until) u cross join lateral (${digestUntil(db, db`u.until`)}) n
   where n.entries > 0
  on conflict do nothing`
