import assert from 'node:assert/strict'
import test from 'node:test'
import { consentKey, makeConsentStore } from './consent-store.ts'

function memory(initial?: string) {
  const values = new Map<string, string>(initial === undefined ? [] : [[consentKey, initial]])
  return {
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => void values.set(key, value),
    removeItem: (key: string) => void values.delete(key),
  }
}

test('nothing is agreed to until somebody says so, and a strange value asks again', () => {
  assert.equal(makeConsentStore(memory()).read(), undefined)
  const strange = makeConsentStore(memory('yes'))
  assert.deepEqual([strange.read(), strange.isAsking()], [undefined, true])
})

test('an answer is kept and can be changed', () => {
  const storage = memory()
  const store = makeConsentStore(storage)
  store.answer('granted')
  assert.deepEqual([storage.getItem(consentKey), store.isAsking()], ['granted', false])
  store.askAgain()
  assert.deepEqual([store.read(), store.isAsking()], ['granted', true])
  store.answer('denied')
  assert.deepEqual([makeConsentStore(storage).read(), store.isAsking()], ['denied', false])
})

test('another tab is followed, and a browser without storage keeps the answer for the page', () => {
  const refuse = (): never => {
    throw new Error('denied')
  }
  const store = makeConsentStore({ getItem: refuse, setItem: refuse, removeItem: refuse })
  assert.equal(store.read(), undefined)
  store.answer('granted')
  assert.equal(store.read(), 'granted')
  store.follow('denied')
  assert.equal(store.read(), 'denied')
})
