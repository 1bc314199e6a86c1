import type { LeaveObstacleKind } from '@kura/contract/identity/deletion'
import { limits } from '@kura/contract/limits'
import { ignore, notYou } from './letter.ts'
import type { Letters, Locale } from './letter.ts'

export type AccountWords = {
  'session-ended': { link: string }
  'password-changed': { link: string }
  /** The name of the service, and where it is disconnected. */
  'service-connected': { name: string; link: string }
  'email-confirm': { code: string; link: string }
  /** To the old address; `email` is the new one, mostly hidden. */
  'email-change-asked': { email: string; link: string }
  'email-changed': { email: string; link: string }
  /** `date` is the day of the deletion; the link cancels it without a session. */
  'deletion-requested': { date: string; link: string }
  'deletion-cancelled': { link: string }
  /** `open`: names of what blocks, with commas between them. */
  'deletion-blocked': { open: string; link: string }
  'deletion-done': { link: string }
  /** The link leads to the page and opens nothing by itself. */
  'export-ready': { link: string }
}

const obstacleWords: Record<Locale, Record<LeaveObstacleKind, string>> = {
  ja: {
    orders_open: '手続き中の注文',
    packs_unopened: '未開封のパック',
    openings_open: 'コレクションに届く途中のパック',
    listings_open: '出品中のトークン',
    trades_open: '受け渡し中の売買',
    gifts_open: '受け取り待ち、または届く途中の贈りもの',
    proceeds_clearing: '確定前の売上',
    proceeds_left: '受け取っていない売上',
    payouts_open: '振込の手続き中の売上',
  },
  en: {
    orders_open: 'orders that are not delivered yet',
    packs_unopened: 'unopened packs',
    openings_open: 'packs on their way to your collection',
    listings_open: 'open listings',
    trades_open: 'sales that are being delivered',
    gifts_open: 'gifts that are open or on their way',
    proceeds_clearing: 'proceeds that are not cleared yet',
    proceeds_left: 'proceeds you have not taken',
    payouts_open: 'payouts on their way to your bank',
  },
}
const openLines = (locale: Locale, open: string): string[] =>
  open.split(',').map((kind) => `・${obstacleWords[locale][kind as LeaveObstacleKind] ?? kind}`)

/** Mails about the account itself. */
export const accountLetters: Letters<AccountWords> = {
  'session-ended': {
    ja: ({ link }) => ({
      subject: '【Kura 蔵】安全のためログアウトしました',
      lead: 'ログイン状態を終了しました',
      paragraphs: [
        '使用済みのログイン情報がもう一度使われたため、その端末のログイン状態を終了しました。',
        '引き続きご利用になるには、もう一度ログインしてください。お心当たりのない場合は、パスワードの変更をおすすめします。',
      ],
      button: { label: 'ログインする', href: link },
      note: 'このメールは、アカウントを守るためにお送りしています。',
    }),
    en: ({ link }) => ({
      subject: 'Kura 蔵: you were signed out for your safety',
      lead: 'We ended a session',
      paragraphs: [
        'A session key that had already been replaced was used again, so we signed that device out.',
        'Sign in again to go on. If this was not you, we suggest that you change your password.',
      ],
      button: { label: 'Sign in', href: link },
      note: 'This mail is sent to protect your account.',
    }),
  },
  'service-connected': {
    ja: ({ name, link }) => ({
      subject: '【Kura 蔵】サービスと連携しました',
      lead: `${name}と連携しました`,
      paragraphs: [
        'このサービスは、あなたが許可した情報を見られるようになりました。購入や出品、アイテムの移動はできません。',
        '連携は、いつでも解除できます。',
      ],
      button: { label: '連携サービスを確認する', href: link },
      note: notYou.ja,
    }),
    en: ({ name, link }) => ({
      subject: 'Kura 蔵: you connected a service',
      lead: `You connected ${name}`,
      paragraphs: [
        'This service can now read what you allowed. It cannot buy, list or move anything.',
        'You can disconnect it at any time.',
      ],
      button: { label: 'See connected services', href: link },
      note: notYou.en,
    }),
  },
  'password-changed': {
    ja: ({ link }) => ({
      subject: '【Kura 蔵】パスワードを変更しました',
      lead: 'パスワードを変更しました',
      paragraphs: ['アカウントのパスワードが変更されました。ほかの端末はすべてログアウトしました。'],
      button: { label: 'パスワードを再設定する', href: link },
      note: notYou.ja,
    }),
    en: ({ link }) => ({
      subject: 'Kura 蔵: your password was changed',
      lead: 'Your password was changed',
      paragraphs: ['The password of your account was changed. Every other device was signed out.'],
      button: { label: 'Reset the password', href: link },
      note: notYou.en,
    }),
  },
  'email-confirm': {
    ja: ({ code, link }) => ({
      subject: '【Kura 蔵】新しいメールアドレスの確認',
      lead: '新しいメールアドレスの確認',
      paragraphs: [
        'ログインしている画面に下の確認コードを入力するか、ボタンを押して確認してください。',
        `コードは ${limits.codeMinutes} 分間、ボタンは ${limits.linkMinutes} 分間有効です。どちらか一度だけ使えます。`,
      ],
      code,
      button: { label: 'メールアドレスを確認する', href: link },
      note: ignore.ja,
    }),
    en: ({ code, link }) => ({
      subject: 'Kura 蔵: confirm your new e-mail address',
      lead: 'Confirm your new e-mail address',
      paragraphs: [
        'Enter this code where you are signed in, or press the button.',
        `The code is good for ${limits.codeMinutes} minutes, the button for ${limits.linkMinutes}. Either works once.`,
      ],
      code,
      button: { label: 'Confirm the address', href: link },
      note: ignore.en,
    }),
  },
  'email-change-asked': {
    ja: ({ email, link }) => ({
      subject: '【Kura 蔵】メールアドレス変更のお申し込み',
      lead: 'メールアドレスの変更が申し込まれました',
      paragraphs: [
        `アカウントのメールアドレスを ${email} に変更するお申し込みがありました。新しいアドレスで確認されると変更されます。`,
      ],
      button: { label: 'パスワードを再設定する', href: link },
      note: notYou.ja,
    }),
    en: ({ email, link }) => ({
      subject: 'Kura 蔵: a change of your e-mail address was asked for',
      lead: 'A change of your e-mail address was asked for',
      paragraphs: [`The address of your account is to become ${email}, once that is confirmed from the new address.`],
      button: { label: 'Reset the password', href: link },
      note: notYou.en,
    }),
  },
  'email-changed': {
    ja: ({ email, link }) => ({
      subject: '【Kura 蔵】メールアドレスを変更しました',
      lead: 'メールアドレスを変更しました',
      paragraphs: [`アカウントのメールアドレスは ${email} になりました。今後のご連絡は新しいアドレスにお送りします。`],
      button: { label: 'ログインする', href: link },
      note: 'お心当たりのない場合は、すぐにお問い合わせください。',
    }),
    en: ({ email, link }) => ({
      subject: 'Kura 蔵: your e-mail address was changed',
      lead: 'Your e-mail address was changed',
      paragraphs: [`The address of your account is now ${email}. From now on we write to the new one.`],
      button: { label: 'Sign in', href: link },
      note: 'If this was not you, contact us at once.',
    }),
  },
  'deletion-requested': {
    ja: ({ date, link }) => ({
      subject: '【Kura 蔵】退会のお申し込みを受け付けました',
      lead: '退会のお申し込みを受け付けました',
      paragraphs: [
        `${date} にアカウントを削除します。それまではログインでき、いつでも取り消せます。`,
        '削除すると、プロフィールと連絡先は元に戻せません。ウォレットにあるトークンは、そのまま残ります。',
      ],
      button: { label: '退会を取り消す', href: link },
      note: 'お心当たりのない場合は、ボタンを押して取り消し、パスワードを再設定してください。',
    }),
    en: ({ date, link }) => ({
      subject: 'Kura 蔵: your account will be deleted',
      lead: 'Your account will be deleted',
      paragraphs: [
        `We will delete your account on ${date}. Until then you can sign in, and cancel this at any time.`,
        'A deleted profile cannot be restored. The tokens in your wallet stay where they are.',
      ],
      button: { label: 'Keep my account', href: link },
      note: 'If this was not you, press the button to cancel it and reset your password.',
    }),
  },
  'deletion-cancelled': {
    ja: ({ link }) => ({
      subject: '【Kura 蔵】退会を取り消しました',
      lead: '退会を取り消しました',
      paragraphs: ['アカウントはこれまでどおりお使いいただけます。'],
      button: { label: 'マイページを見る', href: link },
      note: notYou.ja,
    }),
    en: ({ link }) => ({
      subject: 'Kura 蔵: your account stays',
      lead: 'Your account stays',
      paragraphs: ['The deletion was cancelled. You can use your account as before.'],
      button: { label: 'See your page', href: link },
      note: notYou.en,
    }),
  },
  'deletion-blocked': {
    ja: ({ open, link }) => ({
      subject: '【Kura 蔵】退会の手続きを完了できませんでした',
      lead: '退会の手続きを完了できませんでした',
      paragraphs: [
        '次のものが残っているため、アカウントは削除していません。',
        ...openLines('ja', open),
        'アカウントはこれまでどおりお使いいただけます。残っているものを片づけてから、もう一度お申し込みください。',
      ],
      button: { label: '残っているものを確認する', href: link },
      note: 'このメールは、退会のお申し込みについてお送りしています。',
    }),
    en: ({ open, link }) => ({
      subject: 'Kura 蔵: your account could not be deleted',
      lead: 'Your account could not be deleted',
      paragraphs: [
        'These are still open, so we deleted nothing:',
        ...openLines('en', open),
        'You can use your account as before. Once nothing is open, ask again.',
      ],
      button: { label: 'See what is open', href: link },
      note: 'This mail is sent because you asked to delete your account.',
    }),
  },
  'deletion-done': {
    ja: ({ link }) => ({
      subject: '【Kura 蔵】退会の手続きが完了しました',
      lead: '退会の手続きが完了しました',
      paragraphs: [
        'アカウントを削除しました。これまでのご利用、ありがとうございました。',
        'ウォレットにあるトークンは、そのままお持ちいただけます。取引の記録は、法律で定められた期間だけ、お名前と連絡先を除いて保管します。',
      ],
      button: { label: 'Kura 蔵 を見る', href: link },
      note: 'このアドレスにお送りするのは、このメールが最後です。',
    }),
    en: ({ link }) => ({
      subject: 'Kura 蔵: your account is deleted',
      lead: 'Your account is deleted',
      paragraphs: [
        'We deleted your account. Thank you for having been with us.',
        'The tokens in your wallet are still yours. We keep the records of trades as long as the law asks, without your name and address.',
      ],
      button: { label: 'Visit Kura 蔵', href: link },
      note: 'This is the last mail to this address.',
    }),
  },
  'export-ready': {
    ja: ({ link }) => ({
      subject: '【Kura 蔵】データの書き出しが終わりました',
      lead: 'データの書き出しが終わりました',
      paragraphs: [
        `ご依頼いただいたデータを、${limits.exportHours}時間のあいだダウンロードできます。ご依頼のときと同じブラウザで、ログインしたままマイページを開いてください。`,
      ],
      button: { label: 'マイページを開く', href: link },
      note: notYou.ja,
    }),
    en: ({ link }) => ({
      subject: 'Kura 蔵: your data is ready',
      lead: 'Your data is ready',
      paragraphs: [
        `You can download the data you asked for within ${limits.exportHours} hours. Open your page in the browser you asked from, where you are still signed in.`,
      ],
      button: { label: 'Open your page', href: link },
      note: notYou.en,
    }),
  },
}
