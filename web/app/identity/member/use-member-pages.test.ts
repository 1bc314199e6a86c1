import assert from 'node:assert/strict'
import test from 'node:test'
import { joinPages } from './use-member-pages.ts'

const page = (items: string[], cursor?: string) => ({ items, cursor })
const known = [page(['a', 'b'], 'after b'), page(['c', 'd'], 'after d'), page(['e'])]
const [, second, third] = known

test('a list of one page is its first page, however it ends', () => {
  const first = page(['z'], 'after z')
  assert.deepEqual(joinPages(first, [page(['a'])], false), [first])
  assert.deepEqual(joinPages(first, [page(['a'])], true), [first])
})

test('what changed on the first page is shown at once where the next one still begins behind it', () => {
  const first = page(['A', 'b'], 'after b')
  for (const isFailed of [false, true]) assert.deepEqual(joinPages(first, known, isFailed), [first, second, third])
})

test('where it ends elsewhere nothing is shown twice or left out while the next ones are asked for', () => {
  assert.deepEqual(joinPages(page(['b', 'c'], 'after c'), known, false), known)
})

test('where they cannot be asked for the first one alone is shown', () => {
  const first = page(['b', 'c'], 'after c')
  assert.deepEqual(joinPages(first, known, true), [first])
  assert.deepEqual(joinPages(page(['b']), known, true), [page(['b'])])
})
