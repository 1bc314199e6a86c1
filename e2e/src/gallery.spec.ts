// The building blocks by themselves, as people with a mouse, a keyboard, a screen reader or still
// pictures meet them.
import assert from 'node:assert/strict'
import test, { after, before } from 'node:test'
import type { Browser, BrowserContextOptions, Locator, Page } from 'playwright-core'
import { findBarriers, settle } from './accessibility.ts'
import { startBrowser } from './browser.ts'
import { startInstance } from './instance.ts'
import type { Kura } from './instance.ts'
import { desktop, phone } from './journey.ts'
import { openLivePage } from './live-page.ts'
import { stopClock } from './page-clock.ts'
import { watchPages } from './page-watch.ts'
import { until } from './until.ts'

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

/**
 * Opens the gallery with its clock in our hands, and fails on anything that goes wrong in the page.
 */
async function atGallery(walk: (page: Page) => Promise<void>, device: BrowserContextOptions = desktop): Promise<void> {
  const context = await browser.newContext({ ...device, baseURL: kura.app, locale: 'ja-JP' })
  context.setDefaultTimeout(30_000)
  try {
    const watch = await watchPages(context)
    const page = await openLivePage(context)
    await page.clock.install()
    await page.goto('/console/gallery', { waitUntil: 'networkidle' })
    await walk(page)
    assert.deepEqual(watch.complaints(), [])
  } finally {
    await context.close()
  }
}

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
const toast = (page: Page, title: string) => page.locator('[role=status] p', { hasText: title })
const boxOf = async (part: Locator) => (await part.boundingBox()) ?? assert.fail('it is not shown')
const corner = (page: Page) => page.mouse.move(5, 5)
/** Passes once every dialog so far has been answered, in this way. */
async function assertAnswers(page: Page, expected: string): Promise<void> {
  let answers: string | null = null
  const areThere = async () => (answers = await page.getByLabel('answers').textContent()) === expected
  await until('the answers', areThere, { withinMs: 30_000 }).catch(() => assert.equal(answers, expected))
}
const open = (page: Page) => page.locator('dialog[open]')

void test('dialogs queue: one at a time, in the order they were asked for, each with its own answer', () =>
  atGallery(async (page) => {
    await press(page, 'three at once')
    for (const [title, button] of [
      ['お知らせ', 'OK'],
      ['エラー', 'OK'],
      ['削除する', 'キャンセル'],
    ] as const) {
      await page.getByRole('alertdialog', { name: title }).waitFor()
      assert.equal(await open(page).count(), 1)
      await press(page, button)
    }
    await open(page).waitFor({ state: 'detached' })
    await assertAnswers(page, 'alert: dismissed, error: dismissed, confirm: false')
  }))

void test('a confirmation answers true on its button, false on キャンセル and on Escape', () =>
  atGallery(async (page) => {
    for (const leave of [
      () => press(page, '削除する'),
      () => press(page, 'キャンセル'),
      () => page.keyboard.press('Escape'),
    ]) {
      await press(page, 'confirm')
      await page.getByRole('alertdialog').waitFor()
      await leave()
      await open(page).waitFor({ state: 'detached' })
    }
    await assertAnswers(page, 'confirm: true, confirm: false, confirm: false')
  }))

void test('the backdrop closes a modal, but not a persistent one, nor does Escape', () =>
  atGallery(async (page) => {
    await press(page, 'plain modal')
    await open(page).waitFor()
    await page.mouse.click(20, 450)
    await open(page).waitFor({ state: 'detached' })
    await press(page, 'persistent modal')
    await open(page).waitFor()
    await page.mouse.click(20, 450)
    await page.keyboard.press('Escape')
    await page.keyboard.press('Escape')
    await settle(page)
    assert.equal(await open(page).count(), 1)
    await press(page, '閉じる')
    await open(page).waitFor({ state: 'detached' })
  }))

void test('the content of a closed modal stays for 400 ms and is then removed', () =>
  atGallery(async (page) => {
    await press(page, 'plain modal')
    await open(page).waitFor()
    await stopClock(page)
    await press(page, '閉じる')
    await page.locator('dialog:not([open])').waitFor({ state: 'attached' })
    await page.clock.runFor(399)
    assert.equal(await page.locator('dialog').count(), 1)
    await page.clock.runFor(1)
    await page.locator('dialog').waitFor({ state: 'detached' })
  }))

void test('a queued dialog that was answered stays for 400 ms, too, while the next one is up', () =>
  atGallery(async (page) => {
    await press(page, 'three at once')
    await page.getByRole('alertdialog', { name: 'お知らせ' }).waitFor()
    await stopClock(page)
    await press(page, 'OK')
    await page.getByRole('alertdialog', { name: 'エラー' }).waitFor()
    const first = page.locator('dialog', { hasText: '内容です。' })
    await page.clock.runFor(399)
    assert.equal(await first.count(), 1)
    await page.clock.runFor(1)
    await first.waitFor({ state: 'detached' })
    assert.equal(await open(page).count(), 1)
  }))

void test('what others add to the page, and toasts, are above an open modal and can be used; the page below cannot', () =>
  atGallery(async (page) => {
    // as the provider of a captcha adds its challenge
    await page.evaluate(() => {
      const challenge = document.createElement('button')
      challenge.textContent = 'challenge'
      Object.assign(challenge.style, { position: 'fixed', top: '10px', left: '10px', zIndex: '2000000000' })
      challenge.addEventListener('click', () => (challenge.textContent = 'solved'))
      document.body.append(challenge)
    })
    await press(page, 'endless')
    await press(page, 'plain modal')
    await open(page).waitFor()
    await press(page, 'challenge')
    await page.getByRole('button', { name: 'solved' }).focus()
    assert.equal(await page.evaluate(() => document.activeElement?.textContent), 'solved')
    await press(page, 'お知らせを閉じる')
    await toast(page, 'endless').waitFor({ state: 'detached' })
    assert.equal(await open(page).count(), 1)
    const isReachable = await page.evaluate(() => {
      const below = [...document.querySelectorAll('button')].find(({ textContent }) => textContent === 'plain modal')
      below?.focus()
      return document.activeElement === below
    })
    assert.equal(isReachable, false)
  }))

void test('a modal is on layer 1000, over a backdrop of black at 0.8, at most 400 px wide and 142 px lower than the window', () =>
  atGallery(async (page) => {
    await press(page, 'long modal')
    await open(page).waitFor()
    await settle(page)
    const look = await open(page).evaluate((dialog) => ({
      layer: getComputedStyle(dialog).zIndex,
      backdrop: getComputedStyle(dialog.previousElementSibling ?? dialog).backgroundColor,
      canScroll: dialog.scrollHeight > dialog.clientHeight,
    }))
    assert.deepEqual(look, { layer: '1000', backdrop: 'rgba(0, 0, 0, 0.8)', canScroll: true })
    const box = await boxOf(open(page))
    assert.ok(box.width <= 400)
    assert.equal(Math.round(box.height), 900 - 142)
  }))

void test('the keyboard stays in a modal and comes back to the button that opened it', () =>
  atGallery(async (page) => {
    await page.getByRole('button', { name: 'plain modal' }).focus()
    await page.keyboard.press('Enter')
    await open(page).waitFor()
    for (let step = 0; step < 6; step += 1) {
      await page.keyboard.press('Tab')
      // between its last and its first part the focus may pass through the browser's own bar
      const isInside = await page.evaluate(
        () => document.activeElement === document.body || document.activeElement?.closest('dialog') !== null,
      )
      assert.ok(isInside)
    }
    await page.keyboard.press('Escape')
    await open(page).waitFor({ state: 'detached' })
    await page.locator('button:focus', { hasText: 'plain modal' }).waitFor()
  }))

void test('a toast goes after 5000 ms; the pointer or the focus on it stops its time', () =>
  atGallery(async (page) => {
    await stopClock(page)
    await press(page, 'info')
    await toast(page, 'info').waitFor()
    await corner(page)
    await page.clock.runFor(4999)
    assert.equal(await toast(page, 'info').count(), 1)
    await page.clock.runFor(1)
    await toast(page, 'info').waitFor({ state: 'detached' })
    await press(page, 'success')
    await toast(page, 'success').waitFor()
    await corner(page)
    await page.clock.runFor(3000)
    await toast(page, 'success').hover()
    await page.clock.runFor(60_000)
    await corner(page)
    await page.clock.runFor(1999)
    assert.equal(await toast(page, 'success').count(), 1)
    await page.clock.runFor(1)
    await toast(page, 'success').waitFor({ state: 'detached' })
    await press(page, 'warning')
    await corner(page)
    await page.getByRole('button', { name: 'お知らせを閉じる' }).focus()
    await page.clock.runFor(60_000)
    await page.keyboard.press('Enter')
    await toast(page, 'warning').waitFor({ state: 'detached' })
    // the focus may come and go: the pointer pauses the time
    await press(page, 'info')
    await toast(page, 'info').hover()
    await page.getByRole('button', { name: 'お知らせを閉じる' }).focus()
    await page.evaluate(() => (document.activeElement as HTMLElement).blur())
    await page.clock.runFor(60_000)
    assert.equal(await toast(page, 'info').count(), 1)
  }))

void test('a toast that tells of loading goes after 5000 ms, too, one without a duration stays, and one that is not closable has no button', () =>
  atGallery(async (page) => {
    await stopClock(page)
    await press(page, 'loading')
    await press(page, 'endless')
    await toast(page, 'endless').waitFor()
    await corner(page)
    await page.clock.runFor(4999)
    assert.equal(await toast(page, 'loading').count(), 1)
    await page.clock.runFor(1)
    await toast(page, 'loading').waitFor({ state: 'detached' })
    await page.clock.runFor(60_000)
    assert.equal(await toast(page, 'endless').count(), 1)
    await press(page, 'お知らせを閉じる')
    await toast(page, 'endless').waitFor({ state: 'detached' })
    await press(page, 'not closable')
    await toast(page, 'not closable').waitFor()
    assert.equal(await page.getByRole('button', { name: 'お知らせを閉じる' }).count(), 0)
  }))

void test('toasts come up at six places, 300 to 560 px wide', () =>
  atGallery(async (page) => {
    await stopClock(page)
    const places = {
      left: (x: number) => x < 320,
      middle: (x: number) => x > 540 && x < 740,
      right: (x: number) => x > 960,
    }
    for (const [position, row, column] of [
      ['top', 'top', 'middle'],
      ['top-left', 'top', 'left'],
      ['top-right', 'top', 'right'],
      ['bottom', 'bottom', 'middle'],
      ['bottom-left', 'bottom', 'left'],
      ['bottom-right', 'bottom', 'right'],
    ] as const) {
      await press(page, position)
      await page.mouse.move(640, 450)
      const frame = page.locator('[role=status] > div')
      await frame.waitFor()
      await settle(page)
      const { x, y, width, height } = await boxOf(frame)
      assert.ok(places[column](x + width / 2), `${position} at ${x}`)
      assert.ok(row === 'top' ? y < 60 : y + height > 840, `${position} at ${y}`)
      assert.ok(width >= 300 && width <= 560, `${position} is ${width} wide`)
      await page.clock.runFor(5000)
      await frame.waitFor({ state: 'detached' })
    }
    await press(page, 'long toast')
    await page.locator('[role=status] > div').waitFor()
    await settle(page)
    assert.equal((await boxOf(page.locator('[role=status] > div'))).width, 560)
  }))

void test('both wallet-link windows say what they are for; the vault is shown while it is created', () =>
  atGallery(async (page) => {
    await press(page, 'wallet invite')
    const invite = page.getByRole('dialog', { name: 'ウォレットを連携して、もっと集めよう' })
    await invite.getByText('member@visitor.example').waitFor()
    await settle(page)
    assert.ok((await boxOf(invite)).width <= 400)
    assert.deepEqual(await findBarriers(page), [])
    await invite.getByRole('button', { name: 'ウォレットと無料で連携する' }).click()
    const welcome = page.getByRole('dialog', { name: '正会員になりました' })
    await welcome.getByText('出品・購入・贈りもの').waitFor()
    await settle(page)
    assert.deepEqual(await findBarriers(page), [])
    await welcome.getByRole('button', { name: '閉じる' }).last().click()
    await open(page).waitFor({ state: 'detached' })
    await press(page, 'wallet sealing')
    await page.getByRole('status').getByText('保管庫を作成しています').waitFor()
    await page.keyboard.press('Escape')
    assert.equal(await open(page).count(), 1)
    assert.equal(await open(page).getByRole('button').count(), 0)
  }))

void test('the wallet-link window asks for the password at its field, and says when it is missing', () =>
  atGallery(async (page) => {
    await press(page, 'wallet asking')
    const field = open(page).locator('input[name=password]')
    await field.waitFor()
    await settle(page)
    assert.deepEqual(await findBarriers(page), [])
    await press(page, 'このウォレットを連携する')
    await open(page).getByText('パスワードを入力してください。', { exact: true }).waitFor()
    await open(page).locator('input[name=password][aria-invalid=true]').waitFor()
    await field.fill('a long walk by the river')
    await page.keyboard.press('Enter')
    await page.getByRole('dialog', { name: '正会員になりました' }).waitFor()
  }))

void test('still pictures for those who want them: nothing moves for longer than a blink', () =>
  atGallery(
    async (page) => {
      await press(page, 'wallet sealing')
      await open(page).waitFor()
      await page.locator('.vault-door').waitFor()
      const slowest = await page.evaluate(() =>
        Math.max(0, ...document.getAnimations().map((each) => Number(each.effect?.getComputedTiming().endTime ?? 0))),
      )
      assert.ok(slowest <= 500, `something moves for ${slowest} ms`)
    },
    { ...desktop, reducedMotion: 'reduce' },
  ))

for (const [name, device] of Object.entries({ phone, desktop }))
  for (const colorScheme of ['light', 'dark'] as const)
    void test(`the whole gallery is without barriers: ${name}, ${colorScheme}`, () =>
      atGallery(
        async (page) => {
          assert.deepEqual(await findBarriers(page), [])
          await press(page, 'confirm')
          await page.getByRole('alertdialog').waitFor()
          assert.deepEqual(await findBarriers(page), [])
        },
        { ...device, colorScheme },
      ))
