import assert from 'node:assert/strict'
import test from 'node:test'
import { makeOrderStore } from './order-store.ts'
import { makeWatchedOrders } from './watched-orders.ts'

const of = (usedPoint: number, priceYen = 1200) => ({ priceYen, usedPoint })

function memory() {
  const kept = new Map<string, string>()
  return {
    kept,
    // its keys are properties, as a browser's are
    storage: new Proxy(
      {
        getItem: (key: string) => kept.get(key) ?? null,
        setItem: (key: string, value: string) => void kept.set(key, value),
        removeItem: (key: string) => void kept.delete(key),
      },
      {
        ownKeys: () => [...kept.keys()],
        getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true }),
      },
    ),
  }
}

function world() {
  const local = memory()
  let now = 0
  let owner = 'hanako'
  const open = () => makeOrderStore({ storage: () => local.storage, owner: () => owner, now: () => now })
  let keys = 0
  const orders = open()
  return {
    orders,
    store: orders.attempts,
    /** The same browser after a reload. */
    reload: open,
    newKey: () => `key${(keys += 1)}`,
    pass: (ms: number) => (now += ms),
    signIn: (name: string) => (owner = name),
    kept: local.kept,
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
  kept.set('kura-order-attempt-point-a-hanako', '{')
  assert.equal(store.keyFor('a', 'point', of(1), newKey), 'key1')
  const none = makeOrderStore({
    storage: () => undefined,
    owner: () => '',
    now: () => 0,
  }).attempts
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

test('an order is known as one of a token by its member, and by nobody else', () => {
  const { orders, signIn } = world()
  assert.equal(orders.ofTokens.has('o'), false)
  orders.ofTokens.note('o')
  assert.equal(orders.ofTokens.has('o'), true)
  assert.equal(orders.ofTokens.has('p'), false)
  signIn('taro')
  assert.equal(orders.ofTokens.has('o'), false)
})

test('the way back to where an order is paid is known for as long as it is reserved, and leads to a page only', () => {
  const { orders, pass } = world()
  orders.pages.keep('o', { url: 'https://bank.example/check', isPage: false })
  assert.deepEqual(orders.pages.find('o'), { url: 'https://bank.example/check', isPage: false })
  orders.pages.keep('p', { url: 'javascript:alert(1)', isPage: false })
  assert.equal(orders.pages.find('p'), undefined)
  pass(1_800_001)
  assert.equal(orders.pages.find('o'), undefined)
})

test('pages and names of cards that are over are removed; an order can be found again by a device whose clock goes right', () => {
  const { orders, newKey, pass, kept } = world()
  orders.pages.keep('o', { url: 'https://bank.example/check', isPage: false })
  orders.cardNames.keep('a1', { cardName: 'mine', holderName: 'HANAKO SATO' })
  const key = orders.attempts.keyFor('a', 'paidy', of(100), newKey)
  pass(3_600_000)
  orders.forgetOld()
  assert.deepEqual([...kept.keys()], ['kura-order-attempt-paidy-a-hanako'])
  pass(-3_600_000)
  assert.equal(orders.attempts.find('a', 'paidy')?.key, key)
})

test('what was sent is unseen until its end is shown, with the orders there were before', () => {
  const { orders, reload } = world()
  assert.equal(orders.unseen.before('a'), undefined)
  orders.unseen.send('a', new Set(['1', '2']))
  assert.deepEqual(reload().unseen.before('a'), ['1', '2'])
  orders.unseen.seen('a')
  assert.equal(orders.unseen.before('a'), undefined)
})

test('an order is watched in this tab over a reload, and the oldest makes room for an eleventh', () => {
  const { storage, kept } = memory()
  const open = () => makeWatchedOrders(() => storage)
  const watched = open()
  let calls = 0
  watched.subscribe(() => (calls += 1))
  watched.watch('o1')
  watched.watch('o1')
  assert.equal(calls, 1)
  for (let n = 2; n <= 11; n += 1) watched.watch(`o${n}`)
  const ids = open().read()
  assert.deepEqual([ids.length, ids[0], ids.at(-1)], [10, 'o2', 'o11'])
  watched.forget('o2')
  assert.equal(open().read().includes('o2'), false)
  kept.set('kura-orders-watched', '{"not":"a list"}')
  assert.deepEqual(open().read(), [])
})
