import assert from 'node:assert/strict'
import { test } from 'node:test'
import { heightOf, priceScale } from './price-scale.ts'

test('a scale holds every price between round lines at the same distance', () => {
  for (const prices of [[1], [100, 100], [999, 1001], [1200, 4800, 3333], [7, 9_999_999], [0, 3], [950_000]]) {
    const { bottom, top, lines } = priceScale(prices)
    assert.ok(bottom <= Math.min(...prices) && top >= Math.max(...prices), `${prices.join()} in ${bottom}–${top}`)
    assert.equal(lines.length, 5)
    const gaps = new Set(lines.slice(1).map((line, n) => line - (lines[n] ?? 0)))
    assert.equal(gaps.size, 1)
    assert.ok(lines.every((line) => Number.isInteger(line)))
  }
  assert.deepEqual(priceScale([1200, 4800]).lines, [1000, 2000, 3000, 4000, 5000])
  assert.deepEqual(priceScale([]).lines, [0, 1, 2, 3, 4])
})

test('prices far above nothing do not begin at nothing', () => {
  assert.ok(priceScale([980_000, 990_000]).bottom >= 975_000)
})

test('the highest price is at the top of the drawing, the lowest at its end', () => {
  const scale = priceScale([1200, 4800])
  assert.equal(heightOf(5000, scale, 200), 0)
  assert.equal(heightOf(1000, scale, 200), 200)
  assert.equal(heightOf(3000, scale, 200), 100)
})
