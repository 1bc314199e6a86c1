import type { Letters, Locale } from './letter.ts'

/** What a letter about a sale between members knows of it. Amounts and days as people read them. */
type TradeFacts = { tradeId: string; token: string; price: string; link: string; contactLink: string }
export type TradeWords = {
  /** To the buyer: the token is in the vault. */
  'trade-delivered': TradeFacts & { txId: string; tokenLink: string; receiptLink: string }
  /**
   * To the seller: the parts of the price. Parts of zero are empty. It has everything that our
   * invoice for the fee needs. The statement's number is empty while nobody issues one, the
   * registration number where the issuer has none.
   */
  'trade-sold': TradeFacts & {
    fee: string
    contentAccess: string
    royalty: string
    proceeds: string
    kept: string
    keptTax: string
    taxPercent: string
    deliveredOn: string
    clearsOn: string
    number: string
    issuer: string
    invoiceNumber: string
    addressee: string
  }
  /** To the seller: it was paid for and could not be delivered. */
  'trade-sale-failed': TradeFacts
  /**
   * To the seller: a sale was undone after the delivery. `number` and `amends` of statements, empty
   * as above.
   */
  'trade-undone': TradeFacts & { proceeds: string; kept: string; keptTax: string; number: string; amends: string }
}

const notes: Record<'buyer' | 'seller', Record<Locale, string>> = {
  buyer: {
    ja: 'このメールは、ご注文に関する大切なお知らせとしてお送りしています。',
    en: 'This mail is sent because of your order.',
  },
  seller: {
    ja: 'このメールは、出品に関する大切なお知らせとしてお送りしています。',
    en: 'This mail is sent because of what you listed.',
  },
}
const contact = { ja: 'この取引について問い合わせる', en: 'Contact us about this trade' }
const lines = (all: (string | false)[]): string[] => all.filter((line): line is string => line !== false)

/** Letters about a sale between members: delivered, sold, not delivered, undone. */
export const tradeLetters: Letters<TradeWords> = {
  'trade-delivered': {
    ja: ({ tradeId, token, price, txId, tokenLink, receiptLink, link, contactLink }) => ({
      subject: '【Kura 蔵】アイテムをお届けしました',
      lead: 'アイテムをお届けしました',
      paragraphs: lines([
        `${token}が、あなたの保管庫に届きました。`,
        `代金: ${price}`,
        `注文番号: ${tradeId}`,
        txId !== '' && `トランザクションID: ${txId}`,
      ]),
      button: { label: 'アイテムを見る', href: tokenLink },
      links: [
        { label: '注文を確認する', href: link },
        { label: '領収書を受け取る', href: receiptLink },
        { label: contact.ja, href: contactLink },
      ],
      note: notes.buyer.ja,
    }),
    en: ({ tradeId, token, price, txId, tokenLink, receiptLink, link, contactLink }) => ({
      subject: 'Kura 蔵: your item has arrived',
      lead: 'Your item has arrived',
      paragraphs: lines([
        `${token} is in your vault.`,
        `Price: ${price}`,
        `Order: ${tradeId}`,
        txId !== '' && `Transaction id: ${txId}`,
      ]),
      button: { label: 'See the item', href: tokenLink },
      links: [
        { label: 'See the order', href: link },
        { label: 'Get the receipt', href: receiptLink },
        { label: contact.en, href: contactLink },
      ],
      note: notes.buyer.en,
    }),
  },
  'trade-sold': {
    ja: (words) => ({
      subject: '【Kura 蔵】出品したアイテムが売れました',
      lead: '出品したアイテムが売れました',
      paragraphs: lines([
        `${words.token}の売買が成立し、購入者にお届けしました。`,
        `販売代金: ${words.price}`,
        words.fee !== '' && `販売手数料: −${words.fee}`,
        words.contentAccess !== '' && `コンテンツ利用料: −${words.contentAccess}`,
        words.royalty !== '' && `権利者への還元: −${words.royalty}`,
        `お受け取り額: ${words.proceeds}`,
        `お受け取り額は、${words.clearsOn}まで当社でお預かりし、その後お支払いの対象になります。`,
        words.number !== '' &&
          `販売明細書 番号 ${words.number}／宛名 ${words.addressee} 様／取引日 ${words.deliveredOn}／販売手数料等 ${words.taxPercent}%対象 ${words.kept}（うち消費税 ${words.keptTax}）`,
        words.number !== '' &&
          `発行者 ${words.issuer}${words.invoiceNumber === '' ? '' : `（登録番号 ${words.invoiceNumber}）`}`,
        `取引番号: ${words.tradeId}`,
      ]),
      button: { label: '販売明細書を受け取る', href: words.link },
      links: [{ label: contact.ja, href: words.contactLink }],
      note: notes.seller.ja,
    }),
    en: (words) => ({
      subject: 'Kura 蔵: your item was sold',
      lead: 'Your item was sold',
      paragraphs: lines([
        `${words.token} was sold and delivered to its buyer.`,
        `Price: ${words.price}`,
        words.fee !== '' && `Sales fee: −${words.fee}`,
        words.contentAccess !== '' && `Content access fee: −${words.contentAccess}`,
        words.royalty !== '' && `To the rights holder: −${words.royalty}`,
        `You receive: ${words.proceeds}`,
        `We hold this until ${words.clearsOn}; after that it can be paid out.`,
        words.number !== '' &&
          `Sales statement no. ${words.number}, to ${words.addressee}, date of sale ${words.deliveredOn}: our fees at ${words.taxPercent}% ${words.kept}, of which consumption tax ${words.keptTax}`,
        words.number !== '' &&
          `Issued by ${words.issuer}${words.invoiceNumber === '' ? '' : ` (registration number ${words.invoiceNumber})`}`,
        `Trade: ${words.tradeId}`,
      ]),
      button: { label: 'Get the statement', href: words.link },
      links: [{ label: contact.en, href: words.contactLink }],
      note: notes.seller.en,
    }),
  },
  'trade-sale-failed': {
    ja: ({ token, price, tradeId, link, contactLink }) => ({
      subject: '【Kura 蔵】売買が成立しませんでした',
      lead: '売買が成立しませんでした',
      paragraphs: [
        `${token}は購入されましたが、ブロックチェーン上でお届けできなかったため、購入者に代金をお返ししました。`,
        'この出品は終了しました。アイテムがお手元にある場合は、あらためて出品できます。',
        `価格: ${price}`,
        `取引番号: ${tradeId}`,
      ],
      button: { label: '出品を確認する', href: link },
      links: [{ label: contact.ja, href: contactLink }],
      note: notes.seller.ja,
    }),
    en: ({ token, price, tradeId, link, contactLink }) => ({
      subject: 'Kura 蔵: a sale was not completed',
      lead: 'A sale was not completed',
      paragraphs: [
        `${token} was bought, but could not be delivered on the blockchain, so the buyer’s payment is returned.`,
        'The listing is over. If the item is in your vault, you can list it again.',
        `Price: ${price}`,
        `Trade: ${tradeId}`,
      ],
      button: { label: 'See your listings', href: link },
      links: [{ label: contact.en, href: contactLink }],
      note: notes.seller.en,
    }),
  },
  'trade-undone': {
    ja: ({ token, price, proceeds, kept, keptTax, number, amends, tradeId, link, contactLink }) => ({
      subject: '【Kura 蔵】売買が取り消されました',
      lead: '売買が取り消されました',
      paragraphs: lines([
        `${token}の売買が取り消され、購入者に代金をお返ししました。販売代金は取り消し、手数料はお返ししました。`,
        `販売代金: ${price}`,
        `取り消したお受け取り額: ${proceeds}`,
        `お返しした手数料等: ${kept}（うち消費税 ${keptTax}）`,
        number !== '' && `販売取消明細書 番号 ${number}（対象の明細書番号 ${amends}）`,
        `取引番号: ${tradeId}`,
      ]),
      button: { label: '出品を確認する', href: link },
      links: [{ label: contact.ja, href: contactLink }],
      note: notes.seller.ja,
    }),
    en: ({ token, price, proceeds, kept, keptTax, number, amends, tradeId, link, contactLink }) => ({
      subject: 'Kura 蔵: a sale was undone',
      lead: 'A sale was undone',
      paragraphs: lines([
        `The sale of ${token} was undone and the buyer was given the price back. Your proceeds were reversed and our fees returned.`,
        `Price: ${price}`,
        `Proceeds reversed: ${proceeds}`,
        `Our fees, returned: ${kept}, of which consumption tax ${keptTax}`,
        number !== '' && `Statement no. ${number}, amending no. ${amends}`,
        `Trade: ${tradeId}`,
      ]),
      button: { label: 'See your listings', href: link },
      links: [{ label: contact.en, href: contactLink }],
      note: notes.seller.en,
    }),
  },
}
