/** Words of the screens of a member: sign-up, sign-in, wallet, checkout, orders, openings, own pages. */
export const accountWords = {
  'account.login': 'Log in',
  'account.signup': 'Sign up',
  'account.logout': 'Log out',
  'account.menu': 'Account menu',
  'account.collection': 'My collection',
  'account.unopened-packs': 'Unopened packs',
  'account.orders': 'Orders',
  'account.profile': 'Profile',
} as const
