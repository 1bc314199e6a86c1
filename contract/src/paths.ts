import type { PathSpec } from './path-spec.ts'

/** Every call of the API by name. Paths as the specification spells them. */
export const paths = {
  // identity
  emailSignUp: { method: 'POST', path: '/auth/email_sign_up', body: 'json', auth: 'none', bot: 'email_sign_up' },
  emailSignUpComplete: {
    method: 'POST',
    path: '/auth/email_sign_up_complete',
    body: 'json',
    auth: 'none',
    bot: 'email_sign_up_complete',
  },
  emailSignUpResend: {
    method: 'POST',
    path: '/auth/email_sign_up_resend',
    body: 'json',
    auth: 'none',
    bot: 'email_sign_up_resend',
  },
  emailSignIn: { method: 'POST', path: '/auth/email_sign_in', body: 'json', auth: 'none', bot: 'email_sign_in' },
  signOut: { method: 'POST', path: '/auth/sign_out', auth: 'optional' },
  refresh: { method: 'POST', path: '/auth/refresh', auth: 'none' },
  account: { method: 'GET', path: '/auth/account', auth: 'member' },
  // wallet
  flowPrepare: { method: 'POST', path: '/auth/flow_prepare', auth: 'optional', bot: 'flow_prepare' },
  flowSetup: { method: 'POST', path: '/auth/flow_setup', body: 'json', auth: 'member', bot: 'flow_setup' },
  flowAdd: { method: 'POST', path: '/auth/flow_add', body: 'json', auth: 'member', bot: 'flow_add' },
  // catalogue
  listItems: { method: 'GET', path: '/api/items', auth: 'none' },
  showItem: { method: 'GET', path: '/api/items/:itemId', auth: 'none' },
  showSellingPack: { method: 'GET', path: '/api/items/:itemId/selling-pack', auth: 'none' },
  listSeries: { method: 'GET', path: '/api/v1/series-collector/series-summaries', auth: 'none' },
  listCategories: { method: 'GET', path: '/api/v1/display-categories', auth: 'none' },
  listPacks: { method: 'GET', path: '/api/packs', auth: 'none' },
  showPack: { method: 'GET', path: '/api/packs/:packId', auth: 'none' },
  listPackItems: { method: 'GET', path: '/api/packs/:packId/items', auth: 'none' },
  currentTimestamp: { method: 'GET', path: '/api/currentTimestamp', auth: 'none' },
  listBanners: { method: 'GET', path: '/images/top-carousel-banners/top-carousel-banners.json', auth: 'none' },
  listAnnouncements: { method: 'GET', path: '/images/announcement/announcement.json', auth: 'none' },
  // buying
  entryOrderNewCard: {
    method: 'POST',
    path: '/api/packs/:packId/entry-order/new-card',
    body: 'json',
    auth: 'member',
    idempotent: true,
  },
  entryOrderBuy: {
    method: 'POST',
    path: '/api/packs/:packId/entry-order/buy',
    body: 'json',
    auth: 'member',
    idempotent: true,
  },
  listOrders: { method: 'GET', path: '/api/orders', auth: 'member' },
  showTransaction: { method: 'GET', path: '/api/transactions/:type/:transactionId', auth: 'member' },
  listUnopenedPacks: { method: 'GET', path: '/api/users/self/unopenedPacks', auth: 'member' },
  mintTokens: { method: 'POST', path: '/api/users/self/tokens/mint', body: 'json', auth: 'member', idempotent: true },
  cardNotice: { method: 'POST', path: '/api/notices/card', body: 'form', auth: 'none' },
  // owning
  listTokens: { method: 'GET', path: '/api/tokens', auth: 'none' },
  showToken: { method: 'GET', path: '/api/tokens/:tokenId', auth: 'none' },
  showUser: { method: 'GET', path: '/api/users/:userId', auth: 'none' },
  showUserByAddress: { method: 'GET', path: '/api/users/addresses/:flowAddress', auth: 'none' },
  countTokens: { method: 'GET', path: '/api/users/:userId/token-count', auth: 'none' },
  showProfile: { method: 'GET', path: '/api/users/self/profiles', auth: 'member' },
  updateProfile: { method: 'PUT', path: '/api/users/self/profiles', body: 'multipart', auth: 'member' },
  deleteThumbnail: { method: 'DELETE', path: '/api/users/self/profiles/thumbnail', auth: 'member' },
} as const satisfies Record<string, PathSpec>

export type CallName = keyof typeof paths
