import { limits } from '@kura/contract/limits'
import type { Db } from '../../platform/db/connect.ts'
import type { PaymentRef } from '../../platform/gateways/payment-gateway.ts'
import { changedMovements, changedOrder, onlyWhole } from './scope-queries.ts'
import type { Finding, Since } from './scope-queries.ts'

const longAgo = (db: Db) => db`kura_now() - make_interval(mins => ${limits.mintStuckMinutes + 2})`
const withoutAlarm = (db: Db, subject: string) => db`
  not exists (select 1 from alarms a where a.subject = ${db(subject)}::text and a.cleared_at is null)`

/**
 * I8: captured orders are delivered, refunded or on their way, and nothing is stuck on its way
 * without an alarm.
 */
export const restingOrders = (db: Db) => db<Finding[]>`
  select o.id::text as id, 'paid, but the pack was not delivered in the same step' as what from orders o
   where o.state = 'captured' and o.pack_id is not null
  union all
  select o.id::text, 'on its way back for too long without an alarm'
    from orders o join lateral (select max(at) as at from order_moves v where v.order_id = o.id) l on true
   where (o.state = 'refunding' or o.state = 'quarantined') and l.at < ${longAgo(db)} and ${withoutAlarm(db, 'o.id')}
  union all
  select n.id::text, 'an opening is ' || n.state || ' for too long without an alarm'
    from openings n where n.state in ('opened', 'minting', 'stuck') and n.opened_at < ${longAgo(db)} and ${withoutAlarm(db, 'n.order_id')}
  union all
  select o.id::text, 'unpaid long after its time was over' from orders o
   where o.state in ('reserved', 'authorised') and o.lease_until < ${longAgo(db)} and ${withoutAlarm(db, 'o.id')}`

/**
 * I9 without the gateways: the account of each gateway has of an order what was captured there and
 * not yet refunded, and so has the whole account.
 */
export const wrongGatewayAccount = (db: Db, since: Since) => db<Finding[]>`
  select p.order_id::text as id, 'the payment of ' || p.amount_yen || ' yen is ' || p.state || ', psp:' || p.gateway || ' has ' || s.sum || ' of it' as what
    from payments p
   cross join lateral (
     select coalesce(sum(e.amount), 0) as sum from ledger_movements m join ledger_entries e on e.movement_id = m.id
      where m.cause = p.order_id::text and e.account_id = 'psp:' || p.gateway) s
   where ${changedOrder(db, since, db`p.order_id`)} and p.state in ('captured', 'refunding', 'refunded')
     and s.sum <> case p.state when 'refunded' then 0 else p.amount_yen end
  union all
  select a.id, 'the account says ' || a.balance || ' yen, the payments ' || p.sum
    from ledger_accounts a
   cross join lateral (select coalesce(sum(amount_yen), 0) as sum from payments
                        where state in ('captured', 'refunding') and 'psp:' || gateway = a.id) p
   where a.id in ('psp:card', 'psp:paidy') and a.balance <> p.sum ${onlyWhole(db, since)}`

/** I10: one capture and at most one full refund per order. */
export const doubleMoney = (db: Db, since: Since) => db<Finding[]>`
  select order_id::text as id, 'captured ' || count(*) || ' times' as what from payments
   where ${changedOrder(db, since, db`order_id`)} and state in ('captured', 'refunding', 'refunded') group by order_id having count(*) > 1
  union all
  select o.id::text, 'charged ' || p.amount_yen || ' yen for a price of ' || o.price_yen || ' with ' || o.used_point || ' points'
    from payments p join orders o on o.id = p.order_id where ${changedOrder(db, since, db`p.order_id`)} and p.amount_yen <> o.price_yen - o.used_point
  union all
  select cause, 'booked ' || count(*) || ' times as ' || kind from ledger_movements
   where kind in ('capture', 'refund') ${onlyWhole(db, since)} group by cause, kind having count(*) > 1
  union all
  select r.cause, 'more was refunded than was taken'
    from ledger_movements r join ledger_entries e on e.movement_id = r.id and e.account_id in ('psp:card', 'psp:paidy', 'points:redeemed')
    left join ledger_movements c on c.kind = 'capture' and c.cause = r.cause
    left join ledger_entries f on f.movement_id = c.id and f.account_id = e.account_id
   where ${changedMovements(db, since, db`r.at`)} and r.kind = 'refund' and -e.amount > coalesce(f.amount, 0)`

/** The order a movement `m` is of; null where its cause is none. */
const causeAsId = (db: Db) =>
  db`(case when m.cause ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then m.cause end)::uuid`

/**
 * I11: nobody is charged without delivery or refund, nothing is delivered without a charge, and
 * both are in the books.
 */
export const unpaidOrUndelivered = (db: Db, since: Since) => db<Finding[]>`
  select p.order_id::text as id, 'the payment is ' || p.state || ', the order ' || o.state as what
    from payments p join orders o on o.id = p.order_id
   where ${changedOrder(db, since, db`o.id`)} and ((p.state = 'captured' and o.state not in ('captured', 'delivered', 'quarantined'))
      or (p.state = 'refunding' and o.state not in ('refunding', 'quarantined'))
      or (p.state = 'refunded' and o.state <> 'refunded')
      or (p.state = 'declined' and o.state not in ('expired', 'quarantined')))
  union all
  select o.id::text, 'the order is ' || o.state || ' without a captured payment' from orders o
   where ${changedOrder(db, since, db`o.id`)} and o.state in ('captured', 'delivered', 'refunding', 'refunded') and o.price_yen > o.used_point
     and not exists (select 1 from payments p where p.order_id = o.id and p.state in ('captured', 'refunding', 'refunded'))
  union all
  select o.id::text, 'the order is ' || o.state || ' for ' || o.used_point || ' points, taken are ' || coalesce(s.sum, 0)
    from orders o left join lateral (
      select sum(amount) as sum from point_spends s where s.order_id = o.id and s.returned_at is null) s on true
   where ${changedOrder(db, since, db`o.id`)} and coalesce(s.sum, 0) <> case when o.state in ('expired', 'refunded') then 0 else o.used_point end
     and not (o.state = 'refunding' and coalesce(s.sum, 0) = 0) and o.state <> 'quarantined'
  union all
  select p.order_id::text, 'the payment is ' || p.state || ', but the ledger does not know of it'
    from payments p
   where ${changedOrder(db, since, db`p.order_id`)} and ((p.state in ('captured', 'refunding', 'refunded')
          and not exists (select 1 from ledger_movements m where m.kind = 'capture' and m.cause = p.order_id::text))
      or (p.state = 'refunded'
          and not exists (select 1 from ledger_movements m where m.kind = 'refund' and m.cause = p.order_id::text)))
  union all
  select m.cause, 'the ledger has a ' || m.kind || ' without its payment' from ledger_movements m
   where ${changedMovements(db, since)} and m.kind in ('capture', 'refund') and not exists (
     select 1 from orders o where o.id = ${causeAsId(db)} and o.tender = 'point'
        and (o.state = 'refunded' or (m.kind = 'capture' and o.state in ('captured', 'delivered', 'refunding')))) and not exists (
     select 1 from payments p where p.order_id = ${causeAsId(db)}
        and (p.state = 'refunded' or (m.kind = 'capture' and p.state in ('captured', 'refunding'))))
  union all
  select n.id::text, 'the opening is ' || n.state || ', its order ' || o.state from openings n join orders o on o.id = n.order_id
   where ${changedOrder(db, since, db`n.order_id`)} and case n.state when 'refunded' then o.state not in ('refunding', 'refunded') else o.state <> 'delivered' end`

/** I20: an order's history goes forward in time and ends where the order is. */
export const wrongHistories = (db: Db, since: Since) => db<Finding[]>`
  select distinct order_id::text as id, 'a move is earlier than the one before it' as what
    from (select order_id, at, lag(at) over (partition by order_id order by number) as before from order_moves
            where ${changedOrder(db, since, db`order_id`)}) v where at < before
  union all
  select o.id::text, 'the order is ' || o.state || ', its last move says ' || coalesce(l.state, 'nothing')
    from orders o left join lateral (select state from order_moves v where v.order_id = o.id order by number desc limit 1) l on true
   where ${changedOrder(db, since, db`o.id`)} and l.state is distinct from o.state`

export type AskedPayment = PaymentRef & { gateway: 'card' | 'paidy'; state: string }

/** Payments of the last day that no process works on, to compare with the gateway. */
export const listRecentPayments = (db: Db, limit: number) => db<AskedPayment[]>`
  select id, gateway, method, gateway_order_id as "gatewayOrderId", gateway_ref as "gatewayRef", order_id as "orderId", state,
         access_id as "accessId", access_pass as "accessPass", amount_yen as "amountYen" from payments
   where state in ('captured', 'refunding', 'refunded', 'declined') and created_at > kura_now() - interval '1 day'
   order by created_at desc limit ${limit}`

/** Leases last seconds or minutes: one that ends in hours is wrong, and blocks the row until then. */
const never = (db: Db) => db`kura_now() + interval '6 hours'`
/** The longest time that anything is retried without an alarm. */
const tooLong = (db: Db) => db`kura_now() - interval '1 day'`

/**
 * I17: no job is lost. The rows are the jobs, and each list of due rows takes what is open and not
 * leased. So nothing open is leased for ever, and nothing waits for a day. It reads only open rows,
 * which are few.
 */
export const lostJobs = (db: Db) => db<Finding[]>`
  select id::text as id, 'the payment is ' || state || ' and nobody takes it before ' || worked_until as what from payments
   where state in ('entering', 'executing', 'challenged', 'securing', 'refunding', 'unknown') and worked_until > ${never(db)}
  union all
  select id::text, 'the opening is ' || state || ' and nobody takes it before ' || worked_until from openings
   where state in ('opened', 'minting', 'stuck') and worked_until > ${never(db)}
  union all
  select id::text, 'the card is ' || state || ' and nobody takes it before ' || worked_until from stored_cards
   where state in ('saving', 'deleting') and (worked_until > ${never(db)} or worked_until < ${tooLong(db)})
  union all
  select id::text, 'the notice of ' || gateway || ' waits since ' || received_at from gateway_notices
   where handled_at is null and (worked_until > ${never(db)} or worked_until < ${tooLong(db)})
  union all
  select id::text, 'the mail ' || template || ' is ' || state || ' since ' || created_at from mails
   where state in ('waiting', 'sending') and (locked_until > ${never(db)} or coalesce(locked_until, created_at) < ${tooLong(db)})
  union all
  select id::text, 'the transaction ' || kind || ' of ' || cause || ' is ' || state || ' since ' || created_at from chain_transactions
   where state in ('intended', 'signed', 'sent') and (locked_until > ${never(db)} or created_at < ${tooLong(db)})
  union all
  select id::text, 'the trade is ' || state || ' and nobody takes it before ' || worked_until from trades
   where state = 'delivering' and worked_until > ${never(db)}`
