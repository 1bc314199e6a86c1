import assert from 'node:assert/strict'
import test from 'node:test'
import type { TestContext } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { api } from '@kura/contract/api'
import { buildApp } from '../../app.ts'
import { buildLog } from '../../deps.ts'
import { freePort } from '../../testing/free-port.ts'
import { seedMember } from '../../testing/seed-member.ts'
import { testWorld } from '../../testing/test-world.ts'
import { until } from '../../testing/until.ts'
import type { ConnectionLimits } from './connections.ts'
import { serveMetrics } from './monitoring.ts'
import { drip, listenRaw, openRaw } from './testing/raw-socket.ts'

/** A server at a real port with deadlines a test can wait for, and what it counts and logs. */
async function edge(t: TestContext, connections: Partial<ConnectionLimits> = {}, env: Record<string, string> = {}) {
  const world = await testWorld(t, env)
  const lines: string[] = []
  const log = buildLog({ LOG_LEVEL: 'warn' }, { write: (line) => void lines.push(line) })
  const { http } = await buildApp(
    { ...world.deps, log },
    { withPages: false, connections: { checkMs: 20, ...connections } },
  )
  t.after(() => http.close())
  const cuts = async () => {
    const { values } = await world.deps.metrics.connectionsCut.get()
    return Object.fromEntries(values.map(({ labels, value }) => [`${labels.port} ${labels.kind}`, value]))
  }
  const logged = () =>
    lines
      .map((line) => JSON.parse(line) as { msg: string; kind: string; count: number })
      .filter(({ msg }) => msg === 'connections were cut off')
      .map(({ kind, count }) => `${kind} ${count}`)
  return { ...world, http, cuts, logged }
}

const slowPost = (path: string, headers = '') =>
  `POST ${path} HTTP/1.1\r\nHost: localhost\r\n${headers}Content-Type: application/json\r\nContent-Length: 8000\r\n\r\n`

const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`

test('a body that comes byte by byte is cut off, even when unread, and a picture has longer', async (t) => {
  const { http, deps, cuts, logged } = await edge(t, { bodyMs: 300, uploadMs: 4000 })
  const port = await listenRaw(http)
  const slow = await openRaw(port, slowPost('/api/notices/paidy'))
  const unread = await openRaw(port, slowPost('/api/nothing'))
  const { session } = await seedMember(deps)
  const { method, path } = api.updateProfile
  const upload = await openRaw(
    port,
    `${method} ${path} HTTP/1.1\r\nHost: localhost\r\nX-Auth-Session: Bearer ${session}\r\n` +
      'Content-Type: multipart/form-data; boundary=b\r\nContent-Length: 60000\r\n\r\n--b\r\n',
  )
  for (const each of [slow, unread, upload]) drip(each)
  assert.match(await slow.ended, /^HTTP\/1\.1 408 Request Timeout\r\n[^]*"errorCode":"REQUEST_TIMEOUT"/)
  assert.match(await unread.ended, /^HTTP\/1\.1 404 /)
  assert.equal(upload.socket.destroyed, false, 'a picture has its own deadline')
  assert.match(await upload.ended, /^HTTP\/1\.1 408 /)
  assert.deepEqual(await cuts(), { 'app body': 3 })
  await http.close()
  assert.deepEqual(logged(), ['body 3'], 'one line for all of them')
})

test('headers that come byte by byte are cut off, and so is a connection that says nothing', async (t) => {
  const { http, cuts, logged } = await edge(t, { headersMs: 300 })
  const port = await listenRaw(http)
  const slow = await openRaw(port, 'GET /healthz HTTP/1.1\r\nHost: localhost\r\nX-Slow: ')
  const second = await openRaw(port, `${get('/healthz')}GET /healthz HTTP/1.1\r\nX-Slow: `)
  const silent = await openRaw(port)
  for (const each of [slow, second]) drip(each)
  assert.match(await slow.ended, /^HTTP\/1\.1 408 [^]*"errorCode":"REQUEST_TIMEOUT"/)
  assert.match(await second.ended, /^HTTP\/1\.1 200 [^]*HTTP\/1\.1 408 /)
  assert.equal(await silent.ended, '')
  assert.deepEqual(await cuts(), { 'app headers': 2, 'app unused': 1 })
  await http.close()
  assert.deepEqual(logged(), ['headers 2'], 'browsers open connections they do not use')
})

test('a kept connection without a request is closed, and what is no HTTP is the catalogue’s failure', async (t) => {
  const { http, cuts } = await edge(t, { keepAliveMs: 200 })
  const port = await listenRaw(http)
  const kept = await openRaw(port, get('/healthz'))
  assert.match(await kept.ended, /^HTTP\/1\.1 200 /)
  const garbage = ['GARBAGE\r\n\r\n', `GET / HTTP/1.1\r\nHost: a\r\nX-Long: ${'x'.repeat(20_000)}\r\n\r\n`]
  for (const text of garbage) {
    const answer = await (await openRaw(port, text)).ended
    assert.match(answer, /^HTTP\/1\.1 400 Bad Request\r\n[^]*"errorCode":"INVALID_REQUEST_FORMAT"/)
  }
  assert.deepEqual(await cuts(), {})
})

test('an answer that nobody takes is cut off', async (t) => {
  const { http, cuts } = await edge(t, { answerMs: 300 })
  http.get('/test/large', () => Buffer.alloc(32_000_000))
  const port = await listenRaw(http)
  const stuck = await openRaw(port)
  stuck.socket.pause()
  stuck.socket.write(get('/test/large'))
  await until('it is cut', async () => (await cuts())['app answer'] === 1)
  stuck.socket.resume()
  assert.ok((await stuck.ended).length < 32_000_000)
})

test('there are never more connections than the process takes; when it is tight, none is kept', async (t) => {
  const { http, deps, cuts, logged } = await edge(t, { maxConnections: 20, maxPerSource: 0 })
  const port = await listenRaw(http)
  const open = await Promise.all(Array.from({ length: 20 }, () => openRaw(port)))
  const refused = await Promise.all(Array.from({ length: 5 }, () => openRaw(port, get('/healthz'))))
  for (const each of refused) assert.equal(await each.ended, '')
  assert.ok(open.every(({ socket }) => !socket.destroyed))
  assert.match(await deps.metrics.registry.metrics(), /^kura_connections\{port="app"\} 20$/m)
  open[0]!.socket.destroy()
  await until('there is room', () => isOpen(port))
  open[1]!.socket.write(get('/healthz'))
  assert.match(await open[1]!.ended, /^HTTP\/1\.1 200 [^]*connection: close/i)
  const dropped = (await cuts())['app max-connections'] ?? 0
  assert.ok(dropped >= 5)
  await http.close()
  assert.deepEqual(logged(), [`max-connections ${dropped}`])
})

/** Whether a new connection gets an answer. */
const isOpen = async (port: number): Promise<boolean> => {
  const { ended } = await openRaw(port, get('/healthz').replace('\r\n\r\n', '\r\nConnection: close\r\n\r\n'))
  return (await ended).startsWith('HTTP/1.1 200')
}

test('one source has no more than its share, unless it is the proxy that brings everybody', async (t) => {
  const direct = await edge(t, { maxPerSource: 5 })
  const port = await listenRaw(direct.http)
  const open = await Promise.all(Array.from({ length: 5 }, () => openRaw(port)))
  const refused = await Promise.all(Array.from({ length: 3 }, () => openRaw(port)))
  for (const each of refused) assert.equal(await each.ended, '')
  assert.ok(open.every(({ socket }) => !socket.destroyed))
  // other loopback addresses are there without being set up on Linux alone
  if (process.platform === 'linux') {
    const other = await openRaw(port, get('/healthz'), '127.0.0.2')
    await until('another source has its answer', async () => other.received().startsWith('HTTP/1.1 200'))
  }
  open[0]!.socket.destroy()
  await until('its share is free again', () => isOpen(port))
  assert.ok(((await direct.cuts())['app max-per-source'] ?? 0) >= 3)

  const proxied = await edge(t, { maxPerSource: 5 }, { TRUSTED_PROXIES: '10.0.0.0/8, 127.0.0.1/32' })
  const behind = await listenRaw(proxied.http)
  const all = await Promise.all(Array.from({ length: 12 }, () => openRaw(behind, get('/healthz'))))
  for (const each of all) await until('it is answered', async () => each.received().startsWith('HTTP/1.1 200'))
  assert.deepEqual(await proxied.cuts(), {})
})

test('a stop ends what is idle at once, what still arrives soon, and what is worked on after its time', async (t) => {
  const { http, cuts, logged } = await edge(t, { stopArrivingMs: 300, stopMs: 4000 })
  const works = Promise.withResolvers<{ done: boolean }>()
  const begun = { slow: Promise.withResolvers<void>(), never: Promise.withResolvers<void>() }
  http.get('/test/works', () => (begun.slow.resolve(), works.promise))
  http.get('/test/never', () => (begun.never.resolve(), new Promise(() => {})))
  const port = await listenRaw(http)
  const idle = await openRaw(port, get('/healthz'))
  const silent = await openRaw(port)
  const half = await openRaw(port, 'GET /healthz HTTP/1.1\r\nX-Slow: ')
  const slow = await openRaw(port, slowPost('/api/notices/paidy'))
  for (const each of [half, slow]) drip(each)
  const working = await openRaw(port, get('/test/works'))
  const never = await openRaw(port, get('/test/never'))
  await Promise.all([begun.slow.promise, begun.never.promise])
  await until('the first answer is there', async () => idle.received() !== '')
  const closed = http.close()
  await Promise.all([idle.ended, silent.ended])
  assert.equal(slow.socket.destroyed, false, 'what is idle goes first')
  assert.match(await slow.ended, /^HTTP\/1\.1 503 [^]*"errorCode":"SERVICE_UNAVAILABLE"/)
  await half.ended
  works.resolve({ done: true })
  assert.match(await working.ended, /^HTTP\/1\.1 200 [^]*{"done":true}/, 'what can be finished is finished')
  assert.match(await never.ended, /^HTTP\/1\.1 503 /)
  await closed
  assert.deepEqual(await cuts(), { 'app stop': 3 })
  assert.deepEqual(logged(), ['stop 3'])
})

test('the metrics port has its limits too, and does not hold up a stop', async (t) => {
  const port = await freePort()
  const { deps, cuts } = await edge(t, {}, { METRICS_PORT: String(port) })
  const metrics = await serveMetrics(deps)
  const slow = await openRaw(port, 'GET /metrics HTTP/1.1\r\nX-Slow: ')
  drip(slow)
  await delay(50)
  await metrics?.close()
  await slow.ended
  assert.deepEqual(await cuts(), { 'metrics stop': 1 })
})
