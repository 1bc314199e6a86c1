/** Where every screen is. `profile` is by wallet address, as the specification says. */
export const links = {
  home: '/',
  items: '/items',
  item: (itemId: string) => `/items/${encodeURIComponent(itemId)}`,
  market: '/market',
  packs: '/packs',
  pack: (packId: string) => `/packs/${encodeURIComponent(packId)}`,
  packProof: (packId: string) => `/packs/${encodeURIComponent(packId)}/fairness`,
  checkout: (packId: string) => `/packs/${encodeURIComponent(packId)}/checkout`,
  checkoutReturn: '/checkout/return',
  series: (seriesId: string) => `/series/${encodeURIComponent(seriesId)}`,
  token: (tokenId: string) => `/tokens/${encodeURIComponent(tokenId)}`,
  /** Buying what a member offers. */
  sellToken: (tokenId: string) => `/tokens/${encodeURIComponent(tokenId)}/sell`,
  giftToken: (tokenId: string) => `/tokens/${encodeURIComponent(tokenId)}/gift`,
  transferToken: (tokenId: string) => `/tokens/${encodeURIComponent(tokenId)}/transfer`,
  tokenCheckout: (tokenId: string) => `/tokens/${encodeURIComponent(tokenId)}/checkout`,
  profile: (flowAddress: string) => `/profile?id=${encodeURIComponent(flowAddress)}`,
  passcode: '/passcode',
  airdrops: '/airdrops',
  airdrop: (airdropId: string) => `/airdrops/${encodeURIComponent(airdropId)}`,
  announcements: '/announcements',
  login: '/login',
  passwordReset: '/login/reset',
  mailLink: '/login/link',
  signup: '/signup',
  mypage: '/mypage',
  collection: '/mypage/collection',
  unopenedPacks: '/mypage/packs',
  /** The order goes along as a query, which keeps the page out of what is measured. */
  opening: (unopenedPackId: string, orderId: string) =>
    `/mypage/packs/${encodeURIComponent(unopenedPackId)}/open?orderId=${encodeURIComponent(orderId)}`,
  orders: '/mypage/orders',
  order: (orderId: string) => `/mypage/orders/${encodeURIComponent(orderId)}`,
  listings: '/mypage/listings',
  points: '/mypage/points',
  cards: '/mypage/cards',
  settings: '/mypage/profile',
  account: '/mypage/account',
  email: '/mypage/email',
  password: '/mypage/password',
  devices: '/mypage/devices',
  wallet: '/mypage/wallet',
  terms: '/terms',
  privacy: '/privacy',
  tokushoho: '/tokushoho',
  contact: '/contact',
  contactAbout: (orderId: string) => `/contact?order=${encodeURIComponent(orderId)}`,
} as const

/** A way in that comes back to `path` afterwards; only a path of this site is taken along. */
export const withRedirect = (page: '/login' | '/signup' | '/login/reset' | '/login/link', path: string): string =>
  path.startsWith('/') && path !== '/' ? `${page}?redirect=${encodeURIComponent(path)}` : page
