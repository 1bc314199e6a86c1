import type { Db } from '../../platform/db/connect.ts'
import { changedMovements, onlyWhole } from './scope.ts'
import type { Finding, Since } from './scope.ts'

/**
 * I19: what a member is shown is what the books say. Every movement of a member's points or proceeds is in their own list with a line
 * in both languages, points with their lot, so the list adds up to the balance; a receipt says what the sale came to,
 * with its tax, and its refund what came back; a seller's statement, what we kept of a sale between members.
 */
export const wrongShown = (db: Db, since: Since) => db<Finding[]>`
  select m.id::text as id, 'a movement of ' || case a.unit when 'point' then 'points' else 'proceeds' end || ' of ' || a.member_id || ' is not in the list of that member as it should be' as what
    from ledger_movements m join ledger_entries e on e.movement_id = m.id join ledger_accounts a on a.id = e.account_id
    left join point_lots l on l.id = m.lot_id
   where ${changedMovements(db, since)} and a.kind = 'member'
     and (m.member_id is distinct from a.member_id or l.member_id is distinct from case a.unit when 'point' then a.member_id end or m.reason = '' or m.reason_ja = '')
  union all
  select r.order_id::text, 'the ' || r.kind || ' ' || r.number || ' says ' || concat_ws('/', s.total, s.tax) || ' yen/tax, the books '
           || concat_ws('/', coalesce(b.total, 0), coalesce(b.tax, 0))
    from receipts r join orders o on o.id = r.order_id
   cross join lateral (
     select (r.details ->> 'totalYen')::bigint as total,
            (select sum((t ->> 'taxYen')::bigint) from jsonb_array_elements(r.details -> 'taxes') t) as tax) s
   cross join lateral (
     select case when r.kind = 'receipt' then 'capture' when r.kind = 'refund' then 'refund'
                 when r.kind = 'statement' then 'trade-delivery' else 'trade-undo' end as kind,
            case when r.kind like 'statement%' then '{sales:fees,sales:content-access,tax:consumption}'::text[]
                 when o.listing_id is null then '{sales:packs,tax:consumption}' else '{trades:open}' end as accounts) k
    left join lateral (
     select sum(abs(e.amount)) as total,
            -- the tax of a member's own sale is the member's, and in no books of ours
            case when k.accounts = '{trades:open}' then s.tax
                 else coalesce(sum(abs(e.amount)) filter (where e.account_id = 'tax:consumption'), 0) end as tax
       from ledger_movements m join ledger_entries e on e.movement_id = m.id
      where m.cause = r.order_id::text and m.kind = k.kind and e.account_id = any(k.accounts)) b on true
   where (s.total, coalesce(s.tax, 0)) is distinct from (coalesce(b.total, 0), coalesce(b.tax, 0)) ${onlyWhole(db, since)}`
