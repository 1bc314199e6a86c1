import assert from 'node:assert/strict'
import test from 'node:test'
import type { ErrorCode } from '@kura/contract/errors'
import type { OrderView } from '@kura/contract/checkout/order'
import type { Result } from '@kura/contract/result'
import { cardPaymentKey, completePayment } from './complete-payment.ts'

const fail = (status: number, errorCode: ErrorCode): Result<OrderView> => ({
  ok: false,
  status,
  body: { errorCode, message: '' },
})

async function complete(answers: Result<OrderView>[]) {
  let waits = 0
  const last = answers.at(-1)!
  const completed = await completePayment(
    async () => answers.shift() ?? last,
    async () => void (waits += 1),
  )
  return { completed, waits }
}

test('while nobody knows, the payment is asked about again', async () => {
  const { completed, waits } = await complete([
    fail(0, 'SERVICE_UNAVAILABLE'),
    fail(503, 'SERVICE_UNAVAILABLE'),
    { ok: true, data: { orderId: 'o' } as OrderView },
  ])
  assert.deepEqual([completed.status, waits], ['paid', 2])
})

test('in the end it is left to the list of orders', async () => {
  const { completed, waits } = await complete([fail(503, 'SERVICE_UNAVAILABLE')])
  assert.deepEqual([completed.status, waits], ['unknown', 5])
})

test('a card payment is completed under one key, under another one when its card is stored', () => {
  const name = { cardName: 'daily', holderName: 'HANAKO SATO' }
  const keys = [cardPaymentKey('a1'), cardPaymentKey('a1', name), cardPaymentKey('a2'), cardPaymentKey('a2', name)]
  assert.equal(new Set(keys).size, 4)
  for (const key of keys) assert.match(key ?? '', /^[\w-]{8,128}$/)
  assert.equal(cardPaymentKey('a1'), keys[0])
  for (const forged of ['', '支払い', 'a b', 'a'.repeat(65)]) assert.equal(cardPaymentKey(forged), undefined)
})

test('a refusal and an unknown payment are shown at once', async () => {
  assert.equal((await complete([fail(400, 'PAYMENT_DECLINED')])).completed.status, 'declined')
  assert.equal((await complete([fail(409, 'PAYMENT_EXPIRED')])).completed.status, 'declined')
  assert.equal((await complete([fail(404, 'NOT_FOUND')])).completed.status, 'not-found')
})
