// What a member's pages do while an answer is on its way, and where it leads: a list of several
// pages that changes, the place where a wallet was asked for, a form that is changed or left. The
// calls are answered by the test.
import assert from 'node:assert/strict'
import test, { after, before } from 'node:test'
import type { ApiOutput } from '@kura/contract/api'
import { paths } from '@kura/contract/paths'
import type { Browser, Locator, Page } from 'playwright-core'
import { answerCalls } from './answer-calls.ts'
import type { Call } from './answer-calls.ts'
import { startBrowser } from './browser.ts'
import { addressOf, useWallet } from './identity-acts.ts'
import { startInstance } from './instance.ts'
import type { Kura } from './instance.ts'
import { seedTrades } from './market-acts.ts'
import { storedCard } from './mocked-shop.ts'
import { account, isCall, mockedVisit } from './mocked-visit.ts'
import type { Visit } from './mocked-visit.ts'
import { stopClock } from './page-clock.ts'
import { mockPiece } from './listing-mocks.ts'
import { fillSending, nextButton } from './sending-acts.ts'
import { waitForCount } from './wait-for-count.ts'

let kura: Kura
let browser: Browser
let piece: Awaited<ReturnType<typeof mockPiece>>
before(async () => {
  kura = await startInstance()
  browser = await startBrowser()
  await seedTrades(kura, { itemId: 'moon-rabbit', sold: 0, open: 1 })
  piece = await mockPiece(kura)
})
after(async () => {
  await browser?.close()
  await kura?.stop()
})

type OwnPage = ApiOutput<'listOwnListings'>
type OwnListing = OwnPage['items'][number]
const ownListing = (nth: number, more: Partial<OwnListing> = {}): OwnListing => {
  const [first] = (piece.more['GET /api/selling-orders'] as OwnPage).items
  const listing = first ?? assert.fail('no listing to begin with')
  const id = `01990000-0000-7000-8000-0000000001${String(nth).padStart(2, '0')}`
  return {
    ...listing,
    listingId: id,
    tokenRefId: id,
    token: { ...listing.token, serial: nth },
    withdrawalCause: null,
    ...more,
  }
}

/**
 * Responds to a page's calls of the own listings, but except for the news of what was sold: what it
 * says of each cursor, '' for the first page.
 */
const answerListings = (page: Page, answer: (cursor: string, call: Call) => Promise<void>) =>
  answerCalls(
    page,
    ({ pathname, searchParams }) => pathname === paths.listOwnListings.path && !searchParams.has('sort'),
    (call) => answer(call.url.searchParams.get('cursor') ?? '', call),
  )
const failed = { status: 503, json: { errorCode: 'SERVICE_UNAVAILABLE', message: 'not now' } }

const more = (page: Page): Locator => page.getByRole('main').getByRole('link', { name: 'もっと見る' })
const rows = (page: Page): Locator => page.locator('main li', { has: page.locator('h3') })
const cancelButtons = (page: Page): Locator => page.getByRole('button', { name: /を取り下げる$/ })
const toasts = (page: Page): Locator => page.getByRole('region', { name: 'お知らせ' }).getByText(/を取り下げました$/)
const ending = 'ご自分で取り下げました。もう誰にも購入されません。'

async function cancel(page: Page, row: Locator): Promise<void> {
  await row.getByRole('button', { name: /を取り下げる$/ }).click()
  await page.getByRole('alertdialog').getByRole('button').last().click()
}

const visitAsSeller = (walk: (visit: Visit) => Promise<void>) => {
  const calls = { ...piece.more, 'GET /api/selling-orders': { items: [] } }
  return mockedVisit({ kura, browser, language: 'ja', as: { flowAddress: piece.flowAddress }, more: calls }, walk)
}

void test('of two pages of own listings a row of the first that is cancelled is so at once, and the second is asked for once', () =>
  visitAsSeller(async ({ page }) => {
    const first: OwnPage = { items: [ownListing(1), ownListing(2)], cursor: 'second' }
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    let asked: number | undefined
    let isFailing = false
    await answerListings(page, async (cursor, call) => {
      if (cursor === '') return call.fulfill({ json: first })
      if (isFailing) return call.fulfill(failed)
      if (asked !== undefined) {
        asked += 1
        await released
      }
      return call.fulfill({ json: { items: [ownListing(3)] } })
    })
    const isListing = ({ href }: URL) => isCall('endListing', 'DELETE', href)
    await answerCalls(page, isListing, async ({ method, url, fulfill, fallback }) => {
      if (method !== 'DELETE') return fallback()
      const index = first.items.findIndex(({ tokenRefId }) => url.pathname.endsWith(tokenRefId))
      first.items[index] = ownListing(index + 1, { state: 'ending', withdrawalCause: 'seller' })
      asked ??= 0
      return fulfill({ json: { listingId: first.items[index].listingId, state: 'ending' } })
    })
    await page.clock.install()
    await page.goto('/mypage/listings')
    await more(page).click()
    await waitForCount(rows(page), 3)
    await waitForCount(cancelButtons(page), 3)
    // nothing is asked for by itself any more
    await stopClock(page)
    await cancel(page, rows(page).nth(0))
    await rows(page).nth(0).getByText(ending).waitFor()
    await waitForCount(cancelButtons(page), 2)
    assert.deepEqual([asked, await toasts(page).count()], [1, 0])
    release()
    await waitForCount(toasts(page), 1)
    assert.equal(asked, 1)
    await waitForCount(cancelButtons(page), 2)

    // the further page cannot be asked for: what is known of it stays
    isFailing = true
    await cancel(page, rows(page).nth(1))
    await waitForCount(toasts(page), 2)
    await rows(page).nth(1).getByText(ending).waitFor()
    await waitForCount(cancelButtons(page), 1)
    await waitForCount(rows(page), 3)
    // and where it begins elsewhere now, only the first one is certain
    first.cursor = 'elsewhere'
    await page.clock.resume()
    await waitForCount(rows(page), 2)
    isFailing = false
    await waitForCount(rows(page), 3)
  }))

void test('the way to more of a part of the own listings leads to that part', () =>
  visitAsSeller(async ({ page }) => {
    await answerListings(page, (_, call) =>
      call.fulfill({ json: { items: [ownListing(1, { state: 'ended', endReason: 'expired' })], cursor: 'next' } }),
    )
    for (const search of ['', '?tab=sold', '?tab=over']) {
      await page.goto(`/mypage/listings${search}`)
      await waitForCount(more(page), 1)
      assert.equal(await more(page).getAttribute('href'), `/mypage/listings${search}`)
    }
  }))

/** What a token's pages ask for when the way is clear. */
function callsOfToken(): Record<string, object> {
  const [listing] = (piece.more['GET /api/selling-orders'] as OwnPage).items
  const seller = { sellerUserId: '01990000-0000-7000-8000-0000000000e5', expiresAt: '2099-12-20T03:00:00Z' }
  return {
    ...piece.more,
    'GET /api/transfers/preparation': {
      token: listing?.token,
      address: '',
      recipient: null,
      storage: null,
      obstacles: [],
    },
    [`GET /api/selling-orders/${piece.refId}`]: { ...listing, ...seller },
    'GET /api/orders': { items: [] },
    'GET /api/credit-check': { items: [storedCard] },
    'GET /api/users/self/point-summary': { balance: 0, paid: 0, free: 0, expiring: [] },
  }
}

const gates = {
  sell: { path: (tokenId: string) => `/tokens/${tokenId}/sell`, shown: 'input[name=price]', isAsked: false },
  gift: { path: (tokenId: string) => `/tokens/${tokenId}/gift`, shown: 'form textarea', isAsked: false },
  'a token’s checkout': {
    path: (tokenId: string) => `/tokens/${tokenId}/checkout`,
    shown: 'input[name=means]',
    isAsked: true,
  },
  'a pack’s checkout': { path: () => '/packs/moon-first/checkout', shown: 'input[name=means]', isAsked: true },
}

for (const [name, { path, shown, isAsked }] of Object.entries(gates))
  void test(`${name}: when a wallet was linked the focus is where the member continues`, async () => {
    await useWallet(kura, 'hanako')
    const flowAddress = await addressOf(kura, 'hanako')
    const renewed = { userId: account.userId, sessionJwt: 't', flowAddress }
    const calls = { ...callsOfToken(), 'POST /auth/refresh': renewed }
    await mockedVisit({ kura, browser, language: 'ja', as: {}, more: calls }, async ({ page }) => {
      await page.goto(path(piece.tokenId))
      if (!isAsked) await page.getByRole('main').getByRole('button', { name: 'ウォレットを連携する' }).click()
      await page.getByRole('button', { name: 'ウォレットと無料で連携する' }).click()
      const welcome = page.getByRole('dialog', { name: '正会員になりました' })
      await welcome.getByRole('button', { name: '閉じる' }).last().press('Enter')
      await welcome.waitFor({ state: 'detached' })
      await page.locator('main div:focus', { has: page.locator(shown) }).waitFor()
    })
  })

const mailedId = '01990000-0000-7000-8000-0000000000e2'

void test('a gift by mail: what was said of the form goes with the next letter, and who leaves is led nowhere', () =>
  mockedVisit(
    { kura, browser, language: 'ja', as: { flowAddress: piece.flowAddress }, more: callsOfToken() },
    async ({ page }) => {
      const isDraft = ({ pathname }: URL) => pathname === paths.draftMailGift.path
      const given = Array.from({ length: 4 }, () => Promise.withResolvers<{ status: number; json: object }>())
      let asked = 0
      await answerCalls(page, isDraft, async (call) => call.fulfill((await given[asked++]?.promise) ?? { json: {} }))
      const gaveUp = () => page.waitForRequest((each) => isCall('endGift', each.method(), each.url()))
      const draft = { status: 201, json: { giftId: mailedId, signUntil: '2099-12-01T03:00:00Z' } }
      const answerDraft = async (at: number): Promise<void> => given[at]?.resolve(draft)
      const isMailed = ({ pathname }: URL) => pathname === `/api/gifts/${mailedId}`
      await answerCalls(page, isMailed, (call) => call.fulfill({ json: {} }))
      const alert = page.locator('main form [role=alert]:not(:empty)')
      const message = page.getByRole('textbox', { name: 'ひとこと' })
      const press = async (): Promise<void> => {
        const sent = page.waitForRequest((each) => isDraft(new URL(each.url())))
        await nextButton(page).click()
        await sent
      }

      await fillSending(page, 'mail', piece.tokenId, 'friend@visitor.example')
      await press()
      await message.fill('お元気で。')
      await Promise.all([gaveUp(), answerDraft(0)])
      await alert.getByText('確認の準備中に内容が変わったため').waitFor()
      await message.fill('お元気で')
      await waitForCount(alert, 0)

      await press()
      given[1]?.resolve({ status: 409, json: { errorCode: 'SALES_PAUSED', message: 'not now' } })
      await waitForCount(alert, 1)
      await page.locator('main form [data-field=email] input').fill('other@visitor.example')
      await waitForCount(alert, 0)

      // on the way to another page, and when it has just come
      const link = page.getByRole('main').getByRole('navigation').first().getByRole('link').last()
      const { promise: released, resolve: release } = Promise.withResolvers<void>()
      const isOfPage = ({ pathname }: URL) => /\/tokens\/[^/]*\.data$/.test(pathname)
      await answerCalls(page, isOfPage, (call) => released.then(call.fallback))
      await press()
      await link.click()
      await page.locator('.animate-advance').waitFor()
      await Promise.all([gaveUp(), answerDraft(2)])
      release()
      await page.waitForURL(`**/tokens/${piece.tokenId}`)
      await fillSending(page, 'mail', piece.tokenId, 'friend@visitor.example')
      await press()
      await link.click()
      await page.waitForURL(`**/tokens/${piece.tokenId}`)
      await Promise.all([gaveUp(), answerDraft(3)])
      await page.evaluate(() => fetch('/robots.txt').then(() => undefined))
      assert.equal(page.url(), `${kura.app}/tokens/${piece.tokenId}`)
      assert.equal(asked, 4)
    },
  ))
