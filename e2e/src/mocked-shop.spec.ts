// Getting packs and paying for them when calls are refused, lost or slow: what a member reads,
// where, and what has the focus then.
import assert from 'node:assert/strict'
import test, { after, before } from 'node:test'
import { api } from '@kura/contract/api'
import type { ErrorCode } from '@kura/contract/errors'
import type { PackView } from '@kura/contract/shop/pack'
import type { CallName } from '@kura/contract/paths'
import type { Browser, Page } from 'playwright-core'
import { answerScript } from './answer-calls.ts'
import { startBrowser } from './browser.ts'
import { startInstance } from './instance.ts'
import type { Kura } from './instance.ts'
import { account, assertWords, isCall, languages, mockedVisit } from './mocked-visit.ts'
import type { Language } from './mocked-visit.ts'
import { fakeCardScript, mockShop, orderOf, readPack, storedCard, transactionOf } from './mocked-shop.ts'
import type { Shop } from './mocked-shop.ts'
import { stopClock } from './page-clock.ts'
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

type Walk = (visit: { page: Page; shop: Shop; language: Language }) => Promise<void>
const nothing = { json: { items: [] } }

/** A full member whose calls answer what the test says. */
const visit = (language: Language, walk: Walk) =>
  mockedVisit({ kura, browser, language, as: { flowAddress: '0x01cf0e2f2f715450' } }, async ({ page }) => {
    const shop = await mockShop(page, kura)
    for (const name of ['listUnopenedPacks', 'listOrders', 'creditCheck'] as const) shop.answer(name, nothing)
    shop.answer('showPackLimit', { json: { packId: 'weave-last', limit: 1, held: 0, left: 1 } })
    shop.answer('pointSummary', { json: { balance: 0, paid: 0, free: 0, expiring: [] } })
    await walk({ page, shop, language })
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
  for (const language of languages)
    for (const { path, call, later, shown } of reads)
      await visit(language, async ({ page, shop }) => {
        shop.answer(call, { fails: 'SERVICE_UNAVAILABLE' })
        await page.clock.install()
        await page.goto(path)
        await retry(page).waitFor()
        // the page also polls it, which must not be mistaken for the press
        await stopClock(page)
        await untilAskedAll(page)
        await retry(page).waitFor()
        assertWords(
          await page.locator('main [role=alert]', { has: page.locator('button') }).innerText(),
          language,
          call,
        )
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

async function findChoice({ page, shop }: Parameters<Walk>[0]): Promise<PackView> {
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
  visit('ja', async ({ page, shop, language }) => {
    await findChoice({ page, shop, language })
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
    { page, shop }: Parameters<Walk>[0],
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

const typeCard = async (page: Page) => {
  await page.locator('input[name=means][value=new-card]').check()
  await page.locator('[autocomplete=cc-number]').fill('4111 1111 1111 1111')
  await page.locator('[autocomplete=cc-exp]').fill('12 / 39')
  await page.locator('[autocomplete=cc-csc]').fill('123')
  await page.locator('[autocomplete=cc-name]').fill('HANAKO SATO')
}
const toConfirmation = async (page: Page) => {
  await page.locator('main form button[type=submit]').click()
  await page.waitForURL(/step=confirm/)
  // the address is there first
  await page.locator('main section form').first().waitFor({ state: 'detached' })
}
const orderButton = (page: Page) => page.locator('main section button').first()

const playScript = (page: Page, resultCode: string) =>
  answerScript(page, '*/card/token.js*', fakeCardScript(resultCode))

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
    await closedPack({ page, shop }, unopenedPackId)
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

async function closedPack({ page, shop }: Pick<Parameters<Walk>[0], 'page' | 'shop'>, unopenedPackId: string) {
  const pack = await readPack(kura, 'moon-first')
  const order = orderOf(pack, { state: 'delivered', leaseUntil: null, unopenedPackId })
  shop.answer('showTransaction', { json: transactionOf(order) })
  await page.goto(`/mypage/packs/${unopenedPackId}/open?orderId=${order.orderId}`)
  await page.locator('.tear').waitFor()
}

type Act = {
  name: CallName
  /** Comes to where the call is made. */
  open: (visit: Parameters<Walk>[0]) => Promise<void>
  send: (page: Page) => Promise<void>
  /** Where a refusal is shown. */
  place: string
  /** Codes that are no refusals there, or lead elsewhere. */
  other: readonly ErrorCode[]
}

/** The same request continues for all of these, or another screen follows. */
const outside: readonly ErrorCode[] = ['INVALID_SESSION', 'IDEMPOTENCY_IN_PROGRESS', 'UNAUTHORIZED']
/** The outcome is unknown: one message for all of them. */
const unknown: readonly ErrorCode[] = ['INTERNAL_SERVER_ERROR', 'SERVICE_UNAVAILABLE']
const atConfirmation = {
  send: (page: Page) => orderButton(page).click(),
  place: 'main section [role=alert]:not(:empty)',
  // it leads back to where the birthday is asked
  other: ['BIRTHDAY_REQUIRED', ...unknown] as readonly ErrorCode[],
}

const acts: Act[] = [
  {
    name: 'entryOrderNewCard',
    open: async ({ page }) => {
      await playScript(page, '000')
      await page.goto('/packs/moon-first/checkout')
      await typeCard(page)
      await toConfirmation(page)
    },
    ...atConfirmation,
  },
  {
    name: 'entryOrderSelectedCard',
    open: async ({ page, shop }) => {
      shop.answer('creditCheck', { json: { items: [storedCard] } })
      await page.goto('/packs/moon-first/checkout')
      await page.locator('[autocomplete=cc-csc]').fill('123')
      await toConfirmation(page)
    },
    ...atConfirmation,
  },
  {
    name: 'buyPoint',
    open: async ({ page, shop }) => {
      shop.answer('pointSummary', { json: { balance: 90_000, paid: 0, free: 90_000, expiring: [] } })
      await page.goto('/packs/moon-first/checkout')
      await page.locator('main form section input').first().fill('90000')
      await toConfirmation(page)
    },
    ...atConfirmation,
  },
  {
    name: 'mintTokens',
    open: (visited) => closedPack(visited, '01990000-0000-7000-8000-0000000000bb'),
    send: (page) => page.locator('.tear:not([data-torn])').click(),
    place: 'main [role=alert]:not(:empty)',
    // it is open, and its cards are shown
    other: ['PACK_ALREADY_OPENED'],
  },
  {
    name: 'deleteCard',
    open: async ({ page, shop }) => {
      shop.answer('creditCheck', { json: { items: [storedCard] } })
      await page.goto('/mypage/cards')
    },
    send: async (page) => {
      await page.locator('main li button').click()
      await page.locator('dialog[open] button').last().click()
    },
    place: 'main li [role=alert]:not(:empty)',
    // gone already is the intended result
    other: ['NOT_FOUND'],
  },
]

for (const language of languages)
  for (const { name, open, send, place, other } of acts)
    void test(`${language}: every refusal of ${name} is shown in words of its own where it was asked for`, () =>
      visit(language, async (visited) => {
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
          assertWords(await said.innerText(), language, `${language} ${name} ${code}`)
          texts.set((await said.textContent()) ?? '', code)
        }
        assert.equal(texts.size, codes.length)
      }))
