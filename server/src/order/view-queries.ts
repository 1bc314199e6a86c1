import type { OrderView, Tender } from '@kura/contract/order'
import type { OrderState } from '@kura/contract/states'
import type { Db } from '../db/connect.ts'
import { limitTo, offsetBy } from '../http/raw-list.ts'
import type { RawPage } from '../http/raw-list.ts'
import { pictureJson } from '../media/picture-json.ts'
import { openingJson } from '../opening/opening-json.ts'
import { timelineJson } from './timeline-json.ts'

/** When the indexer saw the last card of the unit in a vault; null until all of them are there. */
const deliveredAt = (db: Db) => db`
  (select case when count(*) = count(t.id) then max(t.minted_at) end
     from pack_cards c left join tokens t on t.ref_id = c.ref_id where c.unit_id = n.unit_id)`

/** The contract's OrderView from order `o`, pack `p`, media `m`, opening `n`, `d` the delivery and `paid` the capture. */
const orderJson = (db: Db) => db`
  json_build_object(
    'orderId', o.id, 'packId', o.pack_id, 'token', null, 'name', json_build_object('ja', p.name_ja, 'en', p.name_en),
    'picture', ${pictureJson(db)}, 'priceYen', o.price_yen, 'tender', o.tender, 'usedPoint', o.used_point, 'state', o.state, 'reason', o.reason,
    'createdAt', o.created_at, 'leaseUntil', o.lease_until,
    'steps', json_build_array(
      json_build_object('step', 'paid', 'at', paid.at, 'txId', null),
      json_build_object('step', 'minting', 'at', n.opened_at, 'txId', n.tx_id),
      json_build_object('step', 'sealed', 'at', n.sealed_at, 'txId', case when n.sealed_at is not null then n.tx_id end),
      json_build_object('step', 'delivered', 'at', d.at, 'txId', case when d.at is not null then n.tx_id end)),
    'unopenedPackId', case when o.state = 'delivered' and n.id is null then o.unit_id end)`

const joined = (db: Db) => db`
  join packs p on p.id = o.pack_id join media m on m.id = p.picture
  left join openings n on n.order_id = o.id
  left join lateral (select at from order_moves v where v.order_id = o.id and v.state = 'captured' limit 1) paid on true
  left join lateral (select case when n.state = 'sealed' then ${deliveredAt(db)} end as at) d on true`

/** A member's own order as they see it. */
export const findOwn = async (db: Db, orderId: string, memberId: string): Promise<OrderView | undefined> => {
  const [row] = await db<{ view: OrderView }[]>`
    select ${orderJson(db)} as view from orders o ${joined(db)} where o.id = ${orderId} and o.member_id = ${memberId}`
  return row?.view
}

/** A member's own order with its opening and everything that happened to it, as JSON of the contract's TransactionView. */
export const findTransaction = async (db: Db, orderId: string, memberId: string): Promise<string | undefined> => {
  const [row] = await db<{ view: string }[]>`
    select json_build_object('type', 'pack', 'order', ${orderJson(db)},
             'opening', case when n.id is not null then ${openingJson(db)} end,
             'timeline', ${timelineJson(db)})::text as view
      from orders o ${joined(db)} where o.id = ${orderId} and o.member_id = ${memberId}`
  return row?.view
}

export type OrderFilter = { states?: OrderState[] | undefined; tenders?: Tender[] | undefined }
type OrderPage = OrderFilter & { limit: number; offset: number; after: [string, string] | undefined }

/** A member's orders, newest first. The cursor goes on from the time and id of the last one. */
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
             ${after === undefined ? db`` : db`and (o.created_at, o.id) < (${after[0]}::timestamptz, ${after[1]}::uuid)`}
             ${states === undefined ? db`` : db`and o.state = any(${states})`}
             ${tenders === undefined ? db`` : db`and o.tender = any(${tenders})`}
       order by o.created_at desc, o.id desc ${offsetBy(db, offset)} ${limitTo(db, limit + 1)}
    ), numbered as (
      select id, created_at, row_number() over (order by created_at desc, id desc) as n from chosen
    )
    select coalesce(json_agg(${orderJson(db)} order by k.n) filter (where k.n <= ${limit}), '[]')::text as items,
           (array_agg(json_build_array(k.created_at::text, k.id) order by k.n) filter (
              where k.n = ${limit} and exists (select 1 from numbered where n > ${limit})))[1] as last
      from numbered k join orders o on o.id = k.id ${joined(db)}`
  return page
}
