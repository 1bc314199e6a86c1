import assert from 'node:assert/strict'
import { test } from 'node:test'
import { authCodePrefix, makeAuthCodeStore, parseAuthCode } from './auth-code-store.ts'

function codes() {
  const world = { time: 1000 }
  const values = new Map<string, string>()
  const storage = {
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => void values.set(key, value),
    removeItem: (key: string) => void values.delete(key),
  }
  return { world, values, store: makeAuthCodeStore({ storage, now: () => world.time }) }
}
const record = { email: 'a@example.jp', userId: '', expiresAt: 2000, requestId: 'r1' }

test('the record and its status stand under one prefix', () => {
  const { store, values } = codes()
  store.keep('sign-up', record)
  assert.ok([...values.keys()].every((key) => key.startsWith(`${authCodePrefix}:sign-up`)))
  assert.equal(values.size, 2)
  assert.deepEqual([store.read('sign-up'), store.status('sign-up')], [record, 'sent'])
  store.keep('sign-up', { ...record, expiresAt: 3000 }, 'resent')
  assert.deepEqual([store.read('sign-up')?.expiresAt, store.status('sign-up')], [3000, 'resent'])
})

test('an expired record is ignored unless expired ones are asked for', () => {
  const { store, world } = codes()
  store.keep('password-reset', record)
  world.time = 1999
  assert.deepEqual(store.read('password-reset'), record)
  world.time = 2000
  assert.equal(store.read('password-reset'), undefined)
  assert.deepEqual(store.read('password-reset', { withExpired: true }), record)
})

test('clearing at start takes away what is stale, and nothing else', () => {
  const { store, world, values } = codes()
  store.keep('password-reset', record)
  store.keep('email-add', { ...record, expiresAt: 9000 })
  values.set(`${authCodePrefix}:sign-up:status`, 'sent')
  values.set(`${authCodePrefix}:email-change`, '{')
  values.set('session', 'untouched')
  world.time = 2000
  store.clearStale()
  assert.deepEqual([...values.keys()].toSorted(), ['auth-code:email-add', 'auth-code:email-add:status', 'session'])
})

test('who signs out and continues as a guest keeps the code; where there is none there is none', () => {
  const { store, values } = codes()
  store.handToGuest('password-reset')
  assert.equal(values.size, 0)
  store.keep('password-reset', { ...record, userId: 'u1' }, 'resent')
  store.handToGuest('password-reset')
  assert.deepEqual([store.read('password-reset'), store.status('password-reset')], [record, 'resent'])
})

test('a record with a missing field or one of another type is none', () => {
  assert.equal(parseAuthCode('{"email":"a","userId":""}'), undefined)
  assert.equal(parseAuthCode('{"email":"a","userId":"","expiresAt":"5"}'), undefined)
  assert.equal(parseAuthCode('{"email":"a","userId":"","expiresAt":1e999}'), undefined)
  assert.equal(parseAuthCode('null'), undefined)
})

test('a browser that forbids storage keeps none and fails nowhere', () => {
  const refuse = (): never => {
    throw new Error('denied')
  }
  const store = makeAuthCodeStore({ storage: { getItem: refuse, setItem: refuse, removeItem: refuse } })
  store.keep('sign-up', record)
  store.clearStale()
  assert.equal(store.read('sign-up'), undefined)
})
