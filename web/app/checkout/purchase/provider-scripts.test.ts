import assert from 'node:assert/strict'
import test from 'node:test'
import type { PaidyCheckout } from '@kura/contract/checkout/order'
import { endOf, paidyPayload } from './provider-scripts.ts'

const checkout: PaidyCheckout = {
  orderId: 'o',
  orderRef: 'o',
  amountYen: 1200,
  leaseUntil: '2026-11-21T00:00:00Z',
  buyer: { email: 'a@visitor.example', name1: '旅人' },
  buyerData: { userId: 'u', ageDays: 3, orderCount: 2, ltvYen: 2400, lastOrderAmountYen: 1200, lastOrderAtDays: 1 },
  item: { id: 'moon-first', title: { ja: '月', en: 'Moon' }, unitPriceYen: 1091, taxYen: 109 },
}
const words = { storeName: 'Kura', pick: ({ ja }: { ja: string }) => ja, pointsTitle: 'points' }

test('the end of the checkout is read in either case, and anything unknown is a closed one', () => {
  for (const status of ['authorized', 'AUTHORIZED', 'Authorized'])
    assert.deepEqual(endOf({ id: 'pay_1', status }), { status: 'authorized', paymentId: 'pay_1' })
  for (const status of ['rejected', 'REJECTED'])
    assert.deepEqual(endOf({ id: 'pay_1', status }), { status: 'rejected' })
  for (const answer of [{ status: 'closed' }, { status: 'CLOSED' }, { status: 'authorized' }, {}, undefined])
    assert.deepEqual(endOf(answer), { status: 'closed' })
})

test('the payload sums up to the amount and names our order', () => {
  const sumOf = ({ order }: ReturnType<typeof paidyPayload>) =>
    order.items.reduce((sum, { unit_price, quantity }) => sum + unit_price * quantity, order.tax + order.shipping)
  const whole = paidyPayload(checkout, words)
  assert.deepEqual([sumOf(whole), whole.amount, whole.order.order_ref, whole.order.items.length], [1200, 1200, 'o', 1])
  const less = paidyPayload({ ...checkout, amountYen: 900 }, words)
  assert.deepEqual([sumOf(less), less.amount, less.order.items[1]?.unit_price], [900, 900, -300])
})
