import type { Page } from 'playwright-core'
import type { Members } from './members.ts'
import type { Shot } from './shot.ts'

const main = 'main h1'

/**
 * One of the ways to pay: a stored card, a new one, or the deferred payment, in the order of the
 * screen.
 */
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

/**
 * An order by the deferred payment whose window was closed: it waits, until the next of these shots
 * finds it.
 */
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

/** Has a read answered by the shot, for what no member of these has, and reads it again. */
const answered = (path: string, change: (found: object) => object) => async (page: Page) => {
  await page.route(path, async (route) => {
    const response = await route.fetch()
    await route.fulfill({ status: 200, json: change((await response.json()) as object) })
  })
  await page.reload()
}

/** A member who was never given any points. */
export const withoutPoints = async (page: Page) => {
  await answered('**/api/users/self/point-details*', () => ({ items: [] }))(page)
  await answered('**/api/users/self/point-summary', () => ({ balance: 0, paid: 0, free: 0, expiring: [] }))(page)
  await page.locator('main .border-dashed').waitFor()
}

/** A balance that pays for the whole pack. */
const payByPoints = async (page: Page) => {
  await answered('**/api/users/self/point-summary', (found) => ({ ...found, balance: 90_000, free: 90_000 }))(page)
  await page.locator('main form section input').first().fill('90000')
  await page.locator('main form button[type=submit]').click()
  await page.waitForURL(/step=confirm/)
  await page.locator('main section dl').waitFor()
}

/** The outcome of a payment when the member comes back from the bank. */
const comeBack = (status: number, body: object) => async (page: Page) => {
  await page.route('**/entry-order/buy', (route) => route.fulfill({ status, json: body }))
  await page.clock.install()
  await page.reload()
  const ended = page.locator('main [role=alert]:has(a), main .border-dashed')
  // nobody knows: it is asked for several times before that is shown
  while ((await ended.count()) === 0) {
    await page.clock.runFor(3000)
    await page.waitForTimeout(50)
  }
}

/** The screens of paying and of what was paid. */
export const listPayingShots = (members: Members): Shot[] => [
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
  { name: 'checkout-earlier', path: '/packs/wave-single/checkout', as: 'collector', ready: main, act: leaveUnpaid },
  {
    name: 'confirmation',
    path: '/packs/fox-single/checkout',
    as: 'collector',
    ready: 'input[name=means]',
    act: confirm,
  },
  {
    name: 'confirmation-points',
    path: '/packs/fox-single/checkout',
    as: 'collector',
    ready: 'input[name=means]',
    act: payByPoints,
  },
  {
    name: 'return-declined',
    path: '/checkout/return?packId=fox-single&AccessID=seen-on-a-screen',
    as: 'collector',
    ready: main,
    act: comeBack(400, { errorCode: 'PAYMENT_DECLINED', message: 'payment declined', error: '42G030000' }),
  },
  {
    name: 'return-slow',
    path: '/checkout/return?packId=fox-single&AccessID=seen-on-a-screen',
    as: 'collector',
    ready: main,
    act: comeBack(503, { errorCode: 'SERVICE_UNAVAILABLE', message: 'not now' }),
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
]
