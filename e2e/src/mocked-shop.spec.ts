// Getting packs and paying for them when calls are refused, lost or slow: what a member reads,
// where, and what has the focus then.
import assert from 'node:assert/strict'
import test, { after, before } from 'node:test'
import { api } from '@kura/contract/api'
import type { ErrorCode } from '@kura/contract/errors'
import type { PackView } from '@kura/contract/shop/pack'
import type { CallName } from '@kura/contract/paths'
import type { Browser, Page } from 'playwright-core'
import { startBrowser } from './browser.ts'
import { startInstance } from './instance.ts'
import type { Kura } from './instance.ts'
import { account, assertWords, isCall, mockedVisit } from './mocked-visit.ts'
import type { Language } from './mocked-visit.ts'
import { mockShop, orderOf, readPack, transactionOf } from './mocked-shop.ts'
import { stopClock } from './page-clock.ts'
import { until } from './until.ts'
import { acts, closedPack, orderButton, outside, playScript, toConfirmation, typeCard } from './mocked-shop-acts.ts'
import type { Visited } from './mocked-shop-acts.ts'

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

const nothing = { json: { items: [] } }

/** A full member whose calls answer what the test says. */
const visit = (language: Language, walk: (visited: Visited) => Promise<void>) =>
  mockedVisit({ kura, browser, language, as: { flowAddress: '0x01cf0e2f2f715450' } }, async ({ page }) => {
    const shop = await mockShop(page, kura)
    for (const name of ['listUnopenedPacks', 'listOrders', 'creditCheck'] as const) shop.answer(name, nothing)
    shop.answer('showPackLimit', { json: { packId: 'weave-last', limit: 1, held: 0, left: 1 } })
    shop.answer('pointSummary', { json: { balance: 0, paid: 0, free: 0, expiring: [] } })
    await walk({ page, shop, language, kura })
  })
const retry = (page: Page) => page.locator('main [role=alert] button')
/**
 * Resolves when every request that the page has sent so far has come to the test: they come in the
 * order in which they are sent.
 */
const untilAskedAll = (page: Page) => page.evaluate(async () => void (await fetch('/healthz')))
/** Passes once what has the focus is such an element: it takes it a moment after it is shown. */
const hasFocus = (page: Page, name: 'h1' | 'h2' | 'p') => page.locator(`${name}:focus`).waitFor()

void test('a giveaway, a line and a checkout that cannot be read say so, and are read again', async () => {
  const own = { packs: 1, opened: 0, delivered: 0, orderIds: [] }
  const reads: { path: string; call: CallName; later: object; shown: string }[] = [
    {
      path: '/airdrops/winter-gift',
      call: 'showAirdropStatus',
      later: { airdropId: 'winter-gift', status: 'claimable', ...own },
      shown: 'main button.w-full',
    },
    {
      path: '/packs/weave-last',
      call: 'showQueue',
      later: { packId: 'weave-last', state: 'none', ahead: null, waitSeconds: null, admittedUntil: null },
      shown: 'main section button.w-full',
    },
    { path: '/packs/moon-first/checkout', call: 'account', later: account, shown: 'input[name=means]' },
  ]
  for (const { path, call, later, shown } of reads)
    await visit('ja', async ({ page, shop }) => {
      shop.answer(call, { fails: 'SERVICE_UNAVAILABLE' })
      await page.clock.install()
      await page.goto(path)
      await retry(page).waitFor()
      // the page also polls it, which must not be mistaken for the press
      await stopClock(page)
      await untilAskedAll(page)
      await retry(page).waitFor()
      assertWords(await page.locator('main [role=alert]', { has: page.locator('button') }).innerText(), 'ja', call)
      assert.equal(await page.locator(shown).count(), 0, `${call}: nothing to press before it is known`)
      shop.answer(call, { json: later })
      const asked = () => shop.sent.filter(({ name }) => name === call).length
      const before = asked()
      await retry(page).click()
      await page.locator(shown).first().waitFor()
      await untilAskedAll(page)
      assert.equal(asked(), before + 1, `${call}: the press asks, once`)
      await retry(page).first().waitFor({ state: 'detached' })
    })
})

async function findChoice({ page, shop }: Pick<Visited, 'page' | 'shop'>): Promise<PackView> {
  const pack = await readPack(kura, 'moon-choice')
  const [item] = await readItems()
  shop.answer('validatePasscode', { json: pack })
  shop.answer('getPasscode', { json: { status: 'rejectForSelectable', packId: pack.packId } })
  shop.answer('listSelectable', { json: { items: [{ item, remaining: 9, most: 2 }] } })
  await page.goto('/passcode')
  await page.locator('input[name=passcode]').fill('KURA-2026')
  await page.locator('main form button[type=submit]').click()
  await page.locator('main section button').first().click()
  await page.locator('main fieldset li').first().waitFor()
  return pack
}

async function readItems(): Promise<object[]> {
  const answer = await fetch(`${kura.app}/api/packs/moon-first/items`)
  const { items } = (await answer.json()) as { items: { item: object }[] }
  assert.ok(items.length > 0)
  return items.map(({ item }) => item)
}

void test('a choice that was refused is shown at the choice, and not at the passcode once it is given up', () =>
  visit('ja', async ({ page, shop }) => {
    await findChoice({ page, shop })
    for (const press of [0, 1])
      await page
        .locator('main fieldset li button')
        .last()
        .press(press === 0 ? 'Enter' : 'Space')
    shop.answer('getPasscode', { fails: 'PACK_OUT_OF_STOCK' })
    await page.getByRole('button', { name: 'この2点を受け取る' }).click()
    await page.getByRole('alert').getByText('選び直してください').waitFor()
    await page.getByRole('button', { name: '戻る' }).click()
    const field = page.locator('input[name=passcode]')
    await field.waitFor()
    assert.equal(await page.getByText('選び直してください').count(), 0)
    assert.equal(await field.getAttribute('aria-invalid'), null)
    await hasFocus(page, 'h2')
  }))

void test('a choice of a giveaway has the name above it, and given up leads back to it; who wants no motion gets none', async () => {
  for (const motion of ['reduce', 'no-preference'] as const)
    await visit('ja', async ({ page, shop }) => {
      await page.emulateMedia({ reducedMotion: motion })
      await page.addInitScript(() => {
        const seen: string[] = []
        Object.assign(window, { glides: seen })
        Element.prototype.scrollIntoView = function (how) {
          seen.push(typeof how === 'object' ? (how.behavior ?? '') : '')
        }
      })
      const [item] = await readItems()
      shop.answer('showAirdropStatus', {
        json: { airdropId: 'parade-choice', status: 'claimable', packs: 1, opened: 0, delivered: 0, orderIds: [] },
      })
      shop.answer('claimAirdrop', { json: { status: 'rejectForSelectable', packId: 'parade-choice' } })
      shop.answer('listSelectable', { json: { items: [{ item, remaining: 9, most: 1 }] } })
      await page.goto('/airdrops/parade-choice')
      const name = await page.locator('main h1').innerText()
      await page.getByRole('button', { name: '中身を選ぶ' }).click()
      await page.locator('main fieldset li').first().waitFor()
      assert.equal(await page.locator('main h1').innerText(), name)
      const glides = await until('what is to be chosen was brought up', async () => {
        const seen = await page.evaluate(() => (window as unknown as { glides: string[] }).glides)
        return seen.length > 0 && seen
      })
      assert.deepEqual(glides, [motion === 'reduce' ? 'instant' : 'smooth'])
      await page.getByRole('button', { name: '戻る' }).click()
      await page.getByRole('button', { name: '中身を選ぶ' }).waitFor()
      await hasFocus(page, 'h1')
    })
})

void test('a message about an order brings it along, also when the order is slow or cannot be read, but not one of somebody else', async () => {
  const order = orderOf(await readPack(kura, 'moon-first'))
  const write = async (
    { page, shop }: Visited,
    before: () => Promise<void> = () => Promise.resolve(),
  ): Promise<{ orderId?: string }> => {
    shop.answer('sendEnquiry', { json: { enquiryId: 'E-1' } })
    await page.goto(`/contact?order=${order.orderId}`)
    // the form of a guest is shown until the session is known
    await page.locator(`input[name=email][value="${account.email}"]`).waitFor()
    await page.locator('textarea').fill('届いたアイテムについて教えてください。')
    await before()
    await page.locator('main form button[type=submit]').click()
    await page.getByText('E-1').waitFor()
    const [enquiry] = shop.sent.filter(({ name }) => name === 'sendEnquiry')
    return JSON.parse(enquiry?.body ?? '{}') as { orderId?: string }
  }
  for (const answer of ['waits', { fails: 'SERVICE_UNAVAILABLE' }, { fails: 'TOO_MANY_REQUESTS' }] as const)
    await visit('ja', async (visited) => {
      visited.shop.answer('showTransaction', answer)
      assert.equal((await write(visited)).orderId, order.orderId)
    })
  await visit('ja', async (visited) => {
    visited.shop.answer('showTransaction', { fails: 'NOT_FOUND' })
    const { orderId } = await write(visited, () =>
      visited.page.getByText('あなたのアカウントでは見つかりません').waitFor(),
    )
    assert.equal(orderId, undefined)
  })
  await visit('ja', async ({ page, shop }) => {
    shop.answer('showTransaction', {
      json: transactionOf({ ...order, tender: 'grant', priceYen: 0, state: 'delivered' }),
    })
    await page.goto(`/contact?order=${order.orderId}`)
    const about = page.getByRole('region', { name: 'このご注文について' })
    await about.getByText(order.name.ja).waitFor()
    assert.doesNotMatch(await about.innerText(), /¥|￥|税込/)
  })
})

void test('a field of the card that the gateway refuses has the focus', () =>
  visit('ja', async ({ page }) => {
    await playScript(page, '121')
    await page.goto('/packs/moon-first/checkout')
    await typeCard(page)
    await toConfirmation(page)
    await orderButton(page).click()
    await page.locator('[autocomplete=cc-csc][aria-invalid=true]:focus').waitFor()
  }))

void test('when the earlier order that stood in the way has ended, the checkout is read next', () =>
  visit('ja', async ({ page, shop }) => {
    const order = orderOf(await readPack(kura, 'moon-first'))
    shop.answer('listOrders', { json: { items: [order] } })
    shop.answer('showTransaction', { json: transactionOf(order) })
    await page.goto('/packs/moon-first/checkout')
    await page.getByRole('heading', { level: 2, name: 'お支払いの途中のご注文があります' }).waitFor()
    shop.answer('listOrders', { json: { items: [{ ...order, state: 'expired' }] } })
    shop.answer('showTransaction', { json: transactionOf({ ...order, state: 'expired', reason: 'PAYMENT_EXPIRED' }) })
    await page.locator('input[name=means]').first().waitFor()
    await hasFocus(page, 'h2')
  }))

void test('the pack that was tapped keeps the focus while it tears, then what comes after it has it', () =>
  visit('ja', async ({ page, shop }) => {
    const unopenedPackId = '01990000-0000-7000-8000-0000000000bb'
    await page.clock.install()
    await closedPack({ page, shop, kura }, unopenedPackId)
    shop.answer('mintTokens', 'waits')
    // it tears for less than a second
    await stopClock(page)
    await page.locator('.tear').press('Enter')
    await page.locator('.tear[data-torn]:focus').waitFor()
    await page.clock.resume()
    await page.getByText('中身を確定しています').waitFor()
    await hasFocus(page, 'p')
    await page.getByRole('button', { name: 'スキップ' }).click()
    await page.getByText('すべてのアイテムを表示します').waitFor()
    await hasFocus(page, 'p')
  }))

for (const { name, open, send, place, other } of acts)
  void test(`every refusal of ${name} is shown in words of its own where it was asked for`, () =>
    visit('ja', async (visited) => {
      const { page, shop } = visited
      await open(visited)
      const codes = api[name].errors.filter((code) => !outside.includes(code) && !other.includes(code))
      assert.ok(codes.length >= 5, `${codes.length} codes`)
      const texts = new Map<string, ErrorCode>()
      for (const code of codes) {
        shop.answer(name, { fails: code })
        const answered = page.waitForResponse((each) => isCall(name, each.request().method(), each.url()))
        await send(page)
        await answered
        const said = page.locator(place)
        await page.waitForFunction(
          ({ where, before }) => {
            const text = document.querySelector(where)?.textContent ?? ''
            return text !== '' && !before.includes(text)
          },
          { where: place, before: [...texts.keys()] },
        )
        assertWords(await said.innerText(), 'ja', `${name} ${code}`)
        texts.set((await said.textContent()) ?? '', code)
      }
      assert.equal(texts.size, codes.length)
    }))
