// The main job in a real browser, then asked of the chain, the books and the gateway: nothing of it
// is mocked.
import assert from 'node:assert/strict'
import test, { after, before } from 'node:test'
import type { Browser } from 'playwright-core'
import { findBarriers } from './accessibility.ts'
import { answerBank, fillCard, linkWallet, order, signUpByCode, signUpByLink } from './acts.ts'
import { askGateway, passMinutes, readLatestOrder, readMovements, readStock, sumLedger } from './books.ts'
import { startBrowser } from './browser.ts'
import { readVault } from './chain.ts'
import { readCounter, startInstance } from './instance.ts'
import type { Kura } from './instance.ts'
import { desktop, journey, journeyTime, phone, withMotion } from './journey.ts'
import type { Visitor } from './journey.ts'
import { inSlowTime, stepUntilShown, stopClock } from './page-clock.ts'
import { watchPages } from './page-watch.ts'
import { until } from './until.ts'
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
const world = { kura: () => kura, browser: () => browser }
const approvedCard = '4111 1111 1111 1111'

void test(
  'on a phone: sign up by code, link a wallet, buy a pack with 3-D Secure, open it, own the tokens on chain',
  journeyTime,
  journey({ ...world, email: 'phone@visitor.example', device: { ...phone, ...withMotion } }, async (visitor) => {
    const { page, look } = visitor
    await page.goto('/')
    await look('home')
    await page.locator('a[href="/packs/moon-first"]').first().click()
    await page.getByRole('heading', { level: 1, name: '月の蔵 第一集' }).waitFor()
    await look('pack')
    await page.locator('a[href="/packs/moon-first/checkout"]:visible').first().click()
    await page.getByRole('heading', { level: 1, name: 'ログイン' }).waitFor()
    await look('login')
    await page.locator('main a[href^="/signup"]').click()
    await signUpByCode(visitor)
    await linkWallet(visitor, 'hanako')
    await buy(visitor, approvedCard)
    await openPack(visitor)
    await showCollection(visitor, 3)
    await checkOutcome(visitor, { packId: 'moon-first', priceYen: 1200, taxYen: 109, account: 'hanako', cards: 3 })
  }),
)

void test(
  'on a desktop: sign up by link, link a wallet, buy a pack with 3-D Secure, open it, own the tokens on chain',
  journeyTime,
  journey({ ...world, email: 'desktop@visitor.example', device: { ...desktop, ...withMotion } }, async (visitor) => {
    const { page, look } = visitor
    await page.goto('/items')
    await look('item list')
    await page.goto('/items/weave-hemp-star')
    await look('item')
    await page.goto('/signup')
    await signUpByLink(visitor)
    await look('my page')
    await page.goto('/packs/weave-notebook')
    await page.locator('a[href="/packs/weave-notebook/checkout"]:visible').first().click()
    await linkWallet(visitor, 'taro')
    await buy(visitor, approvedCard)
    await openPack(visitor)
    await showCollection(visitor, 2)
    await checkOutcome(visitor, { packId: 'weave-notebook', priceYen: 900, taxYen: 81, account: 'taro', cards: 2 })
  }),
)

/** From the card form to the order's own page, where the pack waits. */
async function buy(visitor: Visitor, card: string): Promise<void> {
  await fillCard(visitor, card)
  await order(visitor)
  await answerBank(visitor, 'approved')
  await visitor.page.waitForURL(/\/mypage\/orders\//)
  await visitor.page.getByText('お支払いが完了しました。パックはいつでもひらけます。').waitFor()
  await visitor.look('order, paid')
}

async function openPack({ page, look }: Visitor): Promise<void> {
  await page.goto('/mypage/packs')
  await page.getByRole('link', { name: 'パックをひらく' }).click()
  const pack = page.getByRole('button', { name: /タップしてひらく/ })
  await pack.waitFor()
  await look('opening, closed pack')
  // the show continues by itself and takes seconds
  await page.clock.install()
  await stopClock(page)
  await pack.click()
  await stepUntilShown(page, page.getByRole('button', { name: '次のアイテム' }).first())
  await inSlowTime(page, () => look('opening, first card'))
  await page.getByRole('button', { name: 'スキップ' }).click()
  await page.clock.resume()
  await page.getByRole('heading', { name: /点のアイテムを迎えました/ }).waitFor()
  await look('opening, all cards')
}

async function showCollection({ page, look }: Visitor, count: number): Promise<void> {
  await page.getByRole('link', { name: 'コレクションを見る' }).click()
  // each card also leads to the sale of its piece, once it is known that it may be sold
  const tokens = page.locator('main a[href^="/tokens/"]:not([href$="/sell"])')
  await waitForCount(tokens, count)
  await look('my collection')
  await tokens.first().click()
  await page.waitForURL(/\/tokens\//)
  await page.getByRole('heading', { level: 1 }).waitFor()
  await look('token')
  await page.goto('/mypage/profile')
  await page.getByRole('button', { name: '保存する' }).waitFor()
  await look('own profile')
  await page.goto('/mypage/orders')
  await page.locator('main a[href^="/mypage/orders/"]').first().click()
  await page.getByText('アイテムがあなたのウォレットに届きました。').waitFor()
  await look('order, delivered')
}

type Outcome = { packId: string; priceYen: number; taxYen: number; account: string; cards: number }

async function checkOutcome({ email }: Visitor, expected: Outcome): Promise<void> {
  const found = await readLatestOrder(kura, email)
  const { packId, state, priceYen, chargedYen, paymentState, openingState } = found
  assert.deepEqual(
    { packId, state, priceYen, chargedYen, paymentState, openingState },
    {
      packId: expected.packId,
      state: 'delivered',
      priceYen: expected.priceYen,
      chargedYen: expected.priceYen,
      paymentState: 'captured',
      openingState: 'sealed',
    },
  )
  assert.deepEqual(await readMovements(kura, found.id), [
    {
      kind: 'capture',
      entries: {
        'psp:card': expected.priceYen,
        'sales:packs': expected.taxYen - expected.priceYen,
        'tax:consumption': -expected.taxYen,
      },
    },
  ])
  assert.equal(await sumLedger(kura), 0)
  const trade = await askGateway(kura, found.gatewayOrderId ?? '')
  assert.deepEqual(trade, { status: 'CAPTURE', amount: expected.priceYen })
  const address = await addressOf(email)
  assert.equal(address, await readWalletAddress(expected.account))
  const vault = await readVault(kura, address)
  assert.equal(vault.length, expected.cards)
  assert.deepEqual(vault.map(({ refId }) => refId).sort(), found.cards.map(({ refId }) => refId).sort())
}

/** The wallet that the books say is the member's. */
async function addressOf(email: string): Promise<string> {
  const [row] = await kura.sql<
    { address: string }[]
  >`select flow_address as address from members where email = ${email}`
  return row?.address ?? ''
}

/** The address of an account, as the wallet itself has it. */
async function readWalletAddress(name: string): Promise<string | undefined> {
  const answer = await fetch(`${kura.addresses().sandbox}/wallet/api/accounts`)
  const { accounts } = (await answer.json()) as { accounts: { name: string; address: string }[] }
  return accounts.find((account) => account.name === name)?.address
}

void test(
  'a card without money is refused in words, nothing is charged, and the pack is on sale again',
  journeyTime,
  journey({ ...world, email: 'declined@visitor.example', device: phone }, async (visitor) => {
    const { page, look } = visitor
    const before = await readStock(kura, 'season-screens')
    await signUpAt(visitor, '/packs/season-screens/checkout')
    await linkWallet(visitor, 'yuki')
    await fillCard(visitor, '4999 0000 0000 0179')
    await order(visitor)
    assert.deepEqual(await readStock(kura, 'season-screens'), held(before))
    // The browser counts the refusal as an error.
    visitor.watch.expect(/status of 400 .*\/entry-order\/buy/)
    await answerBank(visitor, 'approved')
    const words = page.getByRole('alert').filter({ hasText: 'お支払いが完了しませんでした' })
    await words
      .getByText('カードの残高が足りないため、お支払いが承認されませんでした。請求はされていません。')
      .waitFor()
    await look('payment refused')
    await checkNothingCharged(visitor, { state: 'expired', reason: '42G020000' })
    assert.deepEqual(await readStock(kura, 'season-screens'), before)
    await page.goto('/mypage/orders')
    await page.getByText('お支払い不成立').first().waitFor()
    await look('orders, one refused')
  }),
)

void test(
  'who closes the 3-D Secure page comes back by the order: in time it is paid, too late the pack is on sale again',
  journeyTime,
  journey({ ...world, email: 'returning@visitor.example', device: desktop }, async (visitor) => {
    await signUpAt(visitor, '/packs/parade-night/checkout')
    await linkWallet(visitor, 'ken')
    await fillCard(visitor, approvedCard)
    await order(visitor)
    await visitor.reopen()
    await resumeFromOrders(visitor)
    await answerBank(visitor, 'approved')
    await visitor.page.getByText('お支払いが完了しました。パックはいつでもひらけます。').waitFor()
    assert.equal((await readLatestOrder(kura, visitor.email)).paymentState, 'captured')

    const before = await readStock(kura, 'parade-night')
    await visitor.page.goto('/packs/parade-night/checkout')
    await fillCard(visitor, approvedCard)
    await order(visitor)
    await visitor.reopen()
    assert.deepEqual(await readStock(kura, 'parade-night'), held(before))
    await passMinutes(kura, 31)
    await until('the order has ended', async () => (await readLatestOrder(kura, visitor.email)).state === 'expired')
    await checkNothingCharged(visitor, { state: 'expired', reason: 'PAYMENT_EXPIRED' })
    assert.deepEqual(await readStock(kura, 'parade-night'), before)
    await openLatestOrder(visitor)
    await visitor.page.getByText('お支払いが時間内に終わらなかったため').waitFor()
    await visitor.look('order, expired')
  }),
)

const held = (stock: { remaining: number; reserved: number; sold: number }) => ({
  ...stock,
  remaining: stock.remaining - 1,
  reserved: stock.reserved + 1,
})

async function signUpAt(visitor: Visitor, target: string): Promise<void> {
  await visitor.page.goto(`/signup?redirect=${encodeURIComponent(target)}`)
  await signUpByCode(visitor)
}

async function openLatestOrder({ page }: Visitor): Promise<void> {
  await page.goto('/mypage/orders')
  await page.locator('main li a[href^="/mypage/orders/"]').first().click()
}

async function resumeFromOrders(visitor: Visitor): Promise<void> {
  await openLatestOrder(visitor)
  const resume = visitor.page.getByRole('link', { name: '本人認証に戻る' })
  await resume.waitFor()
  await visitor.look('order, waiting for 3-D Secure')
  await resume.click()
  await visitor.page.waitForURL(/\/card\/acs\//)
}

async function checkNothingCharged({ email }: Visitor, expected: { state: string; reason: string }): Promise<void> {
  const { id, state, reason, paymentState, gatewayOrderId } = await readLatestOrder(kura, email)
  assert.deepEqual({ state, reason, paymentState }, { ...expected, paymentState: 'declined' })
  assert.deepEqual(await readMovements(kura, id), [])
  const { status } = await askGateway(kura, gatewayOrderId ?? '')
  assert.ok(status === 'AUTHENTICATED' || status === 'UNPROCESSED', `the gateway has it as ${status}`)
}

void test('after all of it no browser reported refused content, and the check finds nothing', async () => {
  assert.equal(await readCounter(kura, 'kura_csp_reports_total'), 0)
  assert.equal(await readCounter(kura, 'kura_undeclared_errors_total'), 0)
  const { code, output } = await kura.command('check')
  assert.deepEqual({ code, output: output.trim().split('\n').at(-1) }, { code: 0, output: 'No contradiction found.' })
})

void test('whatever goes wrong in a page is noticed: the collectors of these journeys are not blind', async () => {
  const context = await browser.newContext({ baseURL: kura.app })
  const watch = await watchPages(context)
  const page = await context.newPage()
  await page.goto('/')
  const reports = await readCounter(kura, 'kura_csp_reports_total')
  await page.evaluate(() => {
    console.error('planted words')
    setTimeout(() => {
      throw new Error('planted failure')
    })
    const image = new Image()
    image.src = 'https://elsewhere.invalid/planted.png'
    document.querySelector('main')?.append(image, document.createElement('input'))
    void fetch('/media/planted.png')
  })
  const expected = [
    /planted words/,
    /page error: .*planted failure/,
    /refused by the content security policy: img-src/,
    /404/,
  ]
  await until('every planted fault is noticed', () =>
    Promise.resolve(expected.every((pattern) => watch.complaints().some((line) => pattern.test(line)))),
  )
  await until('a planted barrier is noticed', async () => {
    // Again and again: the page takes its markup over at a moment of its own.
    await page.evaluate(() => document.body.append(document.createElement('input')))
    return (await findBarriers(page)).some((line) => line.startsWith('label at'))
  })
  await until('the browser has reported', async () => (await readCounter(kura, 'kura_csp_reports_total')) > reports)
  await context.close()
})
