import assert from 'node:assert/strict'
import test from 'node:test'
import type { OrderView } from '@kura/contract/order'
import { findEarlier, knownOrders } from './earlier-order.ts'

const order = (orderId: string, state: OrderView['state'], packId = 'a') => ({
  orderId,
  packId,
  state,
  leaseUntil: null,
  tender: 'card' as const,
})
const none = new Set<string>()

test('an order that waits for its payment is seen, also one from before', () => {
  assert.equal(findEarlier([order('1', 'reserved')], 'a', new Set(['1']))?.orderId, '1')
  assert.equal(findEarlier([order('1', 'authorised')], 'a', none)?.orderId, '1')
  assert.equal(findEarlier([order('1', 'reserved', 'b')], 'a', none), undefined)
})

test('a paid one is seen only when it came while this checkout was open', () => {
  const known = knownOrders([order('1', 'delivered')], undefined)
  assert.equal(findEarlier([order('1', 'delivered')], 'a', known), undefined)
  assert.equal(findEarlier([order('2', 'delivered'), order('1', 'delivered')], 'a', known)?.orderId, '2')
})

test('one that was unpaid when the checkout opened is still seen when it was paid in another tab', () => {
  for (const unpaid of ['reserved', 'authorised'] as const) {
    const known = knownOrders([order('2', unpaid), order('1', 'delivered')], undefined)
    for (const paid of ['captured', 'delivered'] as const)
      assert.equal(findEarlier([order('2', paid), order('1', 'delivered')], 'a', known)?.orderId, '2')
  }
})

test('one whose end was not shown is seen by a checkout that opens after it was paid', () => {
  const orders = [order('2', 'delivered'), order('1', 'delivered')]
  assert.equal(findEarlier(orders, 'a', knownOrders(orders, ['1']))?.orderId, '2')
  assert.equal(findEarlier(orders, 'a', knownOrders(orders, ['1', '2'])), undefined)
})

test('what ended unpaid, went back or was given stands in nobody’s way', () => {
  for (const state of ['expired', 'refunding', 'refunded'] as const)
    assert.equal(findEarlier([order('2', state)], 'a', none), undefined)
  assert.equal(findEarlier([{ ...order('2', 'delivered'), tender: 'grant' as const }], 'a', none), undefined)
})
