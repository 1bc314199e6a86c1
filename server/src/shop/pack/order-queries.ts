import type { SellableSql } from '../../checkout/order/sellable.ts'
import type { Db } from '../../platform/db/connect.ts'
import { openingJson } from '../opening/view-queries.ts'

/** When the indexer saw the last card of the unit in a vault; null until all of them are there. */
const deliveredAt = (db: Db) => db`
  (select case when count(*) = count(t.id) then max(t.minted_at) end
     from pack_cards c left join tokens t on t.ref_id = c.ref_id where c.unit_id = n.unit_id)`

const steps = (db: Db) => db`
  json_build_array(
    json_build_object('step', 'paid', 'at', paid.at, 'txId', null),
    json_build_object('step', 'minting', 'at', n.opened_at, 'txId', n.tx_id),
    json_build_object('step', 'sealed', 'at', n.sealed_at, 'txId', case when n.sealed_at is not null then n.tx_id end),
    json_build_object('step', 'delivered', 'at', d.at, 'txId', case when d.at is not null then n.tx_id end))`

const chainEvents = (db: Db) => db`
  select v.at, 'chain', v.state, null, null, case when v.state = 'sealed' then v.tx_id end,
         case when v.state = 'stuck' then (
           select x.error_code::text from chain_transactions x
            where x.kind = 'mint' and x.cause = n.id::text and x.state = 'failed' and x.created_at <= v.at
            order by x.created_at desc limit 1) end, v.number
    from opening_moves v where v.opening_id = n.id
   union all
  select x.sent_at, 'chain', 'sent', null, null, x.tx_id, null, 0
    from chain_transactions x where x.kind = 'mint' and x.cause = n.id::text and x.sent_at is not null
   union all
  select b.given_up_at, 'chain', 'given-up', null, null, b.tx_id, null, 0
    from chain_transactions x join chain_transaction_builds b on b.transaction_id = x.id
   where x.kind = 'mint' and x.cause = n.id::text
   union all
  select greatest(d.at, n.sealed_at), 'chain', 'delivered', null, null, n.tx_id, null, 0 where d.at is not null
   union all
  select r.settled_at, 'chain', 'reported', null, null, r.tx_id, null, 0
    from transaction_reports r
   where r.type = 'pack' and r.subject_id = o.id and r.state = 'confirmed' and r.tx_id is distinct from n.tx_id`

const name = (db: Db) => db`json_build_object('ja', p.name_ja, 'en', p.name_en)`

/** Order `o` of pack `p`, its opening `n` and the delivery `d` of what was in it. */
export const packOrderSql: SellableSql = {
  key: (db) => db`o.pack_id`,
  named: (db) => ({ joins: db`left join packs p on p.id = o.pack_id`, name: name(db) }),
  view: (db) => ({
    joins: db`
      left join openings n on n.order_id = o.id
      left join lateral (select case when n.state = 'sealed' then ${deliveredAt(db)} end as at) d on true`,
    name: name(db),
    picture: db`p.picture`,
    steps: steps(db),
    fields: db`
      'packId', o.pack_id, 'unopenedPackId', case when o.state = 'delivered' and n.id is null then o.unit_id end`,
  }),
  transactionFields: (db) => db`'opening', case when n.id is not null then ${openingJson(db)} end`,
  events: chainEvents,
  letter: (db) => ({
    joins: db``,
    facts: db`null::json`,
    wasSold: db`exists (select 1 from order_moves v where v.order_id = o.id and v.state = 'captured')`,
    recipient: db`null::uuid`,
  }),
  checkout: (db) => ({ joins: db``, itemId: db`o.pack_id`, isTaxed: db`true` }),
}
