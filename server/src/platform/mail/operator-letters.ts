import type { Letters } from './letter.ts'

export type OperatorWords = {
  /** To the sender; the message itself is not repeated. `orderId` may be empty. */
  'enquiry-received': { topic: string; enquiryId: string; orderId: string; link: string }
  /** To the operator. `memberId` and `orderId` may be empty. */
  'enquiry-came': {
    topic: string
    enquiryId: string
    orderId: string
    email: string
    memberId: string
    message: string
  }
}

const topics: Record<string, { ja: string; en: string }> = {
  order: { ja: 'ご注文', en: 'an order' },
  payment: { ja: 'お支払い', en: 'a payment' },
  delivery: { ja: 'お届け', en: 'a delivery' },
  account: { ja: 'アカウント', en: 'an account' },
  birthday: { ja: '生年月日の変更', en: 'a change of the date of birth' },
  other: { ja: 'その他', en: 'something else' },
}
const topicOf = (topic: string, locale: 'ja' | 'en'): string => topics[topic]?.[locale] ?? topic
const filled = (lines: (string | false)[]): string[] => lines.filter((line): line is string => line !== false)

/** Mails of the contact form: to the sender, and to the operator. */
export const operatorLetters: Letters<OperatorWords> = {
  'enquiry-received': {
    ja: ({ topic, enquiryId, orderId, link }) => ({
      subject: '【Kura 蔵】お問い合わせを受け付けました',
      lead: 'お問い合わせを受け付けました',
      paragraphs: filled([
        `${topicOf(topic, 'ja')}についてのお問い合わせをお預かりしました。内容を確認し、このメールアドレスにご返信します。`,
        `受付番号: ${enquiryId}`,
        orderId !== '' && `注文番号: ${orderId}`,
      ]),
      button: { label: 'Kura を開く', href: link },
      note: 'お心当たりのない場合は、このメールを破棄してください。',
    }),
    en: ({ topic, enquiryId, orderId, link }) => ({
      subject: 'Kura 蔵: we received your message',
      lead: 'We received your message',
      paragraphs: filled([
        `Your message about ${topicOf(topic, 'en')} has arrived. We will read it and answer to this address.`,
        `Reference: ${enquiryId}`,
        orderId !== '' && `Order: ${orderId}`,
      ]),
      button: { label: 'Open Kura', href: link },
      note: 'If you did not write to us, ignore this mail.',
    }),
  },
  'enquiry-came': {
    ja: (words) => ({
      subject: `【Kura 蔵】お問い合わせ（${topicOf(words.topic, 'ja')}）`,
      lead: `お問い合わせ（${topicOf(words.topic, 'ja')}）`,
      paragraphs: filled([
        `差出人: ${words.email}`,
        words.memberId !== '' && `会員: ${words.memberId}`,
        words.orderId !== '' && `注文番号: ${words.orderId}`,
        ...words.message.split(/\r?\n/),
      ]),
      note: `受付番号: ${words.enquiryId}`,
    }),
    en: (words) => ({
      subject: `Kura 蔵: a message about ${topicOf(words.topic, 'en')}`,
      lead: `A message about ${topicOf(words.topic, 'en')}`,
      paragraphs: filled([
        `From: ${words.email}`,
        words.memberId !== '' && `Member: ${words.memberId}`,
        words.orderId !== '' && `Order: ${words.orderId}`,
        ...words.message.split(/\r?\n/),
      ]),
      note: `Reference: ${words.enquiryId}`,
    }),
  },
}
