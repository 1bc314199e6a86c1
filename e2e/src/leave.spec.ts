// A member leaves: what blocks it is solved where its link leads, the request is cancelled by one
// press and by the mailed link, and after seven days nobody is there any more.
import assert from 'node:assert/strict'
import test, { after, before } from 'node:test'
import type { ApiOutput } from '@kura/contract/api'
import type { Browser } from 'playwright-core'
import { password, readMail, signUpByCode, toConfirmation } from './acts.ts'
import { passMinutes } from './books.ts'
import { startBrowser } from './browser.ts'
import { comeAsMember, readSession } from './identity-acts.ts'
import { startInstance } from './instance.ts'
import type { Kura } from './instance.ts'
import { arrive, desktop, journey, journeyOf, journeyTime, leave, phone } from './journey.ts'
import type { Visitor } from './journey.ts'
import { comeWithTokens, comeWithWallet, listToken, stateOf } from './market-acts.ts'
import type { OwnToken } from './market-acts.ts'
import { mockedVisit } from './mocked-visit.ts'
import { confirm, givePoints, usePoints } from './tender-acts.ts'
import { until } from './until.ts'
import { waitForCount } from './wait-for-count.ts'

let kura: Kura
let browser: Browser
let seller: Visitor
before(async () => {
  kura = await startInstance()
  browser = await startBrowser()
})
after(async () => {
  if (seller) await leave(seller.context)
  await browser?.close()
  await kura?.stop()
})
const world = { kura: () => kura, browser: () => browser }
const day = 24 * 60
const title = '退会'
const pending = '退会の手続き中です'

async function toLeave({ page }: Visitor): Promise<void> {
  await page.goto('/mypage/account')
  await page.getByRole('link', { name: title, exact: true }).click()
  await page.getByRole('heading', { level: 1, name: title }).waitFor()
}

/** Fills in the form and asks. Begins on the screen of leaving, where nothing blocks. */
async function ask({ page }: Visitor): Promise<void> {
  await page.getByRole('combobox', { name: '退会の理由' }).selectOption('other')
  await page.getByRole('textbox', { name: /くわしくお聞かせください/ }).fill('引っ越しのため')
  await page.getByLabel('今のパスワード').fill(password)
  await page.getByRole('checkbox').check()
  await page.getByRole('button', { name: '退会を申し込む' }).click()
  await page.getByText(pending).waitFor()
}

const isGone = (email: string) =>
  until(`${email} is gone`, async () => (await kura.sql`select 1 from members where email = ${email}`).length === 0)

/** Lets days pass, in steps that no session outlives, and comes back after each. */
async function passDays({ page }: Visitor, days: number, path: string): Promise<void> {
  for (let left = days * day; left > 0; left -= 3 * day) {
    await passMinutes(kura, Math.min(left, 3 * day))
    await page.goto(path)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.waitForLoadState('networkidle')
  }
}

let sold: OwnToken
const asSeller = (walk: (seller: Visitor) => Promise<void>) =>
  journeyOf(
    () => [seller],
    () => walk(seller),
  )

void test(
  'on a phone: what blocks a seller is solved where its link leads',
  journeyTime,
  journey({ ...world, email: 'stayer@visitor.example', device: desktop }, async (buyer) => {
    seller = await arrive({ ...world, email: 'leaver@visitor.example', device: phone })
    const { page, look } = seller
    const tokens = (await comeWithTokens(seller, 'hanako', 2)) as [OwnToken, OwnToken]
    sold = tokens[0]
    await kura.sql`update members set display_name = '旅立つ花子' where email = ${seller.email}`
    await comeWithWallet(buyer, 'taro')
    await sell(seller, buyer, sold)
    await buyer.page.goto('about:blank')
    const listing = await listToken(seller, 'hanako', tokens[1], { price: 3000 })

    await toLeave(seller)
    await page.getByText('出品中のアイテム: 1点').waitFor()
    await page.getByText(/^確定前の売上: ¥/).waitFor()
    assert.equal(await page.getByRole('button', { name: '退会を申し込む' }).count(), 0)
    await look('leaving, blocked')
    await page.getByRole('link', { name: '出品を見る' }).click()
    await page
      .getByRole('button', { name: /取り下げる$/ })
      .first()
      .click()
    await page.getByRole('alertdialog').getByRole('button', { name: '取り下げる' }).click()
    await stateOf(kura, listing, 'ended')
    await passDays(seller, 8, '/mypage/leave')
    await until('the sale clears', async () => {
      await page.goto('/mypage/leave')
      await page.getByRole('heading', { name: '退会するとどうなりますか' }).waitFor()
      return (await page.getByText(/^受け取っていない売上: ¥/).count()) === 1
    })
    await page.getByRole('link', { name: '売上を見る' }).click()
    await page.getByRole('button', { name: 'ポイントで受け取る' }).click()
    await page.getByText(/ポイントを受け取りました$/).waitFor()
    await toLeave(seller)
    await page.getByText(/ポイントは失効します/).waitFor()
    await page.getByRole('button', { name: '退会を申し込む' }).waitFor()
    assert.equal(await page.getByText('先に済ませること').count(), 0)
  }),
)

void test(
  'on a phone: asking needs a reason and the password, every page says it then, and one press cancels it',
  journeyTime,
  asSeller(async ({ page, look, watch, email }) => {
    await toLeave(seller)
    await page.getByRole('button', { name: '退会を申し込む' }).click()
    await page.getByText('理由をひとつ選んでください。').waitFor()
    await look('leaving, an empty form')
    watch.expect(/status of 401 .*\/users\/self\/delete\b/)
    await page.getByRole('combobox', { name: '退会の理由' }).selectOption('unused')
    await page.getByLabel('今のパスワード').fill('a wrong password')
    await page.getByRole('checkbox').check()
    await page.getByRole('button', { name: '退会を申し込む' }).click()
    await page.getByText('パスワードが違います。').waitFor()
    await ask(seller)
    await look('leaving, asked')
    await readMail(kura, email, /退会のお申し込みを受け付けました/)
    await page.goto('/packs')
    await page.getByText(pending).waitFor()
    await look('packs, while leaving')
    await page.getByRole('button', { name: '退会を取り消す' }).click()
    await page.getByText('退会を取り消しました').waitFor()
    await waitForCount(page.getByText(pending), 0)
    await readMail(kura, email, /退会を取り消しました/)
  }),
)

void test(
  'after seven days the seller is nowhere, and the address is free for who proves it',
  journeyTime,
  asSeller(async ({ page, email }) => {
    const userId = (await readSession(page))?.userId ?? assert.fail('nobody is signed in')
    await toLeave(seller)
    await ask(seller)
    await page.goto('about:blank')
    await passMinutes(kura, 7 * day + 1)
    await isGone(email)
    const mail = await readMail(kura, email, /退会の手続きが完了しました/)
    assert.equal(mail.links.length, 1)
    const history = await (await fetch(`${kura.app}/api/tokens/${sold.tokenId}/history`)).text()
    assert.ok(history.includes('items') && !history.includes('旅立つ花子'), history)
    assert.equal((await fetch(`${kura.app}/api/users/${userId}`)).status, 404)
    const { code, output } = await kura.command('check')
    assert.equal(code, 0, output)

    const next = await arrive({ ...world, email, device: desktop })
    try {
      await next.page.goto('/signup')
      await signUpByCode(next, '戻った人')
      const nextId = (await readSession(next.page))?.userId
      assert.ok(nextId !== undefined && nextId !== userId)
    } finally {
      await leave(next.context)
    }
  }),
)

async function sell(seller: Visitor, buyer: Visitor, token: OwnToken): Promise<void> {
  const listingId = await listToken(seller, 'hanako', token, { price: 5000 })
  await givePoints(buyer, 5000)
  await buyer.page.goto(`/tokens/${token.tokenId}/checkout`)
  await usePoints(buyer, 5000)
  await toConfirmation(buyer)
  buyer.watch.expect(new RegExp(`status of 404 .*/api/selling-orders/${token.refId}\\b`))
  await confirm(buyer)
  await stateOf(kura, listingId, 'sold')
}

void test(
  'a member who has nothing open leaves at once, and the mailed link cancels it without a session',
  { timeout: 180_000 },
  journey({ ...world, email: 'brief@visitor.example', device: desktop }, async (visitor) => {
    const { page, look } = visitor
    await comeAsMember(visitor)
    await toLeave(visitor)
    assert.equal(await page.getByText('先に済ませること').count(), 0)
    await look('leaving, nothing open')
    await ask(visitor)
    const mail = await readMail(kura, visitor.email, /退会のお申し込みを受け付けました/)
    const link = mail.links.find((each) => each.includes('/leave/cancel')) ?? assert.fail('no link to cancel')

    const context = await browser.newContext({ ...phone, baseURL: kura.app, locale: 'ja-JP' })
    const elsewhere = await context.newPage()
    await elsewhere.goto(link)
    await elsewhere.getByRole('button', { name: '退会を取り消す' }).click()
    await elsewhere.getByText('退会を取り消しました').waitFor()
    await elsewhere.reload()
    await elsewhere.getByRole('button', { name: '退会を取り消す' }).click()
    await elsewhere.getByText('このリンクは、もう使えません').waitFor()
    await context.close()

    await toLeave(visitor)
    await ask(visitor)
    await page.goto('about:blank')
    await passMinutes(kura, 7 * day + 1)
    await isGone(visitor.email)
    visitor.watch.expect(/status of 401 /)
    visitor.watch.expect(/status of 404 .*\/api\/users\/[\w-]+\/token-count\b/)
    await page.goto('/mypage')
    await page.waitForURL(/\/login/)
  }),
)

type Obstacle = ApiOutput<'checkDeletion'>['obstacles'][number]['kind']
/** The path where each obstacle is solved. */
const places: Record<Obstacle, string> = {
  orders_open: '/mypage/orders',
  packs_unopened: '/mypage/packs',
  openings_open: '/mypage/orders',
  listings_open: '/mypage/listings',
  trades_open: '/mypage/listings?tab=sold',
  gifts_open: '/mypage/gifts',
  proceeds_clearing: '/mypage/sales',
  proceeds_left: '/mypage/sales',
  payouts_open: '/mypage/sales',
}

void test('every obstacle has words and a link to where it is solved', () =>
  mockedVisit({ kura, browser, language: 'ja', as: {} }, async ({ page }) => {
    const obstacles = Object.keys(places).map((kind) => ({ kind, amount: 1 }))
    await page.route('**/api/v1/users/self/delete/check', (route) =>
      route.fulfill({ json: { obstacles, points: 120 } }),
    )
    await page.goto('/mypage/leave')
    const rows = page.locator('main ul.divide-y > li')
    await rows.nth(obstacles.length - 1).waitFor()
    const shown = await rows.evaluateAll((all) =>
      all.map((row) => ({
        text: row.querySelector('p')?.textContent ?? '',
        to: row.querySelector('a')?.getAttribute('href'),
      })),
    )
    assert.deepEqual(
      shown.map(({ to }) => to),
      Object.values(places),
    )
    for (const { text } of shown) assert.match(text, /[ぁ-ん一-龠].*1/)
    assert.equal(await page.locator('main form').count(), 0)
  }))
