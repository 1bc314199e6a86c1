import assert from 'node:assert/strict'
import test from 'node:test'
import { makeTokenOrders } from './token-orders.ts'

test('an order is known as one of a token by its member, and by nobody else', () => {
  const kept = new Map<string, string>()
  let owner = 'hanako'
  const storage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  }
  const orders = makeTokenOrders({ storage: () => storage, owner: () => owner, now: () => 0 })
  assert.equal(orders.has('o'), false)
  orders.note('o')
  assert.equal(orders.has('o'), true)
  assert.equal(orders.has('p'), false)
  owner = 'taro'
  assert.equal(orders.has('o'), false)
})
