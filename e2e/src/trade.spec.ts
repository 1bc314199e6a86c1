// Buying listings of other members, in a real browser: by every tender and their mixes, on the
// card company's page, at a price that changed, refunded when it cannot be delivered, and
// refused.
import assert from 'node:assert/strict'
import test, { after, before } from 'node:test'
import { limits } from '@kura/contract/limits'
import type { Browser } from 'playwright-core'
import { answerBank, lookFromTop, order, toConfirmation, typeCard } from './acts.ts'
import {
  askGateway,
  listStoredCards,
  passMinutes,
  readBooked,
  readLatestOrder,
  readPoints,
  sumLedger,
} from './books.ts'
import { startBrowser } from './browser.ts'
import { readVault } from './chain.ts'
import { readWords, wordOf } from './expected-words.ts'
import type { Words } from './expected-words.ts'
import { addressOf, readSession } from './identity-acts.ts'
import { startInstance } from './instance.ts'
import type { Kura } from './instance.ts'
import { arrive, desktop, journey, phone } from './journey.ts'
import type { Visitor } from './journey.ts'
import { comeWithTokens, comeWithWallet, listToken, stateOf } from './market-acts.ts'
import type { OwnToken } from './market-acts.ts'
import { answerPaidy, choose, confirm, givePoints, makeWallet, orderByPaidy, usePoints } from './tender-acts.ts'
import { checkNewestEvent } from './token-events.ts'
import { checkTokenRefusals } from './token-refusals.ts'
import { until } from './until.ts'

let kura: Kura
let browser: Browser
let seller: Visitor
let tokens: OwnToken[]
/** What is said about the outcome of something. */
let outcomes: Words
const tokenCount = 5
before(async () => {
  kura = await startInstance()
  browser = await startBrowser()
  seller = await arrive({ ...world, email: 'seller@visitor.example', device: desktop })
  tokens = await comeWithTokens(seller, 'hanako', tokenCount)
  outcomes = await readWords(seller.page, 'outcomes')
})
after(async () => {
  await seller?.context.close()
  await browser?.close()
  await kura?.stop()
})
const world = { kura: () => kura, browser: () => browser }
const longJourney = { timeout: 300_000 }

const listAt = async (index: number, price: number): Promise<OwnToken & { listingId: string }> => {
  const token = tokens[index] ?? assert.fail(`there is no token ${index}`)
  return { ...token, listingId: await listToken(seller, 'hanako', token, { price }) }
}
const serialOf = ({ serial }: OwnToken): string => `#${String(serial).padStart(4, '0')}`
const checkoutOf = ({ tokenId }: OwnToken): string => `/tokens/${tokenId}/checkout`

/** The buyer is shown that it arrived; chain, listing and books say the same. Returns the order. */
async function checkDelivered({ page, email }: Visitor, token: OwnToken & { listingId: string }, tender: string) {
  await page.waitForURL(/\/mypage\/orders\//)
  await page.getByText('アイテムがあなたのウォレットに届きました。').waitFor()
  const found = await readLatestOrder(kura, email)
  assert.deepEqual([found.state, found.tender], ['delivered', tender])
  await stateOf(kura, token.listingId, 'sold')
  const { flowAddress = '' } = (await readSession(page)) ?? {}
  const vault = await readVault(kura, flowAddress)
  assert.ok(vault.some(({ id }) => id === token.tokenId))
  assert.equal(await sumLedger(kura), 0)
  return found
}

void test(
  'on a phone: a listing is bought with a new card by way of its bank, and its seller sees it sold; another with the stored card and points',
  longJourney,
  journey({ ...world, email: 'card@visitor.example', device: phone }, async (visitor) => {
    const { page, look, watch } = visitor
    // an ended listing is no listing
    watch.expect(/status of 404 .*selling-orders/i)
    const token = await listAt(0, 3300)
    await comeWithWallet(visitor, 'taro')
    await page.goto(`/tokens/${token.tokenId}`)
    await page
      .getByRole('link', { name: /¥3,300で購入/ })
      .first()
      .click()
    await page.getByRole('heading', { level: 1, name: 'ご購入手続き' }).waitFor()
    await page.getByText('出品者 旅人さん').waitFor()
    await typeCard(visitor, '4111 1111 1111 1111')
    await page.getByRole('checkbox', { name: 'このカードを次回のために登録する' }).check()
    await page.getByRole('textbox', { name: 'カードの呼び名' }).fill('ふだん使い')
    await look('token checkout, card')
    await toConfirmation(visitor)
    const facts = page.locator('dl').filter({ hasText: '分量' })
    await facts.getByText(`1点（${serialOf(token)}）`).waitFor()
    await facts.getByText('出品者：旅人さん').waitFor()
    await facts.getByText('¥3,300', { exact: true }).waitFor()
    await order(visitor)
    await stateOf(kura, token.listingId, 'held')
    await answerBank(visitor, 'approved')
    const { id } = await checkDelivered(visitor, token, 'card')
    await look('order of a token, delivered')
    await page.locator('a[href*="transaction"]').first().waitFor()
    const booked = await readBooked(kura, id)
    assert.equal(booked['psp:card'], 3300)

    await page.goto('/mypage/orders')
    await page.getByText(serialOf(token)).waitFor()
    await page.getByText('お届け済み').waitFor()
    await look('orders, one of a token')
    await page.goto(checkoutOf(token))
    await page.getByText('このアイテムは、いま購入できません').waitFor()
    await look('token checkout, gone')

    await seller.page.goto('/mypage/listings?tab=sold')
    await seller.page.getByText('売れました').first().waitFor()
    await seller.page
      .getByText(/^売上は[0-9/]+までお預かりし、そのあと確定します。$/)
      .first()
      .waitFor()
    await seller.page.getByText('取引の進行状況').first().click()
    await seller.page.getByText('引き渡し完了').first().waitFor()
    const event = await checkNewestEvent(page, outcomes, token.tokenId, 'sale')
    assert.match(event, /¥3,300/)
    await look('piece that was sold')
    await buyByStoredCard(visitor)
  }),
)

/** Buys one with the card that is stored, and in part with points. */
async function buyByStoredCard(visitor: Visitor): Promise<void> {
  const { page, email } = visitor
  const token = await listAt(3, 2500)
  await givePoints(visitor, 700)
  const points = await readPoints(kura, email)
  // the gateway is asked to keep it after the payment, and until it has no checkout offers it
  await until('the card is kept', async () => (await listStoredCards(kura, email)).includes('stored'))
  await page.goto(checkoutOf(token))
  await choose(visitor, /ふだん使い/)
  await usePoints(visitor, 700)
  await page.getByRole('textbox', { name: 'セキュリティコード' }).fill('123')
  await lookFromTop(visitor, 'token checkout, stored card and points')
  await toConfirmation(visitor)
  await order(visitor)
  assert.equal(await readPoints(kura, email), points - 700)
  await answerBank(visitor, 'approved')
  const { id, gatewayOrderId } = await checkDelivered(visitor, token, 'card-point')
  assert.deepEqual(await readPaid(id), { 'psp:card': 1800, 'points:redeemed': 700 })
  assert.deepEqual(await askGateway(kura, gatewayOrderId ?? ''), { status: 'CAPTURE', amount: 1800 })
}

/** What an order was paid with, by the accounts of money that came in. */
async function readPaid(orderId: string): Promise<Record<string, number>> {
  const booked = await readBooked(kura, orderId)
  return Object.fromEntries(Object.entries(booked).filter(([account]) => /^psp:|^points:redeemed$/.test(account)))
}

void test(
  'a delivery that the chain never takes gives the price back by itself; the listing stands, and is bought by deferred payment and points',
  longJourney,
  journey({ ...world, email: 'refund@visitor.example', device: phone }, async (visitor) => {
    const { page, look, watch, email } = visitor
    watch.expect(/status of 404 .*selling-orders/i)
    const token = await listAt(4, 1800)
    await comeWithWallet(visitor, await makeWallet(kura))
    await page.goto(checkoutOf(token))
    await typeCard(visitor, '4111 1111 1111 1111')
    await toConfirmation(visitor)
    await order(visitor)
    await kura.playChain({ failNext: { code: 1101, count: 1000 } })
    await answerBank(visitor, 'approved')
    await page.waitForURL(/\/mypage\/orders\//)
    const { id, gatewayOrderId } = await readLatestOrder(kura, email)
    await failEveryTry(id)
    await kura.playChain({})
    const notice = page.getByRole('status').filter({ hasText: wordOf(outcomes, 'order.outcome.refunded') })
    await notice.waitFor()
    const said = await notice.innerText()
    for (const words of ['trade.undelivered', 'order.outcome.refunded.card'])
      assert.ok(said.includes(wordOf(outcomes, words)), `${words}: ${said}`)
    assert.match(said, /¥1,800/)
    await look('order of a token, given back')
    assert.deepEqual(await readBooked(kura, id), {})
    assert.match((await askGateway(kura, gatewayOrderId ?? '')).status, /^(VOID|RETURNX?)$/)
    assert.equal(await sumLedger(kura), 0)
    const vault = await readVault(kura, await addressOf(kura, 'hanako'))
    assert.ok(vault.some(({ id: held }) => held === token.tokenId))

    // its seller's listing is unchanged
    await stateOf(kura, token.listingId, 'open')
    await givePoints(visitor, 300)
    await page.goto(checkoutOf(token))
    await usePoints(visitor, 300)
    await orderByPaidy(visitor)
    await answerPaidy(visitor, 'successful.payment@paidy.com')
    const bought = await checkDelivered(visitor, token, 'paidy-point')
    assert.deepEqual(await readPaid(bought.id), { 'psp:paidy': 1500, 'points:redeemed': 300 })
  }),
)

/** Has the worker try again at once, as often as it does, until the price of an order is back. */
async function failEveryTry(orderId: string): Promise<void> {
  let tries = 0
  await until(
    'the price is given back',
    async () => {
      const [row] = await kura.sql<{ tries: number; state: string }[]>`
      select t.tries, o.state from trades t join orders o on o.id = t.id where o.id = ${orderId}`
      const before = tries
      tries = row?.tries ?? 0
      if (tries > before) await passMinutes(kura, 1)
      return row?.state === 'refunded'
    },
    { withinMs: 180_000 },
  )
  assert.equal(tries, limits.tradeTriesMost)
}

void test(
  'a price that changed is shown before anything is charged, and the new one is paid with points',
  longJourney,
  journey({ ...world, email: 'points@visitor.example', device: desktop }, async (visitor) => {
    const { page, look, watch } = visitor
    watch.expect(/status of 404 .*selling-orders/i)
    watch.expect(/status of 409 .*buy-point/i)
    await comeWithWallet(visitor, 'yuki')
    await givePoints(visitor, 5000)
    await page.goto(checkoutOf(tokens[1]!))
    await page.getByText('このアイテムは、いま購入できません').waitFor()
    // nobody touches the page, and what it tells of is awaited before it can have come and gone
    const [token] = await Promise.all([
      listAt(1, 1000),
      page.getByText('購入できるようになりました。').waitFor({ timeout: 90_000 }),
    ])
    await usePoints(visitor, 1000)
    await toConfirmation(visitor)
    // its seller thinks again meanwhile
    const { listingId } = await listAt(1, 1200)
    await confirm(visitor)
    await page.getByText('価格が¥1,000から¥1,200に変わりました。').waitFor()
    await look('token checkout, another price')
    assert.equal(await countOrders(visitor), 0)
    await usePoints(visitor, 1200)
    await toConfirmation(visitor)
    await confirm(visitor)
    await checkDelivered(visitor, { ...token, listingId }, 'point')
  }),
)

/** Pays on the card company's page, with the check of the card's bank. */
async function payOnPage(visitor: Visitor): Promise<void> {
  const { page } = visitor
  await page.locator('input[name=cardno]').fill('4111111111111111')
  await page.locator('select[name=month]').selectOption('12')
  await page.locator('select[name=year]').selectOption({ index: 3 })
  await page.locator('input[name=securitycode]').fill('123')
  await page.locator('input[name=holdername]').fill('HANAKO SATO')
  await page.locator('button[value=pay]').click()
  await page.waitForURL(/\/card\/acs\//)
  await answerBank(visitor, 'approved')
}

const countOrders = async ({ email }: Visitor): Promise<number> => {
  const [row] = await kura.sql<{ count: number }[]>`
    select count(*)::integer as count from orders o join members m on m.id = o.member_id where m.email = ${email}`
  return row?.count ?? 0
}

void test(
  'on the card company’s own page: left unpaid it waits and can be gone on with, then it is paid and delivered',
  longJourney,
  journey({ ...world, email: 'page@visitor.example', device: phone }, async (visitor) => {
    const { page, look, watch } = visitor
    watch.expect(/status of 409 .*buy-credit/i)
    watch.expect(/status of 404 .*selling-orders/i)
    const token = await listAt(2, 2200)
    await comeWithWallet(visitor, 'ken')
    await page.goto(checkoutOf(token))
    await page.getByRole('radio', { name: /カード会社の画面で支払う/ }).check()
    await toConfirmation(visitor)
    await confirm(visitor)
    await page.waitForURL(/\/card\/link\//)
    await page.locator('button[value=cancel]').click()
    await page.getByText('お支払いはまだ済んでいません').waitFor()
    await look('back from the card page, unpaid')
    await page.getByRole('link', { name: 'もう一度購入手続きをする' }).click()
    await page.getByText('お支払いの途中のご注文があります').waitFor()
    await look('token checkout, earlier order')
    await page.getByRole('link', { name: 'カード会社の画面に戻る' }).click()
    await page.waitForURL(/\/card\/link\//)
    await payOnPage(visitor)
    const { id } = await checkDelivered(visitor, token, 'card')
    assert.equal((await readBooked(kura, id))['psp:card'], 2200)
  }),
)

void test(`every refusal at the checkout of a token is shown in words, by whichever tender`, longJourney, async () => {
  const count = await checkTokenRefusals({ kura, browser, language: 'ja' }, await addressOf(kura, 'taro'))
  assert.ok(count > 30, `${count} refusals`)
})
