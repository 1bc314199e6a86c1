// What leaves the browser for the measurement: nothing before consent, and never an order, a person
// or a secret.
import assert from 'node:assert/strict'
import test, { after, before } from 'node:test'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { password, readMail } from './acts.ts'
import { startBrowser } from './browser.ts'
import { startInstance } from './instance.ts'
import type { Kura } from './instance.ts'
import { desktop, leave } from './journey.ts'
import { openLivePage } from './live-page.ts'
import { watchPages } from './page-watch.ts'
import type { PageWatch } from './page-watch.ts'
import { until } from './until.ts'

let kura: Kura
let browser: Browser
before(async () => {
  const measured = { GA_MEASUREMENT_ID: 'G-TEST12345', GA_LINKER_DOMAINS: 'shop.example, fans.example' }
  kura = await startInstance(measured)
  browser = await startBrowser()
})
after(async () => {
  await browser?.close()
  await kura?.stop()
})

/**
 * Plays the provider's script as it is by itself: whatever was not set before is taken from the
 * page, whole, and some events are its own idea.
 */
function playProvider() {
  type Words = { [index: number]: unknown; length: number }
  const page = window as unknown as { dataLayer: Words[] }
  const set: Record<string, unknown> = {}
  const send = (name: string, more: object = {}) => {
    const from = { page_location: location.href, page_referrer: document.referrer, page_title: document.title }
    const body = JSON.stringify({ name, ...from, ...set, ...more })
    void fetch('https://region1.google-analytics.com/g/collect', {
      method: 'POST',
      body,
      mode: 'no-cors',
    })
  }
  const hear = (words: Words) => {
    if (words[0] === 'set') Object.assign(set, words[1])
    if (words[0] === 'config') send('session_start', { config: words[2] })
    if (words[0] === 'event') send(String(words[1]), words[2] as object)
  }
  for (const words of page.dataLayer) hear(words)
  page.dataLayer.push = (...all: Words[]) => {
    for (const words of all) hear(words)
    return 0
  }
  setInterval(() => send('user_engagement'), 100)
  addEventListener('click', () => send('click'))
}

type Hit = Record<string, unknown> & { name: string; page_path?: string }
type Measured = {
  page: Page
  context: BrowserContext
  hits: Hit[]
  views: () => Hit[]
  wire: () => string
  watch: PageWatch
}

/** A visitor whose requests to the provider all end here. */
async function measured(walk: (visitor: Measured) => Promise<void>): Promise<void> {
  const context = await browser.newContext({ ...desktop, baseURL: kura.app, locale: 'en-GB' })
  context.setDefaultTimeout(30_000)
  const hits: Hit[] = []
  const wire: string[] = []
  const watch = await watchPages(context)
  await context.route(/google(tagmanager|-analytics)\.com/, async (route) => {
    const request = route.request()
    // caught requests have no other headers; nothing is awaited, so that all are kept in order
    wire.push(decodeURIComponent(request.url()), JSON.stringify(request.headers()), request.postData() ?? '')
    if (request.url().includes('/gtag/js'))
      return route.fulfill({ contentType: 'text/javascript', body: `(${playProvider.toString()})()` })
    hits.push(JSON.parse(request.postData() ?? '{}') as Hit)
    return route.fulfill({ status: 204 })
  })
  try {
    const page = await openLivePage(context)
    const views = () => hits.filter(({ name }) => name === 'page_view')
    await walk({ page, context, hits, views, wire: () => wire.join('\n'), watch })
    assert.deepEqual(watch.complaints(), [])
  } finally {
    await leave(context)
  }
}

const answer = (page: Page, name: 'Agree' | 'Decline') => page.getByRole('button', { name, exact: true }).click()
const hear = (what: string, ask: () => unknown) => until(what, () => Promise.resolve(ask() ? true : undefined))

void test('nothing loads before consent, nor after it was refused', () =>
  measured(async ({ page, wire }) => {
    await page.goto('/packs', { waitUntil: 'networkidle' })
    await answer(page, 'Decline')
    await page.goto('/items', { waitUntil: 'networkidle' })
    assert.equal(await page.getByRole('button', { name: 'Agree', exact: true }).count(), 0)
    assert.equal(wire(), '')
  }))

void test('who agrees is counted from the page that is shown, with the hosts a visit continues to; who changes their mind is not', () =>
  measured(async ({ page, hits, views, wire }) => {
    await page.goto('/packs')
    await answer(page, 'Agree')
    await hear('the first view', () => views().length === 1)
    const [view] = views()
    assert.deepEqual(
      [view?.page_location, view?.is_logged_in, view?.is_full_account, view?.user_id],
      [`${kura.app}/packs`, false, false, null],
    )
    await hear('how it is configured', () => hits.some(({ name }) => name === 'session_start'))
    const config = hits.find(({ name }) => name === 'session_start')?.['config']
    assert.partialDeepStrictEqual(config, {
      send_page_view: false,
      linker: { domains: ['shop.example', 'fans.example'] },
    })
    await page.getByRole('link', { name: 'Items' }).first().click()
    await hear('the second view', () => views().length === 2)
    assert.equal(views()[1]?.page_referrer, `${kura.app}/packs`)
    await page.getByRole('button', { name: 'Measurement settings' }).click()
    await answer(page, 'Decline')
    const before = wire().length
    await page.goto('/items', { waitUntil: 'networkidle' })
    assert.ok(!wire().slice(before).includes('/gtag/js'))
    assert.equal(views().length, 2)
  }))

void test('no order, token, nonce, code or e-mail address leaves the browser', () =>
  measured(async ({ page, context, hits, views, wire, watch }) => {
    // orders and pages nobody has
    watch.expect(/the server responded with a status of 40[04]/)
    const secrets: string[] = []
    const hide = (secret: string) => (secrets.push(secret), secret)
    const token = () => hide(crypto.randomUUID().replaceAll('-', '') + crypto.randomUUID().slice(0, 11))
    context.on('response', async (response) => {
      const path = new URL(response.url()).pathname
      if (!path.startsWith('/auth/')) return
      const body = (await response.json().catch(() => ({}))) as { nonce?: string; sessionJwt?: string }
      for (const secret of [body.nonce, body.sessionJwt]) if (secret) hide(secret)
    })
    await page.goto('/items')
    await answer(page, 'Agree')
    const email = hide(`${crypto.randomUUID().slice(0, 8)}@visitor.example`)
    await page.goto('/signup')
    await page.locator('input[name=email]').fill(email)
    await page.locator('main form button[type=submit]').click()
    await page.locator('input[name=code]').fill(hide((await readMail(kura, email)).code ?? ''))
    await page.locator('input[name=password]').fill(hide(password))
    await page.locator('input[name=displayName]').fill('Visitor')
    await page.locator('input[name=terms]').check()
    await page.locator('main form button[type=submit]').click()
    await page.waitForURL(/\/mypage$/)
    const userId = await page.evaluate(
      () => (JSON.parse(localStorage.getItem('session') ?? '{}') as { userId: string }).userId,
    )
    await hear('the member is named', () => views().some((view) => view.user_id === userId && view.is_logged_in))
    // asks for a nonce
    await page.getByRole('button', { name: 'Link a wallet' }).first().click()
    await until('a nonce', () => Promise.resolve(secrets.some((secret) => /^[0-9a-f]{64}$/.test(secret)) || undefined))
    const orderId = hide(crypto.randomUUID())
    const seen = views().length
    await page.goto(`/checkout/return?orderId=${orderId}`, { waitUntil: 'networkidle' })
    await page.goto(`/mypage/orders/${orderId}`, { waitUntil: 'networkidle' })
    assert.equal(views().length, seen, 'pages of an order are no views')
    for (const [path, reported] of [
      [`/mypage/packs/${orderId}/open`, '/mypage/packs/:id/open'],
      [`/login/reset?token=${token()}&redirect=%2Fmypage%3Femail%3D${email}`, '/login/reset'],
      [`/login/link?token=${token()}`, '/login/link'],
      // leads a member on to their own page; whether it is reported itself depends on how soon that
      // is
      [`/signup/complete?token=${token()}`, '/mypage'],
      [`/mypage/email?kind=change&token=${token()}`, '/mypage/email'],
      [`/wallet/recovery/cancel?token=${token()}`, '/wallet/recovery/cancel'],
      [`/${token()}`, '/:id'],
      [`/profile?from=mail&id=0x01cf0e2f2f715450&token=${token()}`, '/profile?id=0x01cf0e2f2f715450'],
    ] as const) {
      const before = views().length
      await page.goto(path)
      await hear(`a view of ${path}`, () => views().at(-1)?.page_path === reported && views().length > before)
    }
    await hear('an event of the provider', () => hits.some(({ name }) => name === 'user_engagement'))
    const sent = wire()
    for (const secret of secrets.filter(Boolean)) assert.ok(!sent.includes(secret), `${secret} left the browser`)
    assert.doesNotMatch(sent, /token=|orderId|@visitor/)
  }))
