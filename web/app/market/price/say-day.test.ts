import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sayDay } from './say-day.ts'

test('whoever hears a day hears all that is drawn of it: sales, the lowest offer, both or neither', () => {
  const say = (sold: number, floor: number | null) => {
    const price = sold > 0 ? 1200 : null
    const told: { key: string; floor: unknown }[] = []
    const t = (key: string, words: { floor?: string }) => {
      told.push({ key, floor: words.floor })
      return key
    }
    const prices = { medianPrice: price, minPrice: price, maxPrice: price }
    sayDay({ day: '2026-11-02', sold, volumeYen: sold * 1200, ...prices, floor }, t as never, 'en')
    return told
  }
  assert.deepEqual(say(2, 900), [{ key: 'market.chart.say-both', floor: '¥900' }])
  assert.deepEqual(say(2, null), [{ key: 'market.chart.say', floor: undefined }])
  assert.deepEqual(say(0, 900), [{ key: 'market.chart.say-floor', floor: '¥900' }])
  assert.deepEqual(say(0, null), [{ key: 'market.chart.say-none', floor: undefined }])
})
