import type { Db, Fragment } from '../../platform/db/connect.ts'
import type { PaymentRef } from '../../platform/gateways/payment-gateway.ts'
import type { BookedPayment } from './compare-trade.ts'
import type { Gateway } from './difference.ts'
import type { Run } from './run-queries.ts'

/**
 * What the gateway calls a payment `p`: our order id at the card gateway, the provider's own id at
 * Paidy.
 */
const keyOf = (db: Db, gateway: Gateway) =>
  gateway === 'card' ? db`p.gateway_order_id` : db`coalesce(p.gateway_ref, p.id::text)`

/** The end of the window, whole: a Date would cut it to milliseconds. */
export const endOf = (db: Db, run: Run): Fragment => db`(select until from reconciliations where id = ${run.id})`

/**
 * What is to be compared after `cursor`, in order: payments of orders that moved in the window,
 * those that notices named since the last comparison, known or not, and those with an open item.
 */
export async function listKeys(db: Db, gateway: Gateway, run: Run, cursor: string | null, most: number) {
  const after = (column: Fragment): Fragment => (cursor === null ? db`true` : db`${column} > ${cursor}`)
  const moved =
    run.since === null
      ? db`true`
      : db`p.order_id in (select order_id from order_moves
                           where at >= ${run.since}::timestamptz and at <= ${endOf(db, run)})`
  const rows = await db<{ key: string }[]>`
    select key from (
      select ${keyOf(db, gateway)} as key from payments p
       where p.gateway = ${gateway} and ${moved} and ${after(keyOf(db, gateway))}
         -- a buyer who never reached the provider's checkout has nothing there
         and (p.gateway <> 'paidy' or p.gateway_ref is not null or p.state in ('captured', 'refunding', 'refunded'))
      union
      select gateway_order_id from gateway_notices
       where gateway = ${gateway} and compared_at is null and gateway_order_id is not null and received_at <= ${endOf(db, run)}
         and ${after(db`gateway_order_id`)}
      union
      select subject from open_items where source = ${gateway} and closed_at is null and ${after(db`subject`)}
    ) keys order by key limit ${most}`
  return rows.map(({ key }) => key)
}

export type KeyedPayment = PaymentRef & BookedPayment & { key: string; isUnderWay: boolean }

/** Our payments by what the gateway calls them, with what the ledger has of each. */
export const listBooked = (db: Db, gateway: Gateway, keys: string[]) => db<KeyedPayment[]>`
  select ${keyOf(db, gateway)} as key, p.id, p.order_id as "orderId", p.method, p.gateway_order_id as "gatewayOrderId",
         p.gateway_ref as "gatewayRef", p.access_id as "accessId", p.access_pass as "accessPass", p.amount_yen as "amountYen",
         p.state,
         -- nobody is at an order that was stopped: what the gateway holds of it is to be named
         p.state not in ('captured', 'refunded', 'declined') and o.state <> 'quarantined' as "isUnderWay",
         case when p.state in ('captured', 'refunding', 'refunded') then coalesce((
           select sum(e.amount) from ledger_movements m join ledger_entries e on e.movement_id = m.id
            where m.cause = p.order_id::text and e.account_id = ${`psp:${gateway}`}), 0) else 0 end::int as "bookedYen"
    from payments p join orders o on o.id = p.order_id
   where p.gateway = ${gateway}
     and ${gateway === 'card' ? db`p.gateway_order_id = any(${keys})` : db`(p.gateway_ref = any(${keys}) or p.gateway_ref is null and p.id::text = any(${keys}))`}`

/** Those of these ids that are ids of orders. */
export async function findOrders(db: Db, ids: string[]): Promise<Set<string>> {
  const rows = await db<{ id: string }[]>`select id from orders where id = any(${ids}::uuid[])`
  return new Set(rows.map(({ id }) => id))
}
