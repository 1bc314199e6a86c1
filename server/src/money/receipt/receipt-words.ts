import type { ReceiptDetails } from './receipt.ts'

type By = ReceiptDetails['payments'][number]['by']
/** The plain ones are of a sale without tax. */
type RefundWords = {
  title: string
  plainTitle: string
  statement: string
  payments: string
  total: string
  plainTotal: string
}

const ja = {
  receipt: {
    title: '領収書（適格請求書）',
    plainTitle: '領収書',
    statement: '下記の金額を正に領収いたしました。',
    payments: 'お支払い方法の内訳',
    total: '合計金額（税込）',
    plainTotal: '合計金額',
  } satisfies RefundWords,
  refund: {
    title: '返金明細書（適格返還請求書）',
    plainTitle: '返金明細書',
    statement: '下記の金額を返金いたしました。',
    payments: '返金先の内訳',
    total: '返金金額（税込）',
    plainTotal: '返金金額',
  } satisfies RefundWords,
  number: '番号',
  issuedOn: '発行日',
  to: (name: string) => (name === '' ? '　　　　　　　　　　　　様' : `${name} 様`),
  content: '内容',
  quantity: '数量',
  rate: '税率',
  amount: '金額（税込）',
  plainAmount: '金額',
  taxable: (percent: number) => `${percent}%対象（税込）`,
  tax: (percent: number) => `うち消費税（${percent}%）`,
  by: { card: 'クレジットカード', paidy: 'あと払い（ペイディ）', point: 'ポイント利用' } satisfies Record<By, string>,
  backTo: { card: 'クレジットカード', paidy: 'あと払い（ペイディ）', point: 'ポイント' } satisfies Record<By, string>,
  soldOn: '取引日',
  returnedOn: '返金日',
  amends: '対象の領収書番号',
  order: '注文番号',
  seller: '出品者',
  issuer: '発行者',
  intermediary: '発行者（媒介者）',
  invoiceNumber: '登録番号',
  address: '住所',
  phone: '電話',
  notes: {
    points: 'ポイント利用分は代金の支払いに充てたものです。消費税額は、ポイントを含む代金の全額に対する額です。',
    plainPoints: 'ポイント利用分は代金の支払いに充てたものです。',
    pointsBack: 'ポイント分は、ご利用いただいたポイントとしてお戻ししました。',
    standardRate: 'すべて標準税率の対象です（軽減税率の対象はありません）。',
    electronic: '電子データとして発行しているため、収入印紙は不要です。',
    unregistered: '発行者は適格請求書発行事業者の登録を受けていないため、本書は適格請求書ではありません。',
    forSeller:
      '会員間の売買です。出品者は適格請求書発行事業者であり、本書は、媒介者交付特例により、媒介者である発行者の氏名又は名称および登録番号で交付しています。',
    privateSeller:
      '会員間の売買です。発行者は売買を媒介し、出品者に代わって代金を受領しました。出品者が適格請求書発行事業者ではないため、本書は適格請求書ではなく、登録番号と消費税額の記載はありません。',
  },
}
export type ReceiptWords = typeof ja

const en: ReceiptWords = {
  receipt: {
    title: 'Receipt (qualified invoice)',
    plainTitle: 'Receipt',
    statement: 'We have received the amount below with thanks.',
    payments: 'Paid by',
    total: 'Total, tax included',
    plainTotal: 'Total',
  },
  refund: {
    title: 'Refund note (qualified return invoice)',
    plainTitle: 'Refund note',
    statement: 'We have returned the amount below.',
    payments: 'Returned to',
    total: 'Returned, tax included',
    plainTotal: 'Returned',
  },
  number: 'No.',
  issuedOn: 'Issued on',
  to: (name) => (name === '' ? 'To:' : `To: ${name}`),
  content: 'Description',
  quantity: 'Quantity',
  rate: 'Tax rate',
  amount: 'Amount, tax included',
  plainAmount: 'Amount',
  taxable: (percent) => `Subject to ${percent}%, tax included`,
  tax: (percent) => `Consumption tax in it (${percent}%)`,
  by: { card: 'Credit card', paidy: 'Deferred payment (Paidy)', point: 'Points used' },
  backTo: { card: 'Credit card', paidy: 'Deferred payment (Paidy)', point: 'Points' },
  soldOn: 'Date of sale',
  returnedOn: 'Date of refund',
  amends: 'Amends receipt no.',
  order: 'Order',
  seller: 'Sold by',
  issuer: 'Issued by',
  intermediary: 'Issued by (intermediary)',
  invoiceNumber: 'Registration number',
  address: 'Address',
  phone: 'Phone',
  notes: {
    points:
      'Points were used as a means of payment. The tax is that of the whole price, the part paid with points included.',
    plainPoints: 'Points were used as a means of payment.',
    pointsBack: 'The part paid with points was returned as points.',
    standardRate: 'Everything is subject to the standard rate; nothing to the reduced rate.',
    electronic: 'Issued electronically, so no revenue stamp is needed.',
    unregistered: 'The issuer is not registered for qualified invoices, so this is not one.',
    forSeller:
      'A sale between members. The seller is registered for qualified invoices; this one is issued by the intermediary in its own name and under its own number, as the special rule for intermediaries allows.',
    privateSeller:
      'A sale between members. The issuer mediated it and received the price for the seller, who is not registered for qualified invoices: this is not one and states neither a registration number nor consumption tax.',
  },
}

export const receiptWords = { ja, en }
