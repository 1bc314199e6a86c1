import assert from 'node:assert/strict'
import test from 'node:test'
import { isBeingSigned, whileSigning } from './signing-lock.ts'

test('a draft is known to be signed for as long as its wallet is asked, and no other is', async () => {
  assert.ok(globalThis.navigator.locks, 'locks are what is tested')
  assert.equal(await isBeingSigned('a'), false)
  const wallet = Promise.withResolvers<string>()
  const signing = whileSigning('a', () => wallet.promise)
  assert.equal(await isBeingSigned('a'), true)
  assert.equal(await isBeingSigned('b'), false)
  // whoever asks for the same meanwhile does not wait
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
