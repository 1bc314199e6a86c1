import type { Page } from 'playwright-core'
import { accountShots, walletShots } from './account.ts'
import type { Members } from './members.ts'
import { listPayingShots } from './paying.ts'
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

const checkPasscode = (code: string) => async (page: Page) => {
  await page.locator('input[name=passcode]').fill(code)
  await page.locator('main form button[type=submit]').click()
  await page.locator('main section h2, main [role=alert] span').first().waitFor()
}

const beginChoice = (button: string) => async (page: Page) => {
  await page.locator(button).first().click()
  await page.locator('main fieldset li').first().waitFor()
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
  { name: 'pack-limited', path: '/packs/rabbit-single', as: 'collector', ready: main },
  { name: 'airdrops', path: '/airdrops', as: 'guest', ready: 'main article' },
  { name: 'airdrop', path: '/airdrops/winter-gift', as: 'newcomer', ready: 'main button.w-full' },
  { name: 'airdrop-claimed', path: '/airdrops/welcome', as: 'collector', ready: 'main article' },
  { name: 'airdrop-minting', path: '/airdrops/winter-gift', as: 'collector', ready: 'main article' },
  {
    name: 'choice-of-one',
    path: '/airdrops/parade-choice',
    as: 'collector',
    ready: 'main button.w-full',
    act: beginChoice('main button.w-full'),
  },
  { name: 'passcode', path: '/passcode', as: 'newcomer', ready: 'input[name=passcode]' },
  {
    name: 'passcode-refused',
    path: '/passcode',
    as: 'newcomer',
    ready: 'input[name=passcode]',
    act: checkPasscode('a b c'),
  },
  {
    name: 'passcode-found',
    path: '/passcode',
    as: 'newcomer',
    ready: 'input[name=passcode]',
    act: checkPasscode('KURA-2026'),
  },
  {
    name: 'choice',
    path: '/passcode',
    as: 'collector',
    ready: 'input[name=passcode]',
    act: async (page) => {
      await checkPasscode('KURA-2026')(page)
      await beginChoice('main section button')(page)
    },
  },
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
  { name: 'opened', path: members.openedPath, as: 'collector', ready: 'main h2' },
  { name: 'my-page', path: '/mypage', as: 'collector', ready: 'main a[href^="/tokens/"]' },
  { name: 'my-page-empty', path: '/mypage', as: 'newcomer', ready: main },
  { name: 'my-collection', path: '/mypage/collection', as: 'collector', ready: 'main a[href^="/tokens/"]' },
  { name: 'token', path: `/tokens/${members.tokenId}`, as: 'guest', ready: main },
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
]
