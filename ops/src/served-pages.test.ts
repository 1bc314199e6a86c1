// Tests the built pages as the server serves them. All tests share one server; each has its own
// network address.
import assert from 'node:assert/strict'
import test, { after, before } from 'node:test'
import { pathToFileURL } from 'node:url'
import { limits } from '@kura/contract/limits'
import { buildApp } from '@kura/server/app'
import { findWebBuild } from '@kura/server/platform/pages/render-page'
import { addManyItems } from '@kura/server/testing/many-items'
import { testWorld } from '@kura/server/testing/test-world'
import type { TestWorld } from '@kura/server/testing/test-world'
import type { FastifyInstance } from 'fastify'
import { buildWeb } from './supervisor/web-build.ts'

type Route = { id: string; parentId?: string; path?: string; index?: boolean; module: { loader?: unknown } }
type Language = 'ja' | 'en'

const ends: (() => Promise<void>)[] = []
let http: FastifyInstance
let world: TestWorld
let routes: Route[]

before(async () => {
  await buildWeb(new AbortController().signal)
  world = await testWorld({ after: (end) => void ends.unshift(end) })
  const { sql } = world.deps
  await addManyItems(sql, { count: 20 })
  await sql`
    insert into tokens (id, ref_id, item_id, serial, owner_address, minted_tx_id, minted_height, minted_at, moved_at, last_height, last_event)
    values (7, gen_random_uuid(), 'many-i1', 1, '0x0000000000000007', 'tx', 1, now(), now(), 1, 0)`
  http = (await buildApp(world.deps)).http
  ends.unshift(() => http.close())
  const build = `${await findWebBuild()}server/index.js`
  const served = (await import(pathToFileURL(build).href)) as { routes: Record<string, Route> }
  routes = Object.values(served.routes)
})
after(async () => {
  for (const end of ends) await end()
})

let lastSource = 0
/** A network address that has made no request yet. */
const newSource = () => `10.1.${Math.floor((lastSource += 1) / 250)}.${lastSource % 250}`

async function visit(url: string, { language = 'en' as Language, source = newSource(), headers = {} } = {}) {
  const answer = await http.inject({
    url,
    remoteAddress: source,
    headers: { 'accept-language': language, ...headers },
  })
  const { statusCode: status, body } = answer
  return {
    status,
    body,
    headers: answer.headers,
    titles: [...body.matchAll(/<title>(.*?)<\/title>/g)].map((match) => match[1] ?? ''),
    heading: /<h1[^>]*>(.*?)<\/h1>/.exec(body)?.[1] ?? '',
    isHidden: /<meta name="robots" content="noindex"/.test(body),
  }
}

const renderings = async () => (await world.deps.metrics.pagesRendered.get()).values[0]?.value ?? 0
async function renderingsOf(work: () => Promise<unknown>): Promise<number> {
  const before = await renderings()
  await work()
  return (await renderings()) - before
}

/** Every page of the route table, by its whole path. */
function pagePaths(): { path: string; isLoading: boolean }[] {
  const byId = new Map(routes.map((route) => [route.id, route]))
  const whole = (route: Route | undefined): string =>
    route ? [whole(byId.get(route.parentId ?? '')), route.path ?? ''].filter(Boolean).join('/') : ''
  const parents = new Set(routes.map(({ parentId }) => parentId))
  return routes
    .filter(({ id, path }) => !parents.has(id) && path !== '*')
    .map((route) => ({ path: whole(route), isLoading: route.module.loader !== undefined }))
}
const examples: Record<string, string> = { itemId: 'many-i1', packId: 'many-p1', seriesId: 'many-s1', tokenId: '7' }
const fill = (path: string, values: Record<string, string>, other: string) =>
  `/${path.replaceAll(/:(\w+)/g, (_, name: string) => values[name] ?? other)}`

/** Pages that search engines may list. Every other page is hidden from them, including new ones. */
const open =
  `/ items items/:itemId market packs packs/:packId packs/:packId/fairness passcode airdrops airdrops/:airdropId
  series series/:seriesId tokens/:tokenId profile events announcements guide terms privacy tokushoho contact`.split(
    /\s+/,
  )

test('every page has one title in its first HTML in both languages, and all but the open ones are hidden from search', async () => {
  const paths = pagePaths()
  assert.ok(paths.length > 50, `${paths.length} pages`)
  for (const { path } of paths) {
    const url = path === 'profile' ? '/profile?id=0x0000000000000007' : fill(path, examples, 'unknown')
    const titles: string[] = []
    for (const language of ['ja', 'en'] as const) {
      const page = await visit(url, { language })
      assert.ok(page.status < 500, `${url} ${page.status}`)
      assert.equal(page.titles.length, 1, `${url}: ${page.titles.join(' and ')}`)
      assert.match(page.titles[0] ?? '', /^\S.* \| Kura$/, url)
      titles.push(page.titles[0] ?? '')
      const isOpen = page.status === 200 && open.includes(path === '' ? '/' : path)
      assert.equal(page.isHidden, !isOpen, `${url} ${isOpen ? 'is' : 'is not'} for search engines`)
      assert.equal(page.headers['x-robots-tag'], isOpen ? undefined : 'noindex', url)
    }
    // the component gallery is for developers and is not translated
    if (!path.startsWith('console/')) assert.notEqual(titles[0], titles[1], `${url} has a title of each language`)
  }
})

test('own pages say which one they are before their scripts run', async () => {
  const own = pagePaths().filter(({ path }) => path.startsWith('mypage'))
  const titles = new Set<string>()
  for (const { path } of own) titles.add((await visit(fill(path, {}, 'x'))).titles[0] ?? '')
  assert.equal(titles.size, own.length, [...titles].join('\n'))
})

const malformed = ['%20%F0%9F%98%80', '%00', '%2e%2e%2f', '..%5c', '0x1234567890abcdef', "'%3B--", '-1', '1e9']
const unknown = ['no-such-thing', '99999999', '018f0000-0000-7000-8000-000000000000']
const huge = ['9'.repeat(30), '9'.repeat(300), 'a'.repeat(9000)]

test('an address with a malformed, unknown or huge id is a page that is not there, in both languages', async () => {
  const found = { ja: 'ページが見つかりません', en: 'This page could not be found' }
  const paths = pagePaths().filter(({ path, isLoading }) => path.includes(':') && isLoading)
  assert.ok(paths.length > 10, `${paths.length} pages with an id`)
  for (const { path } of paths)
    for (const [n, id] of [...malformed, ...unknown, ...huge].entries()) {
      const language = n % 2 === 0 ? 'ja' : 'en'
      const page = await visit(fill(path, {}, id), { language })
      const at = `${path} ${id.slice(0, 40)}`
      assert.equal(page.status, 404, at)
      assert.deepEqual([page.titles[0], page.heading], [`${found[language]} | Kura`, found[language]], at)
    }
})

test('a mistake in an address is called one, whatever it is in', async () => {
  const words = { ja: 'アドレスに誤りがあります', en: 'There is a mistake in this address' }
  const mistyped = [...malformed, ...unknown, ...huge].filter((id) => id.length < 9000).map((id) => `/profile?id=${id}`)
  const cursors = ['/items?cursor=abc', '/market?cursor=abc', '/items/many-i1?cursor=abc', '/tokens/7?history=abc']
  const series = ['/series/many-s1?cursor=abc', '/profile?id=0x0000000000000007&cursor=abc']
  for (const url of ['/profile', ...mistyped, ...cursors, ...series, '/%zz', '/items/%zz', '/items/%E0%A4%A?q=1'])
    for (const language of ['ja', 'en'] as const) {
      const page = await visit(url, { language })
      assert.equal(page.status, 400, url.slice(0, 60))
      assert.deepEqual([page.titles[0], page.heading], [`${words[language]} | Kura`, words[language]], url.slice(0, 60))
      assert.ok(page.isHidden && page.headers['content-security-policy'], url)
    }
  const call = await visit('/api/items/%zz')
  assert.deepEqual([call.status, JSON.parse(call.body).errorCode], [400, 'INVALID_REQUEST_FORMAT'])
})

test('what is wrong with a known parameter is as if it were not there, and kept under no key of its own', async () => {
  const long = 'a'.repeat(5000)
  const wrong = {
    '/items': [
      'cursor=%25%25',
      `cursor=${long}`,
      'sort=luck',
      'sort=new',
      'series=../x',
      `series=${long}`,
      'rarity=x',
      'q=%00',
      'q=%20%20',
      'q[]=1',
    ],
    '/market': ['least=cheap', 'most=-1', 'least=99999999999', 'rarity=x&rarity=y', 'sort=name'],
    '/items/many-i2': ['order=luck', 'age=year', 'limited=1', 'limited=2', 'least=1e9', `cursor=%F0%9F%98%80`],
    '/series/many-s2': [`cursor=${long}`, 'cursor='],
    '/contact': ['topic=x', 'order=018f0000-0000-7000-8000-000000000000'],
  }
  for (const [path, queries] of Object.entries(wrong)) {
    await visit(path)
    for (const query of queries) {
      const count = await renderingsOf(async () => assert.equal((await visit(`${path}?${query}`)).status, 200))
      assert.equal(count, 0, `${path}?${query.slice(0, 40)}`)
    }
  }
  const forms = [
    'q=moon&rarity=rare&rarity=epic',
    'rarity=epic&q=moon&rarity=rare&rarity=rare',
    'x=1&rarity=epic,&rarity=rare&rarity=epic&q=%20moon',
  ]
  assert.equal(
    await renderingsOf(async () => {
      for (const form of forms) await visit(`/items?${form}`)
    }),
    1,
  )
})

test('unknown parameters render a page once and its data once, known ones render separate pages, and nothing is redirected', async () => {
  for (const path of [
    '/',
    '/items',
    '/market',
    '/packs/many-p1',
    '/items/many-i3',
    '/terms',
    '/login',
    '/mypage',
    '/no-such-page',
  ]) {
    const tags = ['', '?x=1', '?utm_source=mail&utm_medium=a&gclid=b', '?fbclid=z&x=2&x=3', `?${'a=1&'.repeat(500)}`]
    const count = await renderingsOf(async () => {
      for (const query of tags) assert.equal((await visit(path + query)).headers.location, undefined, path)
    })
    assert.ok(count <= 1, `${path}: ${count}`)
  }
  const data = (query: string) => visit(`/items.data${query}`)
  const ofData = await renderingsOf(async () => {
    for (const query of ['', '?x=1', '?_routes=', '?_routes=nothing', '?_routes=x,y&z=1', '?index'])
      assert.equal((await data(query)).status, 200)
  })
  assert.equal(ofData, 1)
  const ofRoute = await renderingsOf(async () => {
    for (const query of ['', '&x=1', '&_routes=zz']) await data(`?_routes=catalogue/item/item-list-screen${query}`)
  })
  assert.equal(ofRoute, 1)
  const known = ['?q=a', '?q=b', '?sort=name', '?rarity=rare', '?series=many-s1', '?category=many-c1']
  assert.equal(
    await renderingsOf(async () => {
      for (const query of known) await visit(`/items${query}`)
    }),
    known.length,
  )
})

test('a secret in an address reaches no page: it is for the scripts of the browser', async () => {
  const secret = 'K7sECRETsECRETsECRETsECRETsECRETsECRETsE'
  const byMail = [
    '/gifts/claim',
    '/login/link',
    '/login/reset',
    '/signup/complete',
    '/wallet/recovery/cancel',
    '/mypage/email',
  ]
  for (const path of byMail) {
    await visit(path)
    const count = await renderingsOf(async () => {
      const page = await visit(`${path}?token=${secret}&redirect=/packs`)
      assert.equal(page.status, 200, path)
      assert.ok(!page.body.includes(secret), path)
    })
    assert.equal(count, 0, path)
  }
})

test('a flood of cold pages from one source meets a page that says so, in its language, while all other requests continue', async () => {
  const source = newSource()
  await visit('/packs')
  const cold = Array.from({ length: limits.pagesPerSource * 3 }, (_, n) => `/items?q=flood${n}`)
  const pages = await Promise.all(cold.map((url) => visit(url, { source, language: 'ja' })))
  assert.deepEqual([...new Set(pages.map(({ status }) => status))].sort(), [200, 429])
  const last = pages.find(({ status }) => status === 429) ?? assert.fail()
  assert.equal(last.heading, 'アクセスが続いています')
  assert.ok(Number(last.headers['retry-after']) >= 1)
  assert.ok(last.isHidden && last.headers['cache-control'] !== undefined)
  assert.ok(!/<script[^>]* src=|rel="modulepreload"/.test(last.body), 'it loads no scripts')
  assert.match(last.body, /<a href=""/, 'and is loaded again without any')
  assert.equal((await visit('/packs', { source })).status, 200)
  assert.equal((await visit('/api/items', { source })).status, 200)
  assert.equal((await visit('/items/many-i5')).status, 200, 'a cold page of another')
})

const publicUrl = () => world.deps.env.PUBLIC_URL
const canonicalsIn = (body: string) =>
  [...body.matchAll(/<link rel="canonical" href="(.*?)"/g)].map((match) => match[1])
const factsIn = (body: string): { '@type': string }[] =>
  [...body.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/g)].map((match) => JSON.parse(match[1] ?? ''))

test('an open page names one address for search engines, without its query, and says what it is', async () => {
  for (const [url, path] of [
    ['/', '/'],
    ['/items?sort=price&utm_source=x', '/items'],
    ['/items/many-i1?order=high', '/items/many-i1'],
    ['/packs/many-p1', '/packs/many-p1'],
    ['/guide/wallet', '/guide/wallet'],
  ] as const)
    assert.deepEqual(canonicalsIn((await visit(url)).body), [publicUrl() + path], url)
  assert.deepEqual(canonicalsIn((await visit('/login')).body), [])
  const kinds = async (url: string) => factsIn((await visit(url)).body).map((facts) => facts['@type'])
  assert.deepEqual(await kinds('/'), ['Organization'])
  assert.deepEqual((await kinds('/items/many-i1')).toSorted(), ['BreadcrumbList', 'Product'])
  const card = /<meta property="og:image" content="(.*?)"/.exec((await visit('/items/many-i1')).body)?.[1]
  assert.equal(card, `${publicUrl()}/images/cards/items/many-i1.jpg`)
})

test('the guide is shown in both languages, and the app and the sitemap are named', async () => {
  const ja = await visit('/guide/sell', { language: 'ja' })
  assert.match(ja.body, /<h2>出品する<\/h2>/)
  assert.match((await visit('/guide/sell')).body, /<h2>To list<\/h2>/)
  assert.equal((await visit('/guide/nothing')).status, 404)
  assert.match((await visit('/robots.txt')).body, new RegExp(`\nSitemap: ${publicUrl()}/sitemap\\.xml\n`))
  const app = JSON.parse((await visit('/app.webmanifest')).body) as { name: string; icons: { src: string }[] }
  assert.equal(app.name, 'Kura')
  for (const { src } of app.icons) assert.equal((await visit(src)).status, 200, src)
})

test('maintenance is on every page before it begins; whole, it is the only page but for the legal ones', async () => {
  const { sql } = world.deps
  const plan = (start: string) => sql`
    insert into maintenances (id, mode, starts_at, ends_at, text_ja, text_en)
    values (gen_random_uuid(), 'whole', kura_now() + ${start}::interval, kura_now() + interval '2 hours', '作業', 'Works')`
  await plan('1 hour')
  await new Promise((resolve) => setTimeout(resolve, 600))
  for (const url of ['/', '/items/many-i1', '/terms']) assert.match((await visit(url)).body, /Planned maintenance/, url)
  await sql`update maintenances set cancelled_at = kura_now()`
  await plan('-1 second')
  await new Promise((resolve) => setTimeout(resolve, 600))
  const closed = await visit('/items/many-i1')
  assert.deepEqual([closed.status, closed.heading, closed.isHidden], [503, 'Closed for maintenance', true])
  assert.ok(Number(closed.headers['retry-after']) > 0)
  assert.equal((await visit('/terms')).status, 200)
  await sql`update maintenances set ended_at = kura_now() where cancelled_at is null`
  await new Promise((resolve) => setTimeout(resolve, 600))
  const open = await visit('/items/many-i1')
  assert.equal(open.status, 200)
  assert.doesNotMatch(open.body, /Planned maintenance/)
})
