// Tests failures around a checkout: lost responses, other tabs, changed prices, wrong clocks.
// Nothing may be bought twice unnoticed.
import assert from 'node:assert/strict'
import test, { after, before } from 'node:test'
import type { Browser, Page, Route } from 'playwright-core'
import { toConfirmation, typeCard } from './acts.ts'
import { countOrders, readLatestOrder, readPoints } from './books.ts'
import { startBrowser } from './browser.ts'
import { startInstance } from './instance.ts'
import type { Kura } from './instance.ts'
import { journey, phone } from './journey.ts'
import type { Visitor } from './journey.ts'
import { stopClock } from './page-clock.ts'
import {
  answerPaidy,
  arriveAt,
  checkoutOf,
  choose,
  closePaidy,
  confirm,
  givePoints,
  giveUp,
  makeWallet,
  orderByPaidy,
  paidyWindow,
  usePoints,
} from './tender-acts.ts'
import { waitForCount } from './wait-for-count.ts'

let kura: Kura
let browser: Browser
before(async () => {
  kura = await startInstance()
  browser = await startBrowser()
})
after(async () => {
  await browser?.close()
  await kura?.stop()
})
const world = { kura: () => kura, browser: () => browser, device: phone }
const longJourney = { timeout: 300_000 }
/** The gateway asks its holder nothing. */
const quietCard = '5555 5555 5555 4444'
const approvedBuyer = 'successful.payment@paidy.com'

const bought = (page: Page) => page.getByRole('heading', { name: 'このパックは、すでにご注文いただいています' })
const unpaid = (page: Page) => page.getByRole('heading', { name: 'お支払いの途中のご注文があります' })
const lost = (page: Page) => page.getByText('結果を確認できませんでした')

type Entered = { orderId: string; accessID: string; redirectUrl: string | null }

/**
 * Lets the next call of this address reach the server, and its answer get lost; `then` continues
 * with what it said.
 */
async function loseAnswer(
  visitor: Visitor,
  address: string,
  then: (answer: Entered) => Promise<void> = async () => {},
) {
  visitor.watch.expect(new RegExp(`failed: POST .*/${address}|Failed to load resource.*/${address}`))
  const lose = async (route: Route): Promise<void> => {
    const answer = await route.fetch()
    assert.ok(answer.ok(), `${answer.status()}`)
    await then((await answer.json()) as Entered)
    await route.abort('connectionreset')
  }
  await visitor.page.route(`**/${address}`, (route) => void lose(route), { times: 1 })
}

/** Pays an order as its bank and its return page would, without any page. */
async function payUnseen(
  { page, context }: Visitor,
  packId: string,
  { redirectUrl, accessID }: Entered,
): Promise<void> {
  assert.ok(redirectUrl)
  await context.request.get(redirectUrl)
  const token = await page.evaluate(
    () => (JSON.parse(localStorage.getItem('session') ?? '{}') as { token: string }).token,
  )
  const headers = { 'x-auth-session': `Bearer ${token}` }
  const paid = await context.request.post(`/api/packs/${packId}/entry-order/buy`, { headers, data: { accessID } })
  assert.ok(paid.ok(), await paid.text())
}

/** The keys of the money-moving calls a page sends from now on, by the end of their address. */
function watchKeys(page: Page): { call: string; key: string | undefined }[] {
  const sent: { call: string; key: string | undefined }[] = []
  page.on('request', (request) => {
    const call = /\/(entry-order\/[\w-]+|buy-point)$/.exec(request.url())?.[1]
    if (call !== undefined && request.method() === 'POST')
      sent.push({ call, key: request.headers()['idempotency-key'] })
  })
  return sent
}

void test(
  'a card order whose answer is lost is seen after a reload: unpaid it is given up, paid it stands before another one',
  longJourney,
  journey({ ...world, email: 'lost-card@visitor.example' }, async (visitor) => {
    const { page, look, email } = visitor
    await arriveAt(visitor, 'weave-notebook', await makeWallet(kura))
    await typeCard(visitor, quietCard)
    await toConfirmation(visitor)
    await loseAnswer(visitor, 'entry-order/new-card')
    await confirm(visitor)
    await lost(page).waitFor()
    await page.reload()
    await unpaid(page).waitFor()
    // it was begun in this very browser
    await page.getByText('このお支払いの続きは、ここではひらけません。').waitFor()
    await look('checkout, order whose answer was lost')
    await giveUp(visitor)
    await page.getByRole('heading', { name: 'お支払い方法', exact: true }).waitFor()

    await typeCard(visitor, quietCard)
    await toConfirmation(visitor)
    await loseAnswer(visitor, 'entry-order/new-card', (entered) => payUnseen(visitor, 'weave-notebook', entered))
    await confirm(visitor)
    await lost(page).waitFor()
    await page.goto(checkoutOf('weave-notebook'))
    await bought(page).waitFor()
    await look('checkout, paid order whose answer was lost')
    assert.equal(await countOrders(kura, email), 1)
    // who has seen it and wants another one is not shown it again
    await page.getByRole('button', { name: 'もうひとつ購入する' }).click()
    await page.getByRole('heading', { name: 'お支払い方法', exact: true }).waitFor()
    const listed = page.waitForResponse(/\/api\/orders\?/)
    await page.reload()
    await listed
    await page.getByRole('heading', { name: 'お支払い方法', exact: true }).waitFor()
    assert.equal(await bought(page).count(), 0)
  }),
)

void test(
  'points whose answer is lost are taken once, whether the button is pressed again or the page is loaded again',
  longJourney,
  journey({ ...world, email: 'lost-points@visitor.example' }, async (visitor) => {
    const { page, email } = visitor
    await arriveAt(visitor, 'season-screens', await makeWallet(kura))
    await givePoints(visitor, 9000)
    const all = await readPoints(kura, email)
    const keys = watchKeys(page)
    const orderLost = async () => {
      await page.goto(checkoutOf('season-screens'))
      await usePoints(visitor, 1800)
      await toConfirmation(visitor)
      await loseAnswer(visitor, 'buy-point')
      await confirm(visitor)
      await lost(page).waitFor()
    }
    await orderLost()
    await confirm(visitor)
    await page.waitForURL(/\/mypage\/orders\//)
    assert.deepEqual([await countOrders(kura, email), await readPoints(kura, email)], [1, all - 1800])
    assert.equal(keys.length, 2)
    assert.equal(new Set(keys.map(({ key }) => key)).size, 1)

    await orderLost()
    await page.reload()
    await bought(page).waitFor()
    await page.getByRole('link', { name: '注文の詳細を見る' }).click()
    await page.waitForURL(/\/mypage\/orders\//)
    assert.ok(page.url().endsWith((await readLatestOrder(kura, email)).id))
    assert.deepEqual([await countOrders(kura, email), await readPoints(kura, email)], [2, all - 3600])
  }),
)

void test(
  'an unpaid order is held by the clock of the server, and paid in one tab it stands before another one in the other',
  longJourney,
  journey({ ...world, email: 'two-tabs@visitor.example' }, async (visitor) => {
    const { page, context, email, watch } = visitor
    await arriveAt(visitor, 'water-first', await makeWallet(kura))
    await orderByPaidy(visitor)
    await closePaidy(visitor)
    await unpaid(page).waitFor()
    // the clock of this device is an hour wrong: nothing expires before the server has sent its
    // time
    const fast = await context.newPage()
    await fast.addInitScript(() => {
      const now = Date.now
      Date.now = () => now() + 3_600_000
    })
    let answer = (): void => {}
    const held = new Promise<void>((resolve) => (answer = resolve))
    await fast.route('**/api/currentTimestamp', async (route) => {
      await held
      await route.continue()
    })
    await fast.goto(checkoutOf('water-first'))
    await unpaid(fast).waitFor()
    assert.equal(await fast.getByText('お取り置きの時間が過ぎました。').count(), 0)
    answer()
    await fast
      .getByRole('timer')
      .filter({ hasText: /\d:\d\d/ })
      .waitFor()
    await fast.close()
    const other = await context.newPage()
    // a tab in the back asks for nothing
    watch.expect(/api\/transactions\//)
    await other.route('**/api/transactions/**', (route) => route.abort())
    await other.goto(checkoutOf('water-first'))
    await unpaid(other).waitFor()
    await page.getByRole('button', { name: 'ペイディの画面をひらく' }).click()
    await answerPaidy(visitor, approvedBuyer)
    await page.waitForURL(/\/mypage\/orders\//)
    await page.getByText('お支払いが完了しました。パックはいつでもひらけます。').waitFor()

    await other.unroute('**/api/transactions/**')
    await other.bringToFront()
    const listed = other.waitForResponse(/\/api\/orders\?/)
    await other.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
    await listed
    await bought(other).waitFor()
    await waitForCount(other.getByRole('radio'), 0)
    assert.equal(await countOrders(kura, email), 1)
  }),
)

void test(
  'the checkout follows a changed price at once, and tells of too much haste as such',
  longJourney,
  journey({ ...world, email: 'haste@visitor.example' }, async (visitor) => {
    const { page, look, watch } = visitor
    await arriveAt(visitor, 'weave-notebook', await makeWallet(kura))
    const keys = watchKeys(page)
    await choose(visitor, /あと払い/)
    await toConfirmation(visitor)
    await page.getByText('送料はかかりません。ペイディへのお支払いには').waitFor()
    watch.expect(/status of (429|409) .*\/entry-order\/paidy/)
    let priceYen = 900
    const refuse = (status: number, errorCode: string, nextYen = priceYen) =>
      page.route(
        '**/entry-order/paidy',
        (route) => {
          priceYen = nextYen
          return route.fulfill({ status, json: { errorCode, message: '' } })
        },
        { times: 1 },
      )
    await refuse(429, 'TOO_MANY_REQUESTS')
    await confirm(visitor)
    await page.getByText('操作が続いたため、一時的に制限しています。').waitFor()
    assert.equal(await lost(page).count(), 0)

    const address = /\/api\/packs\/weave-notebook(\?.*)?$/
    await page.route(address, async (route) => {
      const askedYen = priceYen
      const answer = await route.fetch()
      await route.fulfill({ response: answer, json: { ...((await answer.json()) as object), priceYen: askedYen } })
    })
    // no timer runs from here: the new price is asked for because of the refusal
    await page.clock.install()
    await stopClock(page)
    await refuse(409, 'TRADE_PRICE_CHANGED', 950)
    await confirm(visitor)
    // until the response arrives the page only says that the price changed; then it shows both
    // prices
    await page.getByText('価格が¥900から¥950に変わりました。').waitFor()
    await page.getByRole('button', { name: '¥950（税込）で注文を確定する' }).waitFor()
    await page.clock.resume()
    await look('final confirmation, price changed')
    await page.unroute(address)

    // the same order under the same key after haste, another one after a refusal; then one that
    // stands
    await page.goto(checkoutOf('weave-notebook'))
    await orderByPaidy(visitor)
    const [first, second, third] = keys.map(({ key }) => key)
    assert.deepEqual([keys.length, first === second, second === third], [3, true, false])
    await closePaidy(visitor)
    await unpaid(page).waitFor()
    await giveUp(visitor)
  }),
)

void test(
  'every card payment is completed under a key, and a jump between two checkouts takes no choice along',
  longJourney,
  journey({ ...world, email: 'jump@visitor.example' }, async (visitor) => {
    const { page } = visitor
    await arriveAt(visitor, 'weave-notebook', await makeWallet(kura))
    const keys = watchKeys(page)
    await typeCard(visitor, quietCard)
    await toConfirmation(visitor)
    await confirm(visitor)
    await page.waitForURL(/\/mypage\/orders\//)
    assert.deepEqual([...new Set(keys.map(({ call }) => call))], ['entry-order/new-card', 'entry-order/buy'])
    for (const { call, key } of keys) assert.match(key ?? '', /^[\w-]{8,128}$/, call)

    const toCheckout = async (packId: string) => {
      await page.locator(`main a[href="/packs/${packId}"]`).first().click()
      await page
        .locator(`a[href="${checkoutOf(packId)}"]:visible`)
        .first()
        .click()
      await page.getByRole('radio', { name: /あと払い/ }).waitFor()
    }
    await page.goto('/packs')
    await toCheckout('water-first')
    await page.getByRole('navigation').getByRole('link', { name: 'パック', exact: true }).last().click()
    await toCheckout('season-screens')
    await choose(visitor, /あと払い/)
    await page.evaluate(() => history.go(-3))
    await page.waitForURL(new RegExp(checkoutOf('water-first')))
    await page.getByText('¥1,500').first().waitFor()
    await page.getByRole('radio', { name: /あと払い/, checked: false }).waitFor()
  }),
)

void test(
  'with one of the items of the law missing nothing can be ordered',
  longJourney,
  journey({ ...world, email: 'gap@visitor.example' }, async (visitor) => {
    const { page } = visitor
    await arriveAt(visitor, 'weave-notebook', await makeWallet(kura))
    await choose(visitor, /あと払い/)
    await toConfirmation(visitor)
    const button = (isDisabled: boolean) => page.getByRole('button', { name: /注文を確定する/, disabled: isDisabled })
    await button(false).waitFor()
    await page.route(/\/api\/packs\/weave-notebook(\?.*)?$/, async (route) => {
      const answer = await route.fetch()
      await route.fulfill({ response: answer, json: { ...((await answer.json()) as object), cardsPerPack: null } })
    })
    // the pack is asked for again while the page is visible
    await page.getByText('ご確認いただく事項がそろっていないため').waitFor()
    await button(true).waitFor()
    assert.equal(await paidyWindow(visitor).locator('input').count(), 0)
  }),
)
