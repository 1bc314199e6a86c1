import type { SellableSql } from '../../checkout/order/sellable.ts'
import type { Db } from '../../platform/db/connect.ts'
import { shownName } from '../../identity/member/shown-member-queries.ts'
import { isStillHeld, payableUntilOf } from '../listing/hold-queries.ts'

/** The contract's OrderedToken from listing `l` with item `i` and seller `b`. */
const tokenJson = (db: Db) => db`
  json_build_object('listingId', l.id, 'tokenId', l.token_id::text, 'tokenRefId', l.ref_id, 'itemId', l.item_id, 'serial', l.serial,
    'editionSize', i.edition_size, 'rarity', i.rarity, 'contentAccessFee', l.content_access_yen, 'sellerUserId', l.seller_id,
    'sellerName', ${shownName(db, 'b')})`

// what is delivered was sealed in the same step
const steps = (db: Db) => db`
  json_build_array(
    json_build_object('step', 'paid', 'at', paid.at, 'txId', null),
    json_build_object('step', 'sending', 'at', x.started_at, 'txId', x.tx_id),
    json_build_object('step', 'sealed', 'at', x.delivered_at, 'txId', case when x.delivered_at is not null then x.tx_id end),
    json_build_object('step', 'delivered', 'at', x.delivered_at, 'txId', case when x.delivered_at is not null then x.tx_id end))`

// a delivery of the agent; its trade says how it ended
const tradeEvents = (db: Db) => db`
  select x.sent_at, 'chain', 'sent', null, null, x.tx_id, null, 0
    from chain_transactions x where x.kind = 'fulfil-order' and x.cause = o.id::text and o.listing_id is not null and x.sent_at is not null
   union all
  select b.given_up_at, 'chain', 'given-up', null, null, b.tx_id, null, 0
    from chain_transactions x join chain_transaction_builds b on b.transaction_id = x.id
   where x.kind = 'fulfil-order' and x.cause = o.id::text and o.listing_id is not null
   union all
  select v.at, 'chain', case v.state when 'delivered' then 'delivered' else 'refunded' end, null, null,
         case when v.state = 'delivered' then v.tx_id end, null, v.number
    from trade_moves v where v.trade_id = o.id and o.listing_id is not null and v.state in ('delivered', 'failed', 'undone')`

/** Order `o` of listing `l` with item `i`, seller `b` and trade `x`. */
export const tokenOrderSql: SellableSql = {
  key: (db) => db`'token:' || (select k.ref_id from listings k where k.id = o.listing_id)`,
  named: (db) => ({
    joins: db`left join listings l on l.id = o.listing_id left join items i on i.id = l.item_id`,
    name: db`json_build_object('ja', i.name_ja || ' #' || l.serial, 'en', i.name_en || ' #' || l.serial)`,
  }),
  payableUntil: payableUntilOf,
  isStillHeld,
  view: (db) => ({
    joins: db`
      left join members b on b.id = l.seller_id
      left join trades x on x.id = o.id and o.listing_id is not null`,
    name: db`json_build_object('ja', i.name_ja, 'en', i.name_en)`,
    picture: db`i.picture`,
    steps: steps(db),
    fields: db`'token', case when l.id is not null then ${tokenJson(db)} end`,
  }),
  events: tradeEvents,
  letter: (db) => ({
    joins: db`left join trades x on x.id = o.id`,
    facts: db`json_build_object('tokenId', l.token_id::text, 'txId', x.tx_id)`,
    wasSold: db`x.delivered_at is not null`,
    recipient: db`case when t.event in ('sold', 'sale-failed', 'sale-undone') then x.seller_id end`,
  }),
  checkout: (db) => ({
    joins: db`left join professional_sellers f on f.member_id = l.seller_id`,
    itemId: db`l.ref_id::text`,
    isTaxed: db`coalesce(f.registration_number, '') <> ''`,
  }),
}
