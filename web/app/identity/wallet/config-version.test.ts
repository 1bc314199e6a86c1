import assert from 'node:assert/strict'
import test from 'node:test'
import { configVersionKey, leaveOldConfig } from './config-version.ts'

async function start(stored: string | null, current = 2) {
  const values = new Map(stored === null ? [] : [[configVersionKey, stored]])
  let signedOut = 0
  await leaveOldConfig({
    storage: { getItem: (key) => values.get(key) ?? null, setItem: (key, value) => void values.set(key, value) },
    signOut: async () => void (signedOut += 1),
    current,
  })
  return [signedOut, values.get(configVersionKey)]
}

test('a wallet of an older configuration, or of none that is known, is signed out once', async () => {
  assert.deepEqual(await start(null), [1, '2'])
  assert.deepEqual(await start('1'), [1, '2'])
  assert.deepEqual(await start('garbled'), [1, '2'])
})

test('the present configuration, or a newer one, is left alone', async () => {
  assert.deepEqual(await start('2'), [0, '2'])
  assert.deepEqual(await start('3'), [0, '3'])
})

test('a storage that throws, when read or when written, is one that notes nothing', async () => {
  const refuse = (): never => {
    throw new DOMException('denied', 'SecurityError')
  }
  for (const storage of [
    { getItem: refuse, setItem: refuse },
    { getItem: () => null, setItem: refuse },
  ]) {
    let signedOut = 0
    await leaveOldConfig({ storage, signOut: async () => void (signedOut += 1) })
    assert.equal(signedOut, 1)
  }
})

test('without storage it signs out every time and fails nowhere', async () => {
  let signedOut = 0
  await leaveOldConfig({ storage: undefined, signOut: async () => void (signedOut += 1) })
  assert.equal(signedOut, 1)
})
