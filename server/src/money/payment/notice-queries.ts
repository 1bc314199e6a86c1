import { limits } from '@kura/contract/limits'
import type { Db, Fragment } from '../../platform/db/connect.ts'

export type GatewayName = 'card' | 'paidy'
/**
 * `ref` is the gateway's name of the payment: our order id at the card gateway, the provider's own
 * id at Paidy.
 */
export type NewNotice = { id: string; gateway: GatewayName; ref: string }

/** A claimed notice of one payment; `times` is how often it had been named by then. */
export type Notice = { id: string; ref: string; times: number }

/** Whether we made a payment under this name at the card gateway. */
export const isCardPayment = (db: Db, gatewayOrderId: string) =>
  isThere(db, db`select 1 from payments where gateway = 'card' and gateway_order_id = ${gatewayOrderId}`)

/**
 * Whether a payment of the provider is one of ours, or was brought by a buyer or named with an
 * order of ours before.
 */
export const isPaidyPayment = (db: Db, payId: string) =>
  isThere(
    db,
    db`select 1 from payments where gateway_ref = ${payId}
       union all
       select 1 from gateway_notices
        where gateway = 'paidy' and gateway_order_id = ${payId} and origin in ('notice', 'checkout', 'claimed')`,
  )

/** Whether an order is paid by the provider. */
export const isPaidyOrder = (db: Db, orderId: string) =>
  isThere(db, db`select 1 from payments where gateway = 'paidy' and order_id = ${orderId}`)

async function isThere(db: Db, rows: ReturnType<Db>): Promise<boolean> {
  const [row] = await db<{ isThere: boolean }[]>`select exists (${rows}) as "isThere"`
  return row?.isThere ?? false
}

/** How long a payment rests before the next query: longer after each one, up to a minute. */
const rest = (db: Db) => db`make_interval(secs => least(2 * n.asks, ${limits.noticeRestSeconds}))`

/** The first time since the last comparison that a payment was named. */
const firstNamed = (db: Db) => db`case when n.compared_at is null then n.received_at else kura_now() end`

/**
 * Queues a payment for a query: one row each, regardless of how often it is named. A row that waits
 * and was not read since stays as it is.
 */
export const insertNotice = (
  db: Db,
  { id, gateway, ref, origin }: NewNotice & { origin: 'notice' | 'checkout' | 'claimed' },
) => db`
  insert into gateway_notices as n (id, gateway, gateway_order_id, origin) values (${id}, ${gateway}, ${ref}, ${origin})
  on conflict (gateway, gateway_order_id) do update
     set origin = case when n.origin = 'claimed' then n.origin else excluded.origin end, times = n.times + 1, latest_at = kura_now(), received_at = ${firstNamed(db)}, compared_at = null,
         worked_until = case when n.handled_at is null then n.worked_until
                             else greatest(kura_now(), n.handled_at + ${rest(db)}) end,
         handled_at = null
   where n.handled_at is not null or n.compared_at is not null or n.worked_until > kura_now()`

/**
 * Queues a name that is not ours for the next reconciliation only; false when enough others wait
 * for it.
 */
export async function insertStray(db: Db, { id, gateway, ref }: NewNotice): Promise<boolean> {
  const rows = await db`
    insert into gateway_notices as n (id, gateway, gateway_order_id, origin, handled_at)
    select ${id}, ${gateway}, ${ref}, 'stray', kura_now()
     where (select count(*) from gateway_notices
             where gateway = ${gateway} and origin = 'stray' and compared_at is null) < ${limits.strayNoticesWaiting}
    on conflict (gateway, gateway_order_id) do update
       set times = n.times + 1, latest_at = kura_now(), received_at = ${firstNamed(db)}, compared_at = null
    returning 1`
  return rows.length > 0
}

/**
 * Whether a buyer claimed this authorisation, and so long ago that their request has ended;
 * undefined when nobody did.
 */
export async function findClaim(db: Db, payId: string): Promise<{ isOver: boolean } | undefined> {
  const [row] = await db<{ isOver: boolean }[]>`
    select received_at <= kura_now() - make_interval(secs => ${limits.workLeaseSeconds}) as "isOver" from gateway_notices
     where gateway = 'paidy' and gateway_order_id = ${payId} and origin = 'claimed'`
  return row
}

/** Claims the next payment of a gateway to query: first those never queried, then the oldest. */
export async function claimNotice(db: Db, gateway: GatewayName): Promise<Notice | undefined> {
  const [notice] = await db<Notice[]>`
    update gateway_notices n
       set asks = asks + 1, worked_until = kura_now() + make_interval(secs => ${limits.workLeaseSeconds})
     where id = (select id from gateway_notices
                  where handled_at is null and gateway = ${gateway} and worked_until <= kura_now()
                  order by asks, received_at limit 1 for update skip locked)
    returning id, gateway_order_id as ref, times`
  return notice
}

/** Marks a notice as handled; one named again during the query stays for later. */
export const markHandled = (db: Db, { id, times }: Notice) => db`
  update gateway_notices n
     set handled_at = case when times = ${times} then kura_now() end, worked_until = kura_now() + ${rest(db)}
   where id = ${id} and handled_at is null`

/**
 * What notices named until `until` was compared; what was named again since then waits for the next
 * comparison.
 */
export const markCompared = (db: Db, gateway: GatewayName, { until, refs }: { until: Fragment; refs: string[] }) => db`
  update gateway_notices
     set compared_at = case when latest_at <= ${until} then kura_now() end, received_at = latest_at
   where gateway = ${gateway} and gateway_order_id = any(${refs}) and compared_at is null and received_at <= ${until}`

/**
 * Names payments for the next comparison, as a notice would: nothing else of the list they come
 * from is believed.
 */
export const insertNamed = (db: Db, gateway: GatewayName, named: { id: string; ref: string }[]) => db`
  insert into gateway_notices as n (id, gateway, gateway_order_id, origin, handled_at)
  select (entry->>'id')::uuid, ${gateway}, entry->>'ref', 'list', kura_now()
    from jsonb_array_elements(${db.json(named)}) entry
  on conflict (gateway, gateway_order_id) do update
     set compared_at = null, received_at = kura_now(), latest_at = kura_now()
   where n.compared_at is not null`

/** Deletes handled notices after a quarter; until then they help to explain a payment. */
export const deleteOldNotices = (db: Db) => db`
  delete from gateway_notices where handled_at < kura_now() - interval '90 days'`
