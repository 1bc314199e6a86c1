import assert from 'node:assert/strict'
import { test } from 'node:test'
import { mayAdd, pairsOf, sumOf, withCount, withinLeft } from './selection.ts'
import type { Selection } from './selection.ts'

const choice = (itemId: string, remaining: number, most: number) => ({ item: { itemId }, remaining, most })
const bamboo = choice('bamboo', 9, 2)
const lanterns = choice('lanterns', 9, 1)
const none: Selection = new Map()

test('an item is chosen up to its own most and up to the size of the pack', () => {
  const one = withCount(none, 'bamboo', 1)
  assert.equal(mayAdd(none, bamboo, 2), true)
  assert.equal(mayAdd(one, bamboo, 2), true)
  assert.equal(mayAdd(withCount(none, 'lanterns', 1), lanterns, 2), false)
  assert.equal(mayAdd(withCount(one, 'lanterns', 1), bamboo, 2), false)
  assert.equal(mayAdd(none, choice('gone', 0, 2), 2), false)
  assert.equal(mayAdd(withCount(none, 'last', 1), choice('last', 1, 2), 2), false)
})

test('what is chosen goes out as pairs, in the order it was chosen, and nothing that was deselected', () => {
  const chosen = withCount(withCount(withCount(none, 'lanterns', 1), 'bamboo', 2), 'rabbit', 1)
  assert.equal(sumOf(chosen), 4)
  assert.deepEqual(pairsOf(withCount(chosen, 'rabbit', 0)), { itemId: ['lanterns', 'bamboo'], count: [1, 2] })
  assert.deepEqual(pairsOf(none), { itemId: [], count: [] })
})

test('what is not left any more falls out of the selection', () => {
  const chosen = withCount(withCount(none, 'bamboo', 2), 'lanterns', 1)
  assert.equal(withinLeft(chosen, [bamboo, lanterns]), chosen)
  assert.deepEqual(
    [...withinLeft(chosen, [choice('bamboo', 1, 2), lanterns])],
    [
      ['bamboo', 1],
      ['lanterns', 1],
    ],
  )
  assert.deepEqual([...withinLeft(chosen, [bamboo, choice('lanterns', 0, 1)])], [['bamboo', 2]])
  assert.deepEqual([...withinLeft(chosen, [bamboo])], [['bamboo', 2]])
})
