import assert from 'node:assert/strict'
import { test } from 'node:test'
import { actOfKey, actOfSwipe, actOfTap, pagesToLoad, spreadOf, turned } from './reader-pages.ts'

test('a book opens with its cover alone, then in pairs, and a last page without a partner stands alone', () => {
  const spreads = [1, 2, 3, 4, 11, 12].map((page) => spreadOf(page, 12, 'double'))
  assert.deepEqual(spreads, [[1], [2, 3], [2, 3], [4, 5], [10, 11], [12]])
  assert.deepEqual(spreadOf(3, 12, 'single'), [3])
})

test('turning forth and back passes every spread and stays within the book', () => {
  const seen = [1]
  for (let page = 1; turned(page, 6, 'double', 1) !== page; page = turned(page, 6, 'double', 1))
    seen.push(turned(page, 6, 'double', 1))
  assert.deepEqual(seen, [1, 2, 4, 6])
  assert.equal(turned(6, 6, 'double', -1), 4)
  assert.equal(turned(1, 6, 'double', -1), 1)
  assert.equal(turned(6, 6, 'single', 1), 6)
})

test('the next two spreads are loaded before they are turned to', () => {
  assert.deepEqual(pagesToLoad(4, 12, 'double'), [2, 3, 4, 5, 6, 7, 8, 9])
  assert.deepEqual(pagesToLoad(1, 12, 'single'), [1, 2, 3])
})

test('left is forth in a book that reads from the right, by key, swipe and tap', () => {
  const left = { key: 'ArrowLeft', shiftKey: false }
  assert.deepEqual([actOfKey(left, 'rtl'), actOfKey(left, 'ltr')], ['next', 'previous'])
  assert.deepEqual([actOfSwipe(80, 4, 'rtl'), actOfSwipe(80, 4, 'ltr')], ['next', 'previous'])
  assert.deepEqual([actOfTap(0.1, 'rtl'), actOfTap(0.1, 'ltr')], ['next', 'previous'])
  assert.equal(actOfKey({ key: ' ', shiftKey: true }, 'rtl'), 'previous')
})

test('a short or steep movement and a tap in the middle turn nothing', () => {
  assert.equal(actOfSwipe(30, 0, 'rtl'), undefined)
  assert.equal(actOfSwipe(60, 80, 'rtl'), undefined)
  assert.equal(actOfTap(0.5, 'rtl'), undefined)
})
