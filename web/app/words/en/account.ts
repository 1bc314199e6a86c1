/** Words of the account's menu, on every page. */
export const accountWords = {
  'account.login': 'Log in',
  'account.signup': 'Sign up',
  'account.logout': 'Log out',
  'account.menu': 'Account menu',
  'account.collection': 'My collection',
  'account.unopened-packs': 'Unopened packs',
  'account.orders': 'Orders',
  'account-settings.title': 'Account settings',
  'account.profile': 'Profile',
  'wallet.menu': 'Link a wallet',
} as const
