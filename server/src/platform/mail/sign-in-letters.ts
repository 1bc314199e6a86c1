import { limits } from '@kura/contract/limits'
import { ignore } from './letter.ts'
import type { Letters } from './letter.ts'

export type SignInWords = {
  'sign-up': { code: string; link: string }
  'already-member': { link: string }
  'password-reset': { code: string; link: string }
  'onetime-sign-in': { link: string }
  'no-account': { link: string }
}

/** Mails that lead into an account. */
export const signInLetters: Letters<SignInWords> = {
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
  'password-reset': {
    ja: ({ code, link }) => ({
      subject: '【Kura 蔵】パスワードの再設定',
      lead: 'パスワードの再設定',
      paragraphs: [
        '下の確認コードを画面に入力するか、ボタンを押して、新しいパスワードを設定してください。',
        `コードは ${limits.codeMinutes} 分間、ボタンは ${limits.linkMinutes} 分間有効です。どちらか一度だけ使えます。`,
      ],
      code,
      button: { label: 'パスワードを再設定する', href: link },
      note: ignore.ja,
    }),
    en: ({ code, link }) => ({
      subject: 'Kura 蔵: reset your password',
      lead: 'Reset your password',
      paragraphs: [
        'Enter this code on the page, or press the button, and choose a new password.',
        `The code is good for ${limits.codeMinutes} minutes, the button for ${limits.linkMinutes}. Either works once.`,
      ],
      code,
      button: { label: 'Choose a new password', href: link },
      note: ignore.en,
    }),
  },
  'onetime-sign-in': {
    ja: ({ link }) => ({
      subject: '【Kura 蔵】ログイン用リンク',
      lead: 'ログイン用リンク',
      paragraphs: [
        'ボタンを押すと、パスワードを入力せずにログインできます。',
        `リンクは ${limits.onetimeMinutes} 分間、一度だけ有効です。他の人に転送しないでください。`,
      ],
      button: { label: 'ログインする', href: link },
      note: ignore.ja,
    }),
    en: ({ link }) => ({
      subject: 'Kura 蔵: your sign-in link',
      lead: 'Your sign-in link',
      paragraphs: [
        'Press the button to sign in without a password.',
        `The link is good for ${limits.onetimeMinutes} minutes, once. Do not forward it to anyone.`,
      ],
      button: { label: 'Sign in', href: link },
      note: ignore.en,
    }),
  },
  'no-account': {
    ja: ({ link }) => ({
      subject: '【Kura 蔵】アカウントが見つかりません',
      lead: 'このメールアドレスでログインできるアカウントはありません',
      paragraphs: [
        'ログインまたはパスワード再設定のお申し込みがありましたが、このメールアドレスでログインできるアカウントはありません。',
        '別のメールアドレスでお試しいただくか、新規登録をご利用ください。',
      ],
      button: { label: '新規登録する', href: link },
      note: ignore.ja,
    }),
    en: ({ link }) => ({
      subject: 'Kura 蔵: no account was found',
      lead: 'There is no account you can sign in to with this address',
      paragraphs: [
        'Somebody asked to sign in or to reset a password with this e-mail address, but no account can be used with it.',
        'Try another address, or sign up.',
      ],
      button: { label: 'Sign up', href: link },
      note: ignore.en,
    }),
  },
}
