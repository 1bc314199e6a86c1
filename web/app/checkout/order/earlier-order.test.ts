import assert from 'node:assert/strict'
import test from 'node:test'
import type { OrderView } from '@kura/contract/checkout/order'
import { findEarlier, knownOrders } from './earlier-order.ts'

const order = (orderId: string, state: OrderView['state'], packId = 'a') => ({
  orderId,
  packId,
  token: null,
  state,
  leaseUntil: null,
  tender: 'card' as const,
})
const none = new Set<string>()
const packA = { kind: 'pack', packId: 'a' } as const

test('an order that waits for its payment is seen, also one from before', () => {
  assert.equal(findEarlier([order('1', 'reserved')], packA, new Set(['1']))?.orderId, '1')
  assert.equal(findEarlier([order('1', 'authorised')], packA, none)?.orderId, '1')
  assert.equal(findEarlier([order('1', 'reserved', 'b')], packA, none), undefined)
})

test('a paid one is seen only when it came while this checkout was open', () => {
  const known = knownOrders([order('1', 'delivered')], undefined)
  assert.equal(findEarlier([order('1', 'delivered')], packA, known), undefined)
  assert.equal(findEarlier([order('2', 'delivered'), order('1', 'delivered')], packA, known)?.orderId, '2')
})

test('one that was unpaid when the checkout opened is still seen when it was paid in another tab', () => {
  for (const unpaid of ['reserved', 'authorised'] as const) {
    const known = knownOrders([order('2', unpaid), order('1', 'delivered')], undefined)
    for (const paid of ['captured', 'delivered'] as const)
      assert.equal(findEarlier([order('2', paid), order('1', 'delivered')], packA, known)?.orderId, '2')
  }
})

test('one whose end was not shown is seen by a checkout that opens after it was paid', () => {
  const orders = [order('2', 'delivered'), order('1', 'delivered')]
  assert.equal(findEarlier(orders, packA, knownOrders(orders, ['1']))?.orderId, '2')
  assert.equal(findEarlier(orders, packA, knownOrders(orders, ['1', '2'])), undefined)
})

test('what ended unpaid, went back or was given stands in nobody’s way', () => {
  for (const state of ['expired', 'refunding', 'refunded'] as const)
    assert.equal(findEarlier([order('2', state)], packA, none), undefined)
  assert.equal(findEarlier([{ ...order('2', 'delivered'), tender: 'grant' as const }], packA, none), undefined)
})

test('an order of a token is found by what is offered, and not by a pack of that name', () => {
  const token = { kind: 'token', refId: 'r', tokenId: '7' } as const
  const ofToken = {
    ...order('3', 'reserved'),
    packId: null,
    token: { tokenRefId: 'r', tokenId: '7' } as OrderView['token'],
  }
  assert.equal(findEarlier([order('1', 'reserved', 'r'), ofToken], token, none)?.orderId, '3')
  assert.equal(findEarlier([ofToken], packA, none), undefined)
})
