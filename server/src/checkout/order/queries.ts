import { limits } from '@kura/contract/limits'
import type { Words } from '@kura/contract/ids'
import type { Tender } from '@kura/contract/checkout/order'
import { checkMoves, orderMoves } from '@kura/contract/states'
import type { OrderState } from '@kura/contract/states'
import type { Db, Fragment } from '../../platform/db/connect.ts'
import { isStillHeld, payableUntilOf } from '../../market/listing/hold-queries.ts'
import { isAfter, isBefore } from '../../catalogue/item/card-queries.ts'

export type OrderRow = {
  id: string
  memberId: string
  /** One of these two is what it is for. */
  packId: string | null
  listingId: string | null
  unitId: string | null
  priceYen: number
  tender: Tender
  /** Part of the price paid with points. */
  usedPoint: number
  createdAt: Date
  state: OrderState
  reason: string | null
  isLeaseOver: boolean
}
/** The order with what it is for, as a member calls it: the pack, or the item and serial of a token. */
export type NamedOrder = OrderRow & { name: Words }
export type OfferRow = {
  kind: 'single' | 'random'
  priceYen: number
  perMemberLimit: number | null
  remaining: number
  isBefore: boolean
  isAfter: boolean
  /** Only members who were let in from the line may buy. */
  hasQueue: boolean
}

const columns = (db: Db) => db`
  o.id, o.member_id as "memberId", o.pack_id as "packId", o.listing_id as "listingId", o.unit_id as "unitId", o.price_yen as "priceYen", o.tender,
  o.used_point as "usedPoint", o.created_at as "createdAt", o.state, o.reason,
  coalesce(o.lease_until <= kura_now(), false) as "isLeaseOver"`

/** Until when a reservation holds if it is renewed now: the lease, but never beyond the cap, nor the time of a listing. */
const leaseFrom = (db: Db, createdAt: Fragment, listingId: Fragment | undefined) => db`
  least(kura_now() + make_interval(mins => ${limits.orderLeaseMinutes}),
        ${createdAt} + make_interval(mins => ${limits.orderLeaseMostMinutes})
        ${listingId === undefined ? db`` : db`, ${payableUntilOf(db, listingId)}`})`

export const find = async (db: Db, id: string): Promise<OrderRow | undefined> => {
  const [row] = await db<OrderRow[]>`select ${columns(db)} from orders o where o.id = ${id}`
  return row
}

/** What order `o` is for, joined by `named`. */
export const nameOf = (db: Db): Fragment => db`
  case when o.listing_id is null then json_build_object('ja', p.name_ja, 'en', p.name_en)
       else json_build_object('ja', i.name_ja || ' #' || l.serial, 'en', i.name_en || ' #' || l.serial) end`
/** The pack `p` of an order `o`, or its listing `l` with the item `i`. */
export const named = (db: Db): Fragment => db`
  left join packs p on p.id = o.pack_id left join listings l on l.id = o.listing_id left join items i on i.id = l.item_id`

/** The order, locked until the transaction ends. */
export const lock = async (db: Db, id: string): Promise<NamedOrder> => {
  const [row] = await db<NamedOrder[]>`
    select ${columns(db)}, ${nameOf(db)} as name from orders o ${named(db)} where o.id = ${id} for update of o`
  if (!row) throw new Error(`there is no order ${id}`)
  return row
}

/** Locks what was charged for an order, before the order itself. */
export const lockPayments = (db: Db, orderId: string) =>
  db`select 1 from payments where order_id = ${orderId} for update`

/** What is offered, and whether it is offered now. */
export const findOffer = async (db: Db, packId: string): Promise<OfferRow | undefined> => {
  const [row] = await db<OfferRow[]>`
    select p.kind, p.price_yen as "priceYen", p.per_member_limit as "perMemberLimit", s.remaining,
           ${isBefore(db)} as "isBefore", ${isAfter(db)} as "isAfter", p.queue_per_second is not null as "hasQueue"
      from packs p join pack_stocks s on s.pack_id = p.id where p.id = ${packId} and p.channel = 'sale'`
  return row
}

/**
 * Counts one more unit for the member unless the limit is reached, and answers the price that holds from here on. Undefined when
 * the pack is not on sale. Two orders of one member wait for each other here.
 */
export const holdOne = async (
  db: Db,
  packId: string,
  memberId: string,
): Promise<{ priceYen: number; name: Words; isHeld: boolean } | undefined> => {
  const [row] = await db<{ priceYen: number; name: Words; isHeld: boolean }[]>`
    with offer as (
      select p.id, p.price_yen, p.per_member_limit, p.name_ja, p.name_en from packs p
       where p.id = ${packId} and p.finished_at is null and not ${isBefore(db)} and not ${isAfter(db)}
    ), held as (
      insert into pack_holdings as h (pack_id, member_id, held)
      select id, ${memberId}, 1 from offer
      on conflict (pack_id, member_id) do update set held = h.held + 1
       where h.held < coalesce((select per_member_limit from offer), 2147483647)
      returning 1
    )
    select price_yen as "priceYen", json_build_object('ja', name_ja, 'en', name_en) as name,
           exists (select 1 from held) as "isHeld" from offer`
  return row
}

export const dropHold = (db: Db, packId: string, memberId: string) => db`
  update pack_holdings set held = held - 1 where pack_id = ${packId} and member_id = ${memberId}`

/** A free unit, locked; units that others are taking are passed over. */
export const pickUnit = async (db: Db, packId: string): Promise<string | undefined> => {
  const [row] = await db<{ id: string }[]>`
    select id from pack_units where pack_id = ${packId} and state = 'free' and draw_number is not null
     order by draw_number limit 1 for update skip locked`
  return row?.id
}

export const insert = async (
  db: Db,
  order: Pick<OrderRow, 'id' | 'memberId' | 'packId' | 'listingId' | 'unitId' | 'priceYen' | 'tender' | 'usedPoint'> & {
    requestHash: Buffer | null
  },
): Promise<void> => {
  const listingId = order.listingId === null ? undefined : db`${order.listingId}::text::uuid`
  await db`
  with placed as (
    insert into orders (id, member_id, pack_id, listing_id, unit_id, price_yen, tender, used_point, request_hash, state, lease_until)
    values (${order.id}, ${order.memberId}, ${order.packId}, ${order.listingId}, ${order.unitId}, ${order.priceYen}, ${order.tender},
            ${order.usedPoint}, ${order.requestHash}, 'reserved', ${leaseFrom(db, db`kura_now()`, listingId)})
    returning id
  )
  insert into order_moves (order_id, number, state) select id, 1, 'reserved' from placed`
}

export const reserveUnit = async (db: Db, unitId: string, orderId: string): Promise<void> => {
  await db`update pack_units set state = 'reserved', order_id = ${orderId} where id = ${unitId} and state = 'free'`
}

/** The order that this request began. */
export const findByRequest = async (db: Db, requestHash: Buffer): Promise<OrderRow | undefined> => {
  const [row] = await db<OrderRow[]>`select ${columns(db)} from orders o where o.request_hash = ${requestHash}`
  return row
}

/** Whether the order ever was in this state. */
export const hasBeen = async (db: Db, id: string, state: OrderState): Promise<boolean> => {
  const rows = await db`select 1 from order_moves where order_id = ${id} and state = ${state} limit 1`
  return rows.length > 0
}

/** The counter decides: false means that none is left. */
export const takeFromStock = async (db: Db, packId: string): Promise<boolean> => {
  const rows = await db`
    update pack_stocks set remaining = remaining - 1, reserved = reserved + 1
     where pack_id = ${packId} and remaining > 0 returning 1`
  return rows.length > 0
}

/**
 * `from` → `to`, moves of the table, in one statement with its row in the history. False means that somebody else moved it. The clock
 * tells when a transaction began; one that waited for another may have begun before it, and histories go forward.
 */
export const moveTo = async (
  db: Db,
  id: string,
  from: readonly OrderState[],
  to: OrderState,
  reason: string | null = null,
): Promise<boolean> => {
  checkMoves(orderMoves, from, to)
  const keepsUnit = to === 'authorised' || to === 'captured' || to === 'delivered' || to === 'quarantined'
  const keepsLease = to === 'authorised'
  const rows = await db`
    with moved as (
      update orders
         set state = ${to}, reason = coalesce(${reason}, reason)
             ${keepsUnit ? db`` : db`, unit_id = null`} ${keepsLease ? db`` : db`, lease_until = null`}
       where id = ${id} and state = any(${[...from]}) returning id
    )
    insert into order_moves (order_id, number, state, at)
    select m.id, coalesce(l.number, 0) + 1, ${to}, greatest(kura_now(), l.at)
      from moved m left join lateral (select max(number) as number, max(at) as at from order_moves where order_id = m.id) l on true
    returning 1`
  return rows.length > 0
}

/** Whether the buyer of order `o` may not pay any more. */
const isBuyerBarred = (db: Db): Fragment => db`
  exists (select 1 from members m where m.id = o.member_id and (m.banned_at is not null or m.deleted_at is not null))`

/** Gives the member more time, if the order still waits for its payment, its time is not over and what it holds is still to be had. */
export const renewLease = async (db: Db, id: string): Promise<boolean> => {
  const rows = await db`
    update orders o set lease_until = ${leaseFrom(db, db`o.created_at`, db`o.listing_id`)}
     where o.id = ${id} and o.state in ('reserved', 'authorised') and o.lease_until > kura_now() and not ${isBuyerBarred(db)}
       and (o.listing_id is null or ${isStillHeld(db, db`o.listing_id`)})
    returning 1`
  return rows.length > 0
}

/**
 * Ends the time of unpaid orders whose listing is not held any more, or not by one who may sell, or whose buyer was banned: the worker gives
 * them up then.
 */
export const endLost = async (db: Db): Promise<string[]> => {
  const rows = await db<{ id: string }[]>`
    update orders o set lease_until = kura_now()
     where o.state in ('reserved', 'authorised') and o.lease_until > kura_now()
       and (${isBuyerBarred(db)} or (o.listing_id is not null and not ${isStillHeld(db, db`o.listing_id`)}))
    returning o.id`
  return rows.map(({ id }) => id)
}

/** How often in the last day a member took a listing and did not pay, or paid and it could not be delivered. */
export const countInVain = async (db: Db, listingId: string, memberId: string): Promise<number> => {
  const [row] = await db<[{ count: number }]>`
    select count(*)::int as count from orders
     where listing_id = ${listingId} and member_id = ${memberId}
       and (state = 'expired' or (state in ('refunding', 'refunded') and reason = 'TRADE_FAILED')) and created_at > kura_now() - interval '1 day'`
  return row.count
}

/** Waits for whatever else reserves a listing for this member, until the transaction ends; asked before anything is locked. */
export const queueReserving = (db: Db, memberId: string) =>
  db`select pg_advisory_xact_lock(hashtextextended('reserving:' || ${memberId}::text, 0))`

/** How many listings a member keeps from others with orders that are not paid. None of these is older than a day. */
export const countReservedListings = async (db: Db, memberId: string): Promise<number> => {
  const [row] = await db<[{ count: number }]>`
    select count(*)::int as count from orders
     where member_id = ${memberId} and created_at > kura_now() - interval '1 day' and listing_id is not null
       and state in ('reserved', 'authorised')`
  return row.count
}

/** Whether the member asked for another wallet: what is bought would go to the one that is being left. */
export const isWalletChanging = async (db: Db, memberId: string): Promise<boolean> => {
  const rows = await db`
    select 1 from wallet_changes where member_id = ${memberId} and state in ('requested', 'approved') limit 1`
  return rows.length > 0
}

export const sellUnit = async (db: Db, unitId: string, orderId: string): Promise<boolean> => {
  const rows = await db`
    update pack_units set state = 'sold' where id = ${unitId} and order_id = ${orderId} and state = 'reserved' returning 1`
  return rows.length > 0
}
export const countSold = (db: Db, packId: string) => db`
  update pack_stocks set reserved = reserved - 1, sold = sold + 1 where pack_id = ${packId}`

export const freeUnit = async (db: Db, unitId: string, orderId: string): Promise<boolean> => {
  const rows = await db`
    update pack_units set state = 'free', order_id = null where id = ${unitId} and order_id = ${orderId} returning 1`
  return rows.length > 0
}
/** One unit back on sale, from among the reserved or the sold. */
export const returnToStock = (db: Db, packId: string, from: 'reserved' | 'sold') =>
  from === 'reserved'
    ? db`update pack_stocks set reserved = reserved - 1, remaining = remaining + 1 where pack_id = ${packId}`
    : db`update pack_stocks set sold = sold - 1, remaining = remaining + 1 where pack_id = ${packId}`
