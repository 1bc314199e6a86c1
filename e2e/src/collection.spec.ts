// How complete a collection is, who collects a series, and the pieces shown first, in a real
// browser. Tokens are rows here: what is read is many of them, not how each came about.
import assert from 'node:assert/strict'
import test, { after, before } from 'node:test'
import type { Browser } from 'playwright-core'
import { startBrowser } from './browser.ts'
import { comeAsMember, readSession } from './identity-acts.ts'
import { startInstance } from './instance.ts'
import type { Kura } from './instance.ts'
import { arrive, desktop, journeyOf, journeyTime, leave } from './journey.ts'
import type { Visitor } from './journey.ts'
import { seedTrades } from './market-acts.ts'
import { until } from './until.ts'

let kura: Kura
let browser: Browser
let collector: Visitor
const address = '0x00000000000000ce'
const world = { kura: () => kura, browser: () => browser }
before(async () => {
  kura = await startInstance()
  browser = await startBrowser()
  collector = await arrive({ ...world, email: 'collector@visitor.example', device: desktop })
  await comeAsMember(collector)
  await kura.sql`
    update members set flow_address = ${address}, wallet_linked_at = kura_now() where email = ${collector.email}`
  await kura.sql`
    insert into tokens (id, ref_id, item_id, serial, owner_address, minted_tx_id, minted_height, minted_at, moved_at, last_height, last_event)
    select 700000000 + row_number() over (order by position), gen_random_uuid(), id, 500, ${address}, 'seeded', 1, kura_now(), kura_now(), 1, 0
      from items where series_id = 'moon' and id <> 'moon-rabbit' order by position limit 4`
  await seedTrades(kura, { itemId: 'moon-rabbit', sold: 0, open: 2 })
})
after(async () => {
  if (collector) await leave(collector.context)
  await browser?.close()
  await kura?.stop()
})

void test(
  'a series says how much is missing and from what price, ranks its collectors, and does not name one who hides',
  journeyTime,
  journeyOf(
    () => [collector],
    async () => {
      const { page, look } = collector
      const [{ count }] = await kura.sql<[{ count: number }]>`
        select count(*)::int as count from items where series_id = 'moon'`
      await page.goto('/mypage/collection')
      await page.getByText(`${count}点のうち4点`).waitFor()
      await page.getByText(/1点が¥[\d,]+から出品されています/).waitFor()
      await look('own collection')
      await page.getByRole('main').getByRole('link', { name: /月/ }).first().click()
      await page.goto('/series/moon')
      await page.getByText('足りないアイテムを見る').click()
      const ranking = page
        .getByRole('region', { name: 'コレクター' })
        .or(page.locator('section', { hasText: 'コレクター' }))
      await ranking.getByRole('link', { name: '旅人' }).first().waitFor()
      await page.getByText(/あなたは1位です/).waitFor()
      await look('series')
      await page.goto('/mypage/profile')
      const isSaved = page.getByText('公開の設定を保存しました')
      await page.getByRole('checkbox', { name: /コレクション/ }).uncheck()
      await isSaved.waitFor()
      await look('own profile')
      const response = await page.request.get(`/api/v1/series-collector/series-summaries/moon`)
      const { collectors } = (await response.json()) as { collectors: { collector: unknown; itemCount: number }[] }
      assert.deepEqual([collectors[0]?.collector, collectors[0]?.itemCount], [null, 4])
      await page.getByRole('checkbox', { name: /コレクション/ }).check()
      await isSaved.last().waitFor()
    },
  ),
)

void test(
  'chosen pieces stand first on the profile, in the chosen order',
  journeyTime,
  journeyOf(
    () => [collector],
    async () => {
      const { page, look } = collector
      await page.goto('/mypage/showcase')
      const pieces = page.getByRole('button', { name: /を飾る$/ })
      await pieces.nth(2).click()
      await pieces.nth(0).click()
      await look('showcase')
      const name = (await pieces.nth(2).getAttribute('aria-label')) ?? ''
      await page.getByRole('button', { name: 'この展示にする' }).click()
      await page.getByText('展示を変えました').waitFor()
      const { userId } = (await readSession(page)) ?? assert.fail('nobody is signed in')
      await page.goto(`/u/${userId}`)
      const first = page.locator('main section', { hasText: 'お気に入りの展示' }).getByRole('listitem').first()
      assert.ok(name.startsWith((await first.getByRole('link').innerText()).trim()))
      await page.getByText('シリーズごとのコレクション').waitFor()
      await look('profile')
    },
  ),
)

void test(
  'a comic opens to the owner of its item, keeps the place, and closes when the token leaves',
  journeyTime,
  journeyOf(
    () => [collector],
    async () => {
      const { page, look, watch } = collector
      const move = (to: string) => kura.sql`
        insert into tokens (id, ref_id, item_id, serial, owner_address, minted_tx_id, minted_height, minted_at, moved_at, last_height, last_event)
        values (700000900, gen_random_uuid(), 'moon-rabbit', 500, ${to}, 'seeded', 1, kura_now(), kura_now(), 1, 0)
        on conflict (id) do update set owner_address = ${to}`
      await page.goto('/items/moon-rabbit')
      await page.getByText('このアイテムを持っている方が読めます').waitFor()
      await move(address)
      await page.goto('/mypage/collection')
      await page.getByRole('link', { name: 'ライブラリで読む' }).click()
      await look('library')
      await page.getByRole('link', { name: /月夜の散歩/ }).click()
      const reader = page.getByRole('region', { name: '月夜の散歩' })
      const isThere = (name: string) =>
        page.waitForFunction(
          (alt) => document.querySelector<HTMLImageElement>(`img[alt="${alt}"]`)?.naturalWidth === 900,
          name,
        )
      await isThere('1ページ')
      await look('reader')
      // from right to left: the left arrow and the left edge go on
      await page.keyboard.press('ArrowLeft')
      await isThere('3ページ')
      await reader.getByText('2–3 / 12').waitFor()
      await reader.click({ position: { x: 100, y: 400 } })
      await reader.getByText('4–5 / 12').waitFor()
      await page.keyboard.press('Home')
      await page.keyboard.press('End')
      await reader.getByText('12 / 12').waitFor()
      await reader.getByLabel('表示').selectOption('縦スクロール')
      await reader.getByRole('slider').fill('7')
      await isThere('7ページ')
      await until('the place is kept', async () => {
        const [place] = await kura.sql<{ page: number }[]>`select page from content_places`
        return place?.page === 7
      })
      await page.keyboard.press('Escape')
      await page.getByText('7 / 12ページ').waitFor()
      await page.getByRole('link', { name: /月夜の散歩/ }).click()
      await reader.getByText('7 / 12').waitFor()
      watch.expect(/ebook|drm.video/)
      await page.keyboard.press('Escape')
      await page.getByRole('link', { name: /月の夜/ }).click()
      const plays = (from = 1) =>
        page.waitForFunction((time) => (document.querySelector('video')?.currentTime ?? 0) > time, from)
      const film = page.locator('video')
      await film.evaluate((element: HTMLVideoElement) => (element.muted = true))
      await page.waitForFunction(() => (document.querySelector('video')?.readyState ?? 0) >= 2)
      await film.press('k')
      await plays()
      await page.getByLabel('字幕').selectOption('日本語')
      await page.getByLabel('音声').selectOption('音声解説')
      await film.press('ArrowRight')
      await plays(6)
      await look('player')
      const { token } = (await readSession(page)) ?? assert.fail('nobody is signed in')
      const ownerContentId = page.url().split('/').at(-1)
      const taken = await page.request.post('/api/v1/drm/video/reserve', {
        data: { ownerContentId },
        headers: { 'x-auth-session': `Bearer ${token}` },
      })
      assert.equal(taken.status(), 200)
      await film.press('k')
      await film.press('k')
      await page.getByText('ほかの端末で再生されています').waitFor()
      await look('player taken')
      await page.getByRole('button', { name: 'ここで見る' }).click()
      await page.waitForFunction(() => (document.querySelector('video')?.currentTime ?? 0) > 5)
      await move('0x00000000000000cf')
      await film.press('k')
      await page.getByText('この動画は、もう見られません').waitFor()
      await page.goto(`/library/${ownerContentId?.replace('moon-night', 'moon-walk')}`)
      await page.getByText('この作品は、もう読めません').waitFor()
      await look('closed work')
    },
  ),
)

void test(
  'a service lists the pieces with consent, and loses the right when it is disconnected',
  journeyTime,
  journeyOf(
    () => [collector],
    async () => {
      const { page, look } = collector
      await page.goto(`${kura.addresses().sandbox}/service`)
      await page.getByRole('link', { name: 'Kura とつなぐ' }).click()
      await page.getByText('持っているアイテムの一覧を見る').waitFor()
      await look('consent')
      await page.getByRole('button', { name: '許可する' }).click()
      await page.locator('#pieces li').nth(3).waitFor()
      assert.equal(await page.locator('#pieces li').count(), 4)
      await page.goto(`${kura.app}/mypage/services`)
      await page.getByRole('button', { name: /連携を解除する/ }).click()
      await look('disconnecting')
      await page.getByRole('alertdialog').getByRole('button', { name: '連携を解除する' }).click()
      await page.getByText('連携しているサービスはありません').waitFor()
      await look('connected services')
      await page.goto(`${kura.addresses().sandbox}/service`)
      await page.getByText('連携は解除されています').waitFor()
    },
  ),
)
