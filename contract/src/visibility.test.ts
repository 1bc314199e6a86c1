import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isBannerVisible } from './visibility.ts'

const at = (time: string) => Date.parse(time)
const banner = { startDate: '2026-01-01T00:00:00+09:00', endDate: '2026-02-01T00:00:00+09:00' }

test('a banner is shown strictly between its dates', () => {
  assert.equal(isBannerVisible(banner, at('2026-01-01T00:00:00+09:00')), false)
  assert.equal(isBannerVisible(banner, at('2026-01-01T00:00:00.001+09:00')), true)
  assert.equal(isBannerVisible(banner, at('2026-01-31T23:59:59.999+09:00')), true)
  assert.equal(isBannerVisible(banner, at('2026-02-01T00:00:00+09:00')), false)
})

test('a banner without dates is always shown, one with a single date never', () => {
  assert.equal(isBannerVisible({}, 0), true)
  assert.equal(isBannerVisible({ startDate: banner.startDate }, at('2026-01-15T00:00:00Z')), false)
  assert.equal(isBannerVisible({ endDate: banner.endDate }, at('2026-01-15T00:00:00Z')), false)
})
