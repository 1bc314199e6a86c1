// A fan finds things: the search field with its suggestions, the results, series and categories.
import assert from 'node:assert/strict'
import test, { after, before } from 'node:test'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { findBarriers, settle } from './accessibility.ts'
import { startBrowser } from './browser.ts'
import { startInstance } from './instance.ts'
import type { Kura } from './instance.ts'
import { desktop, phone } from './journey.ts'
import { openLivePage } from './live-page.ts'
import { watchPages } from './page-watch.ts'

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

/** Walks as a visitor, and fails on anything that goes wrong in the page. */
async function visit(walk: (page: Page) => Promise<void>, device: BrowserContextOptions): Promise<void> {
  const context = await browser.newContext({ ...device, baseURL: kura.app, locale: 'ja-JP' })
  context.setDefaultTimeout(30_000)
  try {
    await context.addInitScript(() => {
      // an empty tab has no storage
      if (location.protocol !== 'about:') localStorage.setItem('kura_consent', 'denied')
    })
    const watch = await watchPages(context)
    const page = await openLivePage(context)
    await walk(page)
    assert.deepEqual(watch.complaints(), [])
  } finally {
    await context.close()
  }
}

const pathOf = (page: Page) => new URL(page.url()).pathname
const hasBarriers = async (page: Page) => {
  await settle(page)
  assert.deepEqual(await findBarriers(page), [])
}

void test('suggestions come while typing, and the keyboard alone leads to a work', () =>
  visit(async (page) => {
    await page.goto('/', { waitUntil: 'networkidle' })
    const field = page.getByRole('banner').locator('input[name=q]:visible')
    await field.focus()
    const list = page.getByRole('listbox', { name: '検索の候補' })
    await list.waitFor()
    assert.equal(await list.getByRole('option').count(), 5)
    await field.pressSequentially('usagi')
    const rabbit = list.getByRole('option', { name: '望月の兎 月の蔵', exact: true })
    await rabbit.waitFor()
    await hasBarriers(page)
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    assert.equal(await field.getAttribute('aria-activedescendant'), await rabbit.getAttribute('id'))
    await page.keyboard.press('Enter')
    await page.waitForURL('**/items/moon-rabbit')
    await page.keyboard.press('Escape')
    // what was searched is there the next time, and may be forgotten
    await page.goto('/packs', { waitUntil: 'networkidle' })
    await field.focus()
    await list.getByRole('option', { name: 'usagi' }).waitFor()
    await page.getByRole('button', { name: '履歴を消す' }).click()
    assert.equal(await list.getByRole('option', { name: 'usagi' }).count(), 0)
    await page.keyboard.press('Escape')
    await list.waitFor({ state: 'detached' })
  }, desktop))

void test('the results have tabs with counts, lead on, and offer what is near when nothing is found', async () => {
  for (const device of [desktop, phone])
    await visit(async (page) => {
      await page.goto('/search?q=月の蔵', { waitUntil: 'networkidle' })
      await page.getByRole('heading', { name: '「月の蔵」の検索結果' }).waitFor()
      await hasBarriers(page)
      await page.getByRole('link', { name: '作品 5' }).click()
      await page.waitForURL('**kind=item')
      await page.getByRole('link', { name: '竹林の蔵' }).waitFor()
      await page.goto('/search?q=きつめ', { waitUntil: 'networkidle' })
      await page.getByRole('heading', { name: '近いもの' }).waitFor()
      await hasBarriers(page)
      await page.getByRole('link', { name: /火ともし狐 宵の百面/ }).click()
      await page.waitForURL('**/items/parade-fox')
    }, device)
})

void test('the index of series and the pages of categories lead to works', async () => {
  for (const device of [desktop, phone])
    await visit(async (page) => {
      await page.goto('/series', { waitUntil: 'networkidle' })
      await hasBarriers(page)
      await page.getByRole('link', { name: '月の蔵', exact: true }).click()
      await page.waitForURL('**/series/moon')
      await page.goto('/categories/creatures', { waitUntil: 'networkidle' })
      await hasBarriers(page)
      await page.getByRole('link', { name: '会員が持っているもの' }).click()
      await page.waitForURL('**view=tokens')
      await page.getByText('まだありません').waitFor()
      assert.equal(pathOf(page), '/categories/creatures')
    }, device)
})

void test('the search works without scripts', async () => {
  const context = await browser.newContext({ ...desktop, baseURL: kura.app, javaScriptEnabled: false })
  try {
    const page = await context.newPage()
    await page.goto('/')
    const field = page.getByRole('banner').locator('input[name=q]:visible')
    await field.fill('兎')
    await field.press('Enter')
    await page.waitForURL('**/search?q=*')
    await page.getByRole('link', { name: '望月の兎', exact: true }).first().waitFor()
  } finally {
    await context.close()
  }
})
