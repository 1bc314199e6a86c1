import assert from 'node:assert/strict'
import { test } from 'node:test'
import { chartSpans } from '@kura/contract/catalogue/item'
import { fillDays, isBlank, sayDay, heightOf, priceScale, blankWord } from './price-days.ts'
import type { ChartDay } from './price-days.ts'

const quiet = { sold: 0, volumeYen: 0, medianPrice: null, minPrice: null, maxPrice: null }
const sale = (day: string, volumeYen: number, floor: number | null): ChartDay => {
  const prices = { medianPrice: volumeYen, minPrice: volumeYen, maxPrice: volumeYen }
  return { day, sold: 1, volumeYen, ...prices, floor }
}

test('days on which nothing happened keep the floor of the day before, over the end of a month', () => {
  const days = fillDays({
    from: '2026-10-30',
    to: '2026-11-03',
    floorBefore: 900,
    days: [sale('2026-10-31', 1000, 1200), { ...quiet, day: '2026-11-02', floor: null }],
  })
  assert.deepEqual(
    days.map(({ day, sold, floor }) => [day, sold, floor]),
    [
      ['2026-10-30', 0, 900],
      ['2026-10-31', 1, 1200],
      ['2026-11-01', 0, 1200],
      ['2026-11-02', 0, null],
      ['2026-11-03', 0, null],
    ],
  )
})

test('a chart without sales and without listings is blank; with either it is not', () => {
  const blank = { from: '2026-11-01', to: '2026-11-02', floorBefore: null, days: [] }
  assert.equal(isBlank(fillDays(blank)), true)
  assert.equal(isBlank(fillDays({ ...blank, floorBefore: 500 })), false)
  assert.equal(isBlank(fillDays({ ...blank, days: [sale('2026-11-02', 700, null)] })), false)
})

test('the words of a day say all that is drawn of it: sales, the lowest listing, both or neither', () => {
  const say = (sold: number, floor: number | null) => {
    const price = sold > 0 ? 1200 : null
    const days: { key: string; floor: unknown }[] = []
    const t = (key: string, words: { floor?: string }) => {
      days.push({ key, floor: words.floor })
      return key
    }
    const prices = { medianPrice: price, minPrice: price, maxPrice: price }
    sayDay({ day: '2026-11-02', sold, volumeYen: sold * 1200, ...prices, floor }, t as never, 'en')
    return days
  }
  assert.deepEqual(say(2, 900), [{ key: 'market.chart.say-both', floor: '¥900' }])
  assert.deepEqual(say(2, null), [{ key: 'market.chart.say', floor: undefined }])
  assert.deepEqual(say(0, 900), [{ key: 'market.chart.say-floor', floor: '¥900' }])
  assert.deepEqual(say(0, null), [{ key: 'market.chart.say-none', floor: undefined }])
})

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

test('that nothing was ever sold is said of the whole time alone, and not before it was asked', () => {
  assert.equal(blankWord('all', true), 'market.chart.empty')
  assert.equal(blankWord('all', false), 'market.chart.empty-range')
  const spans = chartSpans.filter((span) => span !== 'all')
  assert.ok(spans.length > 1)
  for (const span of spans) assert.equal(blankWord(span, true), 'market.chart.empty-range', span)
})
