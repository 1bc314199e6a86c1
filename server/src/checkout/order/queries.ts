import type { Tender } from '@kura/contract/checkout/order'
import type { Words } from '@kura/contract/ids'
import { limits } from '@kura/contract/limits'
import { checkMoves, orderMoves } from '@kura/contract/states'
import type { OrderState } from '@kura/contract/states'
import type { LeaveObstacle } from '../../identity/member/member-events.ts'
import type { Db, Fragment } from '../../platform/db/connect.ts'
import { clearHeld, isLost, isOfKind, kindColumns, nameOf, named, payableUntils } from './sellable-queries.ts'
import { sellables } from './sellable.ts'
import type { Held } from './sellable.ts'

export type OrderRow = {
  id: string
  memberId: string
  /** The kind of its `Sellable`. */
  kind: string
  /** Its subject and what it holds until it ends: the columns that its `Sellable` names. */
  subjectId: string
  heldId: string | null
  priceYen: number
  tender: Tender
  /** Part of the price paid with points. */
  usedPoint: number
  createdAt: Date
  state: OrderState
  reason: string | null
  isLeaseOver: boolean
}
/** The order with the name of what it is for, as a member calls it. */
export type NamedOrder = OrderRow & { name: Words }
const columns = (db: Db) => db`
  o.id, o.member_id as "memberId", ${kindColumns(db)}, o.price_yen as "priceYen", o.tender, o.used_point as "usedPoint", o.created_at as "createdAt", o.state, o.reason,
  coalesce(o.lease_until <= kura_now(), false) as "isLeaseOver"`

/**
 * When a reservation renewed now would end: the lease, capped by the longest hold and by its
 * subject's own end.
 */
const leaseFrom = (db: Db, createdAt: Fragment, payableUntil: Fragment) => db`
  least(kura_now() + make_interval(mins => ${limits.orderLeaseMinutes}),
        ${createdAt} + make_interval(mins => ${limits.orderLeaseMostMinutes}) ${payableUntil})`

export const find = async (db: Db, id: string): Promise<OrderRow | undefined> => {
  const [row] = await db<OrderRow[]>`select ${columns(db)} from orders o where o.id = ${id}`
  return row
}

/** The order, locked until the transaction ends. */
export const lock = async (db: Db, id: string): Promise<NamedOrder> => {
  const [row] = await db<NamedOrder[]>`
    select ${columns(db)}, ${nameOf(db)} as name from orders o ${named(db)} where o.id = ${id} for update of o`
  if (!row) throw new Error(`there is no order ${id}`)
  return row
}

/** Locks an order's payment, before the order itself. */
export const lockPayments = (db: Db, orderId: string) =>
  db`select 1 from payments where order_id = ${orderId} for update`

/** A new reservation; `row` names what it holds. */
export const insert = async (
  db: Db,
  order: Pick<OrderRow, 'id' | 'memberId' | 'priceYen' | 'tender' | 'usedPoint'> &
    Pick<Held, 'row' | 'payableUntil'> & { requestHash: Buffer | null },
): Promise<void> => {
  const payableUntil = order.payableUntil === undefined ? db`` : db`, ${order.payableUntil}`
  await db`
  with placed as (
    insert into orders (id, member_id, ${order.row.columns}, price_yen, tender, used_point, request_hash, state, lease_until)
    values (${order.id}, ${order.memberId}, ${order.row.values}, ${order.priceYen}, ${order.tender},
            ${order.usedPoint}, ${order.requestHash}, 'reserved', ${leaseFrom(db, db`kura_now()`, payableUntil)})
    returning id
  )
  insert into order_moves (order_id, number, state) select id, 1, 'reserved' from placed`
}

/** The order that an earlier try of this request began. */
export const findByRequest = async (db: Db, requestHash: Buffer): Promise<OrderRow | undefined> => {
  const [row] = await db<OrderRow[]>`select ${columns(db)} from orders o where o.request_hash = ${requestHash}`
  return row
}

/** Whether the order ever was in this state. */
export const hasBeen = async (db: Db, id: string, state: OrderState): Promise<boolean> => {
  const rows = await db`select 1 from order_moves where order_id = ${id} and state = ${state} limit 1`
  return rows.length > 0
}

/**
 * `from` → `to`, moves of the table, in one statement with its row in the history. False when
 * another transaction moved it. `now()` is the start of a transaction, and one that waited may have
 * started earlier, so the time never goes back in a history.
 */
export const moveTo = async (
  db: Db,
  id: string,
  from: readonly OrderState[],
  to: OrderState,
  reason: string | null = null,
): Promise<boolean> => {
  checkMoves(orderMoves, from, to)
  const keepsHeld = to === 'authorised' || to === 'captured' || to === 'delivered' || to === 'quarantined'
  const keepsLease = to === 'authorised'
  const rows = await db`
    with moved as (
      update orders
         set state = ${to}, reason = coalesce(${reason}, reason)
             ${keepsHeld ? db`` : clearHeld(db)} ${keepsLease ? db`` : db`, lease_until = null`}
       where id = ${id} and state = any(${[...from]}) returning id
    )
    insert into order_moves (order_id, number, state, at)
    select m.id, coalesce(l.number, 0) + 1, ${to}, greatest(kura_now(), l.at)
      from moved m left join lateral (select max(number) as number, max(at) as at from order_moves where order_id = m.id) l on true
    returning 1`
  return rows.length > 0
}

/** Whether the buyer of order `o` may no longer pay. */
const isBuyerBarred = (db: Db): Fragment => db`
  exists (select 1 from members m where m.id = o.member_id and (m.banned_at is not null or m.deleted_at is not null))`

/**
 * Renews the lease of an order that waits for its payment, has not expired and still holds its
 * subject.
 */
export const renewLease = async (db: Db, id: string): Promise<boolean> => {
  const rows = await db`
    update orders o set lease_until = ${leaseFrom(db, db`o.created_at`, payableUntils(db))}
     where o.id = ${id} and o.state in ('reserved', 'authorised') and o.lease_until > kura_now() and not ${isBuyerBarred(db)}
       and not ${isLost(db)}
    returning 1`
  return rows.length > 0
}

/**
 * Ends the lease of unpaid orders whose subject is no longer held or whose buyer was banned; the
 * worker then releases them.
 */
export const endLost = async (db: Db): Promise<string[]> => {
  const rows = await db<{ id: string }[]>`
    update orders o set lease_until = kura_now()
     where o.state in ('reserved', 'authorised') and o.lease_until > kura_now()
       and (${isBuyerBarred(db)} or ${isLost(db)})
    returning o.id`
  return rows.map(({ id }) => id)
}

/** Orders granted for these causes before. */
export const listByCauses = async (db: Db, causes: string[]): Promise<string[]> => {
  const rows = await db<{ id: string }[]>`
    select id from orders where grant_cause = any(${causes}) order by array_position(${causes}::text[], grant_cause)`
  return rows.map(({ id }) => id)
}

/**
 * A grant: the columns of the order's row that name what it holds, and common table expressions, of
 * which `taken` has these columns with order_id, cause and n; `held` is the column of what the
 * order holds.
 */
export type GrantedSql = { columns: Fragment; held: Fragment; taken: Fragment }

/** Inserts granted orders as delivered, with their whole history, in one statement. */
export const insertDelivered = (db: Db, memberId: string, { columns, held, taken }: GrantedSql) => db<
  { orderId: string; heldId: string }[]
>`
  with ${taken}, placed as (
    insert into orders (id, member_id, ${columns}, price_yen, tender, grant_cause, state)
    select order_id, ${memberId}, ${columns}, 0, 'grant', cause, 'delivered' from taken returning id
  ), noted as (
    insert into order_moves (order_id, number, state)
    select p.id, s.number, s.state from placed p
     cross join unnest('{reserved,captured,delivered}'::text[]) with ordinality as s (state, number)
  )
  select order_id as "orderId", ${held} as "heldId" from taken order by n`

/** Whether an order was granted by passcode or airdrop: there is nothing to refund. */
export const isGiven = async (db: Db, orderId: string): Promise<boolean> => {
  const rows = await db`select 1 from orders where id = ${orderId} and tender = 'grant'`
  return rows.length > 0
}

/** Whether an order is this member's; with `only`, one of this kind. */
export const isOrderOf = async (
  db: Db,
  memberId: string,
  { orderId, only }: { orderId: string; only?: string },
): Promise<boolean> => {
  const isOf = only === undefined ? db`` : db`and ${isOfKind(db, sellables.of(only))}`
  const rows = await db`select 1 from orders o where o.id = ${orderId} and o.member_id = ${memberId} ${isOf}`
  return rows.length > 0
}

/** What of a member's orders blocks a deletion: those that are neither delivered nor ended. */
export const findLeaveObstacles = async (db: Db, memberId: string): Promise<LeaveObstacle[]> => {
  const [row] = await db<[{ count: number }]>`
    select count(*)::int as count from orders
     where member_id = ${memberId} and state <> all('{delivered,refunded,expired}'::text[])`
  return [{ kind: 'orders_open', amount: BigInt(row.count) }]
}
