import assert from 'node:assert/strict'
import test from 'node:test'
import { keepNonce, keepReady } from './keep-nonce.ts'

function keeper() {
  const world = { time: 0, fetched: 0, isDown: false }
  const nonces = keepNonce(
    async () => {
      if (world.isDown) return { ok: false, status: 503, body: { errorCode: 'SERVICE_UNAVAILABLE', message: '' } }
      return { ok: true, data: { nonce: `n${(world.fetched += 1)}` } }
    },
    () => world.time,
  )
  const take = async () => {
    const result = await nonces.take()
    return result.ok ? result.data.nonce : result.body.errorCode
  }
  return { world, prepare: nonces.prepare, take }
}

test('the nonce fetched beforehand is the one that is used, once', async () => {
  const { world, prepare, take } = keeper()
  await prepare()
  await prepare()
  assert.equal(world.fetched, 1)
  assert.equal(await take(), 'n1')
  assert.equal(await take(), 'n2')
})

test('a nonce older than four minutes is replaced', async () => {
  const { world, prepare, take } = keeper()
  await prepare()
  world.time = 239_999
  await prepare()
  assert.equal(world.fetched, 1)
  world.time = 240_000
  assert.equal(await take(), 'n2')
})

test('a refusal is not kept', async () => {
  const { world, prepare, take } = keeper()
  world.isDown = true
  await prepare()
  world.isDown = false
  assert.equal(await take(), 'n1')
})

test('a nonce is kept ready from now on, until it is stopped', (t) => {
  t.mock.timers.enable({ apis: ['setInterval'] })
  let prepared = 0
  const stop = keepReady(async () => (prepared += 1))
  assert.equal(prepared, 1, 'at once')
  t.mock.timers.tick(60_000)
  assert.equal(prepared, 3)
  stop()
  t.mock.timers.tick(600_000)
  assert.equal(prepared, 3)
})
