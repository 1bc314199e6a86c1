/** Words of the screens of a member: sign-up, sign-in, wallet, checkout, orders, openings, own pages. */
export const accountWords = {
  'account.login': 'ログイン',
  'account.signup': '新規登録',
  'account.logout': 'ログアウト',
  'account.menu': 'アカウントメニュー',
  'account.collection': 'マイコレクション',
  'account.unopened-packs': '未開封パック',
  'account.orders': '購入履歴',
  'account.profile': 'プロフィール',
} as const
