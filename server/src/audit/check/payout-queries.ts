import type { Db } from '../../platform/db/connect.ts'
import { changedMovements, changedTrade, onlyWhole } from './scope-queries.ts'
import type { Finding, Since } from './scope-queries.ts'

/** Whether payout `p` moved. */
const changedPayout = (db: Db, since: Since) =>
  since === null
    ? db`true`
    : db`p.id::text in (select m.cause from ledger_movements m where ${changedMovements(db, since)})`

/**
 * I23: no yen of a seller is in two places. Each payout is booked once for each step it took, and
 * requested = waiting + with the bank + paid + cancelled + returned. What a member's account has on
 * its way is the sum of the payouts that are, and the bank has what was released.
 */
export const wrongPayouts = (db: Db, since: Since) => db<Finding[]>`
  with chosen as (select p.* from payouts p where ${changedPayout(db, since)})
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
  select a.id, 'the bank has ' || a.balance || ' yen without a result, the released payouts are ' || s.yen
    from ledger_accounts a
   cross join lateral (select coalesce(sum(amount_yen - fee_yen), 0) as yen from payouts where state = 'released') s
   where a.id = 'bank:sent' and a.balance <> s.yen
  union all
  select 'payouts', 'requested were ' || r.yen || ' yen, and ' || concat_ws('/', s.waiting, s.sent, s.paid, s.cancelled, s.returned)
           || ' are waiting/with the bank/paid/cancelled/returned'
    from (select coalesce(sum(e.amount), 0) as yen from ledger_movements m join ledger_entries e on e.movement_id = m.id
           where m.kind = 'payout-request' and e.amount > 0) r
   cross join (select coalesce(sum(amount_yen) filter (where state in ('requested', 'batched')), 0) as waiting,
                      coalesce(sum(amount_yen) filter (where state = 'released'), 0) as sent,
                      coalesce(sum(amount_yen) filter (where state = 'paid'), 0) as paid,
                      coalesce(sum(amount_yen) filter (where state = 'cancelled'), 0) as cancelled,
                      coalesce(sum(amount_yen) filter (where state = 'returned'), 0) as returned from payouts) s
   where r.yen <> s.waiting + s.sent + s.paid + s.cancelled + s.returned ${onlyWhole(db, since)}`

/**
 * I23: a batch is the sum of its transfers, was booked as sent when it was released, and was not
 * released by the person who made it.
 */
export const wrongPayoutBatches = (db: Db, since: Since) => db<Finding[]>`
  with chosen as (select p.batch from payouts p where ${changedPayout(db, since)})
  select k.number::text as id, 'the batch says ' || k.transfers || ' payouts of ' || k.total_yen || ' yen, it has ' || s.count || ' of ' || s.yen as what
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
   group by k.number, k.state
  union all
  select k.number::text, 'the batch is ' || k.state || ', and ' || coalesce(b.yen, 0) || ' of its ' || k.total_yen || ' yen were booked as sent'
    from payout_batches k
    left join lateral (select sum(e.amount) as yen from ledger_movements m
                         join ledger_entries e on e.movement_id = m.id and e.account_id = 'bank:sent'
                        where m.kind = 'payout-release' and m.cause = k.number::text) b on true
   where coalesce(b.yen, 0) <> case when k.state in ('released', 'settled') then k.total_yen else 0 end
     and ${since === null ? db`true` : db`k.number in (select batch from chosen)`}
  union all
  select k.number::text, 'the batch was made and released by ' || k.made_by from payout_batches k
   where person_key(k.released_by) = person_key(k.made_by)
     and ${since === null ? db`true` : db`k.number in (select batch from chosen)`}`

/**
 * I23: what an undone sale lacks of its proceeds is a claim on its seller, and nothing is payable to
 * them while one is open.
 */
export const wrongClaims = (db: Db, since: Since) => db<Finding[]>`
  select t.id::text as id,
         'the undone sale lacks ' || y.missing || ' yen of its proceeds, the claim says ' || coalesce(c.missing_yen, 0) as what
    from trades t left join proceeds_claims c on c.trade_id = t.id
   cross join lateral (
     select coalesce(sum(e.amount) filter (where m.kind = 'proceeds-hold' and m.cause = t.id::text), 0)
              + coalesce(sum(e.amount) filter (where m.kind = 'proceeds-return' and split_part(m.cause, ':', 1) = t.id::text), 0) as missing
       from ledger_movements m join ledger_entries e on e.movement_id = m.id
       join ledger_accounts a on a.id = e.account_id and a.member_id = t.seller_id
      where m.member_id = t.seller_id and m.kind in ('proceeds-hold', 'proceeds-return')) y
   where t.state = 'undone' and y.missing <> coalesce(c.missing_yen, 0)
     and (${changedTrade(db, since, db`t.id`)} or c.ended_at is null and c.trade_id is not null)
  union all
  select c.trade_id::text, a.balance || ' yen are payable to a seller who owes ' || c.missing_yen
    from proceeds_claims c join ledger_accounts a on a.id = 'member:' || c.member_id || ':proceeds'
   where c.ended_at is null and a.balance > 0`
