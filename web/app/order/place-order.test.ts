import assert from 'node:assert/strict'
import test from 'node:test'
import type { ErrorCode } from '@kura/contract/errors'
import type { Result } from '@kura/contract/result'
import { makePlaceOrder } from './place-order.ts'
import type { Entered } from './place-order.ts'

const order = { orderId: 'o', accessID: 'a', redirectUrl: null }
const fail = (status: number, errorCode: ErrorCode): Result<Entered> => ({
  ok: false,
  status,
  body: { errorCode, message: '' },
})

function world(answers: Result<Entered>[]) {
  const sent: string[] = []
  let tokens = 0
  let keys = 0
  const place = makePlaceOrder({
    takeToken: async () => ({ status: 'token', token: `token${(tokens += 1)}` }),
    enter: async (token, key) => (sent.push(`${token} ${key}`), answers.shift() ?? { ok: true, data: order }),
    newKey: () => `key${(keys += 1)}`,
    wait: async () => undefined,
  })
  return { place, sent }
}

test('a retry after a broken connection sends the same token under the same key', async () => {
  const { place, sent } = world([fail(0, 'SERVICE_UNAVAILABLE'), fail(503, 'SERVICE_UNAVAILABLE')])
  assert.deepEqual(await place(), { status: 'unknown' })
  assert.deepEqual(await place(), { status: 'unknown' })
  assert.deepEqual(await place(), { status: 'entered', order })
  assert.deepEqual(sent, ['token1 key1', 'token1 key1', 'token1 key1'])
})

test('after a refusal another try is another order', async () => {
  const { place, sent } = world([fail(400, 'PAYMENT_DECLINED'), fail(500, 'PACK_OUT_OF_STOCK')])
  assert.equal((await place()).status, 'refused')
  assert.equal((await place()).status, 'refused')
  await place()
  assert.deepEqual(sent, ['token1 key1', 'token2 key2', 'token3 key3'])
})

test('a request under way is waited for', async () => {
  const { place, sent } = world([fail(409, 'IDEMPOTENCY_IN_PROGRESS'), fail(409, 'IDEMPOTENCY_IN_PROGRESS')])
  assert.equal((await place()).status, 'entered')
  assert.equal(new Set(sent).size, 1)
})

test('what the gateway refuses never reaches us', async () => {
  const sent: string[] = []
  const place = makePlaceOrder({
    takeToken: async () => ({ status: 'refused', field: 'number' }),
    enter: async (token) => (sent.push(token), { ok: true, data: order }),
    newKey: () => 'key',
    wait: async () => undefined,
  })
  assert.deepEqual(await place(), { status: 'card', field: 'number' })
  assert.deepEqual(sent, [])
})
