import type { Page } from 'playwright-core'
import { accountShots, walletShots } from './account.ts'
import type { Members } from './members.ts'
import { givingShots } from './giving.ts'
import { listMarketShots } from './market.ts'
import { listOpeningShots } from './opening.ts'
import { listPayingShots, withoutPoints } from './paying.ts'
import { listSellingShots } from './selling.ts'
import { listSendingShots } from './sending.ts'
import type { Shot } from './shot.ts'

const main = 'main h1'

const openMenu = async (page: Page) => {
  await page.locator('button[popovertarget=account-menu]').click()
  await page.locator('#account-menu').waitFor()
}

/** The visitor wants to change their answer about being measured. */
const askConsent = async (page: Page) => {
  await page.locator('footer li button').click()
  await page.locator('.consent-banner').waitFor()
  await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }))
}

/** Every screen of the shop, in the order in which a visitor meets them. */
export const listShots = (members: Members): Shot[] => [
  { name: 'home', path: '/', as: 'guest', ready: 'main a[href^="/packs/"]' },
  { name: 'item-list', path: '/items', as: 'guest', ready: 'main a[href^="/items/"]' },
  { name: 'item', path: '/items/moon-kura', as: 'guest', ready: main },
  { name: 'pack', path: '/packs/moon-first', as: 'guest', ready: main },
  { name: 'packs', path: '/packs', as: 'guest', ready: 'main a[href^="/packs/"]' },
  { name: 'pack-before', path: '/packs/spring-next', as: 'guest', ready: main },
  { name: 'pack-passcode', path: '/packs/moon-choice', as: 'guest', ready: 'main a[href="/passcode"]' },
  { name: 'pack-line', path: '/packs/weave-last', as: 'guest', ready: 'main a[href^="/login"]' },
  { name: 'pack-proof', path: '/packs/moon-first/fairness', as: 'guest', ready: 'main h2' },
  { name: 'pack-limited', path: '/packs/rabbit-single', as: 'collector', ready: main },
  ...givingShots,
  ...listMarketShots(members),
  { name: 'contact', path: '/contact', as: 'guest', ready: 'main textarea' },
  {
    name: 'contact-order',
    path: `/contact?order=${members.deliveredOrder}`,
    as: 'collector',
    ready: 'main section img',
  },
  { name: 'terms', path: '/terms', as: 'guest', ready: 'main h2' },
  { name: 'privacy', path: '/privacy', as: 'guest', ready: 'main h2' },
  { name: 'tokushoho', path: '/tokushoho', as: 'guest', ready: 'main dl' },
  { name: 'login', path: '/login', as: 'guest', ready: 'input[name=password]' },
  { name: 'signup', path: '/signup', as: 'guest', ready: 'input[name=email]' },
  { name: 'login-reset', path: '/login/reset', as: 'guest', ready: 'input[name=email]' },
  { name: 'login-link', path: '/login/link', as: 'guest', ready: 'input[name=email]' },
  { name: 'wallet-stop', path: '/wallet/recovery/cancel?token=seen-once', as: 'guest', ready: 'main button' },
  { name: 'consent', path: '/packs/moon-first', as: 'guest', ready: main, act: askConsent, isView: true },
  { name: 'signup-complete', path: '/signup/complete?token=seen-once', as: 'guest', ready: 'input[name=password]' },
  ...walletShots,
  { name: 'account-menu', path: '/', as: 'collector', ready: 'main', act: openMenu, isView: true },
  { name: 'account-menu-new', path: '/', as: 'newcomer', ready: 'main', act: openMenu, isView: true },
  ...listPayingShots(members),
  { name: 'unopened-packs', path: '/mypage/packs', as: 'collector', ready: 'main a[href*="/open?"]' },
  { name: 'opening', path: members.unopenedPath, as: 'collector', ready: '.tear' },
  ...listOpeningShots(members),
  { name: 'opened', path: members.openedPath, as: 'collector', ready: 'main h2' },
  { name: 'my-page', path: '/mypage', as: 'collector', ready: 'main a[href^="/tokens/"]' },
  { name: 'my-page-empty', path: '/mypage', as: 'newcomer', ready: main },
  { name: 'my-collection', path: '/mypage/collection', as: 'collector', ready: 'main a[href^="/tokens/"]' },
  { name: 'token', path: `/tokens/${members.tokenId}`, as: 'guest', ready: main },
  ...listSellingShots(members),
  ...listSendingShots(members),
  { name: 'unopened-packs-empty', path: '/mypage/packs', as: 'newcomer', ready: 'main .border-dashed' },
  { name: 'orders-empty', path: '/mypage/orders', as: 'newcomer', ready: 'main .border-dashed' },
  { name: 'points-empty', path: '/mypage/points', as: 'newcomer', ready: main, act: withoutPoints },
  { name: 'cards-empty', path: '/mypage/cards', as: 'newcomer', ready: 'main .border-dashed' },
  { name: 'own-profile', path: '/mypage/profile', as: 'collector', ready: 'main textarea' },
  ...accountShots,
  {
    name: 'public-profile',
    path: `/profile?id=${members.flowAddress}`,
    as: 'guest',
    ready: 'main a[href^="/tokens/"]',
  },
  { name: 'not-found', path: '/no-such-page', as: 'guest', ready: main, status: 404 },
  { name: 'error', path: '/items/no-such-item', as: 'guest', ready: main, status: 404 },
  { name: 'mistyped', path: '/profile?id=0x12', as: 'guest', ready: main, status: 400 },
]
