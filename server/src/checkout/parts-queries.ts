import { exportRowsAtOnce } from '../platform/export/part.ts'
import type { ExportPart } from '../platform/export/part.ts'

/** What checkout knows about a member. */
export const checkoutParts: readonly ExportPart[] = [
  {
    name: 'orders',
    title: { ja: '注文', en: 'Orders' },
    about: { ja: 'パックやアイテムの購入です。', en: 'What you bought or were given.' },
    tables: ['orders', 'order_moves'],
    fields: {
      orderId: { ja: '注文番号', en: 'Order' },
      name: { ja: '商品', en: 'What' },
      priceYen: { ja: '金額', en: 'Price', kind: 'yen' },
      usedPoints: { ja: '利用ポイント', en: 'Points used' },
      paidBy: { ja: '支払い方法', en: 'Paid by', kind: 'code' },
      state: { ja: '状態', en: 'State', kind: 'code' },
      orderedAt: { ja: '注文日時', en: 'Ordered', kind: 'time' },
      history: { ja: '経過', en: 'History' },
    },
    read: (db, { id }) =>
      db`
      select o.id as "orderId",
             case when o.listing_id is null then json_build_object('ja', p.name_ja, 'en', p.name_en)
                  else json_build_object('ja', i.name_ja || ' #' || l.serial, 'en', i.name_en || ' #' || l.serial) end as name,
             o.price_yen as "priceYen", o.used_point as "usedPoints", o.tender as "paidBy", o.state, o.created_at as "orderedAt",
             (select json_agg(json_build_object('state', v.state, 'at', v.at) order by v.number) from order_moves v where v.order_id = o.id) as history
        from orders o left join packs p on p.id = o.pack_id left join listings l on l.id = o.listing_id left join items i on i.id = l.item_id
       where o.member_id = ${id} order by o.created_at desc, o.id desc`.cursor(exportRowsAtOnce),
  },
]
