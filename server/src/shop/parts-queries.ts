import { exportRowsAtOnce } from '../platform/export/part.ts'
import type { ExportPart } from '../platform/export/part.ts'

const openings: ExportPart = {
  name: 'openings',
  title: { ja: '開封', en: 'Openings' },
  about: { ja: '開封したパックと、中のアイテムです。', en: 'Packs you opened, and what was inside.' },
  tables: ['openings', 'pack_units', 'pack_cards'],
  fields: {
    orderId: { ja: '注文番号', en: 'Order' },
    pack: { ja: 'パック', en: 'Pack' },
    cards: { ja: '中のアイテム', en: 'Inside' },
    state: { ja: '状態', en: 'State', kind: 'code' },
    flowAddress: { ja: '発行先', en: 'Minted to' },
    txId: { ja: 'トランザクション', en: 'Transaction' },
    openedAt: { ja: '開封日時', en: 'Opened', kind: 'time' },
    sealedAt: { ja: '発行日時', en: 'Minted', kind: 'time' },
  },
  read: (db, { id }) =>
    db`
    select o.order_id as "orderId", json_build_object('ja', p.name_ja, 'en', p.name_en) as pack,
           (select json_agg(i.name_ja || ' #' || c.serial order by c.place) from pack_cards c join items i on i.id = c.item_id
             where c.unit_id = o.unit_id and o.state <> 'refunded') as cards,
           o.state, o.flow_address as "flowAddress", o.tx_id as "txId", o.opened_at as "openedAt", o.sealed_at as "sealedAt"
      from openings o join pack_units u on u.id = o.unit_id join packs p on p.id = u.pack_id
     where o.member_id = ${id} order by o.opened_at desc, o.id`.cursor(exportRowsAtOnce),
}

const airdrops: ExportPart = {
  name: 'airdrops',
  title: { ja: 'エアドロップ', en: 'Airdrops' },
  about: {
    ja: '受け取ったもの、あなたのために予約されているものです。',
    en: 'Those you claimed, and those reserved for you.',
  },
  tables: ['airdrop_claims', 'airdrop_reservations'],
  fields: {
    name: { ja: '名前', en: 'Name' },
    claimedAt: { ja: '受け取り日時', en: 'Claimed', kind: 'time' },
    reservedFor: { ja: '予約の名義', en: 'Reserved for' },
  },
  read: (db, { id, email, flowAddress }) =>
    db`
    select json_build_object('ja', a.name_ja, 'en', a.name_en) as name, c.claimed_at as "claimedAt", r.who as "reservedFor"
      from airdrops a left join airdrop_claims c on c.airdrop_id = a.id and c.member_id = ${id}
      left join airdrop_reservations r on r.airdrop_id = a.id and (r.claimed_by = ${id} or r.who in (${id}, ${email}, ${flowAddress}))
     where c.member_id is not null or r.who is not null order by c.claimed_at desc nulls last, a.id`.cursor(
      exportRowsAtOnce,
    ),
}

const passcodes: ExportPart = {
  name: 'passcodes',
  title: { ja: 'パスコード', en: 'Passcodes' },
  about: { ja: '使ったパスコードのパックです。', en: 'Packs you got by a passcode.' },
  tables: ['passcode_uses'],
  fields: { pack: { ja: 'パック', en: 'Pack' }, usedAt: { ja: '日時', en: 'Used', kind: 'time' } },
  read: (db, { id }) =>
    db`
    select json_build_object('ja', p.name_ja, 'en', p.name_en) as pack, u.used_at as "usedAt"
      from passcode_uses u join passcodes c on c.id = u.passcode_id join packs p on p.id = c.pack_id
     where u.member_id = ${id} order by u.used_at desc`.cursor(exportRowsAtOnce),
}

const lines: ExportPart = {
  name: 'lines',
  title: { ja: '販売の列', en: 'Lines' },
  about: { ja: '並んだ販売と、1人あたりの購入数です。', en: 'Lines you joined, and how many packs you hold.' },
  tables: ['pack_tickets', 'pack_holdings'],
  fields: {
    pack: { ja: 'パック', en: 'Pack' },
    place: { ja: '順番', en: 'Place' },
    joinedAt: { ja: '並んだ日時', en: 'Joined', kind: 'time' },
    packs: { ja: '購入数', en: 'Packs' },
  },
  read: (db, { id }) =>
    db`
    select json_build_object('ja', p.name_ja, 'en', p.name_en) as pack, t.number::float8 as place, t.joined_at as "joinedAt", h.held as packs
      from packs p left join pack_tickets t on t.pack_id = p.id and t.member_id = ${id}
      left join pack_holdings h on h.pack_id = p.id and h.member_id = ${id}
     where t.member_id is not null or h.member_id is not null order by t.joined_at desc nulls last, p.id`.cursor(
      exportRowsAtOnce,
    ),
}

const reminders: ExportPart = {
  name: 'reminders',
  title: { ja: '販売開始の通知', en: 'Reminders' },
  about: { ja: '販売開始を知らせるよう頼んだパックです。', en: 'Packs whose start you asked to be told of.' },
  tables: ['pack_reminders'],
  fields: { pack: { ja: 'パック', en: 'Pack' }, askedAt: { ja: '登録日時', en: 'Asked', kind: 'time' } },
  read: (db, { id }) =>
    db`
    select json_build_object('ja', p.name_ja, 'en', p.name_en) as pack, r.created_at as "askedAt"
      from pack_reminders r join packs p on p.id = r.pack_id where r.member_id = ${id} order by r.created_at desc`.cursor(
      exportRowsAtOnce,
    ),
}

/** What the shop knows about a member. */
export const shopParts: readonly ExportPart[] = [openings, airdrops, passcodes, lines, reminders]
