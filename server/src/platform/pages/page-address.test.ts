import assert from 'node:assert/strict'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import test from 'node:test'
import type { TestContext } from 'node:test'
import { buildApp } from '../../app.ts'
import { buildLog } from '../../deps.ts'
import { testWorld } from '../../testing/test-world.ts'
import { askRaw, listenRaw } from '../http/testing/raw-socket.ts'
import { keptPages } from './kept-pages.ts'
import { nowhere, pageAddresses, siteAddress } from './page-address.ts'
import { servePages } from './serve-pages.ts'

/** The whole server at a port, with pages that say which address the renderer was given. */
async function pageServer(t: TestContext, status = 200) {
  const { deps, expectUndeclared } = await testWorld(t)
  const lines: string[] = []
  const log = buildLog({ LOG_LEVEL: 'trace' }, { write: (line) => void lines.push(line) })
  const { http } = await buildApp({ ...deps, log }, { withPages: false })
  const webBuild = `${await mkdtemp(join(tmpdir(), 'kura-build-'))}/`
  await mkdir(`${webBuild}client/assets`, { recursive: true })
  const rendered: string[] = []
  await http.register(servePages, {
    deps: { ...deps, log },
    api: (() => assert.fail('no call expected')) as never,
    pages: keptPages(),
    watcher: { catchUp: () => Promise.resolve() },
    webBuild,
    refusals: { send: () => assert.fail('no refusal expected') },
    renderer: {
      addressOf: (address: string) => address,
      render: async (request: Request) => {
        rendered.push(request.url)
        return new Response(`<p>${request.url}</p>`, {
          status,
          headers: { 'content-type': 'text/html', 'x-kura-tags': 'a' },
        })
      },
    },
  })
  t.after(async () => {
    await http.close()
    await rm(webBuild, { recursive: true, force: true })
  })
  return { port: await listenRaw(http), rendered, lines, expectUndeclared }
}

test('no host in the target of a request becomes the renderer’s: it is a page of ours or a catalogued failure', async (t) => {
  const { port, rendered } = await pageServer(t)
  const failures: [target: string, status: number, code: string][] = [
    ['//', 404, 'NOT_FOUND'],
    ['//a:99999999/items', 404, 'NOT_FOUND'],
    ['//u:p@host/items', 404, 'NOT_FOUND'],
    ['//evil.example/items?x=1', 404, 'NOT_FOUND'],
    ['///evil.example', 404, 'NOT_FOUND'],
    ['/\\evil.example', 404, 'NOT_FOUND'],
    ['\\\\evil.example', 400, 'INVALID_REQUEST_FORMAT'],
    ['/..//evil.example', 404, 'NOT_FOUND'],
    ['/%2e/\\evil.example', 404, 'NOT_FOUND'],
    ['http://evil.example//u:p@host/', 404, 'NOT_FOUND'],
    ['http://u:p@evil.example:99999999/items', 400, 'INVALID_REQUEST_FORMAT'],
    ['/%E0%A4%A', 400, 'INVALID_REQUEST_FORMAT'],
    ['/%', 400, 'INVALID_REQUEST_FORMAT'],
    ['/items/%ff', 400, 'INVALID_REQUEST_FORMAT'],
    ['http://evil.example/%E0%A4%A', 400, 'INVALID_REQUEST_FORMAT'],
    ['evil.example', 400, 'INVALID_REQUEST_FORMAT'],
    ['javascript:alert(1)', 400, 'INVALID_REQUEST_FORMAT'],
    ['/api//evil', 404, 'NOT_FOUND'],
    ['/assets//evil', 400, 'INVALID_REQUEST_FORMAT'],
    ['/assets/%2e%2e/%2e%2e/package.json', 400, 'INVALID_REQUEST_FORMAT'],
  ]
  for (const [target, status, code] of failures) {
    const answer = await askRaw(port, target)
    const shown = answer.body === '' ? '' : (JSON.parse(answer.body) as { errorCode: string }).errorCode
    assert.deepEqual([answer.status, shown], [status, code], `${target}: ${answer.body}`)
  }
  assert.deepEqual(rendered, [], 'the renderer saw none of them')
  const pages: [target: string, address: string][] = [
    ['http://evil.example/', 'http://localhost:3000/'],
    ['http://evil.example:81/items?page=2', 'http://localhost:3000/items?page=2'],
    ['/items?next=//evil.example/', 'http://localhost:3000/items?next=//evil.example/'],
    ['/items?q=%E0%A4%A', 'http://localhost:3000/items?q=%E0%A4%A'],
    ['/@evil.example', 'http://localhost:3000/@evil.example'],
    ['/%2F%2Fevil.example', 'http://localhost:3000/%2F%2Fevil.example'],
    ['/:99999999/items', 'http://localhost:3000/:99999999/items'],
  ]
  for (const [target, address] of pages) {
    const answer = await askRaw(port, target)
    assert.deepEqual([answer.status, answer.body], [200, `<p>${address}</p>`], target)
  }
})

test('the Host header and its kin change neither a page nor what is kept of it', async (t) => {
  const { port, rendered } = await pageServer(t)
  const lies = [
    ['Host: evil.example'],
    ['Host: u:p@evil.example:99999999'],
    ['Host: '],
    ['Host: localhost', 'X-Forwarded-Host: evil.example', 'Forwarded: host=evil.example', 'X-Original-URL: //evil'],
  ]
  for (const headers of lies) {
    const answer = await askRaw(port, '/items', headers)
    assert.deepEqual([answer.status, answer.body], [200, '<p>http://localhost:3000/items</p>'], headers.join())
    assert.doesNotMatch(answer.head, /evil/)
  }
  assert.equal((await askRaw(port, 'http://evil.example/items')).body, '<p>http://localhost:3000/items</p>')
  assert.equal(rendered.length, 1, 'all of them are the one page that is kept')
  assert.equal((await askRaw(port, '/items', [])).status, 400, 'HTTP/1.1 names a host')
})

test('an address is always one of this site, whatever is asked for', () => {
  const pieces = [
    '/',
    '\\',
    '//',
    '.',
    '..',
    '%2f',
    '%5c',
    ':',
    '@',
    '?',
    '#',
    'http://',
    'evil',
    '\t',
    ' ',
    '99999999',
    '[',
    '%',
  ]
  for (const one of pieces)
    for (const two of pieces)
      for (const three of pieces)
        for (const four of ['', 'evil', '/evil']) {
          const target = `${one}${two}${three}${four}`
          const address = siteAddress(target, 'https://shop.example/')
          if (!address) continue
          assert.equal(address.origin, 'https://shop.example', target)
          assert.equal(new URL(`${address.pathname}${address.search}`, address).origin, 'https://shop.example', target)
          assert.equal(new Request(address).url, address.href, target)
        }
})

test('a page that cannot be rendered is logged without what its address carries', async (t) => {
  const { port, lines, expectUndeclared } = await pageServer(t, 500)
  expectUndeclared('GET /*', 'its page cannot be rendered')
  await askRaw(port, '/login/link?token=secret-of-a-mail')
  await askRaw(port, 'http://evil.example/login/link?token=secret-of-a-mail')
  assert.ok(lines.some((line) => line.includes('"path":"/login/link"')))
  assert.ok(!lines.join('').includes('secret-of-a-mail'))
})

test('an address is that of its route in any spelling that the router takes', () => {
  const layout = { id: 'root', path: '', module: {} }
  const route = (id: string, path?: string) => ({ id, parentId: 'root', path, index: path === undefined, module: {} })
  const routes = [layout, route('home'), route('list', 'items'), route('item', 'items/:itemId'), route('any', '*')]
  const addressOf = pageAddresses(Object.fromEntries(routes.map((each) => [each.id, each])))
  for (const [asked, address] of [
    ['/', '/'],
    ['/items', '/items'],
    ['/items/', '/items'],
    ['/Items/a', '/items/a'],
    ['/%69tems/a', '/items/a'],
    ['/items/a%20b', '/items/a%20b'],
    ['/itemsx/a', nowhere],
    ['/items/a/b', nowhere],
    ['/constructor', nowhere],
  ] as const)
    assert.equal(addressOf(asked), address, asked)
})
