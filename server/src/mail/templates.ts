import { limits } from '@kura/contract/limits'

export type Locale = 'ja' | 'en'
/** What each mail is told. Links are addresses of this site, made by `siteLink`. */
export type MailWords = {
  'sign-up': { code: string; link: string }
  'already-member': { link: string }
  'session-ended': { link: string }
  'wallet-linked': { address: string; link: string }
}
export type TemplateName = keyof MailWords

/** One mail before it becomes text and HTML: paragraphs, perhaps a code and a button, and a small last note. */
export type Letter = {
  subject: string
  lead: string
  paragraphs: string[]
  code?: string
  button?: { label: string; href: string }
  note: string
}
type Write<N extends TemplateName> = (words: MailWords[N]) => Letter

const ignore = {
  ja: 'お心当たりのない場合は、このメールを破棄してください。何も変更されません。',
  en: 'If you did not ask for this, ignore this mail. Nothing changes.',
}

/** Every mail of Kura in both languages. */
export const templates: { [N in TemplateName]: Record<Locale, Write<N>> } = {
  'sign-up': {
    ja: ({ code, link }) => ({
      subject: '【Kura 蔵】メールアドレスの確認',
      lead: 'Kura へようこそ',
      paragraphs: [
        '下の確認コードを登録画面に入力するか、ボタンを押して登録を完了してください。',
        `コードは ${limits.codeMinutes} 分間、ボタンは ${limits.linkMinutes} 分間有効です。どちらか一度だけ使えます。`,
      ],
      code,
      button: { label: '登録を完了する', href: link },
      note: ignore.ja,
    }),
    en: ({ code, link }) => ({
      subject: 'Kura 蔵: confirm your e-mail address',
      lead: 'Welcome to Kura',
      paragraphs: [
        'Enter this code on the sign-up page, or press the button to complete your registration.',
        `The code is good for ${limits.codeMinutes} minutes, the button for ${limits.linkMinutes}. Either works once.`,
      ],
      code,
      button: { label: 'Complete sign-up', href: link },
      note: ignore.en,
    }),
  },
  'already-member': {
    ja: ({ link }) => ({
      subject: '【Kura 蔵】すでにご登録済みです',
      lead: 'このメールアドレスは登録済みです',
      paragraphs: [
        '会員登録のお申し込みがありましたが、このメールアドレスではすでにアカウントをお持ちです。',
        'ログインしてご利用ください。',
      ],
      button: { label: 'ログインする', href: link },
      note: ignore.ja,
    }),
    en: ({ link }) => ({
      subject: 'Kura 蔵: you already have an account',
      lead: 'You already have an account',
      paragraphs: [
        'Somebody asked to sign up with this e-mail address, which already has an account.',
        'Sign in to use it.',
      ],
      button: { label: 'Sign in', href: link },
      note: ignore.en,
    }),
  },
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
  'wallet-linked': {
    ja: ({ address, link }) => ({
      subject: '【Kura 蔵】ウォレットを連携しました',
      lead: 'ウォレットを連携しました',
      paragraphs: [`アカウントに次のウォレットを連携しました。`, address],
      button: { label: 'コレクションを見る', href: link },
      note: 'お心当たりのない場合は、すぐにお問い合わせください。',
    }),
    en: ({ address, link }) => ({
      subject: 'Kura 蔵: your wallet is linked',
      lead: 'Your wallet is linked',
      paragraphs: ['This wallet is now linked to your account.', address],
      button: { label: 'See your collection', href: link },
      note: 'If this was not you, contact us at once.',
    }),
  },
}
