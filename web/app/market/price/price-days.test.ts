import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fillDays, isBlank } from './price-days.ts'
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

test('a chart without sales and without offers is blank; with either it is not', () => {
  const blank = { from: '2026-11-01', to: '2026-11-02', floorBefore: null, days: [] }
  assert.equal(isBlank(fillDays(blank)), true)
  assert.equal(isBlank(fillDays({ ...blank, floorBefore: 500 })), false)
  assert.equal(isBlank(fillDays({ ...blank, days: [sale('2026-11-02', 700, null)] })), false)
})
