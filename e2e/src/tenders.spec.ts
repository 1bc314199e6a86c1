// Every way to pay, on a phone, in a real browser; then the books, the gateways and the stock are
// asked.
import assert from 'node:assert/strict'
import test, { after, before } from 'node:test'
import type { Browser } from 'playwright-core'
import { answerBank, order, toConfirmation, typeCard } from './acts.ts'
import {
  askGateway,
  askPaidy,
  leaveMonthEnd,
  readBooked,
  readLatestOrder,
  readPoints,
  readStock,
  listStoredCards,
  sumLedger,
} from './books.ts'
import { startBrowser } from './browser.ts'
import { readCounter, startInstance } from './instance.ts'
import type { Kura } from './instance.ts'
import { journey, phone } from './journey.ts'
import type { Visitor } from './journey.ts'
import { checkRefusals } from './refusals.ts'
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
  usePoints,
} from './tender-acts.ts'
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
const world = { kura: () => kura, browser: () => browser, device: phone }
/** Several purchases one after the other. */
const longJourney = { timeout: 300_000 }
const approvedCard = '4111 1111 1111 1111'
const approvedBuyer = 'successful.payment@paidy.com'
const rejectedBuyer = 'rejected.payment@paidy.com'

/**
 * The order is shown as paid, and the books say the same: these accounts, and nothing else moved.
 */
async function checkPaid({ page, email }: Visitor, tender: string, paid: Record<string, number>) {
  await page.waitForURL(/\/mypage\/orders\//)
  await page.getByText('お支払いが完了しました。パックはいつでもひらけます。').waitFor()
  const found = await readLatestOrder(kura, email)
  assert.deepEqual([found.state, found.tender], ['delivered', tender])
  assert.ok(page.url().endsWith(found.id))
  const price = Object.values(paid).reduce((sum, yen) => sum + yen, 0)
  assert.equal(price, found.priceYen)
  const tax = Math.floor((price * 10) / 110)
  assert.deepEqual(await readBooked(kura, found.id), { ...paid, 'sales:packs': tax - price, 'tax:consumption': -tax })
  assert.equal(await sumLedger(kura), 0)
  return found
}

async function checkEnded({ email }: Visitor, reason: string): Promise<void> {
  const found = await readLatestOrder(kura, email)
  assert.deepEqual([found.state, found.reason], ['expired', reason])
  assert.deepEqual(await readBooked(kura, found.id), {})
}

void test(
  'a new card is kept on the way, pays again with its security code, and is deleted',
  longJourney,
  journey({ ...world, email: 'cards@visitor.example' }, async (visitor) => {
    const { page, look, email } = visitor
    await arriveAt(visitor, 'weave-notebook', 'hanako')
    await typeCard(visitor, approvedCard)
    await page.getByRole('checkbox', { name: 'このカードを次回のために登録する' }).check()
    await page.getByRole('textbox', { name: 'カードの呼び名' }).fill('ふだん使い')
    await look('checkout, new card that is kept')
    await toConfirmation(visitor)
    await order(visitor)
    await answerBank(visitor, 'approved')
    const first = await checkPaid(visitor, 'card', { 'psp:card': 900 })
    assert.deepEqual(await askGateway(kura, first.gatewayOrderId ?? ''), { status: 'CAPTURE', amount: 900 })
    await look('order, paid by card')

    // kept right after the answer, and asked for once by the page
    await until('the card is kept', async () => (await listStoredCards(kura, email)).join() === 'stored')
    await page.goto('/mypage/cards')
    await page.getByText('ふだん使い').waitFor()
    await look('stored cards')
    await page.goto(checkoutOf('weave-notebook'))
    await choose(visitor, /ふだん使い/)
    await page.getByRole('button', { name: '最終確認へ進む' }).click()
    await page.getByText('入力してください。').first().waitFor()
    await look('checkout, security code missing')
    await page.getByRole('textbox', { name: 'セキュリティコード' }).fill('123')
    await toConfirmation(visitor)
    await order(visitor)
    await answerBank(visitor, 'approved')
    const second = await checkPaid(visitor, 'card', { 'psp:card': 900 })
    assert.notEqual(second.id, first.id)

    await page.goto('/mypage/cards')
    await page.getByRole('button', { name: 'ふだん使いを削除する' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: '削除' }).click()
    await page.getByText('登録済みのカードはありません').waitFor()
    await look('stored cards, none')
    assert.deepEqual(await listStoredCards(kura, email), [])
  }),
)

void test(
  'the deferred payment: closed and gone on with, rejected and paid otherwise, with points',
  longJourney,
  journey({ ...world, email: 'paidy@visitor.example' }, async (visitor) => {
    const { page, look, email } = visitor
    await arriveAt(visitor, 'water-first', 'taro')
    const before = await readStock(kura, 'water-first')
    await orderByPaidy(visitor)
    await closePaidy(visitor)
    await page.getByText('ペイディの画面が閉じられました').waitFor()
    await page.getByRole('timer').waitFor()
    // the page stands where the button was: what is half below the head of the page is no barrier
    await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }))
    await look('checkout, window of the deferred payment closed')
    // the page is loaded again, as after any accident: the same order is found and gone on with
    await page.reload()
    await page.getByRole('heading', { name: 'お支払いの途中のご注文があります' }).waitFor()
    assert.equal((await readStock(kura, 'water-first')).reserved, before.reserved + 1)
    await page.getByRole('button', { name: 'ペイディの画面をひらく' }).click()
    await answerPaidy(visitor, approvedBuyer)
    const alone = await checkPaid(visitor, 'paidy', { 'psp:paidy': 1500 })
    assert.deepEqual(await askPaidy(kura, alone.gatewayRef ?? ''), { amount: 1500, captured: 1500, refunded: 0 })
    await look('order, paid by deferred payment')

    const points = await readPoints(kura, email)
    const stock = await readStock(kura, 'water-first')
    await page.goto(checkoutOf('water-first'))
    await usePoints(visitor, 200)
    await orderByPaidy(visitor)
    assert.equal(await readPoints(kura, email), points - 200)
    await answerPaidy(visitor, rejectedBuyer)
    await page.getByText('今回はペイディをご利用いただけませんでした。').waitFor()
    await look('checkout, deferred payment rejected')
    await checkEnded(visitor, 'CANCELLED')
    assert.equal(await readPoints(kura, email), points)
    assert.deepEqual(await readStock(kura, 'water-first'), stock)

    // the points that came back are there again, to be used for the next one
    await page.getByText('¥1,300').first().waitFor()
    await orderByPaidy(visitor)
    await answerPaidy(visitor, approvedBuyer)
    const mixed = await checkPaid(visitor, 'paidy-point', { 'psp:paidy': 1300, 'points:redeemed': 200 })
    assert.equal((await askPaidy(kura, mixed.gatewayRef ?? '')).captured, 1300)
    assert.equal(await readPoints(kura, email), points - 200)
  }),
)

void test(
  'points pay a part or all of it, and come back from what is declined or given up',
  longJourney,
  journey({ ...world, email: 'points@visitor.example' }, async (visitor) => {
    const { page, look, email, watch } = visitor
    await arriveAt(visitor, 'season-screens', 'yuki')
    await givePoints(visitor, 5000)
    const all = await readPoints(kura, email)
    await page.goto(checkoutOf('season-screens'))
    // never more than the price
    await usePoints(visitor, 9_999)
    await page.getByText('全額をポイントでお支払いになります。カードなどへの請求はありません。').waitFor()
    const field = page.getByRole('textbox', { name: '使うポイント' })
    await until('no more than the price', async () => (await field.inputValue()) === '1,800')
    await usePoints(visitor, 600)
    await page.getByText('¥1,200').first().waitFor()
    await look('checkout, part by points')
    await typeCard(visitor, '4999 0000 0000 0179')
    await toConfirmation(visitor)
    await order(visitor)
    assert.equal(await readPoints(kura, email), all - 600)
    watch.expect(/status of 400 .*\/entry-order\/buy/)
    await answerBank(visitor, 'approved')
    await page.getByText('カードの残高が足りないため').waitFor()
    await checkEnded(visitor, '42G020000')
    assert.equal(await readPoints(kura, email), all)

    // given up on the way: by the browser's button back from the bank
    const stock = await readStock(kura, 'season-screens')
    await page.goto(checkoutOf('season-screens'))
    await usePoints(visitor, 600)
    await typeCard(visitor, approvedCard)
    await toConfirmation(visitor)
    await order(visitor)
    await page.goBack()
    await page.getByRole('heading', { name: 'お支払いの途中のご注文があります' }).waitFor()
    await look('checkout, earlier order')
    await giveUp(visitor)
    await checkEnded(visitor, 'CANCELLED')
    assert.equal(await readPoints(kura, email), all)
    assert.deepEqual(await readStock(kura, 'season-screens'), stock)

    await page.goto(checkoutOf('season-screens'))
    await usePoints(visitor, 600)
    await typeCard(visitor, approvedCard)
    await toConfirmation(visitor)
    await look('checkout, final confirmation of card and points')
    await order(visitor)
    await answerBank(visitor, 'approved')
    await checkPaid(visitor, 'card-point', { 'psp:card': 1200, 'points:redeemed': 600 })
    assert.equal(await readPoints(kura, email), all - 600)

    await page.goto(checkoutOf('season-screens'))
    await page.getByRole('button', { name: 'すべて使う' }).click()
    await look('checkout, all by points')
    await toConfirmation(visitor)
    // pressed twice: one order
    await page.getByRole('button', { name: '1,800ポイントで注文を確定する' }).dblclick()
    await checkPaid(visitor, 'point', { 'points:redeemed': 1800 })
    assert.equal(await readPoints(kura, email), all - 2400)
    await look('order, paid by points')
    await page.goto('/mypage/points')
    await page.getByText('お試し').first().waitFor()
    await look('points')
  }),
)

void test(
  'a member under eighteen is asked once, shown the limit of the month, and stopped at it',
  longJourney,
  journey({ ...world, email: 'minor@visitor.example' }, async (visitor) => {
    const { page, look, watch } = visitor
    await arriveAt(visitor, 'parade-night', 'ken')
    await leaveMonthEnd(kura)
    const year = new Date().getUTCFullYear() - 14
    const buy = async () => {
      await choose(visitor, /あと払い/)
      await toConfirmation(visitor, `${year}-01-01`)
      await confirm(visitor)
    }
    await buy()
    await answerPaidy(visitor, approvedBuyer)
    await checkPaid(visitor, 'paidy', { 'psp:paidy': 2400 })
    await page.goto(checkoutOf('parade-night'))
    await page.getByText('ひと月に¥5,000まで').waitFor()
    assert.equal(await page.locator('[autocomplete=bday]').count(), 0)
    await look('checkout of a minor')
    await buy()
    await answerPaidy(visitor, approvedBuyer)
    await checkPaid(visitor, 'paidy', { 'psp:paidy': 2400 })
    await page.goto(checkoutOf('water-first'))
    watch.expect(/status of 409 .*\/entry-order\/paidy/)
    await buy()
    await page.getByText('今月の残りは¥200です。').waitFor()
    await look('checkout, limit of a minor')
  }),
)

void test(
  'a receipt is made out once and can be had again',
  longJourney,
  journey({ ...world, email: 'receipt@visitor.example' }, async (visitor) => {
    const { page, look } = visitor
    await arriveAt(visitor, 'weave-notebook', 'midori')
    await orderByPaidy(visitor)
    await answerPaidy(visitor, approvedBuyer)
    await checkPaid(visitor, 'paidy', { 'psp:paidy': 900 })
    await page.getByRole('textbox', { name: '宛名' }).fill('株式会社くら')
    const [first] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: '領収書をダウンロード' }).click(),
    ])
    assert.match(first.suggestedFilename(), /^receipt-.*\.pdf$/)
    await page.getByText('発行済みの領収書を').waitFor()
    await waitForCount(page.getByRole('textbox', { name: '宛名' }), 0)
    await page.getByText('これまでの記録').click()
    await page.getByText('領収書を発行しました').waitFor()
    await look('order with receipt and timeline')
    const [again] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: '領収書をダウンロード' }).click(),
    ])
    assert.equal(again.suggestedFilename(), first.suggestedFilename())
  }),
)

void test(
  'every refusal of an order is shown in words, with what was charged and the next step',
  longJourney,
  journey({ ...world, email: 'refused@visitor.example' }, async (visitor) => {
    await arriveAt(visitor, 'weave-notebook', await makeWallet(kura))
    visitor.watch.expect(/status of [45]\d\d .*\/entry-order\/paidy|answered 5\d\d: .*\/entry-order\/paidy/)
    const count = await checkRefusals(visitor, checkoutOf('weave-notebook'), 'ja')
    assert.ok(count > 12, `${count} refusals`)
  }),
)

void test('after every tender the check finds nothing, and no browser reported refused content', async () => {
  assert.equal(await readCounter(kura, 'kura_csp_reports_total'), 0)
  assert.equal(await readCounter(kura, 'kura_undeclared_errors_total'), 0)
  const { code, output } = await kura.command('check')
  assert.deepEqual({ code, output: output.trim().split('\n').at(-1) }, { code: 0, output: 'No contradiction found.' })
})
