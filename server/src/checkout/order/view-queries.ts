import type { OrderView, Tender } from '@kura/contract/checkout/order'
import type { OrderState } from '@kura/contract/states'
import { limitTo, offsetBy } from '../../platform/db/connect.ts'
import type { Db } from '../../platform/db/connect.ts'
import type { RawPage } from '../../platform/http/paging.ts'
import { pictureJson } from '../../platform/media/queries.ts'
import { shownName } from '../../identity/member/shown-member-queries.ts'
import { openingJson } from '../../shop/opening/opening-json.ts'
import { timelineJson } from './timeline-json.ts'

/** When the indexer saw the last card of the unit in a vault; null until all of them are there. */
const deliveredAt = (db: Db) => db`
  (select case when count(*) = count(t.id) then max(t.minted_at) end
     from pack_cards c left join tokens t on t.ref_id = c.ref_id where c.unit_id = n.unit_id)`

/** The contract's OrderedToken from listing `l` with item `i` and seller `b`. */
const tokenJson = (db: Db) => db`
  json_build_object('listingId', l.id, 'tokenId', l.token_id::text, 'tokenRefId', l.ref_id, 'itemId', l.item_id, 'serial', l.serial,
    'editionSize', i.edition_size, 'rarity', i.rarity, 'contentAccessFee', l.content_access_yen, 'sellerUserId', l.seller_id,
    'sellerName', ${shownName(db, 'b')})`

const packSteps = (db: Db) => db`
  json_build_array(
    json_build_object('step', 'paid', 'at', paid.at, 'txId', null),
    json_build_object('step', 'minting', 'at', n.opened_at, 'txId', n.tx_id),
    json_build_object('step', 'sealed', 'at', n.sealed_at, 'txId', case when n.sealed_at is not null then n.tx_id end),
    json_build_object('step', 'delivered', 'at', d.at, 'txId', case when d.at is not null then n.tx_id end))`

// what is delivered was sealed in the same step
const tokenSteps = (db: Db) => db`
  json_build_array(
    json_build_object('step', 'paid', 'at', paid.at, 'txId', null),
    json_build_object('step', 'sending', 'at', x.started_at, 'txId', x.tx_id),
    json_build_object('step', 'sealed', 'at', x.delivered_at, 'txId', case when x.delivered_at is not null then x.tx_id end),
    json_build_object('step', 'delivered', 'at', x.delivered_at, 'txId', case when x.delivered_at is not null then x.tx_id end))`

/**
 * The contract's OrderView from order `o`, pack `p` or listing `l` with its trade `x`, media `m`, opening `n`, `d` the delivery and `paid`
 * the capture.
 */
const orderJson = (db: Db) => db`
  json_build_object(
    'orderId', o.id, 'packId', o.pack_id, 'token', case when l.id is not null then ${tokenJson(db)} end,
    'name', json_build_object('ja', coalesce(p.name_ja, i.name_ja), 'en', coalesce(p.name_en, i.name_en)),
    'picture', ${pictureJson(db)}, 'priceYen', o.price_yen, 'tender', o.tender, 'usedPoint', o.used_point, 'state', o.state, 'reason', o.reason,
    'createdAt', o.created_at, 'leaseUntil', o.lease_until,
    'steps', case when l.id is null then ${packSteps(db)} else ${tokenSteps(db)} end,
    'unopenedPackId', case when o.state = 'delivered' and n.id is null then o.unit_id end)`

const joined = (db: Db) => db`
  left join packs p on p.id = o.pack_id
  left join listings l on l.id = o.listing_id left join items i on i.id = l.item_id left join members b on b.id = l.seller_id
  left join trades x on x.id = o.id and o.listing_id is not null
  join media m on m.id = coalesce(p.picture, i.picture)
  left join openings n on n.order_id = o.id
  left join lateral (select at from order_moves v where v.order_id = o.id and v.state = 'captured' limit 1) paid on true
  left join lateral (select case when n.state = 'sealed' then ${deliveredAt(db)} end as at) d on true`

/** A member's own order as they see it. */
export const findOwn = async (db: Db, orderId: string, memberId: string): Promise<OrderView | undefined> => {
  const [row] = await db<{ view: OrderView }[]>`
    select ${orderJson(db)} as view from orders o ${joined(db)} where o.id = ${orderId} and o.member_id = ${memberId}`
  return row?.view
}

/** A member's own order of a type with its opening and everything that happened to it, as JSON of the contract's TransactionView. */
export const findTransaction = async (
  db: Db,
  type: 'pack' | 'token',
  orderId: string,
  memberId: string,
): Promise<string | undefined> => {
  const [row] = await db<{ view: string }[]>`
    select json_build_object('type', ${type}::text, 'order', ${orderJson(db)},
             'opening', case when n.id is not null then ${openingJson(db)} end,
             'timeline', ${timelineJson(db)})::text as view
      from orders o ${joined(db)}
     where o.id = ${orderId} and o.member_id = ${memberId} and ${type === 'pack' ? db`o.pack_id` : db`o.listing_id`} is not null`
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
