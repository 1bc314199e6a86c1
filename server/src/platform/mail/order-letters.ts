import type { Letter, Letters, Locale } from './letter.ts'

/**
 * What a letter about an order knows of it. Amounts as people read them; empty where nothing was
 * charged or no points were used.
 */
type OrderFacts = {
  orderId: string
  /** What was bought, as a member calls it; `isToken` is empty for a pack. */
  name: string
  isToken: string
  orderedAt: string
  total: string
  gateway: string
  charged: string
  points: string
  link: string
  contactLink: string
}
export type OrderWords = {
  /** Of a token neither tax nor receipt yet: a member sells it, and it is not delivered yet. */
  'order-paid': OrderFacts & { tax: string; receiptLink: string }
  /** `why` is `declined` or anything else: the time ran out. */
  'order-failed': OrderFacts & { why: string }
  /**
   * `why` is `MINT_FAILED`, `TRADE_FAILED`, `PAYMENT_EXPIRED` or anything else. `receiptLink` is
   * empty where nothing was sold.
   */
  'order-refunded': OrderFacts & { why: string; receiptLink: string }
}

const gateways: Record<string, Record<Locale, string>> = {
  card: { ja: 'クレジットカード', en: 'credit card' },
  paidy: { ja: 'あと払い（ペイディ）', en: 'deferred payment (Paidy)' },
}
const filled = (lines: (string | false)[]): string[] => lines.filter((line): line is string => line !== false)

/** What it was paid with, or where the money went. */
function partsOf(
  { gateway, charged, points }: Pick<OrderFacts, 'gateway' | 'charged' | 'points'>,
  locale: Locale,
  isBack = false,
): string {
  const way = isBack ? 'to' : 'by'
  const by = gateways[gateway]?.[locale] ?? gateway
  const parts = filled([
    charged !== '' && (locale === 'ja' ? `${by} ${charged}` : `${charged} ${way} ${by}`),
    points !== '' && (locale === 'ja' ? `ポイント ${points}` : `${points} points`),
  ])
  return parts.join(locale === 'ja' ? '、' : ' and ')
}

const factsOf = ({ orderId, name, orderedAt }: OrderFacts, locale: Locale): string[] =>
  locale === 'ja'
    ? [`商品: ${name} 1点`, `注文番号: ${orderId}`, `注文日時: ${orderedAt}（日本時間）`]
    : [`Item: 1 × ${name}`, `Order: ${orderId}`, `Ordered: ${orderedAt} (Japan time)`]

const linksOf = (
  { contactLink, receiptLink }: { contactLink: string; receiptLink?: string },
  locale: Locale,
  receipt: Record<Locale, string>,
): NonNullable<Letter['links']> => [
  ...(receiptLink ? [{ label: receipt[locale], href: receiptLink }] : []),
  { label: locale === 'ja' ? 'この注文について問い合わせる' : 'Contact us about this order', href: contactLink },
]

const receipts = { ja: '領収書（適格請求書）を受け取る', en: 'Get the receipt (qualified invoice)' }
const refundNotes = {
  ja: '返金明細書（適格返還請求書）を受け取る',
  en: 'Get the refund note (qualified return invoice)',
}
/** Of a member's sale it is an invoice only where the seller is registered for it. */
const plainRefundNotes = { ja: '返金明細書を受け取る', en: 'Get the refund note' }
const notes: Record<Locale, string> = {
  ja: 'このメールは、ご注文に関する大切なお知らせとしてお送りしています。',
  en: 'This mail is sent because of your order.',
}
const button = { ja: '注文を確認する', en: 'See the order' }

const failures = {
  declined: {
    ja: 'お支払いが承認されなかったため、ご注文は成立しませんでした。代金は請求されません。',
    en: 'The payment was not approved, so the order was not completed. You are not charged.',
  },
  other: {
    ja: '時間内にお支払いを確認できなかったため、ご注文は成立しませんでした。',
    en: 'No payment reached us in time, so the order was not completed.',
  },
}
const refunds: Record<string, Record<Locale, string>> = {
  MINT_FAILED: {
    ja: 'お届けを完了できなかったため、お支払いいただいた代金をお返ししました。ご迷惑をおかけし、申し訳ございません。',
    en: 'We could not complete the delivery and have returned what you paid. We are sorry for the trouble.',
  },
  TRADE_FAILED: {
    ja: '出品されたアイテムをお届けできなくなったため、お支払いいただいた代金をお返ししました。ご迷惑をおかけし、申し訳ございません。',
    en: 'The item you bought from another member could not be delivered any more, so we have returned what you paid. We are sorry for the trouble.',
  },
  PAYMENT_EXPIRED: {
    ja: 'ご注文の期限を過ぎてからお支払いが確認されたため、代金をお返ししました。',
    en: 'The payment arrived after the time of the order had run out, so we have returned it.',
  },
}
const refunded: Record<Locale, string> = {
  ja: 'ご注文の代金をお返ししました。',
  en: 'We have returned what you paid for the order.',
}

/** Mails about an order: paid, not completed, refunded. */
export const orderLetters: Letters<OrderWords> = {
  'order-paid': {
    ja: (words) => ({
      subject: '【Kura 蔵】お支払いが完了しました',
      lead: 'ご注文ありがとうございます',
      paragraphs: [
        words.isToken === ''
          ? 'お支払いを確認しました。購入したパックは、注文のページからご覧いただけます。'
          : 'お支払いを確認しました。アイテムをお届けしています。お届けが完了しましたら、あらためてお知らせします。',
        ...factsOf(words, 'ja'),
        `合計: ${words.total}${words.tax === '' ? '' : `（税込、うち消費税10% ${words.tax}）`}`,
        `お支払い方法: ${partsOf(words, 'ja')}`,
      ],
      button: { label: button.ja, href: words.link },
      links: linksOf(words, 'ja', receipts),
      note: notes.ja,
    }),
    en: (words) => ({
      subject: 'Kura 蔵: your order is paid',
      lead: 'Thank you for your order',
      paragraphs: [
        words.isToken === ''
          ? 'Your payment has arrived. The page of the order shows the pack you bought.'
          : 'Your payment has arrived. The item is on its way to your vault; we will tell you when it is there.',
        ...factsOf(words, 'en'),
        `Total: ${words.total}${words.tax === '' ? '' : `, tax included (10% consumption tax: ${words.tax})`}`,
        `Paid: ${partsOf(words, 'en')}`,
      ],
      button: { label: button.en, href: words.link },
      links: linksOf(words, 'en', receipts),
      note: notes.en,
    }),
  },
  'order-failed': {
    ja: (words) => ({
      subject: '【Kura 蔵】ご注文は成立しませんでした',
      lead: 'ご注文は成立しませんでした',
      paragraphs: filled([
        failures[words.why === 'declined' ? 'declined' : 'other'].ja,
        words.points !== '' && `ご利用予定だった${words.points}ポイントはお戻ししました。`,
        ...factsOf(words, 'ja'),
        `金額: ${words.total}${words.isToken === '' ? '（税込）' : ''}`,
      ]),
      button: { label: button.ja, href: words.link },
      links: linksOf(words, 'ja', receipts),
      note: notes.ja,
    }),
    en: (words) => ({
      subject: 'Kura 蔵: your order was not completed',
      lead: 'Your order was not completed',
      paragraphs: filled([
        failures[words.why === 'declined' ? 'declined' : 'other'].en,
        words.points !== '' && `The ${words.points} points that were to be used are back.`,
        ...factsOf(words, 'en'),
        `Amount: ${words.total}${words.isToken === '' ? ', tax included' : ''}`,
      ]),
      button: { label: button.en, href: words.link },
      links: linksOf(words, 'en', receipts),
      note: notes.en,
    }),
  },
  'order-refunded': {
    ja: (words) => ({
      subject: '【Kura 蔵】返金が完了しました',
      lead: '返金が完了しました',
      paragraphs: filled([
        refunds[words.why]?.ja ?? refunded.ja,
        `返金先: ${partsOf(words, 'ja')}`,
        words.charged !== '' && 'ご利用明細に反映されるまで、日数がかかる場合があります。',
        ...factsOf(words, 'ja'),
      ]),
      button: { label: button.ja, href: words.link },
      links: linksOf(words, 'ja', words.isToken === '' ? refundNotes : plainRefundNotes),
      note: notes.ja,
    }),
    en: (words) => ({
      subject: 'Kura 蔵: your payment was returned',
      lead: 'Your payment was returned',
      paragraphs: filled([
        refunds[words.why]?.en ?? refunded.en,
        `Returned: ${partsOf(words, 'en', true)}`,
        words.charged !== '' && 'It may take some days to appear on your statement.',
        ...factsOf(words, 'en'),
      ]),
      button: { label: button.en, href: words.link },
      links: linksOf(words, 'en', words.isToken === '' ? refundNotes : plainRefundNotes),
      note: notes.en,
    }),
  },
}
