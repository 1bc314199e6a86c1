// Following and favourites in a real browser: a readable address, a follow seen on both sides, a
// heart by keyboard that outlives a reload.
import assert from 'node:assert/strict'
import test, { after, before } from 'node:test'
import type { Browser } from 'playwright-core'
import { startBrowser } from './browser.ts'
import { comeAsMember, readSession } from './identity-acts.ts'
import { startInstance } from './instance.ts'
import type { Kura } from './instance.ts'
import { arrive, desktop, journey, journeyOf, journeyTime, leave, phone } from './journey.ts'
import type { Visitor } from './journey.ts'
import { until } from './until.ts'

let kura: Kura
let browser: Browser
let star: Visitor
let fan: Visitor
const world = { kura: () => kura, browser: () => browser }
before(async () => {
  kura = await startInstance()
  browser = await startBrowser()
  star = await arrive({ ...world, email: 'star@visitor.example', device: desktop })
  await comeAsMember(star)
  fan = await arrive({ ...world, email: 'fan@visitor.example', device: phone })
  await comeAsMember(fan)
})
after(async () => {
  for (const each of [star, fan]) if (each) await leave(each.context)
  await browser?.close()
  await kura?.stop()
})

const takeHandle = async ({ page }: Visitor, handle: string): Promise<void> => {
  await page.goto('/mypage/profile')
  await page.getByRole('textbox', { name: 'ユーザー名' }).fill(handle)
  await page.getByRole('button', { name: 'アドレスを決める' }).click()
}

void test(
  'a member takes a readable address, another follows there, and both sides see it; the former address leads on',
  journeyTime,
  journeyOf(
    () => [star, fan],
    async () => {
      await takeHandle(star, 'tsuki_star')
      await star.page.getByText('プロフィールのアドレスを変えました').waitFor()
      await star.look('own profile')
      await fan.page.goto('/u/tsuki_star')
      await fan.page.getByRole('button', { name: /をフォローする$/ }).click()
      const following = fan.page.getByRole('button', { name: /をフォロー中/ })
      await following.waitFor()
      await fan.look('profile')
      await until(
        'the follow is kept',
        async () => (await kura.sql`select 1 from member_follows`).length === 1 || undefined,
      )
      await fan.page.goto('/mypage/follows')
      await fan.page.getByRole('link', { name: '旅人' }).waitFor()
      await fan.look('follows')
      await star.page.goto('/u/tsuki_star?tab=followers')
      await star.page.getByRole('main').getByRole('link', { name: '旅人' }).waitFor()
      await star.look('followers')
      await takeHandle(star, 'hoshi_star')
      await star.page.getByText('プロフィールのアドレスを変えました').last().waitFor()
      await fan.page.goto('/u/tsuki_star')
      assert.equal(new URL(fan.page.url()).pathname, '/u/hoshi_star')
      await following.click()
      await fan.page.getByRole('button', { name: /をフォローする$/ }).waitFor()
    },
  ),
)

void test(
  'a heart is pressed by keyboard, shows at once and after a reload; the list has it with a price to hear of',
  journeyTime,
  journeyOf(
    () => [fan],
    async () => {
      const { page, look } = fan
      await page.goto('/items/moon-rabbit')
      const add = page.getByRole('button', { name: /をお気に入りに追加$/ }).first()
      await add.focus()
      await page.keyboard.press('Enter')
      const remove = page.getByRole('button', { name: /をお気に入りから外す$/ }).first()
      await remove.waitFor()
      await page.getByText('1人がお気に入り').waitFor()
      await page.reload()
      await remove.waitFor()
      await look('item with a heart')
      await page.goto('/series/moon')
      await page.getByRole('button', { name: /をフォローする$/ }).click()
      await page.getByRole('button', { name: /をフォロー中/ }).waitFor()
      await look('series')
      await page.goto('/mypage/favorites')
      await page.getByText('価格のお知らせ').click()
      await page.getByRole('textbox', { name: /より安く/ }).fill('９００')
      await page.getByRole('button', { name: '価格を保存' }).click()
      await page.getByText('¥900より安く出品されたらお知らせします').waitFor()
      await look('favourites')
      const { userId } = (await readSession(page)) ?? assert.fail('nobody is signed in')
      const [row] = await kura.sql`select notice_below_yen as yen from favorites where member_id = ${userId}`
      assert.equal(row?.['yen'], 900)
      await remove.click()
      await until('it is gone', async () => (await kura.sql`select 1 from favorites`).length === 0 || undefined)
    },
  ),
)

void test(
  'a guest who presses a heart is asked to sign in and would come back to it',
  journeyTime,
  journey({ ...world, email: 'guest@visitor.example', device: phone }, async ({ page }) => {
    await page.goto('/packs/moon-first')
    await page.getByRole('button', { name: /をお気に入りに追加$/ }).click()
    await page.waitForURL('**/login?redirect=%2Fpacks%2Fmoon-first')
  }),
)
