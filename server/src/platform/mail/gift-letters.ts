import type { Letters, Locale } from './letter.ts'

/**
 * What a letter about a gift knows of it: the item with its serial, and who gave it as others see
 * them; both may be empty of a name.
 */
type GiftFacts = { item: string; link: string }
export type GiftWords = {
  /** To the address the giver named. `message` is the giver's own, or empty. */
  'gift-waiting': GiftFacts & { giver: string; message: string; until: string }
  /** To the giver: the link was mailed. */
  'gift-offered': GiftFacts & { email: string; until: string }
  /** To the one who gets it. */
  'gift-arrived': GiftFacts & { giver: string; message: string }
  /** To the giver. `receiver` may be an address. */
  'gift-delivered': GiftFacts & { receiver: string }
  /** To the giver: over without having arrived. `why` is a reason of the contract. */
  'gift-returned': GiftFacts & { why: string }
  /** To the one who was to get it. */
  'gift-cancelled': GiftFacts & { giver: string; why: string }
  /** To the giver: the address refuses the mail. */
  'gift-unreachable': GiftFacts & { email: string }
}

const filled = (lines: (string | false)[]): string[] => lines.filter((line): line is string => line !== false)
const by: Record<Locale, (giver: string) => string> = {
  ja: (giver) => (giver === '' ? 'Kura の会員' : `${giver}さん`),
  en: (giver) => (giver === '' ? 'A member of Kura' : giver),
}
/** The last line of letters to people who may not know us. */
const unasked: Record<Locale, string> = {
  ja: '贈り主に心当たりのない場合は、このメールを破棄してください。何もしなければ、期限後に贈り主のもとにそのまま残ります。',
  en: 'If you do not know who gave it, ignore this mail. When the time is over it simply stays with its giver.',
}
const about: Record<Locale, string> = {
  ja: 'このメールは、贈りものに関するお知らせとしてお送りしています。',
  en: 'This mail is sent because of a gift.',
}
const quoted: Record<Locale, (message: string) => string> = {
  ja: (message) => `メッセージ:「${message}」`,
  en: (message) => `Message: “${message}”`,
}

const returned: Record<string, Record<Locale, string>> = {
  expired: {
    ja: '期限までに受け取られなかったため、贈りものは終了しました。',
    en: 'Nobody claimed the gift in time, so it is over.',
  },
  undelivered: {
    ja: '受け取りの手続きはありましたが、チェーンでのお届けを期限までに完了できませんでした。',
    en: 'It was claimed, but the chain did not take the delivery in time.',
  },
  withdrawn: { ja: '運営により、贈りものは取り消されました。', en: 'We have taken the gift back.' },
}
const stays: Record<Locale, string> = {
  ja: 'アイテムはあなたの保管庫から一度も離れていません。これまでどおり、出品や別の方への贈りものにご利用いただけます。',
  en: 'The collectible never left your vault. You can list it or give it to somebody else as before.',
}
const other = { ja: '贈りものは終了しました。', en: 'The gift is over.' }

/** Mails about gifts: on the way, arrived, returned, cancelled. */
export const giftLetters: Letters<GiftWords> = {
  'gift-waiting': {
    ja: ({ item, giver, message, until, link }) => ({
      subject: '【Kura 蔵】贈りものが届いています',
      lead: '贈りものが届いています',
      paragraphs: filled([
        `${by.ja(giver)}から、デジタルコレクティブルの贈りものです。`,
        item,
        message !== '' && quoted.ja(message),
        `${until} までに、下のボタンから受け取ってください。ウォレットをお持ちでなくても、受け取りの画面で無料で作成できます。料金はかかりません。`,
        'このリンクは受け取り用の鍵です。ほかの人に転送しないでください。',
      ]),
      button: { label: '贈りものを受け取る', href: link },
      note: unasked.ja,
    }),
    en: ({ item, giver, message, until, link }) => ({
      subject: 'Kura 蔵: a gift is waiting for you',
      lead: 'A gift is waiting for you',
      paragraphs: filled([
        `${by.en(giver)} gives you a digital collectible.`,
        item,
        message !== '' && quoted.en(message),
        `Claim it with the button below by ${until}. If you have no wallet yet, you can make one on the way. It costs nothing.`,
        'The link is the key to it. Do not pass it on.',
      ]),
      button: { label: 'Claim the gift', href: link },
      note: unasked.en,
    }),
  },
  'gift-offered': {
    ja: ({ item, email, until, link }) => ({
      subject: '【Kura 蔵】贈りもののメールを送りました',
      lead: '贈りもののメールを送りました',
      paragraphs: [
        item,
        `${email} に受け取り用のリンクを送りました。受け取りの期限は ${until} です。`,
        '受け取られるまで、アイテムはあなたの保管庫に残ります。それまではいつでも取り消せます。',
      ],
      button: { label: '贈りものを見る', href: link },
      note: about.ja,
    }),
    en: ({ item, email, until, link }) => ({
      subject: 'Kura 蔵: your gift is on its way',
      lead: 'Your gift is on its way',
      paragraphs: [
        item,
        `The link to claim it was mailed to ${email}. It can be claimed until ${until}.`,
        'Until somebody claims it, the collectible stays in your vault, and you can take it back.',
      ],
      button: { label: 'See the gift', href: link },
      note: about.en,
    }),
  },
  'gift-arrived': {
    ja: ({ item, giver, message, link }) => ({
      subject: '【Kura 蔵】贈りものが保管庫に入りました',
      lead: '贈りものが保管庫に入りました',
      paragraphs: filled([`${by.ja(giver)}からの贈りものです。`, item, message !== '' && quoted.ja(message)]),
      button: { label: 'アイテムを見る', href: link },
      note: about.ja,
    }),
    en: ({ item, giver, message, link }) => ({
      subject: 'Kura 蔵: a gift is in your vault',
      lead: 'A gift is in your vault',
      paragraphs: filled([`From: ${by.en(giver)}`, item, message !== '' && quoted.en(message)]),
      button: { label: 'See it', href: link },
      note: about.en,
    }),
  },
  'gift-delivered': {
    ja: ({ item, receiver, link }) => ({
      subject: '【Kura 蔵】贈りものが届きました',
      lead: '贈りものが相手に届きました',
      paragraphs: [item, `受け取り: ${receiver}`],
      button: { label: '贈りものを見る', href: link },
      note: 'お心当たりのない場合は、すぐにお問い合わせください。',
    }),
    en: ({ item, receiver, link }) => ({
      subject: 'Kura 蔵: your gift has arrived',
      lead: 'Your gift has arrived',
      paragraphs: [item, `Received by: ${receiver}`],
      button: { label: 'See the gift', href: link },
      note: 'If you gave nothing, contact us at once.',
    }),
  },
  'gift-returned': {
    ja: ({ item, why, link }) => ({
      subject: '【Kura 蔵】贈りものは受け取られませんでした',
      lead: '贈りものはあなたのもとに残ります',
      paragraphs: [(returned[why] ?? other).ja, item, stays.ja],
      button: { label: '贈りものを見る', href: link },
      note: about.ja,
    }),
    en: ({ item, why, link }) => ({
      subject: 'Kura 蔵: your gift was not received',
      lead: 'Your gift stays with you',
      paragraphs: [(returned[why] ?? other).en, item, stays.en],
      button: { label: 'See the gift', href: link },
      note: about.en,
    }),
  },
  'gift-cancelled': {
    ja: ({ item, giver, why, link }) => ({
      subject: '【Kura 蔵】贈りものは取り消されました',
      lead: '贈りものは取り消されました',
      paragraphs: [
        item,
        why === 'undelivered'
          ? 'チェーンでのお届けを期限までに完了できませんでした。ご迷惑をおかけし、申し訳ございません。'
          : `${by.ja(giver)}からの贈りものは取り消されたため、お届けできません。受け取り用のリンクは無効になりました。`,
      ],
      button: { label: 'Kura を見る', href: link },
      note: about.ja,
    }),
    en: ({ item, giver, why, link }) => ({
      subject: 'Kura 蔵: a gift was cancelled',
      lead: 'A gift was cancelled',
      paragraphs: [
        item,
        why === 'undelivered'
          ? 'The chain did not take the delivery in time. We are sorry.'
          : `From: ${by.en(giver)}. It was withdrawn and cannot be delivered; the link to claim it is void.`,
      ],
      button: { label: 'Go to Kura', href: link },
      note: about.en,
    }),
  },
  'gift-unreachable': {
    ja: ({ item, email, link }) => ({
      subject: '【Kura 蔵】贈りもののメールを届けられません',
      lead: '贈りもののメールを届けられません',
      paragraphs: [
        item,
        `${email} はメールを受け付けませんでした。宛先をご確認ください。`,
        '贈りものを取り消して、正しい宛先にもう一度お贈りいただけます。アイテムはあなたの保管庫にあります。',
      ],
      button: { label: '贈りものを見る', href: link },
      note: about.ja,
    }),
    en: ({ item, email, link }) => ({
      subject: 'Kura 蔵: the mail of your gift was refused',
      lead: 'The mail of your gift was refused',
      paragraphs: [
        item,
        `${email} does not take our mail. Is it spelled right?`,
        'Cancel the gift and give it again to the right address. The collectible is in your vault.',
      ],
      button: { label: 'See the gift', href: link },
      note: about.en,
    }),
  },
}
