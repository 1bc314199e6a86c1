import type { NotificationKind } from '@kura/contract/identity/notification-kinds'
import type { Words } from '@kura/contract/ids'

/** What a notification knows of its event: names in both languages, ids and amounts. */
export type Facts = Record<string, string | Words>
type Say = (fact: (name: string) => string, count: number) => readonly [title: string, body: string]
type EventText = {
  kind: NotificationKind
  ja: Say
  en: Say
  /** Where it leads on this site. Several events joined may lead to a list. */
  path: (fact: (name: string) => string, count: number) => string
}

const orders = '/mypage/orders'
const order: EventText['path'] = (fact, count) => (count > 1 ? orders : `${orders}/${fact('orderId')}`)
const to =
  (path: string): EventText['path'] =>
  () =>
    path
const item: EventText['path'] = (fact) => `/items/${encodeURIComponent(fact('itemId'))}`
const pack: EventText['path'] = (fact) => `/packs/${encodeURIComponent(fact('packId'))}`
const gift: EventText['path'] = (fact, count) => (count > 1 ? '/mypage/gifts' : `/mypage/gifts/${fact('giftId')}`)
const token: EventText['path'] = (fact, count) =>
  count > 1 ? '/mypage/collection' : `/tokens/${encodeURIComponent(fact('tokenId'))}`

const plain = (
  kind: NotificationKind,
  path: string,
  ja: readonly [string, string],
  en: readonly [string, string],
): EventText => ({ kind, ja: () => ja, en: () => en, path: to(path) })

/** Every event that members are notified of: its kind, its words and where it leads. */
export const eventTexts = {
  'session-ended': plain(
    'account',
    '/mypage/devices',
    ['安全のためログアウトしました', '使用済みのログイン情報が使われたため、その端末をログアウトしました。'],
    ['A device was signed out for your safety', 'A session key that had been replaced was used again.'],
  ),
  'service-connected': {
    kind: 'account',
    path: to('/mypage/services'),
    ja: (fact) => ['サービスと連携しました', `${fact('name')}です。お心当たりのない場合は、すぐに解除してください。`],
    en: (fact) => ['You connected a service', `${fact('name')}. If this was not you, disconnect it at once.`],
  },
  'password-changed': plain(
    'account',
    '/mypage/password',
    ['パスワードを変更しました', 'お心当たりのない場合は、すぐにパスワードを再設定してください。'],
    ['Your password was changed', 'If this was not you, reset it at once.'],
  ),
  'email-changed': plain(
    'account',
    '/mypage/email',
    ['メールアドレスを変更しました', '今後のご連絡は新しいアドレスにお送りします。'],
    ['Your e-mail address was changed', 'From now on we write to the new one.'],
  ),
  'email-change-asked': plain(
    'account',
    '/mypage/email',
    ['メールアドレスの変更が申し込まれました', 'お心当たりのない場合は、すぐにパスワードを再設定してください。'],
    ['A change of your e-mail address was asked for', 'If this was not you, reset your password at once.'],
  ),
  'deletion-requested': {
    kind: 'account',
    ja: (fact) => ['退会のお申し込みを受け付けました', `${fact('date')}に退会となります。それまでは取り消せます。`],
    en: (fact) => ['You asked to leave', `Your account is deleted on ${fact('date')}. Until then you can cancel.`],
    path: to('/mypage/leave'),
  },
  'deletion-cancelled': plain(
    'account',
    '/mypage',
    ['退会を取り消しました', 'これまでどおりご利用いただけます。'],
    ['You are not leaving', 'Your account stays as it is.'],
  ),
  'deletion-blocked': plain(
    'account',
    '/mypage/leave',
    ['退会できませんでした', '終わっていない手続きがあります。終わってから、もう一度お申し込みください。'],
    ['Your account could not be deleted', 'Something was still open. Please ask again once it is done.'],
  ),
  'enquiry-received': plain(
    'account',
    '/contact',
    ['お問い合わせを受け付けました', '内容を確認して、ご記入のメールアドレスにお返事します。'],
    ['We received your enquiry', 'We reply to the e-mail address that you gave.'],
  ),
  'export-ready': plain(
    'account',
    '/mypage/export',
    ['データのダウンロードの準備ができました', '申し込んだ端末から、期限内にダウンロードできます。'],
    ['Your data is ready to download', 'Get it in time, on the device that asked for it.'],
  ),
  'wallet-linked': plain(
    'account',
    '/mypage/wallet',
    ['ウォレットを連携しました', '購入したアイテムは、このウォレットの保管庫に届きます。'],
    ['Your wallet is linked', 'What you buy is delivered to its vault.'],
  ),
  'wallet-changed': plain(
    'account',
    '/mypage/wallet',
    ['ウォレットを変更しました', '前のウォレットからの出品と、受け取り前の贈りものは取り消しました。'],
    ['Your wallet was changed', 'Listings and unclaimed gifts of the old wallet were withdrawn.'],
  ),
  'recovery-asked': plain(
    'account',
    '/mypage/wallet',
    ['ウォレットの復旧が申し込まれました', 'お心当たりのない場合は、ウォレットの設定から取り消してください。'],
    ['A wallet recovery was asked for', 'If this was not you, cancel it in the wallet settings.'],
  ),
  'recovery-approved': plain(
    'account',
    '/mypage/wallet',
    ['ウォレットの復旧が承認されました', '待機期間のあとに切り替わります。それまでは取り消せます。'],
    ['Your wallet recovery was approved', 'It takes effect after the waiting time. Until then you can cancel it.'],
  ),
  'recovery-ended': plain(
    'account',
    '/mypage/wallet',
    ['ウォレットの復旧は行われません', '連携しているウォレットはそのままです。'],
    ['The wallet recovery has ended', 'Your linked wallet stays as it is.'],
  ),
  'order-paid': {
    kind: 'order',
    ja: (fact, count) => ['お支払いが完了しました', `${fact('name')}${count > 1 ? ` ${count}点` : ''}`],
    en: (fact, count) => ['Your payment is complete', `${count > 1 ? `${count} × ` : ''}${fact('name')}`],
    path: order,
  },
  'order-failed': {
    kind: 'order',
    ja: (fact) => ['ご注文は成立しませんでした', `${fact('name')}。代金はいただいていません。`],
    en: (fact) => ['Your order was not completed', `${fact('name')}. You were not charged.`],
    path: order,
  },
  'order-refunded': {
    kind: 'order',
    ja: (fact) => ['返金が完了しました', `${fact('name')}の代金をお返ししました。`],
    en: (fact) => ['Your payment was returned', fact('name')],
    path: order,
  },
  'pack-delivered': {
    kind: 'delivery',
    ja: (fact, count) => [
      '保管庫に届きました',
      `${fact('name')}${count > 1 ? ` ${count}パック分` : 'の中身'}をお届けしました。`,
    ],
    en: (fact, count) => ['Delivered to your vault', count > 1 ? `${count} × ${fact('name')}` : fact('name')],
    path: (fact, count) => (count > 1 ? '/mypage/collection' : `${orders}/${fact('orderId')}`),
  },
  'token-delivered': {
    kind: 'delivery',
    ja: (fact) => ['保管庫に届きました', `${fact('name')}をお届けしました。`],
    en: (fact) => ['Delivered to your vault', fact('name')],
    path: token,
  },
  'sale-sold': {
    kind: 'sale',
    ja: (fact) => ['出品したアイテムが売れました', `${fact('name')}（${fact('price')}）`],
    en: (fact) => ['Your item was sold', `${fact('name')}, ${fact('price')}`],
    path: to('/mypage/listings?tab=sold'),
  },
  'sale-failed': {
    kind: 'sale',
    ja: (fact) => ['お届けできず、売買は成立しませんでした', fact('name')],
    en: (fact) => ['A sale could not be delivered', fact('name')],
    path: to('/mypage/listings'),
  },
  'sale-undone': {
    kind: 'sale',
    ja: (fact) => ['売買を取り消しました', fact('name')],
    en: (fact) => ['A sale was undone', fact('name')],
    path: to('/mypage/sales'),
  },
  'payout-account-changed': plain(
    'payout',
    '/mypage/sales/account',
    ['振込先口座を変更しました', 'お心当たりのない場合は、すぐにお問い合わせください。'],
    ['Your bank account was changed', 'If this was not you, contact us at once.'],
  ),
  'payout-requested': {
    kind: 'payout',
    ja: (fact) => ['振込の申請を受け付けました', fact('amount')],
    en: (fact) => ['Your payout was requested', fact('amount')],
    path: to('/mypage/sales'),
  },
  'payout-cancelled': {
    kind: 'payout',
    ja: (fact) => ['振込の申請を取り消しました', fact('amount')],
    en: (fact) => ['Your payout was cancelled', fact('amount')],
    path: to('/mypage/sales'),
  },
  'payout-withdrawn': {
    kind: 'payout',
    ja: (fact) => ['振込の申請を取り下げました', `${fact('amount')}は売上に戻りました。`],
    en: (fact) => ['Your payout was withdrawn', `${fact('amount')} is back in your proceeds.`],
    path: to('/mypage/sales'),
  },
  'payout-branch-closed': {
    kind: 'payout',
    ja: (fact) => ['振込先の口座をご確認ください', `${fact('amount')}の振込先の支店が使えなくなりました。`],
    en: (fact) => ['Please check your bank account', `The branch for your payout of ${fact('amount')} has closed.`],
    path: to('/mypage/sales/account'),
  },
  'payout-released': {
    kind: 'payout',
    ja: (fact) => ['まもなく振り込みます', fact('amount')],
    en: (fact) => ['Your payout is on its way', fact('amount')],
    path: to('/mypage/sales'),
  },
  'payout-paid': {
    kind: 'payout',
    ja: (fact) => ['販売代金を振り込みました', fact('amount')],
    en: (fact) => ['Your proceeds were transferred', fact('amount')],
    path: to('/mypage/sales'),
  },
  'payout-returned': {
    kind: 'payout',
    ja: (fact) => ['振込ができませんでした', `${fact('amount')}。口座をご確認ください。`],
    en: (fact) => ['Your payout came back', `${fact('amount')}. Please check the account.`],
    path: to('/mypage/sales'),
  },
  'gift-offered': {
    kind: 'gift',
    ja: (fact) => ['贈りもののメールを送りました', fact('name')],
    en: (fact) => ['Your gift was mailed', fact('name')],
    path: gift,
  },
  'gift-arrived': {
    kind: 'gift',
    ja: (fact, count) => ['贈りものが届きました', `${fact('name')}${count > 1 ? ` ほか、あわせて${count}点` : ''}`],
    en: (fact, count) => ['A gift has arrived', `${fact('name')}${count > 1 ? ` and ${count - 1} more` : ''}`],
    path: token,
  },
  'gift-delivered': {
    kind: 'gift',
    ja: (fact, count) => ['贈りものをお届けしました', `${fact('name')}${count > 1 ? ` ほか、あわせて${count}点` : ''}`],
    en: (fact, count) => ['Your gift was delivered', `${fact('name')}${count > 1 ? ` and ${count - 1} more` : ''}`],
    path: gift,
  },
  'gift-returned': {
    kind: 'gift',
    ja: (fact) => ['贈りものは届きませんでした', `${fact('name')}はあなたの保管庫にあります。`],
    en: (fact) => ['Your gift was not delivered', `${fact('name')} is still in your vault.`],
    path: gift,
  },
  'gift-cancelled': {
    kind: 'gift',
    ja: (fact) => ['贈りものが取り消されました', fact('name')],
    en: (fact) => ['A gift was cancelled', fact('name')],
    path: to('/mypage/gifts'),
  },
  'gift-unreachable': {
    kind: 'gift',
    ja: (fact) => ['贈りもののメールを届けられません', `${fact('name')}。宛先をご確認ください。`],
    en: (fact) => ['The mail of your gift was refused', `${fact('name')}. Is the address right?`],
    path: gift,
  },
  'airdrop-open': {
    kind: 'airdrop',
    ja: (fact) => ['あなた宛てのエアドロップがあります', `${fact('name')}を無料で受け取れます。`],
    en: (fact) => ['An airdrop is waiting for you', `${fact('name')} is free to claim.`],
    path: (fact) => `/airdrops/${encodeURIComponent(fact('airdropId'))}`,
  },
  'listing-for-you': {
    kind: 'offer',
    ja: (fact, count) => [
      'あなただけに出品されました',
      count > 1 ? `${fact('name')}（${fact('price')}）ほか、あわせて${count}点` : `${fact('name')}（${fact('price')}）`,
    ],
    en: (fact, count) => [
      'An item is listed only for you',
      count > 1 ? `${fact('name')} for ${fact('price')} and ${count - 1} more` : `${fact('name')}, ${fact('price')}`,
    ],
    path: (fact) => `/tokens/${encodeURIComponent(fact('tokenId'))}`,
  },
  'sale-soon': {
    kind: 'reminder',
    ja: (fact) => ['まもなく販売開始です', fact('name')],
    en: (fact) => ['A sale begins soon', fact('name')],
    path: pack,
  },
  'sale-begun': {
    kind: 'reminder',
    ja: (fact) => ['販売が始まりました', fact('name')],
    en: (fact) => ['The sale has begun', fact('name')],
    path: pack,
  },
  'favorite-on-sale': {
    kind: 'favorite',
    ja: (fact) => ['お気に入りの販売が始まりました', fact('name')],
    en: (fact) => ['A favourite is on sale', fact('name')],
    path: pack,
  },
  'favorite-restocked': {
    kind: 'favorite',
    ja: (fact) => ['お気に入りが再入荷しました', fact('name')],
    en: (fact) => ['A favourite is back in stock', fact('name')],
    path: pack,
  },
  'favorite-listed': {
    kind: 'favorite',
    ja: (fact, count) => [
      'お気に入りが出品されました',
      count > 1 ? `${fact('name')} ${count}点（最新 ${fact('price')}）` : `${fact('name')}（${fact('price')}）`,
    ],
    en: (fact, count) => [
      'A favourite was listed',
      count > 1 ? `${count} × ${fact('name')}, the latest for ${fact('price')}` : `${fact('name')}, ${fact('price')}`,
    ],
    path: item,
  },
  'work-new': {
    kind: 'follow',
    ja: (fact) => ['新しい作品が加わりました', `${fact('name')}${fact('more') ? ` ほか${fact('more')}点` : ''}`],
    en: (fact) => ['New works', `${fact('name')}${fact('more') ? ` and ${fact('more')} more` : ''}`],
    path: (fact, count) => (fact('more') ? `/series/${encodeURIComponent(fact('seriesId'))}` : item(fact, count)),
  },
  announcement: {
    kind: 'announcement',
    ja: (fact) => ['お知らせ', fact('name')],
    en: (fact) => ['News', fact('name')],
    path: to('/announcements'),
  },
} as const satisfies Record<string, EventText>
export type NotificationEvent = keyof typeof eventTexts

/** Whether a stored name is an event that has words. */
export const isEvent = (name: string): name is NotificationEvent => Object.hasOwn(eventTexts, name)

export type NotificationText = { title: Words; body: Words; path: string }

/** The words of a notification in both languages, and where it leads. */
export function textOf(event: NotificationEvent, facts: Facts, count: number): NotificationText {
  const text: EventText = eventTexts[event]
  const factIn = (locale: 'ja' | 'en') => (name: string) => {
    const fact = facts[name] ?? ''
    return typeof fact === 'string' ? fact : fact[locale] || fact.ja
  }
  const [ja, en] = [text.ja(factIn('ja'), count), text.en(factIn('en'), count)]
  return { title: { ja: ja[0], en: en[0] }, body: { ja: ja[1], en: en[1] }, path: text.path(factIn('ja'), count) }
}
