import assert from 'node:assert/strict'
import test from 'node:test'
import { makeAttemptStore } from './attempt-store.ts'

const of = (usedPoint: number, priceYen = 1200) => ({ priceYen, usedPoint })

function world() {
  const kept = new Map<string, string>()
  let now = 0
  let owner = 'hanako'
  const storage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  }
  const store = makeAttemptStore({ storage: () => storage, owner: () => owner, now: () => now })
  let keys = 0
  return {
    store,
    newKey: () => `key${(keys += 1)}`,
    pass: (ms: number) => (now += ms),
    signIn: (name: string) => (owner = name),
    kept,
  }
}

test('the same order sent again after a reload goes under the same key, another one under another', () => {
  const { store, newKey } = world()
  assert.equal(store.keyFor('a', 'point', of(100), newKey), 'key1')
  assert.equal(store.keyFor('a', 'point', of(100), newKey), 'key1')
  assert.equal(store.keyFor('a', 'point', of(90), newKey), 'key2')
  assert.equal(store.keyFor('b', 'point', of(90), newKey), 'key3')
  assert.equal(store.keyFor('a', 'paidy', of(90), newKey), 'key4')
})

test('a key that was seen through, or is old, is not used again', () => {
  const { store, newKey, pass } = world()
  store.keyFor('a', 'point', of(100), newKey)
  store.drop('a', 'point')
  assert.equal(store.keyFor('a', 'point', of(100), newKey), 'key2')
  pass(1_800_001)
  assert.equal(store.find('a', 'point'), undefined)
  assert.equal(store.keyFor('a', 'point', of(100), newKey), 'key3')
})

test('without storage, or with rubbish in it, every order has a key', () => {
  const { store, newKey, kept } = world()
  kept.set('kura-attempt-point-a-hanako', '{')
  assert.equal(store.keyFor('a', 'point', of(1), newKey), 'key1')
  const none = makeAttemptStore({ storage: () => undefined, owner: () => '', now: () => 0 })
  assert.equal(none.keyFor('a', 'point', of(1), newKey), 'key2')
})

test('what the buyer agreed to is remembered with its order, and only with one', () => {
  const { store, newKey } = world()
  store.agree('a', 'pay_1')
  assert.equal(store.find('a', 'paidy'), undefined)
  const key = store.keyFor('a', 'paidy', of(100), newKey)
  store.agree('a', 'pay_1')
  const kept = store.find('a', 'paidy')
  assert.deepEqual([kept?.key, kept?.usedPoint, kept?.payId], [key, 100, 'pay_1'])
})

test('an order of another price or of another member goes under another key', () => {
  const { store, newKey, signIn } = world()
  assert.equal(store.keyFor('a', 'paidy', of(100, 1200), newKey), 'key1')
  assert.equal(store.findFor('a', 'paidy', of(100, 1200))?.key, 'key1')
  assert.equal(store.findFor('a', 'paidy', of(100, 1300)), undefined)
  assert.equal(store.keyFor('a', 'paidy', of(100, 1300), newKey), 'key2')
  signIn('taro')
  assert.equal(store.find('a', 'paidy'), undefined)
  assert.equal(store.keyFor('a', 'paidy', of(100, 1300), newKey), 'key3')
  signIn('hanako')
  assert.equal(store.keyFor('a', 'paidy', of(100, 1300), newKey), 'key2')
})
