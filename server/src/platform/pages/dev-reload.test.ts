import assert from 'node:assert/strict'
import test from 'node:test'
import vm from 'node:vm'
import Fastify from 'fastify'
import { devReload, reloadScript } from './dev-reload.ts'

test('in development a page gets one script of ours, and its stream names the run and ends with it', async () => {
  const app = Fastify({ forceCloseConnections: 'idle' })
  devReload(app, 'run-1')
  app.get('/page', (_request, reply) =>
    reply.type('text/html; charset=utf-8').send(Buffer.from('<html><head></head><body>海</body></html>')),
  )
  app.get('/data', (_request, reply) => reply.send({ head: '</head>' }))
  const page = await app.inject('/page')
  assert.equal(
    page.body,
    '<html><head><script type="module" src="/dev/reload.js"></script></head><body>海</body></html>',
  )
  assert.equal(Number(page.headers['content-length']), Buffer.byteLength(page.body))
  assert.deepEqual((await app.inject('/data')).json(), { head: '</head>' })
  assert.equal((await app.inject('/dev/reload.js')).body, reloadScript)

  const address = await app.listen({ port: 0 })
  const stream = await fetch(`${address}/dev/reload`)
  assert.equal(stream.headers.get('content-type'), 'text/event-stream')
  const reader = stream.body!.getReader()
  const first = await reader.read()
  assert.equal(Buffer.from(first.value!).toString(), 'retry: 300\ndata: run-1\n\n')
  const [, next] = await Promise.all([app.close(), reader.read()])
  assert.equal(next.done, true)
})

test('the script reloads the page when another run is up, and only then', () => {
  type Stream = { readyState: number; onmessage: (event: { data: string }) => void; onerror: () => void }
  const streams: Stream[] = []
  const waiting: (() => void)[] = []
  let reloads = 0
  // `new` of it answers the object, as of a class.
  function EventSource(): Stream {
    const stream = { readyState: 1, onmessage: () => {}, onerror: () => {} }
    streams.push(stream)
    return stream
  }
  vm.runInNewContext(reloadScript, {
    EventSource,
    setTimeout: (work: () => void) => waiting.push(work),
    location: { reload: () => (reloads += 1) },
  })
  const [stream] = streams
  assert.ok(stream)
  stream.onmessage({ data: 'a' })
  stream.onerror()
  stream.onmessage({ data: 'a' })
  assert.deepEqual([reloads, waiting.length], [0, 0])
  stream.readyState = 2
  stream.onerror()
  waiting[0]?.()
  assert.equal(streams.length, 2)
  streams[1]?.onmessage({ data: 'b' })
  assert.equal(reloads, 1)
})
