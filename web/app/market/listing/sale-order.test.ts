import assert from 'node:assert/strict'
import test from 'node:test'
import { makeSaleOrderStore, isBeingSigned, whileSigning } from './sale-order.ts'

const transactionId = 'ab'.repeat(32)
/** Storage that several tabs and members share. */
function shared() {
  const kept = new Map<string, string>()
  const at = { now: 0, owner: 'hanako' }
  const storage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  }
  const tab = () => makeSaleOrderStore({ storage: () => storage, owner: () => at.owner, now: () => at.now })
  return { at, tab }
}

test('a sent listing is known by its token in every tab, to its member alone, until it ends', () => {
  const { at, tab } = shared()
  const [first, second] = [tab(), tab()]
  first.keep('1', { listingId: 'a' })
  assert.deepEqual(second.sent(), [])
  first.keep('1', { listingId: 'a', transactionId })
  second.keep('2', { listingId: 'b', transactionId })
  assert.deepEqual(first.sent(), ['1', '2'])
  at.owner = 'taro'
  assert.deepEqual(first.sent(), [])
  at.owner = 'hanako'
  second.drop('1', 'a')
  assert.deepEqual(first.sent(), ['2'])
  at.now = 3_600_001
  assert.deepEqual(first.sent(), [])
})

test('the end of one sale does not forget a later one of the same token', () => {
  const { tab } = shared()
  const [first, second] = [tab(), tab()]
  first.keep('1', { listingId: 'a' })
  second.keep('1', { listingId: 'b', transactionId })
  first.drop('1', 'a')
  assert.equal(second.find('1')?.listingId, 'b')
  second.drop('1', 'b')
  assert.equal(second.find('1'), undefined)
})

test('a draft is known to be signed for as long as its wallet is asked, and no other is', async () => {
  assert.ok(globalThis.navigator.locks, 'locks are what is tested')
  assert.equal(await isBeingSigned('a'), false)
  const wallet = Promise.withResolvers<string>()
  const signing = whileSigning('a', () => wallet.promise)
  assert.equal(await isBeingSigned('a'), true)
  assert.equal(await isBeingSigned('b'), false)
  // another request for the same lock does not wait
  assert.equal(await whileSigning('a', async () => 'second'), 'second')
  wallet.resolve('sent')
  assert.equal(await signing, 'sent')
  assert.equal(await isBeingSigned('a'), false)
})

test('a wallet that says no lets the draft go, too', async () => {
  await assert.rejects(
    whileSigning('c', () => Promise.reject(new Error('Declined'))),
    /Declined/,
  )
  assert.equal(await isBeingSigned('c'), false)
})
