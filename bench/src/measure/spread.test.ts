import assert from 'node:assert/strict'
import test from 'node:test'
import { lateOf, medianOf, spreadOf } from './spread.ts'

test('the middle of an odd and of an even number of rounds', () => {
  assert.equal(medianOf([9, 1, 5]), 5)
  assert.equal(medianOf([4, 1, 2, 9]), 3)
  assert.equal(medianOf([7]), 7)
})

test('one slow round moves the edge of the spread and not its middle', () => {
  assert.deepEqual(spreadOf([10, 11, 1]), { min: 1, median: 10, max: 11 })
})

test('one value of a hundred is greater than the 99th percentile', () => {
  const values = Array.from({ length: 200 }, (_, n) => 200 - n)
  assert.equal(lateOf(values), 198)
  assert.equal(lateOf([3]), 3)
})
