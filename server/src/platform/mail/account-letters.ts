import { limits } from '@kura/contract/limits'
import { ignore, notYou } from './letter.ts'
import type { Letters } from './letter.ts'

export type AccountWords = {
  'session-ended': { link: string }
  'password-changed': { link: string }
  'email-confirm': { code: string; link: string }
  /** To the old address; `email` is the new one, mostly hidden. */
  'email-change-asked': { email: string; link: string }
  'email-changed': { email: string; link: string }
}

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
}
