// Listings of members, in a real browser: seen at once, gone at once, by whom it may be
// seen, searched, ordered, drawn and read.
import assert from 'node:assert/strict'
import test, { after, before } from 'node:test'
import type { ApiOutput } from '@kura/contract/api'
import { paths } from '@kura/contract/paths'
import type { Browser, Page } from 'playwright-core'
import { startBrowser } from './browser.ts'
import { readSession } from './identity-acts.ts'
import { startInstance } from './instance.ts'
import type { Kura } from './instance.ts'
import { arrive, desktop, journey, journeyTime, phone } from './journey.ts'
import type { Visitor } from './journey.ts'
import { comeWithWallet, cancelInWallet, listToken, readOwnTokens, seedTrades, stateOf } from './market-acts.ts'
import type { OwnToken } from './market-acts.ts'
import { until } from './until.ts'
import { waitForCount } from './wait-for-count.ts'

let kura: Kura
let browser: Browser
let seller: Visitor
let token: OwnToken
before(async () => {
  kura = await startInstance()
  browser = await startBrowser()
  seller = await arrive({ ...world, email: 'seller@visitor.example', device: desktop })
  await comeWithWallet(seller, 'hanako')
  await seller.page.goto('/airdrops/winter-gift')
  await seller.page.getByRole('button', { name: /受け取る$/ }).click()
  ;[token] = (await readOwnTokens(kura, seller.email)) as [OwnToken]
})
after(async () => {
  await seller?.context.close()
  await browser?.close()
  await kura?.stop()
})
const world = { kura: () => kura, browser: () => browser }

const serialOf = ({ serial }: Pick<OwnToken, 'serial'>) => `#${String(serial).padStart(4, '0')}`
const rows = (page: Page) => page.locator('#listings').getByRole('article')
const read = async (path: string) => (await fetch(kura.app + path)).text()
const ask = async (path: string) => (await (await fetch(kura.app + path)).json()) as never

void test(
  'on a phone: a listing comes by itself, is found, and is gone everywhere once its seller cancelled it without the site',
  journeyTime,
  journey({ ...world, email: 'guest@visitor.example', device: phone }, async (visitor) => {
    const { page, look } = visitor
    const item = `/items/${token.itemId}`
    await page.goto(item)
    await page.getByText('いま出品されているものはありません').waitFor()
    await look('item without listings')
    const listingId = await listToken(seller, 'hanako', token, { price: 48_000 })
    // nobody touched the page
    await rows(page).getByText('¥48,000').waitFor()
    await page.getByRole('link', { name: '¥48,000で購入する' }).first().waitFor()
    await page.locator('section[aria-labelledby=market-box]').getByRole('link', { name: '旅人' }).waitFor()
    await look('item with a listing')
    const { items } = (await ask(`/api/selling-orders/items/${token.itemId}`)) as ApiOutput<'listListings'>
    assert.deepEqual(
      items.map((each) => [each.listingId, each.price, each.targetUserId]),
      [[listingId, 48_000, null]],
    )

    await page.goto('/market')
    await page.getByText('1件のアイテムが出品中').waitFor()
    await searchMarket(visitor)
    await page.getByRole('link', { name: '雪あかり' }).first().click()
    await rows(page)
      .getByRole('link', { name: `${serialOf(token)}の詳細` })
      .click()
    await checkPiece(visitor)
    const open = await visitor.context.newPage()
    await open.goto(item)
    await rows(open).getByText('¥48,000').waitFor()

    await cancelInWallet(kura, 'hanako')
    await stateOf(kura, listingId, 'ended')
    await until('no page and no answer has the ghost', async () => {
      const paths = [item, `/tokens/${token.tokenId}`, '/market', '/', `/api/selling-orders/items/${token.itemId}`]
      const texts = await Promise.all(paths.map(read))
      return texts.every((text) => !text.includes('48,000') && !text.includes('48000'))
    })
    await open.getByText('いま出品されているものはありません').waitFor()
    await page.getByText('この1点は、いま出品されていません。').waitFor()
    await look('piece without a listing')
  }),
)

/** Searches for the one listing by words and by price, with the keyboard. */
async function searchMarket({ page, look }: Visitor): Promise<void> {
  const cards = page.locator('section[aria-labelledby=results] article')
  await waitForCount(cards, 1)
  await look('market')
  await page.getByLabel('下限（円）').fill('４９，０００')
  await page.keyboard.press('Enter')
  await page.getByText('条件に合う出品はありません').waitFor()
  assert.equal(new URL(page.url()).search, '?least=%EF%BC%94%EF%BC%99%EF%BC%8C%EF%BC%90%EF%BC%90%EF%BC%90')
  await look('market, nothing found')
  await page.getByRole('link', { name: '条件「¥49,000以上」を外す' }).press('Enter')
  await cards.first().waitFor()
  assert.equal(new URL(page.url()).pathname + new URL(page.url()).search, '/market')
  // the form follows the address a moment later, and would take what is typed before with it
  await until('an empty field', async () => (await page.getByLabel('下限（円）').inputValue()) === '')
  await page.getByRole('main').getByRole('searchbox').fill('雪')
  await page.keyboard.press('Enter')
  await page.waitForURL(/\?q=/)
  await page.getByRole('link', { name: '条件「“雪”」を外す' }).waitFor()
  await cards.first().waitFor()
  await page.locator('select[name=sort]').selectOption('sold')
  await page.waitForURL(/sort=sold/)
  await waitForCount(cards, 1)
}

/** The page of the piece: its listing, and its history with transactions that the network knows. */
async function checkPiece({ page, look }: Visitor): Promise<void> {
  await page.getByRole('heading', { level: 2, name: 'この1点の出品' }).waitFor()
  const buy = page.getByRole('link', { name: '¥48,000で購入する' })
  assert.equal(await buy.first().getAttribute('href'), `/tokens/${token.tokenId}/checkout`)
  // whom it is bought from stands next to the button that is always in reach
  await page.locator('.sticky-bar').getByRole('link', { name: '旅人' }).waitFor()
  const history = page.getByRole('region', { name: '来歴' }).getByRole('listitem')
  await waitForCount(history, 1)
  assert.match(await history.innerText(), /^発行/)
  const href = (await history.getByRole('link').last().getAttribute('href')) ?? ''
  const known = (await (await fetch(href)).json()) as { status: string }
  assert.equal(known.status, 'Sealed')
  await look('piece with a listing')
}

void test(
  'what is offered to one member is shown to that member alone, who sees what to do with it',
  journeyTime,
  journey({ ...world, email: 'chosen@visitor.example', device: desktop }, async (visitor) => {
    const { page, look } = visitor
    await comeWithWallet(visitor, 'taro')
    const { userId = '' } = (await readSession(page)) ?? {}
    const item = `/items/${token.itemId}`
    const position = page.getByRole('region', { name: 'あなたの状況' })
    await page.goto(item)
    await position.getByText('出品がありません').waitFor()
    const listingId = await listToken(seller, 'hanako', token, { price: 52_000, targetUserId: userId })
    // the page was not touched: its actions follow the listings
    await rows(page).getByText('あなた限定').waitFor()
    await until('it can be bought', async () =>
      /購入\s*できます[\s\S]*出品\s*このアイテムをお持ちではありません/.test(await position.innerText()),
    )
    assert.ok(!(await read(item)).includes('52,000'))
    assert.ok(!(await read(`/tokens/${token.tokenId}`)).includes('52,000'))
    assert.ok(!(await read('/market')).includes('52,000'))

    await look('item with a listing for one')
    // who hid it can have it back
    await page.goto(`${item}?limited=0`)
    await page.getByText('条件に合う出品はありません').waitFor()
    await page.locator('select[name=limited]').selectOption('1')
    await rows(page).getByText('あなた限定').waitFor()
    await page.goto(`/tokens/${token.tokenId}`)
    await page.getByRole('link', { name: '¥52,000で購入する' }).waitFor()
    await page.getByText('あなた限定').waitFor()
    await look('piece with a listing for one')

    await seller.page.goto(item)
    await seller.page.getByText('お持ちのものは、すべて出品中です').first().waitFor()
    await cancelInWallet(kura, 'hanako')
    await stateOf(kura, listingId, 'ended')
    await page.getByText('この1点は、いま出品されていません。').waitFor()
    await until('it can be listed again', async () =>
      /出品\s*できます/.test(await seller.page.getByRole('region', { name: 'あなたの状況' }).innerText()),
    )
    assert.deepEqual(seller.watch.complaints(), [])
  }),
)

void test(
  'what somebody typed before the scripts of the market came stays, and is what is searched for',
  journeyTime,
  journey({ ...world, email: 'quick@visitor.example', device: phone }, async ({ context }) => {
    // of its own, since it is not waited for until it lives
    const page = await context.newPage()
    const { promise: scripts, resolve: comeScripts } = Promise.withResolvers<void>()
    await page.route('**/assets/*.js', async (route) => {
      await scripts
      return route.fallback()
    })
    await page.goto('/market', { waitUntil: 'commit' })
    const field = page.getByRole('main').getByRole('searchbox')
    await field.fill('雪')
    // asked for once the page lives
    const lives = page.waitForResponse((response) => new URL(response.url()).pathname === paths.listListedItems.path)
    comeScripts()
    await lives
    assert.equal(await field.inputValue(), '雪')
    await field.press('Enter')
    // without the scripts all fields would be in it
    await page.waitForURL(({ search }) => search === `?q=${encodeURIComponent('雪')}`)
  }),
)

void test(
  'many listings are ordered and narrowed in the address, with and without scripts, and the chart says by keyboard and as a table what was paid',
  journeyTime,
  journey({ ...world, email: 'reader@visitor.example', device: desktop }, async (visitor) => {
    const { page, look } = visitor
    const itemId = 'moon-kura'
    await seedTrades(kura, { itemId, sold: 40, open: 26 })
    const all = (await ask(`/api/selling-orders/items/${itemId}?limit=100`)) as ApiOutput<'listListings'>
    assert.equal(all.items.length, 26)
    // asked for again once the page lives: until then more rows are another page
    const lives = page.waitForResponse((response) => /\/selling-orders\/items\/.*limit=10/.test(response.url()))
    await page.goto(`/items/${itemId}?order=serial-high`)
    await lives
    const expected = all.items.toSorted((a, b) => b.serial - a.serial)
    await checkRows(visitor, expected)
    const notice = rows(page).first().getByRole('group')
    await notice.getByText('販売業者の表示').click()
    await notice.getByText('T1234567890123').waitFor()
    assert.match(
      await notice.innerText(),
      /海辺画廊株式会社\s[\s\S]*神奈川県[\s\S]*046-000-0000\s[\s\S]*T1234567890123/,
    )
    await look('item with many listings')
    const [least, most] = [all.items[5]?.price ?? 0, all.items[18]?.price ?? 0]
    await page.getByLabel('下限（円）').fill(String(least))
    await page.getByLabel('上限（円）').fill(String(most))
    await page.getByRole('button', { name: '価格で絞り込む' }).click()
    await page.waitForURL(`**/items/${itemId}?order=serial-high&least=${least}&most=${most}`)
    await checkRows(
      visitor,
      expected.filter(({ price }) => price >= least && price <= most),
    )
    await checkWithoutScripts(page.url(), all)
    await checkChart(visitor, itemId)
  }),
)

type Offers = ApiOutput<'listListings'>

/** All rows of the list in their order, over all of its pages. */
async function checkRows({ page }: Visitor, expected: Offers['items']): Promise<void> {
  const more = page.locator('#listings').getByRole('link', { name: 'もっと見る' })
  const names = expected.map((each) => serialOf(each))
  await until('every row is shown', async () => {
    // it goes with the last row, and that may come while it is pressed
    if ((await more.count()) > 0) await more.click({ timeout: 2000 }).catch(() => {})
    return (await rows(page).count()) === names.length
  })
  const shown = await rows(page).getByRole('heading').allInnerTexts()
  assert.deepEqual(shown, names)
}

/** The same page for somebody whose browser runs no scripts. */
async function checkWithoutScripts(url: string, all: Offers): Promise<void> {
  const context = await browser.newContext({ ...desktop, locale: 'ja-JP', javaScriptEnabled: false })
  try {
    const page = await context.newPage()
    // each press leads to another page, which is there once its whole address is
    const after = async (press: Promise<void>, isThere: (query: URLSearchParams) => boolean) => {
      await press
      await page.waitForURL(({ searchParams }) => isThere(searchParams))
    }
    await page.goto(url)
    assert.equal(await rows(page).count(), 10)
    await page.locator('select[name=order]').selectOption('price-high')
    await page.getByLabel('下限（円）').fill('')
    await page.getByLabel('上限（円）').fill('')
    const narrow = page.getByRole('button', { name: '価格で絞り込む' })
    await after(narrow.click(), (query) => query.get('order') === 'price-high')
    const dearest = all.items.toReversed().slice(0, 10)
    assert.deepEqual(
      await rows(page).getByRole('heading').allInnerTexts(),
      dearest.map((each) => serialOf(each)),
    )
    await after(page.getByRole('link', { name: 'もっと見る' }).click(), (query) => query.has('cursor'))
    assert.equal(await rows(page).getByRole('heading').first().innerText(), serialOf(all.items.at(-11)!))
    await after(page.getByRole('link', { name: '最初の出品から見る' }).click(), (query) => !query.has('cursor'))
    assert.equal(await rows(page).getByRole('heading').first().innerText(), serialOf(all.items.at(-1)!))
  } finally {
    await context.close()
  }
}

async function checkChart({ page, look }: Visitor, itemId: string): Promise<void> {
  const { days } = (await ask(`/api/items/${itemId}/price-chart?days=90`)) as ApiOutput<'showItemChart'>
  const sold = days.filter((day) => day.sold > 0)
  assert.ok(sold.length > 5)
  const chart = page.getByRole('region', { name: '価格の推移' })
  const slider = chart.getByRole('slider')
  const last = sold.at(-1)
  await slider.focus()
  const yen = (price: number | null | undefined) => `¥${(price ?? 0).toLocaleString('ja')}`
  assert.match(
    (await slider.getAttribute('aria-valuetext')) ?? '',
    new RegExp(`売買${last?.sold}点、中央値${yen(last?.medianPrice)}、最安${yen(last?.minPrice)}`),
  )
  await page.keyboard.press('Home')
  const first = (await slider.getAttribute('aria-valuetext')) ?? ''
  await page.keyboard.press('ArrowRight')
  assert.notEqual(await slider.getAttribute('aria-valuetext'), first)
  await chart.getByText('表で見る').click()
  const table = chart.getByRole('table')
  const shown = await table.getByRole('row').allInnerTexts()
  for (const day of sold) {
    const [year, month, date] = day.day.split('-').map(Number)
    const line = shown.find((text) => text.startsWith(`${year}/${month}/${date}\t`))
    assert.ok(line?.includes(`\t${day.sold}\t${yen(day.medianPrice)}\t`), `${day.day}: ${line}`)
  }
  await look('price history')
  await chart.getByRole('radio', { name: '30日' }).check({ force: true })
  await until('fewer days', async () => Number(await slider.getAttribute('max')) === 29)
}
