// Buying what another member offers, in a real browser: by a new card, by points, on the card company's page, and at a price that changed.
import assert from 'node:assert/strict'
import test, { after, before } from 'node:test'
import type { Browser } from 'playwright-core'
import { answerBank, order, toConfirmation, typeCard } from './acts.ts'
import { readBooked, readLatestOrder, sumLedger } from './books.ts'
import { startBrowser } from './browser.ts'
import { readVault } from './chain.ts'
import { comeAsMember, linkOwnWallet, readSession, useWallet } from './identity-acts.ts'
import { startInstance } from './instance.ts'
import type { Kura } from './instance.ts'
import { arrive, desktop, journey, phone } from './journey.ts'
import type { Visitor } from './journey.ts'
import { offerToken, readOwnTokens, stateOf } from './market-acts.ts'
import type { OwnToken } from './market-acts.ts'
import { confirm, givePoints, usePoints } from './tender-acts.ts'
import { until } from './until.ts'

let kura: Kura
let browser: Browser
let seller: Visitor
let tokens: OwnToken[]
const wanted = 4
before(async () => {
  kura = await startInstance()
  browser = await startBrowser()
  seller = await arrive({ ...world, email: 'seller@visitor.example', device: desktop }, [])
  await comeWithWallet(seller, 'hanako')
  const { flowAddress = '' } = (await readSession(seller.page)) ?? {}
  for (let count = 0; count < wanted; count += 1) {
    const { code, output } = await kura.command('mint', 'moon-rabbit', flowAddress)
    assert.equal(code, 0, output)
  }
  tokens = await readOwnTokens(kura, seller.email, wanted)
})
after(async () => {
  await seller?.context.close()
  await browser?.close()
  await kura?.stop()
})
const world = { kura: () => kura, browser: () => browser }
const longJourney = { timeout: 300_000 }

/** A new member with a wallet of their own. */
async function comeWithWallet(visitor: Visitor, account: string): Promise<void> {
  await useWallet(kura, account)
  await comeAsMember({ ...visitor, look: () => Promise.resolve() })
  await linkOwnWallet(visitor)
}

const offerAt = async (index: number, price: number): Promise<OwnToken & { listingId: string }> => {
  const token = tokens[index] ?? assert.fail(`there is no token ${index}`)
  return { ...token, listingId: await offerToken(seller, 'hanako', token, { price }) }
}
const serialOf = ({ serial }: OwnToken): string => `#${String(serial).padStart(4, '0')}`
const checkoutOf = ({ tokenId }: OwnToken): string => `/tokens/${tokenId}/checkout`

/** The buyer is shown that it arrived; chain, offer and books say the same. Answers the order. */
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
  'on a phone: an offer is bought with a new card by way of its bank, and its seller sees it sold',
  longJourney,
  journey({ ...world, email: 'card@visitor.example', device: phone }, async (visitor) => {
    const { page, look, watch } = visitor
    // an offer that is over is none
    watch.expect(/status of 404 .*selling-orders/i)
    const token = await offerAt(0, 3300)
    await comeWithWallet(visitor, 'taro')
    await page.goto(`/tokens/${token.tokenId}`)
    await page
      .getByRole('link', { name: /¥3,300で購入/ })
      .first()
      .click()
    await page.getByRole('heading', { level: 1, name: 'ご購入手続き' }).waitFor()
    await page.getByText('出品者 旅人 さん').waitFor()
    await typeCard(visitor, '4111 1111 1111 1111')
    await look('token checkout, card')
    await toConfirmation(visitor)
    const facts = page.locator('dl').filter({ hasText: '分量' })
    await facts.getByText(`1点（${serialOf(token)}）`).waitFor()
    await facts.getByText('出品者：旅人 さん').waitFor()
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
  }),
)

void test(
  'a price that changed is told before anything is charged, and the new one is paid with points',
  longJourney,
  journey({ ...world, email: 'points@visitor.example', device: desktop }, async (visitor) => {
    const { page, look, watch } = visitor
    watch.expect(/status of 404 .*selling-orders/i)
    watch.expect(/status of 409 .*buy-point/i)
    await comeWithWallet(visitor, 'yuki')
    await givePoints(visitor, 5000)
    await page.goto(checkoutOf(tokens[1]!))
    await page.getByText('このアイテムは、いま購入できません').waitFor()
    const token = await offerAt(1, 1000)
    // nobody touched the page
    await page.getByText('購入できるようになりました。').waitFor()
    await usePoints(visitor, 1000)
    await toConfirmation(visitor)
    // its seller thinks again meanwhile
    const { listingId } = await offerAt(1, 1200)
    await confirm(visitor)
    await page.getByText('価格が¥1,000から¥1,200に変わりました。').waitFor()
    await look('token checkout, another price')
    assert.equal(await until('no order', async () => (await countOrders(visitor)) === 0), true)
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
    const token = await offerAt(2, 2200)
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
