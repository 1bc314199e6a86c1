import assert from 'node:assert/strict'
import { test } from 'node:test'
import { soldOutSpans, wasSoldOut } from './availability.ts'

const taken = (at: number) => ({ at, by: -1 }) as const
const back = (at: number) => ({ at, by: 1 }) as const

test('nothing is left from the last reservation to the first return', () => {
  const spans = soldOutSpans(2, [taken(1000), taken(2000), back(5000), taken(8000)])
  assert.deepEqual(spans, [
    { from: 2000, to: 5000 },
    { from: 8000, to: Number.POSITIVE_INFINITY },
  ])
  assert.deepEqual(soldOutSpans(3, [taken(1000), taken(2000)]), [])
})

test('a refusal at an instant when some were left is distinguished from one when none was', () => {
  const spans = soldOutSpans(1, [taken(2000), back(5000), taken(8000)])
  const cases: [number, number, boolean][] = [
    [100, 1999, false],
    [100, 2000, true],
    [3000, 3001, true],
    [4999, 7000, true],
    [5500, 7999, false],
    [5500, 8000, true],
    [9000, 9001, true],
  ]
  for (const [start, end, isSoldOut] of cases) assert.equal(wasSoldOut(spans, { start, end }), isSoldOut, `${start}`)
})

test('a unit handed on at the same instant is no oversale, and one too many is named', () => {
  assert.equal(soldOutSpans(1, [taken(1000), taken(3000), back(3000)]).length, 2)
  assert.throws(() => soldOutSpans(1, [taken(1000), taken(2000)]), /more units were taken/)
})
