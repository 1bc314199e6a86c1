// What a seller sees in a real browser: a purchase on its way, the sale told wherever they are, its statements, two tabs over one piece, and
// lists that go on. And a gift by mail that is changed while it is prepared.
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import test, { after, before } from 'node:test'
import { limits } from '@kura/contract/limits'
import { paths } from '@kura/contract/paths'
import type { Browser, Locator, Page } from 'playwright-core'
import { toConfirmation } from './acts.ts'
import { readLatestOrder } from './books.ts'
import { startBrowser } from './browser.ts'
import { addressOf } from './identity-acts.ts'
import { startInstance } from './instance.ts'
import type { Kura } from './instance.ts'
import { arrive, desktop, journey, leave, phone } from './journey.ts'
import type { Visitor } from './journey.ts'
import { openLivePage } from './live-page.ts'
import { comeWithWallet, offerToken, readOwnTokens, seedOffers, stateOf } from './market-acts.ts'
import type { OwnToken } from './market-acts.ts'
import { readListings, sign, toSigning } from './selling-acts.ts'
import { fillSending, listSent, nextButton } from './sending-acts.ts'
import { confirm, givePoints, usePoints } from './tender-acts.ts'
import { until } from './until.ts'
import { waitForCount } from './wait-for-count.ts'

let kura: Kura
let browser: Browser
let seller: Visitor
let tokens: OwnToken[]
const barriers: string[] = []
const wanted = 3
before(async () => {
  kura = await startInstance()
  browser = await startBrowser()
  seller = await arrive({ ...world, email: 'seller@visitor.example', device: desktop }, barriers)
  await comeWithWallet(seller, 'hanako')
  for (let count = 0; count < wanted; count += 1) {
    const { code, output } = await kura.command('mint', 'moon-rabbit', await addressOf(kura, 'hanako'))
    assert.equal(code, 0, output)
  }
  tokens = await readOwnTokens(kura, seller.email, wanted)
})
after(async () => {
  if (seller) await leave(seller.context)
  await browser?.close()
  await kura?.stop()
})
const world = { kura: () => kura, browser: () => browser }
const longJourney = { timeout: 300_000 }

const tokenOf = (index: number): OwnToken => tokens[index] ?? assert.fail(`there is no token ${index}`)
const isAsked = (name: 'listOwnListings', query: string) => (response: { url: () => string }) => {
  const { pathname, search } = new URL(response.url())
  return pathname === paths[name].path && search.includes(query)
}

void test(
  'a seller sees a purchase being handed over, is told of the sale wherever they are, and has the statements of it and of its end',
  longJourney,
  journey({ ...world, email: 'buyer@visitor.example', device: phone }, async (buyer) => {
    const { page, look } = seller
    const token = tokenOf(0)
    buyer.watch.expect(/status of 404 .*selling-orders/i)
    const listingId = await offerToken(seller, 'hanako', token, { price: 2000 })
    await comeWithWallet(buyer, 'taro')
    await givePoints(buyer, 2000)
    await buyer.page.goto(`/tokens/${token.tokenId}/checkout`)
    await usePoints(buyer, 2000)
    await toConfirmation(buyer)
    // what was sold before this browser looked for the first time is no news to its seller
    await Promise.all([page.waitForResponse(isAsked('listOwnListings', 'sort=sold')), page.goto('/mypage')])
    await kura.playChain({ holdSeals: true })
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
    const told = page.getByRole('region', { name: 'お知らせ' }).getByText(/が売れました$/)
    // looked for before it can have come and gone
    await Promise.all([told.waitFor(), page.goto('/mypage/profile')])
    await page.goto('/mypage/listings?tab=sold')
    const button = (name: string): Locator => page.getByRole('button', { name: new RegExp(` の${name}を保存する$`) })
    await button('販売明細書').waitFor()
    assert.equal(await button('販売取消明細書').count(), 0)
    await checkStatement(page, button('販売明細書'), `statement-${listingId}.pdf`)
    await look('own listing, sold')

    const { id } = await readLatestOrder(kura, buyer.email)
    const { code, output } = await kura.command('refund', id, '--reason', 'it was broken')
    assert.equal(code, 0, output)
    await until('the sale is undone', async () => {
      await page.goto('/mypage/listings?tab=sold')
      return (await page.getByText('返金済み', { exact: true }).count()) > 0
    })
    await checkStatement(page, button('販売取消明細書'), `statement-return-${listingId}.pdf`)
    await look('own listing, undone')
    assert.deepEqual(barriers, [])
    assert.deepEqual(seller.watch.complaints(), [])
  }),
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
  'of two tabs that sell the same piece the one that came too late is told so in words',
  longJourney,
  async () => {
    const { page, context, look } = seller
    const token = tokenOf(1)
    const other = { ...seller, page: await openLivePage(context) }
    for (const tab of [seller, other]) {
      await tab.page.goto(`/tokens/${token.tokenId}/sell`)
      await tab.page.getByRole('button', { name: '署名の内容を確かめる' }).waitFor()
    }
    await toSigning(seller, '3000')
    await page.getByRole('heading', { name: '内容を確かめて署名する' }).waitFor()
    await toSigning(other, '4000')
    await sign(other)
    await other.page.getByRole('heading', { name: '出品しました' }).waitFor()
    await sign(seller)
    await page.getByRole('alert').getByText('署名までの間に条件が変わったため、受け付けられませんでした。').waitFor()
    await look('too late in the other tab')
    const isListed = async () => (await readListings(kura, token.tokenId)).map(({ state, price }) => ({ state, price }))
    assert.deepEqual(await isListed(), [
      { state: 'given-up', price: 3000 },
      { state: 'open', price: 4000 },
    ])
    await other.page.close()
    assert.deepEqual(barriers, [])
    assert.deepEqual(seller.watch.complaints(), [])
  },
)

const offered = 60

void test(
  'further pages of the own listings and of the market come by a press, and stay true and as long as they were',
  longJourney,
  journey({ ...world, email: 'many@visitor.example', device: desktop }, async (visitor) => {
    const { page, look } = visitor
    await comeWithWallet(visitor, 'yuki')
    const items = await seedOffers(kura, visitor.email, offered)
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
    // nobody touches the page, and what is over goes from the last of its pages
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

void test(
  'a gift by mail that is changed while it is prepared stays in the form, which says why',
  longJourney,
  async () => {
    const { page, look } = seller
    const { tokenId } = tokenOf(2)
    await fillSending(page, 'mail', tokenId, 'first@visitor.example')
    const field = page.locator('main form [data-field=email] input')
    const message = page.getByRole('textbox', { name: 'ひとこと' })
    await message.fill('お元気で。')
    const { promise: isTyped, resolve: type } = Promise.withResolvers<void>()
    await page.route(`**${paths.draftMailGift.path}`, async (route) => {
      await isTyped
      return route.fallback()
    })
    const isSent = page.waitForRequest(`**${paths.draftMailGift.path}`)
    await nextButton(page).click()
    await isSent
    await field.fill('second@visitor')
    type()
    await page.getByRole('alert').getByText('確認の準備中に内容が変わったため').waitFor()
    await look('gift, changed meanwhile')
    assert.deepEqual([await field.inputValue(), await message.inputValue()], ['second@visitor', 'お元気で。'])
    assert.equal(new URL(page.url()).search, '')
    await until('the first one is given up', async () => (await listSent(kura, tokenId)).at(-1)?.state === 'given-up')
    await field.fill('second@visitor.example')
    await nextButton(page).click()
    await page.getByRole('heading', { name: '贈りものの最終確認' }).waitFor()
    await page.getByText('second@visitor.example').waitFor()
    assert.deepEqual(
      (await listSent(kura, tokenId)).map(({ state }) => state),
      ['drafted', 'given-up'],
    )
    assert.deepEqual(barriers, [])
    assert.deepEqual(seller.watch.complaints(), [])
  },
)
