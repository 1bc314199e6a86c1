// The list of faults that one process can show, held against what is tested: a test names its
// number.
import assert from 'node:assert/strict'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'

const expected = [8, 9, 10, 11, 12, 13, 14, 16]

test('every fault of payments, keys, stock and points has a test that names it, and none is left out or only meant to come', async () => {
  const named = new Set<number>()
  for (const name of await readdir(import.meta.dirname)) {
    if (!name.endsWith('.test.ts')) continue
    const text = await readFile(join(import.meta.dirname, name), 'utf8')
    for (const [, number] of text.matchAll(/\btest\(\s*[`'"]F(\d+):/g)) named.add(Number(number))
    assert.doesNotMatch(text, /\b(?:test|t)\.(?:skip|todo|only)\b|\b(?:skip|todo|only): true/, name)
  }
  assert.deepEqual(
    expected.filter((number) => !named.has(number)),
    [],
  )
})
