// What the whole of Kura shows to strangers: its pages in somebody else's frame, its assets, and
// what lies next to them.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import test, { after, before } from 'node:test'
import type { Browser } from 'playwright-core'
import { startBrowser } from './browser.ts'
import { startInstance } from './instance.ts'
import type { Kura } from './instance.ts'
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
const pages = [
  '/',
  '/login',
  '/signup',
  '/packs',
  '/packs/moon-first/checkout',
  '/mypage',
  '/mypage/email',
  '/console/gallery',
]
const forged = { 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'gopher', forwarded: 'host=evil.example' }

/** An answer whose body was read: one that is not keeps its connection open. */
async function ask(path: string): Promise<Response> {
  const answer = await fetch(kura.app + path)
  await answer.arrayBuffer()
  return answer
}

void test('A27: no page is shown in a frame of another site', async () => {
  for (const path of pages) {
    const { headers } = await ask(path)
    assert.match(headers.get('content-security-policy') ?? '', /frame-ancestors 'none'/, path)
  }
  const context = await browser.newContext()
  try {
    const page = await context.newPage()
    const framing = (path: string) => `<iframe src="${kura.app}${path}" width="800" height="600"></iframe>`
    await page.route('http://evil.example/**', (route) =>
      route.fulfill({ contentType: 'text/html', body: framing(new URL(route.request().url()).pathname) }),
    )
    for (const path of ['/packs/moon-first/checkout', '/login']) {
      await page.goto(`http://evil.example${path}`)
      // a page that is refused is reported by another process than the one that frames it
      const frame = await until(`the end of the frame of ${path}`, () => {
        const found = page.frames()[1]
        return Promise.resolve(found?.url().startsWith('chrome-error:') && found)
      })
      assert.equal(await frame.locator('h1').count(), 0, path)
    }
  } finally {
    await context.close()
  }
})

void test('A42: no page sets a cookie, keeps anything private, or repeats a forged host', async () => {
  for (const path of pages) {
    for (const headers of [forged, {}]) {
      const answer = await fetch(kura.app + path, { headers, redirect: 'manual' })
      assert.ok(answer.status < 400, `${path} ${answer.status}`)
      assert.equal(answer.headers.get('set-cookie'), null, path)
      const shown = JSON.stringify([...answer.headers]) + (await answer.text())
      assert.ok(!shown.includes('evil.example') && !shown.includes('gopher'), path)
    }
  }
})

/** Every script and style that any page or any script names. */
async function readAssets(): Promise<Map<string, string>> {
  const texts = new Map<string, string>()
  const open = new Set<string>()
  const note = (text: string) => {
    for (const [, name = ''] of text.matchAll(/(?:\/assets\/|["'`]\.\/|["'`]assets\/)([\w.-]+\.(?:js|css))\b/g))
      if (!texts.has(name)) open.add(name)
  }
  for (const path of pages) note(await (await fetch(kura.app + path)).text())
  for (const name of open) {
    const answer = await fetch(`${kura.app}/assets/${name}`)
    const text = await answer.text()
    if (!answer.ok) continue
    assert.equal(answer.headers.get('sourcemap'), null, name)
    texts.set(name, text)
    note(text)
  }
  return texts
}

void test('A41 A43: the assets come without maps and hold no secret; nothing of the inside lies next to them', async () => {
  const assets = await readAssets()
  assert.ok(assets.size > 30, `${assets.size} assets`)
  const { serverEnv = {} } = kura.addresses()
  const { CARD_SHOP_PASS, CAPTCHA_V2_SECRET, CAPTCHA_V3_SECRET, DATABASE_URL, ...files } = serverEnv
  const secrets = [CARD_SHOP_PASS, CAPTCHA_V2_SECRET, CAPTCHA_V3_SECRET, DATABASE_URL]
  for (const file of [files['FLOW_AGENT_KEY_FILE'], files['FLOW_SALE_KEY_FILE']])
    secrets.push(readFileSync(file ?? '', 'utf8').trim())
  for (const secret of secrets) assert.ok(secret !== undefined && secret.length > 7, 'a secret is not known here')
  for (const [name, text] of assets) {
    assert.doesNotMatch(text, /[#@] ?sourceMappingURL=/, name)
    for (const secret of secrets) assert.ok(!text.includes(secret ?? ''), name)
  }
  const maps = [...assets.keys()].map((name) => `/assets/${name}.map`)
  const beside = [
    '/.git/config',
    '/.env',
    '/package.json',
    '/server/src/main.ts',
    '/metrics',
    '/docs',
    '/debug',
    '/api/docs',
  ]
  for (const path of [...maps, ...beside, '/keys/agent.key', '/assets/../../.env', '/images/media/..%2f..%2f.env']) {
    const { status } = await ask(path)
    assert.ok(status === 404 || status === 400, `${path} ${status}`)
  }
})
