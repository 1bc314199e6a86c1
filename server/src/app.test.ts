import assert from 'node:assert/strict'
import { Agent, get } from 'node:http'
import { text } from 'node:stream/consumers'
import test from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { serveMetrics } from './platform/http/monitoring.ts'
import { freePort } from './testing/free-port.ts'
import { testWorld } from './testing/test-world.ts'

test('the contract is published as OpenAPI 3.1, and an unknown path is a catalogued failure', async (t) => {
  const { deps, http } = await testWorld(t)
  const document = (await http.inject('/api/openapi.json')).json()
  assert.equal(document.openapi, '3.1.0')
  assert.ok(document.paths['/api/packs/{packId}/entry-order/new-card'].post.responses['500'])
  const missing = await http.inject('/api/nothing-here')
  assert.equal(missing.statusCode, 404)
  assert.equal(missing.json().errorCode, 'NOT_FOUND')
  await deps.sql`select 1`
  assert.equal((await http.inject('/readyz')).statusCode, 200)
})

test('an unknown path or method is the catalogue’s NOT_FOUND, whatever its body', async (t) => {
  const { http } = await testWorld(t)
  const page = http.inject.bind(http)
  const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const
  for (const url of ['/api/nothing', '/auth/nothing', '/api', '/nothing', '/items/some-item', '/healthz/x'])
    for (const method of methods)
      for (const headers of [{}, { 'content-type': 'text/plain' }, { 'content-type': 'application/json' }]) {
        const answer = await page({ method, url, headers, ...(method === 'GET' ? {} : { payload: '{' }) })
        assert.equal(answer.statusCode, 404, `${method} ${url}`)
        assert.equal(answer.json().errorCode, 'NOT_FOUND', `${method} ${url}`)
      }
  assert.equal((await page({ method: 'DELETE', url: '/api/items' })).json().errorCode, 'NOT_FOUND')
  const head = await page({ method: 'HEAD', url: '/api/nothing' })
  assert.deepEqual([head.statusCode, head.body], [404, ''])
  for (const url of ['/api/users/%ff', '/%E0%A4%A'])
    assert.equal((await page(url)).json().errorCode, 'INVALID_REQUEST_FORMAT', url)
})

test('a failure outside the calls of the contract fails its test too, unless the test expects it', async () => {
  const endOf = async (expected?: string) => {
    const ends: (() => Promise<void>)[] = []
    const world = await testWorld({ after: (end) => void ends.push(end) })
    world.http.get('/test/broken', () => Promise.reject(new Error('broken on purpose')))
    if (expected !== undefined) world.expectUndeclared(expected, 'the route is broken')
    assert.equal((await world.http.inject('/test/broken')).json().errorCode, 'INTERNAL_SERVER_ERROR')
    return Promise.all(ends.map((end) => end()))
  }
  await assert.rejects(endOf(), /GET \/test\/broken/)
  await assert.rejects(endOf('GET /test/other'), /GET \/test\/broken/)
  await endOf('GET /test/broken')
})

test('a call that throws what nobody declared is counted, also when the contract lists INTERNAL_SERVER_ERROR', async () => {
  const ends: (() => Promise<void>)[] = []
  const { deps, http } = await testWorld({ after: (end) => void ends.push(end) })
  await deps.sql`alter table categories rename to categories_away`
  const answer = await http.inject('/api/v1/display-categories')
  assert.deepEqual([answer.statusCode, answer.json().errorCode], [500, 'INTERNAL_SERVER_ERROR'])
  await assert.rejects(Promise.all(ends.map((end) => end())), /GET \/api\/v1\/display-categories/)
})

test('closing waits for the request under way and for nothing else on its kept connection', async (t) => {
  const { http } = await testWorld(t)
  const started = Promise.withResolvers<void>()
  const released = Promise.withResolvers<void>()
  http.get('/test/slow', async () => {
    started.resolve()
    await released.promise
    return { done: true }
  })
  const address = await http.listen({ host: '127.0.0.1', port: 0 })
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  t.after(() => agent.destroy())
  const ask = (path: string) =>
    new Promise<{ body: string; connection: string | undefined }>((resolve, reject) => {
      get(`${address}${path}`, { agent }, (response) => {
        text(response).then((body) => resolve({ body, connection: response.headers.connection }), reject)
      }).on('error', reject)
    })
  assert.equal((await ask('/readyz')).connection, 'keep-alive')
  const late = ask('/test/slow')
  await started.promise
  let isClosed = false
  const closed = http.close().then(() => (isClosed = true))
  await delay(200)
  assert.equal(isClosed, false, 'closed while a request was under way')
  released.resolve()
  const answered = await late
  assert.equal(answered.body, '{"done":true}')
  assert.equal(answered.connection, 'close')
  const inTime = await Promise.race([closed, delay(30_000, 'still open', { ref: false })])
  assert.equal(inTime, true, 'the kept connection held the server up')
})

test('a live process says so without its database, and is ready only with it', async (t) => {
  const { deps, http } = await testWorld(t)
  const ask = async (url: string) => {
    const answer = await http.inject(url)
    return [answer.statusCode, answer.json()]
  }
  assert.deepEqual(await ask('/healthz'), [200, { status: 'ok' }])
  // it waits for an answer no longer than two seconds, which a first connection may take
  await deps.sql`select 1`
  assert.deepEqual(await ask('/readyz'), [200, { status: 'ready' }])
  await deps.sql`alter function kura_now() rename to kura_now_away`
  assert.deepEqual(await ask('/readyz'), [503, { status: 'waiting' }])
  assert.deepEqual(await ask('/healthz'), [200, { status: 'ok' }])
  await deps.sql`alter function kura_now_away() rename to kura_now`
})

test('metrics have a port of their own; one process at a time serves there, and the next when it has ended', async (t) => {
  assert.equal((await testWorld(t)).deps.env.METRICS_PORT, 0, 'tests of one machine share no port')
  const port = await freePort()
  const { deps, http } = await testWorld(t, { METRICS_PORT: String(port) })
  const metrics = await serveMetrics(deps)
  t.after(async () => metrics?.close())
  await http.inject('/api/v1/display-categories')
  deps.metrics.alarms.inc({ kind: 'test' })
  const answer = await fetch(`http://127.0.0.1:${port}/metrics`)
  const lines = (await answer.text()).split('\n')
  assert.match(String(answer.headers.get('content-type')), /^text\/plain/)
  assert.ok(lines.includes('kura_alarms_total{kind="test"} 1'))
  assert.ok(lines.some((line) => line.startsWith('kura_request_seconds_count{route="/api/v1/display-categories"')))
  assert.equal((await http.inject('/metrics')).statusCode, 404)
  const { deps: sibling } = await testWorld(t, { METRICS_PORT: String(port) })
  sibling.metrics.alarms.inc({ kind: 'sibling' })
  const next = await serveMetrics(sibling)
  t.after(async () => next?.close())
  const isOfSibling = async () => (await (await fetch(`http://127.0.0.1:${port}/metrics`)).text()).includes('"sibling"')
  assert.equal(await isOfSibling(), false)
  await metrics?.close()
  for (let tries = 0; tries < 600; tries += 1) {
    if (await isOfSibling().catch(() => false)) return
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  assert.fail('the sibling never served')
})
