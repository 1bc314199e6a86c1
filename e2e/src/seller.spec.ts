// What a seller sees in a real browser: a purchase on its way, the sale shown wherever they are,
// its statements, two tabs over one piece, and lists that go on.
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import test, { after, afterEach, before } from 'node:test'
import { limits } from '@kura/contract/limits'
import { paths } from '@kura/contract/paths'
import type { Browser, Locator, Page } from 'playwright-core'
import { toConfirmation } from './acts.ts'
import { readLatestOrder } from './books.ts'
import { startBrowser } from './browser.ts'
import { startInstance } from './instance.ts'
import type { Kura } from './instance.ts'
import { desktop, journey, phone } from './journey.ts'
import { openLivePage } from './live-page.ts'
import { comeWithTokens, comeWithWallet, listToken, seedListings, stateOf } from './market-acts.ts'
import type { OwnToken } from './market-acts.ts'
import { readListings, sign, toSigning } from './listing-acts.ts'
import { confirm, givePoints, usePoints } from './tender-acts.ts'
import { until } from './until.ts'
import { waitForCount } from './wait-for-count.ts'

let kura: Kura
let browser: Browser
before(async () => {
  kura = await startInstance()
  browser = await startBrowser()
})
// whatever a test that failed has left of it
afterEach(() => kura?.playChain({}))
after(async () => {
  await browser?.close()
  await kura?.stop()
})
const world = { kura: () => kura, browser: () => browser }
const longJourney = { timeout: 300_000 }

/** Is the answer of this call, asked with this in its query. */
const answerOf = (name: 'listOwnListings', query: string) => (response: { url: () => string }) => {
  const { pathname, search } = new URL(response.url())
  return pathname === paths[name].path && search.includes(query)
}
const saleIs = ({ sql }: Kura, listingId: string, state: string): Promise<true> =>
  until(`the sale is ${state}`, async () => {
    const rows = await sql`select 1 from trades where listing_id = ${listingId} and state = ${state}`
    return rows.length > 0 || undefined
  })

void test(
  'a seller sees a purchase being handed over, is shown the sale wherever they are, and has the statements of it and of its end',
  longJourney,
  journey({ ...world, email: 'seller@visitor.example', device: desktop }, (seller) =>
    journey({ ...world, email: 'buyer@visitor.example', device: phone }, async (buyer) => {
      const { page, look } = seller
      const [token] = (await comeWithTokens(seller, 'hanako', 1)) as [OwnToken]
      const listingId = await listToken(seller, 'hanako', token, { price: 2000 })
      await comeWithWallet(buyer, 'taro')
      await givePoints(buyer, 2000)
      await buyer.page.goto(`/tokens/${token.tokenId}/checkout`)
      await usePoints(buyer, 2000)
      await toConfirmation(buyer)
      // sales before this browser's first visit are not news to the seller
      await Promise.all([page.waitForResponse(answerOf('listOwnListings', 'sort=sold')), page.goto('/mypage')])
      await kura.playChain({ holdSeals: true })
      // an ended listing is no listing
      buyer.watch.expect(new RegExp(`status of 404 .*/api/selling-orders/${token.refId}\\b`))
      await confirm(buyer)
      await stateOf(kura, listingId, 'held')
      await page.goto('/mypage/listings')
      await page.getByText('引き渡し中', { exact: true }).waitFor()
      await page.getByText('お支払いが完了しました。購入した方へアイテムを引き渡しています。').waitFor()
      assert.equal(await page.getByRole('button', { name: /取り下げる$/ }).count(), 0)
      await look('own listing being handed over')
      await page.goto(`/tokens/${token.tokenId}`)
      await page.getByText('¥2,000で購入されました').waitFor()
      await look('own piece being handed over')

      await kura.playChain({})
      await stateOf(kura, listingId, 'sold')
      // the statement is there when our books have followed the chain
      await saleIs(kura, listingId, 'delivered')
      const toast = page.getByRole('region', { name: 'お知らせ' }).getByText(/が売れました$/)
      // awaited before it can have come and gone
      await Promise.all([toast.waitFor(), page.goto('/mypage/profile')])
      await page.goto('/mypage/listings?tab=sold')
      const button = (name: string): Locator => page.getByRole('button', { name: new RegExp(`の${name}を保存する$`) })
      await button('販売明細書').waitFor()
      assert.equal(await button('販売取消明細書').count(), 0)
      await checkStatement(page, button('販売明細書'), `statement-${listingId}.pdf`)
      await look('own listing, sold')

      const { id } = await readLatestOrder(kura, buyer.email)
      const { code, output } = await kura.command('refund', id, '--reason', 'it was broken')
      assert.equal(code, 0, output)
      await saleIs(kura, listingId, 'undone')
      await page.goto('/mypage/listings?tab=sold')
      await page.getByText('返金済み', { exact: true }).waitFor()
      await checkStatement(page, button('販売取消明細書'), `statement-return-${listingId}.pdf`)
      await look('own listing, undone')
    })(),
  ),
)

/** Pressing a button saves a PDF of this name. */
async function checkStatement(page: Page, button: Locator, name: string): Promise<void> {
  const [download] = await Promise.all([page.waitForEvent('download'), button.click()])
  assert.equal(download.suggestedFilename(), name)
  const bytes = await readFile(await download.path())
  assert.equal(bytes.subarray(0, 5).toString(), '%PDF-')
  assert.ok(bytes.length > 1000, `${bytes.length} bytes`)
}

void test(
  'of two tabs that sell the same piece the one that came too late sees it in words',
  longJourney,
  journey({ ...world, email: 'tabs@visitor.example', device: desktop }, async (visitor) => {
    const { page, context, look } = visitor
    const [token] = (await comeWithTokens(visitor, 'ken', 1)) as [OwnToken]
    const other = { ...visitor, page: await openLivePage(context) }
    for (const tab of [visitor, other]) {
      await tab.page.goto(`/tokens/${token.tokenId}/sell`)
      await tab.page.getByRole('button', { name: '署名の内容を確かめる' }).waitFor()
    }
    await toSigning(visitor, '3000')
    await page.getByRole('heading', { name: '内容を確かめて署名する' }).waitFor()
    await toSigning(other, '4000')
    await sign(other)
    await other.page.getByRole('heading', { name: '出品しました' }).waitFor()
    await sign(visitor)
    await page.getByRole('alert').getByText('署名までの間に条件が変わったため、受け付けられませんでした。').waitFor()
    await look('too late in the other tab')
    const listed = (await readListings(kura, token.tokenId)).map(({ state, price }) => ({ state, price }))
    assert.deepEqual(listed, [
      { state: 'given-up', price: 3000 },
      { state: 'open', price: 4000 },
    ])
  }),
)

const offered = 60

void test(
  'further pages of the own listings and of the market come by a press, and stay true and as long as they were',
  longJourney,
  journey({ ...world, email: 'many@visitor.example', device: desktop }, async (visitor) => {
    const { page, look } = visitor
    await comeWithWallet(visitor, 'yuki')
    const items = await seedListings(kura, visitor.email, offered)
    assert.ok(items > limits.pageSize, `${items} items`)
    const more = page.getByRole('main').getByRole('link', { name: 'もっと見る' })
    await page.goto('/mypage/listings')
    const rows = page.locator('main li h3')
    for (const shown of [limits.pageSize, 2 * limits.pageSize, offered]) {
      await waitForCount(rows, shown)
      if (shown < offered) await more.click()
    }
    await waitForCount(more, 0)
    const names = await rows.allInnerTexts()
    assert.equal(new Set(names).size, offered)
    await look('own listings, three pages')
    // the page is not touched, and an ended listing disappears from its last page
    await kura.sql`
      update listings set state = 'ended', end_reason = 'expired', ended_at = kura_now()
       where id = (select l.id from listings l join members m on m.id = l.seller_id where m.email = ${visitor.email} order by l.id limit 1)`
    await waitForCount(rows, offered - 1)
    assert.deepEqual(await rows.allInnerTexts(), names.slice(0, -1))

    await page.goto('/market')
    const cards = page.locator('section[aria-labelledby=results] article')
    await waitForCount(cards, limits.pageSize)
    await more.click()
    await waitForCount(cards, items)
    await page.getByText(`${items}件のアイテムが出品中`).waitFor()
    await waitForCount(more, 0)
    await look('market, two pages')
    assert.equal(new URL(page.url()).search, '')
    await cards.last().getByRole('link').click()
    await page.waitForURL(/\/items\//)
    await page.goBack()
    await waitForCount(cards, items)
  }),
)
