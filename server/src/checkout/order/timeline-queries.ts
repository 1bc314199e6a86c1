import type { Db } from '../../platform/db/connect.ts'
import { ofAll } from './sellable-queries.ts'

/** The order of events of the same instant, as of one transaction. */
const sequence = [
  'order reserved',
  'point spent',
  'payment entering',
  'payment executing',
  'payment challenged',
  'order authorised',
  'payment securing',
  'payment unknown',
  'payment captured',
  'order captured',
  'order delivered',
  'point granted',
  'chain opened',
  'chain minting',
  'chain sent',
  'chain given-up',
  'chain stuck',
  'chain sealed',
  'chain delivered',
  'chain refunded',
  'payment declined',
  'payment closed',
  'order expired',
  'order quarantined',
  'payment refunding',
  'order refunding',
  'payment refunded',
  'order refunded',
  'point returned',
  'point late-granted',
  'point withdrawn',
]

const orderEvents = (db: Db) => db`
  select v.at, 'order' as source, v.state as event, case when v.number = 1 then nullif(o.price_yen, 0) end as yen,
         null::bigint as point, null::text as tx_id,
         case when v.state in ('expired', 'refunding') and v.number = max(v.number) filter (where v.state in ('expired', 'refunding')) over ()
              then o.reason end as code, v.number::bigint as number
    from order_moves v where v.order_id = o.id`

const paymentEvents = (db: Db) => db`
  select v.at, y.gateway, v.state, case when v.state in ('captured', 'refunding', 'refunded') then y.amount_yen end,
         null, null, case when v.state = 'declined' then v.error end, v.number
    from payments y join payment_moves v on v.payment_id = y.id where y.order_id = o.id
   union all
  select y.closed_at, y.gateway, 'closed', y.amount_yen, null, null, null, 0
    from payments y where y.order_id = o.id and y.closed_at is not null`

// one line for several lots that changed together
const pointEvents = (db: Db) => db`
  select o.created_at, 'point', 'spent', null, sum(s.amount), null, null, 0
    from point_spends s where s.order_id = o.id having count(*) > 0
   union all
  select s.returned_at, 'point', 'returned', null, sum(s.amount), null, null, 0
    from point_spends s where s.order_id = o.id and s.returned_at is not null group by s.returned_at
   union all
  select l.created_at, 'point', 'granted', null, sum(l.granted), null, null, 0
    from point_lots l where l.order_id = o.id and l.cause not like 'late-return:%' group by l.created_at
   union all
  select w.at, 'point', 'withdrawn', null, sum(e.amount), null, null, 0
    from point_lots l
    join ledger_movements w on w.lot_id = l.id and w.kind = 'point-withdrawal'
    join ledger_entries e on e.movement_id = w.id and e.amount > 0
   where l.order_id = o.id group by w.at
   union all
  select l.created_at, 'point', 'late-granted', null, sum(l.granted), null, null, 0
    from point_spends s join point_lots l on l.cause = 'late-return:' || s.order_id || ':' || s.lot_id
   where s.order_id = o.id group by l.created_at`

const receiptEvents = (db: Db) => db`
  select r.issued_at, 'receipt', r.kind, (r.details->>'totalYen')::integer, null, null, r.number::text, r.number
    from receipts r where r.order_id = o.id and r.kind in ('receipt', 'refund')`

/**
 * The contract's timeline of order `o`, oldest first; its kind adds the events of its subject. Each
 * part is read along an index that begins with the order, its payments, its lots of points or its
 * subject.
 */
export const timelineJson = (db: Db) => db`
  (select coalesce(json_agg(json_build_object('at', e.at, 'source', e.source, 'event', e.event, 'amountYen', e.yen,
             'amountPoint', e.point, 'txId', e.tx_id, 'code', e.code)
           order by e.at, array_position(${sequence}::text[],
             case when e.source in ('card', 'paidy') then 'payment' else e.source end || ' ' || e.event), e.number), '[]')
     from (${orderEvents(db)} union all ${paymentEvents(db)} union all ${pointEvents(db)}
           union all ${receiptEvents(db)} ${ofAll(db, ({ sql }) => db`union all ${sql.events(db)}`)}) e)`
