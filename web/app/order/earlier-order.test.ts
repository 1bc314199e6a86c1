import assert from 'node:assert/strict'
import test from 'node:test'
import type { OrderView } from '@kura/contract/order'
import { findEarlier } from './earlier-order.ts'

const order = (orderId: string, state: OrderView['state'], packId = 'a') => ({
  orderId,
  packId,
  state,
  leaseUntil: null,
  tender: 'card' as const,
})

test('an order that waits for its payment is seen, also one from before', () => {
  const known = new Set(['1'])
  assert.equal(findEarlier([order('1', 'reserved')], 'a', known)?.orderId, '1')
  assert.equal(findEarlier([order('1', 'authorised')], 'a', undefined)?.orderId, '1')
  assert.equal(findEarlier([order('1', 'reserved', 'b')], 'a', known), undefined)
})

test('a paid one is seen only when it came while this checkout was open', () => {
  const known = new Set(['1'])
  assert.equal(findEarlier([order('1', 'delivered')], 'a', known), undefined)
  assert.equal(findEarlier([order('1', 'delivered')], 'a', undefined), undefined)
  assert.equal(findEarlier([order('2', 'delivered'), order('1', 'delivered')], 'a', known)?.orderId, '2')
})

test('what ended unpaid, and what was given, stands in nobody’s way', () => {
  const known = new Set<string>()
  assert.equal(findEarlier([order('2', 'expired')], 'a', known), undefined)
  assert.equal(findEarlier([{ ...order('2', 'delivered'), tender: 'grant' as const }], 'a', known), undefined)
})
