// The list of attacks on accounts, sessions, wallets and payments, held against what is tested: a
// test names its numbers.
import assert from 'node:assert/strict'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'

const root = join(import.meta.dirname, '../../../..')
const expected = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 15, 25, 26, 27, 28, 29, 30, 31, 32, 33, 34, 39, 40, 41, 42, 43, 46]
/** Where they are; the journeys try what only a browser or the whole of Kura can show. */
const folders = ['server/src/testing/attacks', 'server/src/shop/pack', 'contract/src', 'e2e/src']

test('every attack on accounts and payments has a test that names it, and none is left out or only meant to come', async () => {
  const named = new Map<number, number>()
  for (const folder of folders)
    for (const name of await readdir(join(root, folder))) {
      if (!/\.(test|spec)\.ts$/.test(name)) continue
      const text = await readFile(join(root, folder, name), 'utf8')
      for (const [, numbers = ''] of text.matchAll(/\btest\(\s*[`'"]((?:A\d+ ?)+):/g))
        for (const number of numbers.matchAll(/\d+/g))
          named.set(Number(number[0]), (named.get(Number(number[0])) ?? 0) + 1)
      assert.doesNotMatch(text, /\b(?:test|t)\.(?:skip|todo|only)\b|\b(?:skip|todo|only): true/, name)
    }
  assert.deepEqual(
    expected.filter((number) => !named.has(number)),
    [],
  )
})
