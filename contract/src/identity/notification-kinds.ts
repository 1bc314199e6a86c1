/** What a member can be notified of, as the settings list it. */
export const notificationKinds = [
  'account',
  'order',
  'delivery',
  'sale',
  'payout',
  'gift',
  'airdrop',
  'offer',
  'reminder',
  'favorite',
  'follow',
  'announcement',
] as const
export type NotificationKind = (typeof notificationKinds)[number]

type KindRule = {
  /**
   * `always`: the mails of purchases and of the account, which the law or safety requires; they are
   * written where the fact is made. Otherwise whether a member is mailed who chose nothing.
   */
  mail: 'always' | boolean
  push: boolean
  /** Not held back by quiet hours. */
  isUrgent: boolean
}

/** The defaults of each kind. The mail of `announcement` is `isSubscribed` of the member. */
export const kindRules: Record<NotificationKind, KindRule> = {
  account: { mail: 'always', push: true, isUrgent: true },
  order: { mail: 'always', push: true, isUrgent: false },
  delivery: { mail: false, push: true, isUrgent: false },
  sale: { mail: 'always', push: true, isUrgent: false },
  payout: { mail: 'always', push: true, isUrgent: false },
  gift: { mail: 'always', push: true, isUrgent: false },
  airdrop: { mail: true, push: true, isUrgent: false },
  offer: { mail: false, push: true, isUrgent: false },
  // the member asked for exactly this, and an hour later it is of no use
  reminder: { mail: true, push: true, isUrgent: true },
  favorite: { mail: false, push: true, isUrgent: false },
  follow: { mail: false, push: true, isUrgent: false },
  announcement: { mail: false, push: false, isUrgent: false },
}
