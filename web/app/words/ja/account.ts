/** Words of the account's menu, on every page. */
export const accountWords = {
  'account.login': 'ログイン',
  'account.signup': '新規登録',
  'account.logout': 'ログアウト',
  'account.menu': 'アカウントメニュー',
  'account.collection': 'マイコレクション',
  'account.unopened-packs': '未開封パック',
  'account.orders': '購入履歴',
  'account-settings.title': 'アカウント設定',
  'account.profile': 'プロフィール',
  'wallet.menu': 'ウォレットを連携する',
} as const
