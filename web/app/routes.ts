import { index, route } from '@react-router/dev/routes'
import type { RouteConfig } from '@react-router/dev/routes'

export default [
  index('home/home-screen.tsx'),
  route('items', 'item/item-list-screen.tsx'),
  route('items/:itemId', 'item/item-screen.tsx'),
  route('packs', 'pack/pack-list-screen.tsx'),
  route('packs/:packId', 'pack/pack-screen.tsx'),
  route('series/:seriesId', 'series/series-screen.tsx'),
  route('tokens/:tokenId', 'token/token-screen.tsx'),
  route('profile', 'profile/profile-screen.tsx'),
  route('announcements', 'notice/announcements-screen.tsx'),
  route('terms', 'legal/terms-screen.tsx'),
  route('privacy', 'legal/privacy-screen.tsx'),
  route('tokushoho', 'legal/tokushoho-screen.tsx'),
  route('console/gallery', 'gallery/gallery-screen.tsx'),
  route('login', 'member/login-screen.tsx'),
  route('signup', 'member/signup-screen.tsx'),
  route('signup/complete', 'member/signup-complete-screen.tsx'),
  route('packs/:packId/checkout', 'order/checkout-screen.tsx'),
  route('checkout/return', 'order/checkout-return-screen.tsx'),
  route('mypage', 'mypage/mypage-frame.tsx', [
    index('mypage/overview-screen.tsx'),
    route('collection', 'mypage/collection-screen.tsx'),
    route('packs', 'mypage/unopened-packs-screen.tsx'),
    route('orders', 'order/order-list-screen.tsx'),
    route('profile', 'mypage/own-profile-screen.tsx'),
  ]),
  route('mypage/orders/:orderId', 'order/order-screen.tsx'),
  route('mypage/packs/:unopenedPackId/open', 'opening/opening-screen.tsx'),
  route('*', 'shell/not-found-screen.tsx'),
] satisfies RouteConfig
