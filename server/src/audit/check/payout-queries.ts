import type { Db } from '../../platform/db/connect.ts'
import { changedMovements } from './scope-queries.ts'
import type { Finding, Since } from './scope-queries.ts'

/**
 * I23: no yen of a seller is in two places. Each payout is booked once for each step it took, what
 * a member's account has on its way is the sum of the payouts that are, a batch is the sum of its
 * transfers, and whoever made it did not release it.
 */
export const wrongPayouts = (db: Db, since: Since) => db<Finding[]>`
  with chosen as (
    select p.* from payouts p
     where ${since === null ? db`true` : db`p.id::text in (select m.cause from ledger_movements m where ${changedMovements(db, since)})`}
  )
  select p.id::text as id, 'the payout is ' || p.state || ', booked are ' || concat_ws('/', c.requests, c.cancels, c.pays, c.returns)
           || ' requests/cancellations/payments/returns, and its member has ' || c.yen || ' yen of ' || p.amount_yen || ' less' as what
    from chosen p
   cross join lateral (
     select count(*) filter (where m.kind = 'payout-request') as requests, count(*) filter (where m.kind = 'payout-cancel') as cancels,
            count(*) filter (where m.kind = 'payout-paid') as pays, count(*) filter (where m.kind = 'payout-return') as returns,
            coalesce(-sum(e.yen), 0) as yen
       from ledger_movements m
      cross join lateral (select coalesce(sum(e.amount), 0) as yen from ledger_entries e
                           where e.movement_id = m.id and e.account_id = 'member:' || p.member_id || ':proceeds') e
      where m.cause = p.id::text and m.kind in ('payout-request', 'payout-cancel', 'payout-paid', 'payout-return')) c
   where (c.requests, c.cancels, c.yen) is distinct from
           (1::bigint, (p.state = 'cancelled')::int::bigint,
            case when p.state in ('cancelled', 'returned') then 0 else p.amount_yen end::numeric)
      or c.returns <> (p.state = 'returned')::int or c.pays <> (p.paid_at is not null)::int
  union all
  select a.id, 'has ' || a.balance || ' yen on their way, the payouts ' || coalesce(s.yen, 0)
    from ledger_accounts a
    left join lateral (select sum(amount_yen) as yen from payouts p
                        where p.member_id = a.member_id and p.state in ('requested', 'batched', 'released')) s on true
   where a.id like 'member:%:payouts' and a.balance <> coalesce(s.yen, 0)
     and ${since === null ? db`true` : db`a.member_id in (select member_id from chosen)`}
  union all
  select k.number::text, 'the batch says ' || k.transfers || ' payouts of ' || k.total_yen || ' yen, it has ' || s.count || ' of ' || s.yen
    from payout_batches k
   cross join lateral (select count(*) as count, coalesce(sum(amount_yen - fee_yen), 0) as yen from payouts p where p.batch = k.number) s
   where k.state <> 'discarded' and (k.transfers, k.total_yen) is distinct from (s.count, s.yen)
     and ${since === null ? db`true` : db`k.number in (select batch from chosen)`}
  union all
  select k.number::text, 'the batch is ' || k.state || ', and payouts of it are ' || string_agg(distinct p.state, ', ')
    from payout_batches k join payouts p on p.batch = k.number
   where case k.state when 'made' then p.state <> 'batched' when 'released' then p.state not in ('released', 'paid', 'returned')
                      when 'settled' then p.state not in ('paid', 'returned') else true end
     and ${since === null ? db`true` : db`k.number in (select batch from chosen)`}
   group by k.number, k.state`
