import assert from 'node:assert/strict'
import test from 'node:test'
import type { ErrorCode } from '@kura/contract/errors'
import type { Result } from '@kura/contract/result'
import { makePlaceOrder, orPaymentError } from './place-order.ts'

type Entered = { orderId: string; accessID: string; redirectUrl: string | null }
const order: Entered = { orderId: 'o', accessID: 'a', redirectUrl: null }
const fail = (status: number, errorCode: ErrorCode): Result<Entered> => ({
  ok: false,
  status,
  body: { errorCode, message: '' },
})

function world(answers: Result<Entered>[]) {
  const sent: string[] = []
  let tokens = 0
  let keys = 0
  const { place, isOpen } = makePlaceOrder<string, Entered>({
    prepare: async () => ({ status: 'ready', what: `token${(tokens += 1)}` }),
    enter: (token, key) => {
      sent.push(`${token} ${key}`)
      return orPaymentError(Promise.resolve(answers.shift() ?? { ok: true, data: order }))
    },
    newKey: () => `key${(keys += 1)}`,
    wait: async () => undefined,
  })
  return { place, isOpen, sent }
}

test('a retry after a broken connection sends the same token under the same key', async () => {
  const { place, isOpen, sent } = world([fail(0, 'SERVICE_UNAVAILABLE'), fail(503, 'SERVICE_UNAVAILABLE')])
  assert.equal(isOpen(), false)
  assert.deepEqual(await place(), { status: 'unknown' })
  assert.equal(isOpen(), true)
  assert.deepEqual(await place(), { status: 'unknown' })
  assert.deepEqual(await place(), { status: 'entered', entered: order })
  assert.deepEqual(sent, ['token1 key1', 'token1 key1', 'token1 key1'])
})

test('after a refusal another try is another order', async () => {
  const { place, sent } = world([fail(400, 'PAYMENT_DECLINED'), fail(500, 'PACK_OUT_OF_STOCK')])
  assert.equal((await place()).status, 'refused')
  assert.equal((await place()).status, 'refused')
  await place()
  assert.deepEqual(sent, ['token1 key1', 'token2 key2', 'token3 key3'])
})

for (const [status, code] of [
  [429, 'TOO_MANY_REQUESTS'],
  [503, 'MAINTENANCE'],
] as const)
  test(`${code} is shown as such, and the same order is sent again`, async () => {
    const later = fail(status, code)
    const { place, isOpen, sent } = world([fail(0, 'SERVICE_UNAVAILABLE'), later])
    assert.deepEqual(await place(), { status: 'unknown' })
    assert.deepEqual(await place(), { status: 'later', body: later.ok ? undefined : later.body })
    assert.equal(isOpen(), true)
    assert.equal((await place()).status, 'entered')
    assert.deepEqual(sent, ['token1 key1', 'token1 key1', 'token1 key1'])
  })

test('a request under way is waited for', async () => {
  const { place, sent } = world([fail(409, 'IDEMPOTENCY_IN_PROGRESS'), fail(409, 'IDEMPOTENCY_IN_PROGRESS')])
  assert.equal((await place()).status, 'entered')
  assert.equal(new Set(sent).size, 1)
})

test('a refusal by the gateway is thrown with its code and returned as a refusal', async () => {
  const declined: Result<Entered> = {
    ok: false,
    status: 400,
    body: { errorCode: 'PAYMENT_DECLINED', message: 'no', error: '42G020000' },
  }
  await assert.rejects(orPaymentError(Promise.resolve(declined)), { name: 'PaymentError', error: '42G020000' })
  assert.deepEqual(await orPaymentError(Promise.resolve(fail(409, 'POINTS_SHORT'))), fail(409, 'POINTS_SHORT'))
  const { place, isOpen } = world([declined])
  assert.deepEqual(await place(), { status: 'refused', body: declined.body })
  assert.equal(isOpen(), false)
})

test('what the gateway refuses never reaches us', async () => {
  const sent: string[] = []
  const { place } = makePlaceOrder<string, Entered>({
    prepare: async () => ({ status: 'card', field: 'number' }),
    enter: async (token) => (sent.push(token), { ok: true, data: order }),
    newKey: () => 'key',
    wait: async () => undefined,
  })
  assert.deepEqual(await place(), { status: 'card', field: 'number' })
  assert.deepEqual(sent, [])
})
