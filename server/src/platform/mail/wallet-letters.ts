import { limits } from '@kura/contract/limits'
import { notYou } from './letter.ts'
import type { Letters } from './letter.ts'

export type WalletWords = {
  'wallet-linked': { address: string; link: string }
  /** `listings` and `gifts`: how many listings and gifts by mail were withdrawn, in digits. */
  'wallet-changed': { oldAddress: string; newAddress: string; listings: string; gifts: string; link: string }
  /** The link stops the recovery without a session. */
  'wallet-recovery-asked': { newAddress: string; link: string }
  'wallet-recovery-approved': { newAddress: string; link: string }
  'wallet-recovery-refused': { note: string; link: string }
  'wallet-recovery-cancelled': { link: string }
  'wallet-recovery-void': { newAddress: string; link: string }
}

const stopIt = {
  ja: 'お心当たりのない場合は、ボタンを押して取り消し、パスワードを再設定してください。',
  en: 'If this was not you, press the button to stop it and reset your password.',
}

type Withdrawn = { listings: string; gifts: string }
/** A count in digits, with its noun; nothing where it is none. */
const counted = (count: string, one: string, many: string) =>
  count === '1' ? `One ${one} was` : `${count} ${many} were`

const withdrawn = {
  ja: ({ listings, gifts }: Withdrawn): string[] => [
    ...(Number(listings) > 0
      ? [
          `以前のウォレットからの出品 ${listings} 件は取り消しました。購入の手続きが始まっている出品は、そのまま続きます。`,
        ]
      : []),
    ...(Number(gifts) > 0
      ? [
          `以前のウォレットからの、メールでの贈りもの ${gifts} 件は取り消しました。受け取りの手続きが済んでいる贈りものは、そのまま届きます。`,
        ]
      : []),
  ],
  en: ({ listings, gifts }: Withdrawn): string[] => {
    const withdrawn = counted(listings, 'listing from the old wallet', 'listings from the old wallet')
    const given = counted(gifts, 'gift by mail from the old wallet', 'gifts by mail from the old wallet')
    return [
      ...(Number(listings) > 0
        ? [`${withdrawn} withdrawn. A listing that somebody is already paying for continues.`]
        : []),
      ...(Number(gifts) > 0 ? [`${given} withdrawn. A gift that was already claimed still arrives.`] : []),
    ]
  },
}

/** Mails about the linked wallet, one for each step. */
export const walletLetters: Letters<WalletWords> = {
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
  'wallet-changed': {
    ja: ({ oldAddress, newAddress, link, ...counts }) => ({
      subject: '【Kura 蔵】ウォレットを変更しました',
      lead: 'ウォレットを変更しました',
      paragraphs: [
        'アカウントに連携しているウォレットが変わりました。',
        `変更前: ${oldAddress}`,
        `変更後: ${newAddress}`,
        'これから開封するパックは新しいウォレットに届きます。以前のウォレットにあるトークンはチェーン上のそのままの場所に残ります。',
        ...withdrawn.ja(counts),
        '安全のため、ほかの端末はログアウトしました。',
      ],
      button: { label: 'ログインする', href: link },
      note: notYou.ja,
    }),
    en: ({ oldAddress, newAddress, link, ...counts }) => ({
      subject: 'Kura 蔵: your wallet was changed',
      lead: 'Your wallet was changed',
      paragraphs: [
        'Another wallet is linked to your account now.',
        `Before: ${oldAddress}`,
        `Now: ${newAddress}`,
        'Packs you open from now on arrive in the new wallet. Tokens in the old wallet stay where they are on the chain.',
        ...withdrawn.en(counts),
        'For your safety your other devices were signed out.',
      ],
      button: { label: 'Sign in', href: link },
      note: notYou.en,
    }),
  },
  'wallet-recovery-asked': {
    ja: ({ newAddress, link }) => ({
      subject: '【Kura 蔵】ウォレット再連携のお申し込み',
      lead: 'ウォレットの再連携が申し込まれました',
      paragraphs: [
        '使えなくなったウォレットの代わりに、次のウォレットへの変更が申し込まれました。',
        `${newAddress}`,
        `運営者が確認し、承認から ${limits.walletCoolingHours} 時間後に変更されます。それまではいつでも取り消せます。手続き中は、パックの開封をお待ちいただきます。`,
      ],
      button: { label: '申し込みを取り消す', href: link },
      note: stopIt.ja,
    }),
    en: ({ newAddress, link }) => ({
      subject: 'Kura 蔵: a new wallet was asked for',
      lead: 'A new wallet was asked for',
      paragraphs: [
        'In place of a wallet that cannot be used any more, this one is to be linked to your account.',
        `${newAddress}`,
        `The operator reviews it; ${limits.walletCoolingHours} hours after the approval it takes effect. Until then it can be stopped at any time, and packs wait unopened.`,
      ],
      button: { label: 'Stop it', href: link },
      note: stopIt.en,
    }),
  },
  'wallet-recovery-approved': {
    ja: ({ newAddress, link }) => ({
      subject: '【Kura 蔵】ウォレット再連携を承認しました',
      lead: 'ウォレットの再連携を承認しました',
      paragraphs: [
        `承認から ${limits.walletCoolingHours} 時間後に、次のウォレットへ変更されます。`,
        `${newAddress}`,
        '変更されるまでは取り消せます。',
      ],
      button: { label: '申し込みを取り消す', href: link },
      note: stopIt.ja,
    }),
    en: ({ newAddress, link }) => ({
      subject: 'Kura 蔵: the new wallet was approved',
      lead: 'The new wallet was approved',
      paragraphs: [
        `${limits.walletCoolingHours} hours after the approval this wallet is linked to your account.`,
        `${newAddress}`,
        'Until then it can be stopped.',
      ],
      button: { label: 'Stop it', href: link },
      note: stopIt.en,
    }),
  },
  'wallet-recovery-refused': {
    ja: ({ note, link }) => ({
      subject: '【Kura 蔵】ウォレット再連携を承認できませんでした',
      lead: 'ウォレットの再連携を承認できませんでした',
      paragraphs: ['運営者が確認しましたが、承認できませんでした。ウォレットの連携は変わっていません。', `${note}`],
      button: { label: 'アカウントを見る', href: link },
      note: 'ご不明な点はお問い合わせください。',
    }),
    en: ({ note, link }) => ({
      subject: 'Kura 蔵: the new wallet was not approved',
      lead: 'The new wallet was not approved',
      paragraphs: ['The operator reviewed it and could not approve. Your linked wallet is unchanged.', `${note}`],
      button: { label: 'See your account', href: link },
      note: 'Contact us if you have questions.',
    }),
  },
  'wallet-recovery-cancelled': {
    ja: ({ link }) => ({
      subject: '【Kura 蔵】ウォレット再連携を取り消しました',
      lead: 'ウォレットの再連携を取り消しました',
      paragraphs: ['お申し込みは取り消されました。ウォレットの連携は変わっていません。'],
      button: { label: 'アカウントを見る', href: link },
      note: notYou.ja,
    }),
    en: ({ link }) => ({
      subject: 'Kura 蔵: the new wallet was stopped',
      lead: 'The new wallet was stopped',
      paragraphs: ['The request was stopped. Your linked wallet is unchanged.'],
      button: { label: 'See your account', href: link },
      note: notYou.en,
    }),
  },
  'wallet-recovery-void': {
    ja: ({ newAddress, link }) => ({
      subject: '【Kura 蔵】ウォレット再連携を中止しました',
      lead: 'ウォレットの再連携を中止しました',
      paragraphs: [
        '次のウォレットは、手続きの間に別のアカウントに連携されたため、変更できませんでした。',
        `${newAddress}`,
        '別のウォレットで、もう一度お申し込みください。',
      ],
      button: { label: 'アカウントを見る', href: link },
      note: 'ご不明な点はお問い合わせください。',
    }),
    en: ({ newAddress, link }) => ({
      subject: 'Kura 蔵: the new wallet could not be linked',
      lead: 'The new wallet could not be linked',
      paragraphs: [
        'This wallet was linked to another account meanwhile, so nothing was changed.',
        `${newAddress}`,
        'Ask again with another wallet.',
      ],
      button: { label: 'See your account', href: link },
      note: 'Contact us if you have questions.',
    }),
  },
}
