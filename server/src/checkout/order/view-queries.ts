import type { OrderView, Tender, PaidyCheckout } from '@kura/contract/checkout/order'
import type { Words } from '@kura/contract/ids'
import type { OrderState } from '@kura/contract/states'
import { ownName } from '../../identity/member/shown-member-queries.ts'
import { limitTo, offsetBy } from '../../platform/db/connect.ts'
import type { Db } from '../../platform/db/connect.ts'
import type { RawPage } from '../../platform/http/paging.ts'
import { pictureJson } from '../../platform/media/queries.ts'
import { isOfKind, named, ofAll, ofKind, nameOf } from './sellable-queries.ts'
import type { Sellable } from './sellable.ts'
import { timelineJson } from './timeline-queries.ts'

/**
 * The contract's OrderView from order `o`, media `m` and `paid`, the capture. The order's kind
 * fills the rest.
 */
const orderJson = (db: Db) => db`
  json_build_object(
    'orderId', o.id, 'name', ${ofKind(db, ({ sql }) => sql.view(db).name)}, 'picture', ${pictureJson(db)},
    'priceYen', o.price_yen, 'tender', o.tender, 'usedPoint', o.used_point, 'state', o.state, 'reason', o.reason,
    'createdAt', o.created_at, 'leaseUntil', o.lease_until, 'steps', ${ofKind(db, ({ sql }) => sql.view(db).steps)}
    ${ofAll(db, ({ sql }) => db`, ${sql.view(db).fields}`)})`

const joined = (db: Db) => db`
  ${named(db)} ${ofAll(db, ({ sql }) => sql.view(db).joins)}
  join media m on m.id = ${ofKind(db, ({ sql }) => sql.view(db).picture)}
  left join lateral (select at from order_moves v where v.order_id = o.id and v.state = 'captured' limit 1) paid on true`

/** A member's own order as they see it. */
export const findOwn = async (db: Db, orderId: string, memberId: string): Promise<OrderView | undefined> => {
  const [row] = await db<{ view: OrderView }[]>`
    select ${orderJson(db)} as view from orders o ${joined(db)} where o.id = ${orderId} and o.member_id = ${memberId}`
  return row?.view
}

/**
 * A member's own order of a kind with everything that happened to it, as JSON of the contract's
 * TransactionView.
 */
export const findTransaction = async (
  db: Db,
  sellable: Sellable,
  orderId: string,
  memberId: string,
): Promise<string | undefined> => {
  const [row] = await db<{ view: string }[]>`
    select json_build_object('type', ${sellable.kind}::text, 'order', ${orderJson(db)}, 'timeline', ${timelineJson(db)}
             ${ofAll(db, ({ sql }) => (sql.transactionFields ? db`, ${sql.transactionFields(db)}` : db``))})::text as view
      from orders o ${joined(db)}
     where o.id = ${orderId} and o.member_id = ${memberId} and ${isOfKind(db, sellable)}`
  return row?.view
}

export type OrderFilter = { states?: OrderState[] | undefined; tenders?: Tender[] | undefined }
type OrderPage = OrderFilter & { limit: number; offset: number; after: [string, string] | undefined }

/** A member's orders, newest first. The cursor is the time and id of the last one. */
export const listOwn = async (
  db: Db,
  memberId: string,
  { limit, offset, after, states, tenders }: OrderPage,
): Promise<RawPage> => {
  const [page] = await db<[RawPage]>`
    with chosen as (
      select o.id, o.created_at
        from orders o
       where o.member_id = ${memberId}
             ${after === undefined ? db`` : db`and (o.created_at, o.id) < (${after[0]}::text::timestamptz, ${after[1]}::uuid)`}
             ${states === undefined ? db`` : db`and o.state = any(${states})`}
             ${tenders === undefined ? db`` : db`and o.tender = any(${tenders})`}
       order by o.created_at desc, o.id desc ${offsetBy(db, offset)} ${limitTo(db, limit + 1)}
    ), numbered as (
      select id, created_at, row_number() over (order by created_at desc, id desc) as n from chosen
    )
    select coalesce(json_agg(${orderJson(db)} order by k.n) filter (where k.n <= ${limit}), '[]')::text as items,
           (array_agg(json_build_array(k.created_at, k.id) order by k.n) filter (
              where k.n = ${limit} and exists (select 1 from numbered where n > ${limit})))[1] as last
      from numbered k join orders o on o.id = k.id ${joined(db)}`
  return page
}

type CheckoutRow = Pick<PaidyCheckout, 'buyer' | 'buyerData'> & {
  amountYen: number
  leaseUntil: Date
  /** The subject's id, as its kind names it. */
  itemId: string
  name: Words
  /**
   * Whether its price includes consumption tax: not when the seller is a member not registered for
   * invoices.
   */
  isTaxed: boolean
}

/**
 * What a provider's checkout receives about a waiting order and its buyer's earlier purchases;
 * undefined when the order no longer waits.
 */
export const findCheckout = async (db: Db, orderId: string): Promise<CheckoutRow | undefined> => {
  const [row] = await db<CheckoutRow[]>`
    select o.price_yen - o.used_point as "amountYen", o.lease_until as "leaseUntil",
           ${ofKind(db, ({ sql }) => sql.checkout(db).itemId)} as "itemId", ${nameOf(db)} as name,
           ${ofKind(db, ({ sql }) => sql.checkout(db).isTaxed)} as "isTaxed",
           json_build_object('email', coalesce(m.email, ''), 'name1', coalesce(nullif(${ownName(db, 'm')}, ''), m.email, 'Kura')) as buyer,
           json_build_object(
             'userId', m.id,
             'ageDays', greatest(0, extract(epoch from kura_now() - m.created_at)::bigint / 86400),
             'orderCount', b.count, 'ltvYen', b.sum, 'lastOrderAmountYen', coalesce(z.yen, 0),
             'lastOrderAtDays', coalesce(greatest(0, extract(epoch from kura_now() - z.at)::bigint / 86400), 0)) as "buyerData"
      from orders o ${named(db)} ${ofAll(db, ({ sql }) => sql.checkout(db).joins)} join members m on m.id = o.member_id
     cross join lateral (
       select count(*) as count, coalesce(sum(price_yen), 0) as sum from orders
        where member_id = m.id and state in ('captured', 'delivered') and tender <> 'grant') b
      left join lateral (
       select price_yen as yen, created_at as at from orders
        where member_id = m.id and state in ('captured', 'delivered') and tender <> 'grant'
        order by created_at desc limit 1) z on true
     where o.id = ${orderId} and o.state = 'reserved' and o.lease_until > kura_now()`
  return row
}
