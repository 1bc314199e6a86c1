import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import test from 'node:test'
import type { TestContext } from 'node:test'
import Fastify from 'fastify'
import { errors } from '@kura/contract/errors'
import { limits } from '@kura/contract/limits'
import { rates } from '@kura/contract/rates'
import { testWorld } from '../../testing/test-world.ts'
import { watchDrops } from './drop-watcher.ts'
import { keptPages } from './kept-pages.ts'
import { pageAddresses } from './page-address.ts'
import { pageGate } from './page-gate.ts'
import { pageRefusals } from './page-refusals.ts'
import type { PageRenderer } from './render-page.ts'
import { servePages } from './serve-pages.ts'

const nonce = 'secret-nonce-of-this-process'

const routes = {
  root: { id: 'root', path: '', module: {} },
  item: {
    id: 'item',
    parentId: 'root',
    path: 'items/:itemId',
    module: {
      loader: {
        search: { order: ([value]: readonly string[]) => (/^(?:high|low)$/.test(value ?? '') ? [value] : []) },
      },
      handle: { search: { token: 'browser' } },
    },
  },
}

type PageWorldOptions = { status?: number; until?: Promise<unknown> }

/**
 * A server of one page which shows the name of item `a` and counts its renderings, each as long as
 * `until` is not there.
 */
async function pageWorld(t: TestContext, name: string, { status = 200, until }: PageWorldOptions = {}) {
  const { deps, expectUndeclared } = await testWorld(t)
  const { sql } = deps
  await sql`insert into media (id, width, height, colour, sizes) values ('m', 1, 1, '#ffffff', '{1}')`
  await sql`insert into series (id, name_ja, name_en, token_cap) values ('s', 's', 's', 10)`
  await sql`insert into items (id, series_id, name_ja, name_en, edition_size, picture, position) values ('a', 's', ${name}, 'a', 1, 'm', 1)`
  const webBuild = `${await mkdtemp(join(tmpdir(), 'kura-build-'))}/`
  await mkdir(`${webBuild}client/assets`, { recursive: true })
  const pages = keptPages()
  const watcher = watchDrops(deps, pages)
  const rendered: string[] = []
  const clock = { now: 0 }
  const app = Fastify()
  const api = (() => assert.fail('no call expected')) as never
  const renderer: PageRenderer = {
    addressOf: pageAddresses(routes),
    render: async ({ url }, { refusal }) => {
      const headers = { 'content-type': 'text/html' }
      if (refusal) return new Response(`<h1>${refusal}</h1>`, { status: errors[refusal].status, headers })
      rendered.push(url)
      await until
      if (status !== 200) return new Response('no page', { status, headers })
      const [item] = await sql<{ name: string }[]>`select name_ja as name from items where id = 'a'`
      const escaped = item!.name.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')
      const html = `<html><head><script nonce="${nonce}">mark()</script></head><body><h1>${escaped}</h1>${item!.name}<script nonce="${nonce}">data(${JSON.stringify(item!.name).replaceAll('<', '\\u003c')})</script></body></html>`
      return new Response(html, { headers: { ...headers, 'x-kura-tags': 'item:a' } })
    },
  }
  await app.register(servePages, {
    deps,
    api,
    pages,
    watcher,
    nonce,
    webBuild,
    // a machine that does other things too may need long to look
    mostWaitMs: 60_000,
    gate: pageGate({ now: () => clock.now }),
    renderer,
    refusals: pageRefusals({ deps, api, renderer }),
  })
  t.after(async () => {
    await app.close()
    await watcher.stop()
    await rm(webBuild, { recursive: true, force: true })
  })
  // the watcher's first look drops everything
  await watcher.catchUp()
  return { app, sql, clock, rendered, renderings: () => rendered.length, expectUndeclared }
}

const hashOf = (source: string) => `'sha256-${createHash('sha256').update(source).digest('base64')}'`

test('a page is rendered once, and again after its row changed', async (t) => {
  const { app, sql, renderings } = await pageWorld(t, '海月')
  const first = await app.inject('/items/a')
  assert.match(first.body, /海月/)
  await app.inject('/items/a')
  assert.equal(renderings(), 1)
  const again = await app.inject({ url: '/items/a', headers: { 'if-none-match': String(first.headers.etag) } })
  assert.equal(again.statusCode, 304)
  await sql`update items set name_ja = '海星' where id = 'a'`
  assert.match((await app.inject('/items/a')).body, /海星/, 'the very next one is true')
  assert.equal(renderings(), 2)
})

test('while another transaction runs on, a page is dropped once for each change', async (t) => {
  const { app, sql, renderings } = await pageWorld(t, '海月')
  const other = await sql.reserve()
  await other`begin`
  await other`select pg_current_xact_id()`
  await app.inject('/items/a')
  await sql`update items set name_ja = '海星' where id = 'a'`
  for (let visit = 0; visit < 5; visit += 1) assert.match((await app.inject('/items/a')).body, /海星/)
  assert.equal(renderings(), 2)
  await other`rollback`
  other.release()
})

test('only the scripts the renderer wrote may run, also when an item is named after the secret nonce', async (t) => {
  const { app } = await pageWorld(t, `<script>steal()</script> nonce="${nonce}" <script nonce='x'>steal2()</script>`)
  const answer = await app.inject('/items/a')
  const policy = String(answer.headers['content-security-policy'])
  assert.ok(policy.includes(hashOf('mark()')), 'the inline line of the page is blessed')
  assert.ok(
    !policy.includes(hashOf('steal()')) && !policy.includes(hashOf('steal2()')),
    'a script that came in by a name is not',
  )
  assert.ok(!policy.includes("'unsafe-inline'"))
  assert.ok(!answer.body.includes(`<script nonce="${nonce}"`), 'the secret does not leave with a script tag')
})

test('a crowd asking for one cold page waits for one rendering', async (t) => {
  const { app, renderings } = await pageWorld(t, '群')
  await Promise.all(Array.from({ length: 20 }, () => app.inject('/items/a')))
  assert.equal(renderings(), 1)
})

test('the variant is language and theme, nothing else reaches the page', async (t) => {
  const { app, renderings } = await pageWorld(t, '灯')
  const ask = (headers: Record<string, string>) => app.inject({ url: '/items/a', headers })
  await ask({ 'accept-language': 'ja,en;q=0.5' })
  await ask({ 'accept-language': 'ja-JP', 'x-auth-session': 'Bearer x', 'x-forwarded-host': 'evil.example' })
  assert.equal(renderings(), 1)
  await ask({ 'accept-language': 'en-US,ja;q=0.5' })
  assert.equal(renderings(), 2)
  await ask({ cookie: 'kura_language=en; kura_theme=dark' })
  assert.equal(renderings(), 3)
})

test('a page that cannot be rendered is counted as a failure, one that waits for a service is not', async (t) => {
  const broken = await pageWorld(t, '欠', { status: 500 })
  broken.expectUndeclared('GET /*', 'its page cannot be rendered')
  assert.equal((await broken.app.inject('/items/a')).statusCode, 500)
  const waiting = await pageWorld(t, '待', { status: 503 })
  assert.equal((await waiting.app.inject('/items/a')).statusCode, 503)
})

test('HEAD on a page is its GET without the body', async (t) => {
  const { app } = await pageWorld(t, '頭')
  const [get, head] = [await app.inject('/items/a'), await app.inject({ method: 'HEAD', url: '/items/a' })]
  assert.deepEqual([head.statusCode, head.body], [200, ''])
  for (const name of ['content-type', 'etag', 'content-security-policy', 'content-length'])
    assert.equal(head.headers[name], get.headers[name], name)
})

test('query parameters that the page does not declare are ignored: it is rendered once', async (t) => {
  const { app, rendered } = await pageWorld(t, '数')
  for (const query of [
    '',
    '?x=1',
    '?x=2&x=3',
    '?utm_source=mail&gclid=abc',
    '?token=secret',
    '?order=middle',
    '?order=',
  ]) {
    const answer = await app.inject(`/items/a${query}`)
    // no redirect: what the browser's address says beside stays for its own scripts
    assert.deepEqual([answer.statusCode, answer.headers.location], [200, undefined], query)
  }
  // a path that begins with two slashes reads as a host: no page (page-address.test.ts)
  for (const path of ['/items/a/', '/ITEMS/a', '/items/%61', '/items/a?%zz&order=%%%'])
    assert.equal((await app.inject(path)).statusCode, 200, path)
  for (const query of ['?order=high', '?utm_source=x&order=high&x=1', '?order=high&order=low'])
    await app.inject(`/items/a${query}`)
  await app.inject('/items/a?order=low')
  assert.deepEqual(
    rendered.map((url) => new URL(url).pathname + new URL(url).search),
    ['/items/a', '/items/a?order=high', '/items/a?order=low'],
  )
})

test('the data of a page has one address for each of its routes, whatever else is asked for', async (t) => {
  const { app, rendered } = await pageWorld(t, '数')
  for (const query of ['', '?x=1', '?_routes=', '?_routes=x', '?_routes=x,y&utm_source=z'])
    await app.inject(`/items/a.data${query}`)
  for (const query of ['?_routes=item', '?_routes=x,item,item&y=2', '?y=3&_routes=item'])
    await app.inject(`/items/a.data${query}`)
  await app.inject('/items/a.data?_routes=item&order=low')
  assert.deepEqual(
    rendered.map((url) => new URL(url).pathname + decodeURIComponent(new URL(url).search)),
    ['/items/a.data', '/items/a.data?_routes=item', '/items/a.data?order=low&_routes=item'],
  )
})

test('a flood of cold pages from one source has to wait; its kept pages and all pages of others are served', async (t) => {
  const { app, renderings, clock } = await pageWorld(t, '洪')
  const ask = (url: string, remoteAddress: string) => app.inject({ url, remoteAddress })
  await ask('/items/a', '203.0.113.1')
  const { burst } = rates.coldPagePerSource
  for (let n = 0; n < burst; n += 1) assert.equal((await ask(`/items/flood-${n}`, '203.0.113.9')).statusCode, 200)
  const over = await ask('/items/flood', '203.0.113.9')
  assert.deepEqual([over.statusCode, over.headers['retry-after']], [429, '1'])
  assert.match(over.body, /TOO_MANY_REQUESTS/)
  assert.equal(over.headers['x-robots-tag'], 'noindex')
  const before = renderings()
  assert.equal((await ask('/items/a', '203.0.113.9')).statusCode, 200, 'a kept page')
  assert.equal(renderings(), before)
  assert.equal((await ask('/items/b', '203.0.113.10')).statusCode, 200, 'a cold page of another')
  clock.now += 1000
  assert.equal((await ask('/items/flood', '203.0.113.9')).statusCode, 200, 'a second later')
})

test('few pages are rendered at once, few of one source wait, and beyond a full line the page says so', async (t) => {
  let open: (value?: unknown) => void = () => {}
  const until = new Promise((resolve) => (open = resolve))
  const { app, renderings } = await pageWorld(t, '列', { until })
  t.after(() => open())
  const room = limits.pagesAtOnce + limits.pagesWaiting
  // a request of `inject` begins when it is waited for
  const ask = async (n: number) => {
    const remoteAddress = `203.0.113.${Math.floor(n / limits.pagesPerSource)}`
    return (await app.inject({ url: `/items/${n}`, remoteAddress })).statusCode
  }
  const asked = Array.from({ length: room }, (_, n) => ask(n))
  const over = await app.inject({ url: '/items/over', remoteAddress: '198.51.100.1' })
  assert.deepEqual([over.statusCode, over.headers['retry-after']], [503, String(limits.pagesRetrySeconds)])
  assert.match(over.body, /SERVICE_UNAVAILABLE/)
  const data = await app.inject({ url: '/items/over.data', remoteAddress: '198.51.100.1' })
  assert.deepEqual([data.statusCode, data.headers['retry-after']], [503, String(limits.pagesRetrySeconds)])
  assert.match(String(data.headers['content-type']), /^text\/plain/)
  const ofOne = await app.inject({ url: '/items/another', remoteAddress: '203.0.113.0' })
  assert.equal(ofOne.statusCode, 429, 'one source has its part of the line')
  assert.equal(renderings(), limits.pagesAtOnce)
  open()
  assert.deepEqual([...new Set(await Promise.all(asked))], [200])
  assert.equal(renderings(), room)
})
