import { notYou } from './letter.ts'
import type { Letters, Locale } from './letter.ts'

/** Amounts and days as people read them. `reason` is a name of the contract's `returnReasons`. */
type PayoutFacts = {
  number: string
  amount: string
  fee: string
  transferred: string
  bank: string
  payOn: string
  reason: string
  link: string
}
export type PayoutWords = {
  'payout-account-changed': { bank: string; link: string }
  'payout-requested': PayoutFacts
  'payout-cancelled': PayoutFacts
  'payout-withdrawn': PayoutFacts
  'payout-branch-closed': PayoutFacts
  'payout-released': PayoutFacts
  'payout-paid': PayoutFacts
  'payout-returned': PayoutFacts
}

const note: Record<Locale, string> = {
  ja: 'このメールは、販売代金の振込に関する大切なお知らせとしてお送りしています。',
  en: 'This mail is sent because of the payout of your proceeds.',
}
const button = { ja: '販売代金を確認する', en: 'See your proceeds' }

const returnedWhy: Record<Locale, Record<string, string>> = {
  ja: {
    'no-account': '口座が見つかりませんでした。',
    'holder-differs': '口座名義が一致しませんでした。',
    'account-closed': '口座が解約されていました。',
    'stopped-by-sender': '当店が振込を取りやめました。',
    other: '金融機関で振込ができませんでした。',
  },
  en: {
    'no-account': 'The bank found no such account.',
    'holder-differs': 'The name of the account holder did not match.',
    'account-closed': 'The account was closed.',
    'stopped-by-sender': 'We stopped the transfer.',
    other: 'The bank could not make the transfer.',
  },
}

const facts: Record<Locale, (words: PayoutFacts) => string[]> = {
  ja: ({ number, amount, fee, transferred, bank }) => [
    `申請額: ${amount}`,
    `振込手数料: ${fee}`,
    `振込額: ${transferred}`,
    `振込先: ${bank}`,
    `受付番号: ${number}`,
  ],
  en: ({ number, amount, fee, transferred, bank }) => [
    `Amount: ${amount}`,
    `Transfer fee: ${fee}`,
    `Transferred: ${transferred}`,
    `Account: ${bank}`,
    `Number: ${number}`,
  ],
}

/** Mails about the payout of a seller's proceeds. */
export const payoutLetters: Letters<PayoutWords> = {
  'payout-account-changed': {
    ja: ({ bank, link }) => ({
      subject: '【Kura 蔵】振込先口座を変更しました',
      lead: '振込先口座を変更しました',
      paragraphs: ['販売代金の振込先を、次の口座に変更しました。', bank],
      button: { label: '振込先口座を確認する', href: link },
      note: notYou.ja,
    }),
    en: ({ bank, link }) => ({
      subject: 'Kura 蔵: your bank account was changed',
      lead: 'Your bank account was changed',
      paragraphs: ['Your proceeds are now paid to this account:', bank],
      button: { label: 'See the account', href: link },
      note: notYou.en,
    }),
  },
  'payout-requested': {
    ja: (words) => ({
      subject: '【Kura 蔵】振込の申請を受け付けました',
      lead: '振込の申請を受け付けました',
      paragraphs: [
        ...facts.ja(words),
        '手続きが始まるまでは、マイページから申請を取り消せます。お心当たりのない場合は、すぐに取り消してください。',
      ],
      button: { label: button.ja, href: words.link },
      note: note.ja,
    }),
    en: (words) => ({
      subject: 'Kura 蔵: we received your payout request',
      lead: 'We received your payout request',
      paragraphs: [
        ...facts.en(words),
        'You can cancel it on your page until we process it. If this was not you, cancel it at once.',
      ],
      button: { label: button.en, href: words.link },
      note: note.en,
    }),
  },
  'payout-cancelled': {
    ja: (words) => ({
      subject: '【Kura 蔵】振込の申請を取り消しました',
      lead: '振込の申請を取り消しました',
      paragraphs: [
        `${words.amount} は、もう一度振込を申請するか、ポイントとして受け取れます。`,
        `受付番号: ${words.number}`,
      ],
      button: { label: button.ja, href: words.link },
      note: note.ja,
    }),
    en: (words) => ({
      subject: 'Kura 蔵: your payout request was cancelled',
      lead: 'Your payout request was cancelled',
      paragraphs: [
        `You can request a payout of ${words.amount} again, or take it as points.`,
        `Number: ${words.number}`,
      ],
      button: { label: button.en, href: words.link },
      note: note.en,
    }),
  },
  'payout-withdrawn': {
    ja: (words) => ({
      subject: '【Kura 蔵】振込の申請を当店で取り消しました',
      lead: '振込の申請を取り消しました',
      paragraphs: [
        `受け取り済みの販売が取り消されたため、その販売代金の返還に充てる目的で、${words.amount} の振込の申請（受付番号: ${words.number}）を取り消しました。`,
        '返還後の残高は、もう一度振込を申請するか、ポイントとして受け取れます。',
      ],
      button: { label: button.ja, href: words.link },
      note: note.ja,
    }),
    en: (words) => ({
      subject: 'Kura 蔵: we cancelled your payout request',
      lead: 'We cancelled your payout request',
      paragraphs: [
        `A sale that you had been credited for was undone. We cancelled your request ${words.number} for ${words.amount} to return its proceeds.`,
        'You can request a payout of what remains, or take it as points.',
      ],
      button: { label: button.en, href: words.link },
      note: note.en,
    }),
  },
  'payout-branch-closed': {
    ja: (words) => ({
      subject: '【Kura 蔵】振込先の支店が廃止されたため、振込できません',
      lead: '振込先の口座を登録し直してください',
      paragraphs: [
        '振込先の金融機関または支店が廃止されたため、次の申請の振込手続きを進められません。申請を取り消し、新しい口座を登録してから、もう一度申請してください。',
        `申請額: ${words.amount}`,
        `振込先: ${words.bank}`,
        `受付番号: ${words.number}`,
      ],
      button: { label: button.ja, href: words.link },
      note: note.ja,
    }),
    en: (words) => ({
      subject: 'Kura 蔵: your bank branch was closed, so we cannot pay you',
      lead: 'Register another bank account',
      paragraphs: [
        'The bank or branch of this request was closed, so we cannot transfer it. Cancel the request, register another account, and request it again.',
        `Amount: ${words.amount}`,
        `Account: ${words.bank}`,
        `Number: ${words.number}`,
      ],
      button: { label: button.en, href: words.link },
      note: note.en,
    }),
  },
  'payout-released': {
    ja: (words) => ({
      subject: '【Kura 蔵】振込の手続きを銀行に依頼しました',
      lead: '振込の手続きを銀行に依頼しました',
      paragraphs: [
        `振込予定日: ${words.payOn}`,
        ...facts.ja(words),
        '振込の結果は、あらためてメールでお知らせします。',
      ],
      button: { label: button.ja, href: words.link },
      note: note.ja,
    }),
    en: (words) => ({
      subject: 'Kura 蔵: your transfer was handed to the bank',
      lead: 'Your transfer was handed to the bank',
      paragraphs: [
        `Day of the transfer: ${words.payOn}`,
        ...facts.en(words),
        'We will write again when the bank reports the result.',
      ],
      button: { label: button.en, href: words.link },
      note: note.en,
    }),
  },
  'payout-paid': {
    ja: (words) => ({
      subject: '【Kura 蔵】販売代金を振り込みました',
      lead: '販売代金を振り込みました',
      paragraphs: facts.ja(words),
      button: { label: button.ja, href: words.link },
      note: note.ja,
    }),
    en: (words) => ({
      subject: 'Kura 蔵: your proceeds were paid',
      lead: 'Your proceeds were paid',
      paragraphs: facts.en(words),
      button: { label: button.en, href: words.link },
      note: note.en,
    }),
  },
  'payout-returned': {
    ja: (words) => ({
      subject: '【Kura 蔵】販売代金を振り込めませんでした',
      lead: '販売代金を振り込めませんでした',
      paragraphs: [
        returnedWhy.ja[words.reason] ?? returnedWhy.ja['other'] ?? '',
        `${words.amount} は手数料を含めて残高に戻しました。振込先口座を確認して、もう一度申請してください。`,
        `振込先: ${words.bank}`,
        `受付番号: ${words.number}`,
      ],
      button: { label: button.ja, href: words.link },
      note: note.ja,
    }),
    en: (words) => ({
      subject: 'Kura 蔵: the bank returned your payout',
      lead: 'The bank returned your payout',
      paragraphs: [
        returnedWhy.en[words.reason] ?? returnedWhy.en['other'] ?? '',
        `${words.amount}, the fee included, is in your balance again. Check your bank account and request it once more.`,
        `Account: ${words.bank}`,
        `Number: ${words.number}`,
      ],
      button: { label: button.en, href: words.link },
      note: note.en,
    }),
  },
}
