import { exportRowsAtOnce } from '../platform/export/part.ts'
import type { ExportPart } from '../platform/export/part.ts'

const payments: ExportPart = {
  name: 'payments',
  title: { ja: '支払い', en: 'Payments' },
  about: {
    ja: '注文ごとの支払いの試みと結果です。カード番号は保存していません。',
    en: 'Tries to pay your orders and their results. Card numbers are not kept here.',
  },
  tables: ['payments'],
  fields: {
    orderId: { ja: '注文番号', en: 'Order' },
    gateway: { ja: '方法', en: 'By', kind: 'code' },
    amountYen: { ja: '金額', en: 'Amount', kind: 'yen' },
    state: { ja: '状態', en: 'State', kind: 'code' },
    holderName: { ja: 'カード名義', en: 'Name on the card' },
    at: { ja: '日時', en: 'Time', kind: 'time' },
    refundedAt: { ja: '返金日時', en: 'Refunded', kind: 'time' },
  },
  read: (db, { id }) =>
    db`
    select p.order_id as "orderId", p.gateway, p.amount_yen as "amountYen", p.state, p.holder_name as "holderName",
           p.created_at as at, p.refunded_at as "refundedAt"
      from orders o join payments p on p.order_id = o.id where o.member_id = ${id} order by p.created_at desc, p.id`.cursor(
      exportRowsAtOnce,
    ),
}

const cards: ExportPart = {
  name: 'cards',
  title: { ja: '登録したカード', en: 'Stored cards' },
  about: {
    ja: '番号の末尾だけを表示しています。全体は決済会社だけが保存しています。',
    en: 'Only the end of a number; the payment company has the rest.',
  },
  tables: ['stored_cards', 'card_members'],
  fields: {
    name: { ja: '名前', en: 'Name' },
    number: { ja: '番号', en: 'Number' },
    brand: { ja: 'ブランド', en: 'Brand' },
    expires: { ja: '有効期限（年月）', en: 'Expires (YYMM)' },
    holderName: { ja: '名義', en: 'Holder' },
    state: { ja: '状態', en: 'State', kind: 'code' },
    storedAt: { ja: '登録日時', en: 'Stored', kind: 'time' },
  },
  read: (db, { id }) =>
    db`
    select name, masked_number as number, brand, expires, holder_name as "holderName", state, created_at as "storedAt"
      from stored_cards where member_id = ${id} order by created_at desc`.cursor(exportRowsAtOnce),
}

const receipts: ExportPart = {
  name: 'receipts',
  title: { ja: '領収書と明細書', en: 'Receipts and statements' },
  about: {
    ja: '発行済みの領収書、販売明細書、振込明細書の番号と内容です。PDF はマイページにあります。',
    en: 'Numbers and contents of your receipts and statements. The PDFs are on your page.',
  },
  tables: ['receipts'],
  fields: {
    kind: { ja: '種類', en: 'Kind', kind: 'code' },
    number: { ja: '番号', en: 'Number' },
    issuer: { ja: '発行者', en: 'Issuer' },
    addressee: { ja: '宛名', en: 'To' },
    totalYen: { ja: '金額', en: 'Amount', kind: 'yen' },
    orderId: { ja: '注文番号', en: 'Order' },
    issuedAt: { ja: '発行日時', en: 'Issued', kind: 'time' },
    details: { ja: '内容', en: 'Contents', isDataOnly: true },
  },
  read: (db, { id }) =>
    db`
    select r.kind, r.number::int as number, r.issuer, r.details ->> 'addressee' as addressee, (r.details ->> 'totalYen')::int as "totalYen",
           r.order_id as "orderId", r.issued_at as "issuedAt", r.details
      from receipts r
     where r.id in (
       select b.id from orders o join receipts b on b.order_id = o.id where o.member_id = ${id} and b.kind in ('receipt', 'refund')
       union all
       select s.id from trades t join receipts s on s.order_id = t.id where t.seller_id = ${id} and s.kind in ('statement', 'statement-return')
       union all
       select p.id from payouts w join receipts p on p.payout_id = w.id where w.member_id = ${id})
     order by r.issued_at desc, r.id`.cursor(exportRowsAtOnce),
}

const points: ExportPart = {
  name: 'points',
  title: { ja: 'ポイント', en: 'Points' },
  about: { ja: 'ポイントの増減です。', en: 'Every movement of your points.' },
  tables: ['ledger_movements', 'ledger_entries', 'point_lots', 'point_spends'],
  fields: {
    reason: { ja: '内容', en: 'Reason' },
    amount: { ja: 'ポイント', en: 'Points' },
    kind: { ja: '種別', en: 'Kind', kind: 'code' },
    orderId: { ja: '注文番号', en: 'Order' },
    expiresAt: { ja: '有効期限', en: 'Expires', kind: 'time' },
    at: { ja: '日時', en: 'Time', kind: 'time' },
  },
  read: (db, { id }) =>
    db`
    select json_build_object('ja', m.reason_ja, 'en', m.reason) as reason, e.amount::float8 as amount, l.kind,
           case when m.kind in ('point-spend', 'point-return') then split_part(m.cause, ':', 1) else l.order_id::text end as "orderId",
           l.expires_at as "expiresAt", m.at
      from ledger_movements m join point_lots l on l.id = m.lot_id
      join ledger_entries e on e.movement_id = m.id and e.account_id = 'member:' || l.member_id || ':points:' || l.kind
     where m.member_id = ${id} and m.lot_id is not null order by m.id desc`.cursor(exportRowsAtOnce),
}

const balances: ExportPart = {
  name: 'balances',
  title: { ja: '残高', en: 'Balances' },
  about: { ja: 'ポイントと売上の残高です。', en: 'What you have in points and proceeds.' },
  tables: ['ledger_accounts'],
  fields: {
    account: { ja: '口座', en: 'Account', kind: 'code' },
    unit: { ja: '単位', en: 'Unit', kind: 'code' },
    balance: { ja: '残高', en: 'Balance' },
  },
  read: (db, { id }) =>
    db`
    select split_part(id, ':', 3) || case when split_part(id, ':', 4) <> '' then ' (' || split_part(id, ':', 4) || ')' else '' end as account,
           unit, balance::float8 as balance
      from ledger_accounts where member_id = ${id} order by id`.cursor(exportRowsAtOnce),
}

const proceeds: ExportPart = {
  name: 'proceeds',
  title: { ja: '売上の動き', en: 'Movements of proceeds' },
  about: {
    ja: '売上の確定、振込の申請、ポイントへの交換などの記録です。',
    en: 'Proceeds that cleared, were requested, paid or used as points.',
  },
  tables: ['ledger_movements', 'ledger_entries'],
  fields: {
    reason: { ja: '内容', en: 'Reason' },
    account: { ja: '口座', en: 'Account', kind: 'code' },
    amountYen: { ja: '金額', en: 'Amount', kind: 'yen' },
    at: { ja: '日時', en: 'Time', kind: 'time' },
  },
  read: (db, { id }) =>
    db`
    select json_build_object('ja', m.reason_ja, 'en', m.reason) as reason, split_part(e.account_id, ':', 3) as account,
           e.amount::float8 as "amountYen", m.at
      from ledger_movements m
      join ledger_entries e on e.movement_id = m.id and e.account_id like ${`member:${id}:%`}
     where m.member_id = ${id} and m.lot_id is null order by m.at desc, m.id desc, e.number`.cursor(exportRowsAtOnce),
}

const payouts: ExportPart = {
  name: 'payouts',
  title: { ja: '振込', en: 'Payouts' },
  about: { ja: '売上の振込の申請と結果です。', en: 'Payouts you requested, and their results.' },
  tables: ['payouts'],
  fields: {
    number: { ja: '受付番号', en: 'Number' },
    state: { ja: '状態', en: 'State', kind: 'code' },
    amountYen: { ja: '金額', en: 'Amount', kind: 'yen' },
    feeYen: { ja: '手数料', en: 'Fee', kind: 'yen' },
    bank: { ja: '銀行', en: 'Bank' },
    branch: { ja: '支店', en: 'Branch' },
    accountNumber: { ja: '口座番号', en: 'Account number' },
    requestedAt: { ja: '申請日時', en: 'Requested', kind: 'time' },
    paidAt: { ja: '振込日時', en: 'Paid', kind: 'time' },
    endedAt: { ja: '終了日時', en: 'Ended', kind: 'time' },
  },
  read: (db, { id }) =>
    db`
    select p.number::float8 as number, p.state, p.amount_yen as "amountYen", p.fee_yen as "feeYen", b.name as bank, r.name as branch,
           a.account_number as "accountNumber", p.requested_at as "requestedAt", p.paid_at as "paidAt", p.ended_at as "endedAt"
      from payouts p join payout_accounts a on a.id = p.account_id left join banks b on b.code = a.bank_code
      left join bank_branches r on r.bank_code = a.bank_code and r.code = a.branch_code
     where p.member_id = ${id} order by p.id desc`.cursor(exportRowsAtOnce),
}

const bankAccounts: ExportPart = {
  name: 'bank-accounts',
  title: { ja: '振込先口座', en: 'Bank accounts' },
  about: { ja: '登録した振込先です。', en: 'The accounts you registered.' },
  tables: ['payout_accounts'],
  fields: {
    bank: { ja: '銀行', en: 'Bank' },
    branch: { ja: '支店', en: 'Branch' },
    type: { ja: '種類', en: 'Type', kind: 'code' },
    accountNumber: { ja: '口座番号', en: 'Account number' },
    holder: { ja: '名義', en: 'Holder' },
    holderKana: { ja: '名義（カナ）', en: 'Holder in kana' },
    registeredAt: { ja: '登録日時', en: 'Registered', kind: 'time' },
    replacedAt: { ja: '変更日時', en: 'Replaced', kind: 'time' },
  },
  read: (db, { id }) =>
    db`
    select coalesce(b.name, a.bank_code) as bank, coalesce(r.name, a.branch_code) as branch, a.account_type as type,
           a.account_number as "accountNumber", a.holder, normalize(a.holder_kana, nfkc) as "holderKana",
           a.registered_at as "registeredAt", a.replaced_at as "replacedAt"
      from payout_accounts a left join banks b on b.code = a.bank_code
      left join bank_branches r on r.bank_code = a.bank_code and r.code = a.branch_code
     where a.member_id = ${id} order by a.registered_at desc`.cursor(exportRowsAtOnce),
}

const claims: ExportPart = {
  name: 'proceeds-claims',
  title: { ja: '返還いただく売上', en: 'Proceeds to return' },
  about: {
    ja: '受け取り済みの売上のうち、販売の取消により次の売上から差し引く金額です。',
    en: 'Proceeds of undone sales that you had received; your next proceeds pay them.',
  },
  tables: ['proceeds_claims'],
  fields: {
    nameJa: { ja: '商品', en: 'Item (Japanese)' },
    nameEn: { ja: '商品（英語）', en: 'Item' },
    claimedYen: { ja: '金額', en: 'Amount', kind: 'yen' },
    missingYen: { ja: '残額', en: 'Still to return', kind: 'yen' },
    openedAt: { ja: '発生日時', en: 'Since', kind: 'time' },
    endedAt: { ja: '終了日時', en: 'Ended', kind: 'time' },
  },
  read: (db, { id }) =>
    db`
    select name_ja as "nameJa", name_en as "nameEn", claimed_yen as "claimedYen", missing_yen as "missingYen",
           opened_at as "openedAt", ended_at as "endedAt"
      from proceeds_claims where member_id = ${id} order by opened_at desc, trade_id`.cursor(exportRowsAtOnce),
}

/** What money knows about a member. */
export const moneyParts: readonly ExportPart[] = [
  payments,
  cards,
  receipts,
  points,
  balances,
  proceeds,
  payouts,
  claims,
  bankAccounts,
]
