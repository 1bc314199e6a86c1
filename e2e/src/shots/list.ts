import type { Page } from 'playwright-core'
import type { Members } from './members.ts'

export type Shot = {
  name: string
  path: string
  as: 'guest' | 'collector' | 'newcomer'
  /** What is there when the screen is. */
  ready: string
  /** What is done on the page before the shot. */
  act?: (page: Page) => Promise<void>
  /** A window or menu: what lies below it is not part of the shot. */
  isView?: boolean
  status?: number
}

const main = 'main h1'

const openMenu = async (page: Page) => {
  await page.locator('button[popovertarget=account-menu]').click()
  await page.locator('#account-menu').waitFor()
}

/** One of the ways to pay: a stored card, a new one, or the deferred payment, in the order of the screen. */
const chooseMeans = (value: string) => async (page: Page) => {
  await page.locator(`input[name=means]${value}`).first().check()
}

const fillCard = async (page: Page) => {
  await chooseMeans('[value=new-card]')(page)
  await page.locator('[autocomplete=cc-number]').fill('4111 1111 1111 1111')
  await page.locator('[autocomplete=cc-exp]').fill('12 / 39')
  await page.locator('[autocomplete=cc-csc]').fill('123')
  await page.locator('[autocomplete=cc-name]').fill('HANAKO SATO')
}

const confirm = async (page: Page) => {
  await fillCard(page)
  await page.locator('main form button[type=submit]').click()
  await page.waitForURL(/step=confirm/)
}

const usePoints = (count: number) => async (page: Page) => {
  await page.locator('main form section input').first().fill(String(count))
}

/** An order by the deferred payment whose window was closed: it waits, until the next of these shots finds it. */
const leaveUnpaid = async (page: Page) => {
  const earlier = page.locator('main [role=timer]')
  const means = page.locator('input[name=means][value=paidy]')
  await earlier.or(means).first().waitFor()
  if (await earlier.isVisible()) return
  await means.check()
  await page.locator('main form button[type=submit]').click()
  await page.waitForURL(/step=confirm/)
  await page.locator('main section button').first().click()
  await page.frameLocator('#paidy-checkout').locator('#close').click()
  await earlier.waitFor()
}

/** The welcome is seen once in a member's life: the account of this one page says that the wallet is there. */
const asLinked = async (page: Page) => {
  await page.route('**/auth/account', async (route) => {
    const response = await route.fetch()
    await route.fulfill({
      response,
      json: { ...((await response.json()) as object), flowAddress: '0x01cf0e2f2f715450' },
    })
  })
}

const openLink = async (page: Page) => {
  await page.locator('button[popovertarget=account-menu]').click()
  await page.locator('#account-menu button').first().click()
  await page.locator('dialog[open]').waitFor()
}

/** The visitor wants to change their answer about being measured. */
const askConsent = async (page: Page) => {
  await page.locator('footer li button').click()
  await page.locator('.consent-banner').waitFor()
  await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }))
}

const openFold = (at: number) => async (page: Page) => {
  await page.locator('main [aria-expanded]').nth(at).click()
  await page.locator('main form').waitFor()
}

/** Every screen of the shop, in the order in which a visitor meets them. */
export const listShots = (members: Members): Shot[] => [
  { name: 'home', path: '/', as: 'guest', ready: 'main a[href^="/packs/"]' },
  { name: 'item-list', path: '/items', as: 'guest', ready: 'main a[href^="/items/"]' },
  { name: 'item', path: '/items/moon-kura', as: 'guest', ready: main },
  { name: 'pack', path: '/packs/moon-first', as: 'guest', ready: main },
  { name: 'login', path: '/login', as: 'guest', ready: 'input[name=password]' },
  { name: 'signup', path: '/signup', as: 'guest', ready: 'input[name=email]' },
  { name: 'login-reset', path: '/login/reset', as: 'guest', ready: 'input[name=email]' },
  { name: 'login-link', path: '/login/link', as: 'guest', ready: 'input[name=email]' },
  { name: 'wallet-stop', path: '/wallet/recovery/cancel?token=seen-once', as: 'guest', ready: 'main button' },
  { name: 'consent', path: '/packs/moon-first', as: 'guest', ready: main, act: askConsent, isView: true },
  { name: 'signup-complete', path: '/signup/complete?token=seen-once', as: 'guest', ready: 'input[name=password]' },
  { name: 'wallet-invite', path: '/', as: 'newcomer', ready: 'main', act: openLink, isView: true },
  {
    name: 'wallet-welcome',
    path: '/',
    as: 'newcomer',
    ready: 'main',
    act: async (page) => {
      await asLinked(page)
      await openLink(page)
    },
    isView: true,
  },
  { name: 'account-menu', path: '/', as: 'collector', ready: 'main', act: openMenu, isView: true },
  { name: 'account-menu-new', path: '/', as: 'newcomer', ready: 'main', act: openMenu, isView: true },
  {
    name: 'checkout',
    path: '/packs/season-screens/checkout',
    as: 'collector',
    ready: 'input[name=means]',
    act: fillCard,
  },
  {
    name: 'checkout-stored',
    path: '/packs/season-screens/checkout',
    as: 'collector',
    ready: 'input[name=means]',
    act: usePoints(120),
  },
  {
    name: 'checkout-paidy',
    path: '/packs/season-screens/checkout',
    as: 'collector',
    ready: 'input[name=means]',
    act: chooseMeans('[value=paidy]'),
  },
  { name: 'checkout-earlier', path: '/packs/weave-last/checkout', as: 'collector', ready: main, act: leaveUnpaid },
  {
    name: 'confirmation',
    path: '/packs/fox-single/checkout',
    as: 'collector',
    ready: 'input[name=means]',
    act: confirm,
  },
  {
    name: 'order-minting',
    path: `/mypage/orders/${members.mintingOrder}`,
    as: 'collector',
    ready: 'main [aria-current=step]',
  },
  {
    name: 'order-delivered',
    path: `/mypage/orders/${members.deliveredOrder}`,
    as: 'collector',
    ready: 'main [aria-current=step]',
  },
  {
    name: 'order-record',
    path: `/mypage/orders/${members.deliveredOrder}`,
    as: 'collector',
    ready: 'main details',
    act: (page) => page.locator('main summary').click(),
  },
  { name: 'order-refunded', path: `/mypage/orders/${members.refundedOrder}`, as: 'collector', ready: 'main details' },
  { name: 'cards', path: '/mypage/cards', as: 'collector', ready: 'main li' },
  { name: 'points', path: '/mypage/points', as: 'collector', ready: 'main ul li' },
  { name: 'orders', path: '/mypage/orders', as: 'collector', ready: 'main li a[href^="/mypage/orders/"]' },
  { name: 'unopened-packs', path: '/mypage/packs', as: 'collector', ready: 'main a[href*="/open?"]' },
  { name: 'opening', path: members.unopenedPath, as: 'collector', ready: '.tear' },
  { name: 'opened', path: members.openedPath, as: 'collector', ready: 'main h2' },
  { name: 'my-page', path: '/mypage', as: 'collector', ready: 'main a[href^="/tokens/"]' },
  { name: 'my-page-empty', path: '/mypage', as: 'newcomer', ready: main },
  { name: 'my-collection', path: '/mypage/collection', as: 'collector', ready: 'main a[href^="/tokens/"]' },
  { name: 'token', path: `/tokens/${members.tokenId}`, as: 'guest', ready: main },
  { name: 'own-profile', path: '/mypage/profile', as: 'collector', ready: 'main textarea' },
  { name: 'account', path: '/mypage/account', as: 'collector', ready: 'main li a[href="/mypage/email"]' },
  { name: 'email', path: '/mypage/email', as: 'collector', ready: 'input[name=email]' },
  { name: 'password', path: '/mypage/password', as: 'collector', ready: 'input[name=currentPassword]' },
  { name: 'devices', path: '/mypage/devices', as: 'collector', ready: 'main ul li' },
  { name: 'wallet', path: '/mypage/wallet', as: 'collector', ready: 'main [aria-expanded]' },
  { name: 'wallet-change', path: '/mypage/wallet', as: 'collector', ready: 'main [aria-expanded]', act: openFold(0) },
  { name: 'wallet-recover', path: '/mypage/wallet', as: 'collector', ready: 'main [aria-expanded]', act: openFold(1) },
  { name: 'wallet-none', path: '/mypage/wallet', as: 'newcomer', ready: 'main section button' },
  {
    name: 'public-profile',
    path: `/profile?id=${members.flowAddress}`,
    as: 'guest',
    ready: 'main a[href^="/tokens/"]',
  },
  { name: 'not-found', path: '/no-such-page', as: 'guest', ready: main, status: 404 },
  { name: 'error', path: '/items/no-such-item', as: 'guest', ready: main, status: 404 },
]
