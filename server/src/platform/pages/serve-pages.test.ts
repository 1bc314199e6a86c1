import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import test from 'node:test'
import type { TestContext } from 'node:test'
import Fastify from 'fastify'
import { testWorld } from '../../testing/test-world.ts'
import { watchDrops } from './drop-watcher.ts'
import { keptPages } from './kept-pages.ts'
import { servePages } from './serve-pages.ts'

const nonce = 'secret-nonce-of-this-process'

/** A server of one page which shows the name of item `a` and counts its renderings. */
async function pageWorld(t: TestContext, name: string, status = 200) {
  const { deps, expectUndeclared } = await testWorld(t)
  const { sql } = deps
  await sql`insert into media (id, width, height, colour, sizes) values ('m', 1, 1, '#ffffff', '{1}')`
  await sql`insert into series (id, name_ja, name_en, token_cap) values ('s', 's', 's', 10)`
  await sql`insert into items (id, series_id, name_ja, name_en, edition_size, picture, position) values ('a', 's', ${name}, 'a', 1, 'm', 1)`
  const webBuild = `${await mkdtemp(join(tmpdir(), 'kura-build-'))}/`
  await mkdir(`${webBuild}client/assets`, { recursive: true })
  const pages = keptPages()
  const watcher = watchDrops(deps, pages)
  let renderings = 0
  const app = Fastify()
  await app.register(servePages, {
    deps,
    api: (() => assert.fail('no call expected')) as never,
    pages,
    watcher,
    nonce,
    webBuild,
    // a machine that does other things too may need long to look
    mostWaitMs: 60_000,
    render: async () => {
      renderings += 1
      if (status !== 200) return new Response('no page', { status, headers: { 'content-type': 'text/html' } })
      const [item] = await sql<{ name: string }[]>`select name_ja as name from items where id = 'a'`
      const escaped = item!.name.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')
      const html = `<html><head><script nonce="${nonce}">mark()</script></head><body><h1>${escaped}</h1>${item!.name}<script nonce="${nonce}">data(${JSON.stringify(item!.name).replaceAll('<', '\\u003c')})</script></body></html>`
      return new Response(html, { headers: { 'content-type': 'text/html', 'x-kura-tags': 'item:a' } })
    },
  })
  t.after(async () => {
    await app.close()
    await watcher.stop()
    await rm(webBuild, { recursive: true, force: true })
  })
  // the watcher's first look drops everything
  await watcher.catchUp()
  return { app, sql, renderings: () => renderings, expectUndeclared }
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

test('while another transaction runs and runs, a page goes once for each change', async (t) => {
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
  const broken = await pageWorld(t, '欠', 500)
  broken.expectUndeclared('GET /*', 'its page cannot be rendered')
  assert.equal((await broken.app.inject('/items/a')).statusCode, 500)
  const waiting = await pageWorld(t, '待', 503)
  assert.equal((await waiting.app.inject('/items/a')).statusCode, 503)
})

test('HEAD on a page is its GET without the body', async (t) => {
  const { app } = await pageWorld(t, '頭')
  const [get, head] = [await app.inject('/items/a'), await app.inject({ method: 'HEAD', url: '/items/a' })]
  assert.deepEqual([head.statusCode, head.body], [200, ''])
  for (const name of ['content-type', 'etag', 'content-security-policy', 'content-length'])
    assert.equal(head.headers[name], get.headers[name], name)
})
