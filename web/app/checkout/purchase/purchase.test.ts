import assert from 'node:assert/strict'
import test from 'node:test'
import type { OrderView } from '@kura/contract/checkout/order'
import type { Subject } from '../order/subject.ts'
import { noChoice } from './payment-choice.ts'
import { canConfirm, isAheadOf, newPurchase, purchaseReducer, stepOf } from './purchase.ts'
import type { OrderInWay, PurchaseEvent, PurchaseState } from './purchase.ts'

const order = (orderId: string, state: OrderView['state'], packId = 'a') => ({
  orderId,
  packId,
  token: null,
  state,
  leaseUntil: null,
  tender: 'card' as const,
})
const packA = { kind: 'pack', packId: 'a' } as const

type Event = PurchaseEvent<OrderInWay>
const after = (...events: Event[]): PurchaseState<OrderInWay> => events.reduce(purchaseReducer<OrderInWay>, newPurchase)
const listed = (orders: readonly OrderInWay[], subject: Subject = packA, before?: readonly string[]): Event => ({
  type: 'listed',
  orders,
  subject,
  before,
})
/** What is found in the way when the checkout opens with `first` and lists again. */
const found = (first: readonly OrderInWay[], ...then: (readonly OrderInWay[])[]): string | undefined =>
  after(...[first, ...then].map((orders) => listed(orders))).earlier?.orderId

test('an order that waits for its payment is seen, also one from before', () => {
  assert.equal(found([order('1', 'reserved')]), '1')
  assert.equal(found([order('1', 'authorised')]), '1')
  assert.equal(found([order('1', 'reserved', 'b')]), undefined)
})

test('a paid one is seen only when it came while this checkout was open', () => {
  assert.equal(found([order('1', 'delivered')]), undefined)
  assert.equal(found([order('1', 'delivered')], [order('2', 'delivered'), order('1', 'delivered')]), '2')
})

test('one that was unpaid when the checkout opened is still seen when it was paid in another tab', () => {
  for (const unpaid of ['reserved', 'authorised'] as const)
    for (const paid of ['captured', 'delivered'] as const)
      assert.equal(
        found([order('2', unpaid), order('1', 'delivered')], [order('2', paid), order('1', 'delivered')]),
        '2',
      )
})

test('one whose end was not shown is seen by a checkout that opens after it was paid', () => {
  const orders = [order('2', 'delivered'), order('1', 'delivered')]
  assert.equal(after(listed(orders, packA, ['1'])).earlier?.orderId, '2')
  assert.equal(after(listed(orders, packA, ['1', '2'])).earlier, undefined)
})

test('what ended unpaid, went back or was given stands in nobody’s way', () => {
  for (const state of ['expired', 'refunding', 'refunded'] as const)
    assert.equal(found([], [order('2', state)]), undefined)
  assert.equal(found([], [{ ...order('2', 'delivered'), tender: 'grant' as const }]), undefined)
})

test('an order of a token is found by its token, and not by a pack of that name', () => {
  const token = { kind: 'token', refId: 'r', tokenId: '7' } as const
  const ofToken = {
    ...order('3', 'reserved'),
    packId: null,
    token: { tokenRefId: 'r', tokenId: '7' } as OrderView['token'],
  }
  assert.equal(after(listed([order('1', 'reserved', 'r'), ofToken], token)).earlier?.orderId, '3')
  assert.equal(found([ofToken]), undefined)
})

test('an earlier order that its member has seen stands in the way no more', () => {
  const orders = [order('2', 'delivered')]
  const seen = after(listed([]), listed(orders), { type: 'dismissed' })
  assert.equal(seen.earlier, undefined)
  assert.equal(purchaseReducer(seen, listed(orders)).earlier, undefined)
})

test('one order is under way at a time, and leaving for the bank keeps it so until the page is back', () => {
  const ordering = after({ type: 'failed', failure: { kind: 'unknown' } }, { type: 'ordered' })
  assert.deepEqual([ordering.phase, ordering.failure], ['ordering', undefined])
  assert.equal(purchaseReducer(ordering, { type: 'ordered' }), ordering)
  assert.equal(purchaseReducer(ordering, { type: 'answered' }).phase, 'choosing')
  const leaving = purchaseReducer(ordering, { type: 'left' })
  assert.equal(purchaseReducer(leaving, { type: 'answered' }).phase, 'leaving')
  assert.equal(purchaseReducer(leaving, { type: 'returned' }).phase, 'choosing')
})

test('what went wrong is shown until something is changed; a sale that is open again clears its refusal alone', () => {
  const refusal = { kind: 'refused', body: { errorCode: 'LISTING_STATE', message: '' } } as const
  const refused = after({ type: 'card-refused', field: 'code' }, { type: 'failed', failure: refusal })
  assert.deepEqual([refused.refused, refused.failure], ['code', refusal])
  const changed = purchaseReducer(refused, { type: 'changed' })
  assert.deepEqual([changed.refused, changed.failure], [undefined, undefined])
  assert.equal(purchaseReducer(refused, { type: 'reopened' }).failure, undefined)
  const unknown = after({ type: 'failed', failure: { kind: 'unknown' } })
  assert.equal(purchaseReducer(unknown, { type: 'reopened' }).failure?.kind, 'unknown')
})

test('the last screen is shown only with everything chosen; an earlier order and the end of a sale come before it', () => {
  const at = {
    hasEarlier: false,
    isForSale: true,
    account: 'known',
    isReady: true,
    isNamed: true,
    canConfirm: true,
  } as const
  assert.equal(stepOf(at), 'confirm')
  assert.equal(stepOf({ ...at, isNamed: false }), 'pay')
  assert.equal(stepOf({ ...at, canConfirm: false }), 'pay')
  assert.equal(isAheadOf({ ...at, canConfirm: false }), true)
  assert.equal(isAheadOf({ ...at, canConfirm: false, isReady: false }), false)
  assert.equal(stepOf({ ...at, isReady: false }), 'waiting')
  assert.equal(stepOf({ ...at, account: 'waiting' }), 'waiting')
  assert.equal(stepOf({ ...at, account: 'failed' }), 'failed')
  assert.equal(stepOf({ ...at, account: 'failed', isForSale: false }), 'closed')
  assert.equal(stepOf({ ...at, isForSale: false, hasEarlier: true }), 'earlier')
})

test('what is charged needs a date of birth that was given; points alone need none', () => {
  const chosen = { choice: { ...noChoice, means: 'paidy' as const }, priceYen: 1200, stored: [], now: new Date() }
  assert.equal(canConfirm({ ...chosen, me: { birthday: '1990-04-09' } }), true)
  assert.equal(canConfirm({ ...chosen, me: { birthday: null } }), false)
  assert.equal(canConfirm({ ...chosen, me: undefined }), false)
  const byPoints = { ...chosen, choice: { ...noChoice, usedPoint: 1200 } }
  assert.equal(canConfirm({ ...byPoints, me: { birthday: null } }), true)
  assert.equal(canConfirm({ ...chosen, choice: noChoice, me: { birthday: '1990-04-09' } }), false)
})
