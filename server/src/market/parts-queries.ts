import { exportRowsAtOnce } from '../platform/export/part.ts'
import type { ExportPart } from '../platform/export/part.ts'

const tokens: ExportPart = {
  name: 'tokens',
  title: { ja: 'トークン', en: 'Tokens' },
  about: {
    ja: '連携中のウォレットにあるトークンです。チェーン上の公開情報です。',
    en: 'Tokens in your linked wallet, as the network shows everybody.',
  },
  tables: ['tokens'],
  fields: {
    tokenId: { ja: 'トークンID', en: 'Token' },
    name: { ja: 'アイテム', en: 'Item' },
    mintedAt: { ja: '発行日時', en: 'Minted', kind: 'time' },
    arrivedAt: { ja: '入手日時', en: 'Arrived', kind: 'time' },
  },
  read: (db, { flowAddress }) =>
    db`
    select t.id::text as "tokenId", json_build_object('ja', i.name_ja || ' #' || t.serial, 'en', i.name_en || ' #' || t.serial) as name,
           t.minted_at as "mintedAt", t.moved_at as "arrivedAt"
      from tokens t join items i on i.id = t.item_id
     where t.owner_address = ${flowAddress} and t.burned_at is null order by t.minted_height desc, t.id desc`.cursor(
      exportRowsAtOnce,
    ),
}

const listings: ExportPart = {
  name: 'listings',
  title: { ja: '出品', en: 'Listings' },
  about: { ja: '出品したアイテムと条件です。', en: 'What you offered for sale, and on which terms.' },
  tables: ['listings', 'listing_withdrawals'],
  fields: {
    listingId: { ja: '出品番号', en: 'Listing' },
    name: { ja: 'アイテム', en: 'Item' },
    state: { ja: '状態', en: 'State', kind: 'code' },
    priceYen: { ja: '価格', en: 'Price', kind: 'yen' },
    feeYen: { ja: '手数料', en: 'Fee', kind: 'yen' },
    royaltyYen: { ja: '還元', en: 'Royalty', kind: 'yen' },
    fromAddress: { ja: 'ウォレット', en: 'Wallet' },
    onlyFor: { ja: '限定の相手', en: 'Only for' },
    createdAt: { ja: '作成日時', en: 'Created', kind: 'time' },
    endedAt: { ja: '終了日時', en: 'Ended', kind: 'time' },
    endReason: { ja: '終了の理由', en: 'Why it ended', kind: 'code' },
  },
  read: (db, { id }) =>
    db`
    select l.id as "listingId", json_build_object('ja', i.name_ja || ' #' || l.serial, 'en', i.name_en || ' #' || l.serial) as name, l.state,
           l.price_yen as "priceYen", l.fee_yen as "feeYen", l.royalty_yen as "royaltyYen", l.seller_address as "fromAddress",
           l.target_address as "onlyFor", l.created_at as "createdAt", l.ended_at as "endedAt", l.end_reason as "endReason"
      from listings l join items i on i.id = l.item_id where l.seller_id = ${id} order by l.id desc`.cursor(
      exportRowsAtOnce,
    ),
}

/** A trade is of two members: each is shown only the own part of it. */
const tradeFields = {
  tradeId: { ja: '取引番号', en: 'Trade' },
  name: { ja: 'アイテム', en: 'Item' },
  state: { ja: '状態', en: 'State', kind: 'code' },
  priceYen: { ja: '価格', en: 'Price', kind: 'yen' },
  startedAt: { ja: '購入日時', en: 'Bought', kind: 'time' },
  deliveredAt: { ja: '取引日時', en: 'Delivered', kind: 'time' },
  endedAt: { ja: '取消日時', en: 'Undone', kind: 'time' },
  txId: { ja: 'トランザクション', en: 'Transaction' },
} as const

const trades: ExportPart = {
  name: 'trades',
  title: { ja: '会員からの購入', en: 'Bought from members' },
  about: { ja: 'ほかの会員から購入したアイテムです。', en: 'What you bought from other members.' },
  tables: ['trades'],
  fields: tradeFields,
  read: (db, { id }) =>
    db`
    select t.id as "tradeId", json_build_object('ja', i.name_ja || ' #' || l.serial, 'en', i.name_en || ' #' || l.serial) as name, t.state,
           t.price_yen as "priceYen", t.started_at as "startedAt", t.delivered_at as "deliveredAt", t.ended_at as "endedAt", t.tx_id as "txId"
      from trades t join listings l on l.id = t.listing_id join items i on i.id = l.item_id
     where t.buyer_id = ${id} order by t.id desc`.cursor(exportRowsAtOnce),
}

const sales: ExportPart = {
  name: 'sales',
  title: { ja: '販売', en: 'Sales' },
  about: { ja: '売れたアイテムと、価格の内訳です。', en: 'What you sold, and what each price came to.' },
  tables: ['trades', 'seller_months'],
  fields: {
    ...tradeFields,
    feeYen: { ja: '販売手数料', en: 'Sales fee', kind: 'yen' },
    contentAccessYen: { ja: 'コンテンツ利用料', en: 'Content access fee', kind: 'yen' },
    royaltyYen: { ja: '権利者への還元', en: 'To the rights holder', kind: 'yen' },
    proceedsYen: { ja: '受取額', en: 'You receive', kind: 'yen' },
    clearsAt: { ja: '確定日時', en: 'Clears', kind: 'time' },
  },
  read: (db, { id }) =>
    db`
    select t.id as "tradeId", json_build_object('ja', i.name_ja || ' #' || l.serial, 'en', i.name_en || ' #' || l.serial) as name, t.state,
           t.price_yen as "priceYen", t.started_at as "startedAt", t.delivered_at as "deliveredAt", t.ended_at as "endedAt", t.tx_id as "txId",
           t.fee_yen as "feeYen", t.content_access_yen as "contentAccessYen", t.royalty_yen as "royaltyYen", t.proceeds_yen as "proceedsYen",
           t.clears_at as "clearsAt"
      from trades t join listings l on l.id = t.listing_id join items i on i.id = l.item_id
     where t.seller_id = ${id} order by t.id desc`.cursor(exportRowsAtOnce),
}

const sellerNotice: ExportPart = {
  name: 'seller-notice',
  title: { ja: '事業者としての表示', en: 'Notice as a professional seller' },
  about: { ja: '出品に表示される事業者情報です。', en: 'What is shown with your listings if you sell by trade.' },
  tables: ['professional_sellers'],
  fields: {
    name: { ja: '氏名または名称', en: 'Name' },
    address: { ja: '住所', en: 'Address' },
    contact: { ja: '連絡先', en: 'Contact' },
    registrationNumber: { ja: '登録番号', en: 'Registration number' },
  },
  read: (db, { id }) =>
    db`
    select name, address, contact, registration_number as "registrationNumber" from professional_sellers where member_id = ${id}`.cursor(
      exportRowsAtOnce,
    ),
}

const gifts: ExportPart = {
  name: 'gifts',
  title: { ja: '贈りもの', en: 'Gifts' },
  about: { ja: '贈ったもの、受け取ったものです。', en: 'What you gave and what you were given.' },
  tables: ['gifts', 'transfers'],
  fields: {
    giftId: { ja: '番号', en: 'Gift' },
    side: { ja: '向き', en: 'Direction', kind: 'code' },
    kind: { ja: '方法', en: 'How', kind: 'code' },
    name: { ja: 'アイテム', en: 'Item' },
    state: { ja: '状態', en: 'State', kind: 'code' },
    to: { ja: 'あて先', en: 'To' },
    message: { ja: 'ひとこと', en: 'Message' },
    createdAt: { ja: '作成日時', en: 'Created', kind: 'time' },
    sealedAt: { ja: '到着日時', en: 'Arrived', kind: 'time' },
    endedAt: { ja: '終了日時', en: 'Ended', kind: 'time' },
  },
  read: (db, { id }) =>
    db`
    select g.id as "giftId", case when g.giver_id = ${id} then 'sent' else 'received' end as side, g.kind,
           json_build_object('ja', i.name_ja || ' #' || t.serial, 'en', i.name_en || ' #' || t.serial) as name, g.state,
           case when g.giver_id = ${id} then g.to end as to, g.message, g.created_at as "createdAt", g.sealed_at as "sealedAt", g.ended_at as "endedAt"
      from (
        select id, member_id as giver_id, 'address' as kind, token_id, state, to_address as to, message, created_at, sealed_at,
               null::timestamptz as ended_at
          from transfers where kind = 'gift' and (member_id = ${id} or (recipient_id = ${id} and state = 'sealed'))
        union all
        select id, giver_id, 'mail', token_id, state, email, message, created_at, sealed_at, ended_at
          from gifts where giver_id = ${id} or claimer_id = ${id}) g
      left join tokens t on t.id = g.token_id left join items i on i.id = t.item_id
     order by g.created_at desc, g.id`.cursor(exportRowsAtOnce),
}

const transfers: ExportPart = {
  name: 'transfers',
  title: { ja: '移転', en: 'Transfers' },
  about: { ja: 'ほかのアドレスへ移したトークンです。', en: 'Tokens you moved to another address.' },
  tables: ['transfers'],
  fields: {
    transferId: { ja: '番号', en: 'Transfer' },
    name: { ja: 'アイテム', en: 'Item' },
    state: { ja: '状態', en: 'State', kind: 'code' },
    fromAddress: { ja: '移転元', en: 'From' },
    toAddress: { ja: '移転先', en: 'To' },
    txId: { ja: 'トランザクション', en: 'Transaction' },
    createdAt: { ja: '作成日時', en: 'Created', kind: 'time' },
    sealedAt: { ja: '到着日時', en: 'Arrived', kind: 'time' },
  },
  read: (db, { id }) =>
    db`
    select f.id as "transferId", json_build_object('ja', i.name_ja || ' #' || t.serial, 'en', i.name_en || ' #' || t.serial) as name, f.state,
           f.from_address as "fromAddress", f.to_address as "toAddress", coalesce(f.sealed_tx_id, f.tx_id) as "txId",
           f.created_at as "createdAt", f.sealed_at as "sealedAt"
      from transfers f left join tokens t on t.id = f.token_id left join items i on i.id = t.item_id
     where f.member_id = ${id} and f.kind = 'transfer' order by f.id desc`.cursor(exportRowsAtOnce),
}

/** What the market knows about a member. */
export const marketParts: readonly ExportPart[] = [tokens, listings, trades, sales, sellerNotice, gifts, transfers]
