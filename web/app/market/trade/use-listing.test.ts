import assert from 'node:assert/strict'
import test from 'node:test'
import { barOf } from './use-listing.ts'

const listed = { sellerUserId: 'seller', buyableFrom: '2026-11-01T00:00:00Z', expiresAt: '2026-12-01T00:00:00Z' }
const at = (day: string): number => Date.parse(`${day}T00:00:00Z`)

test('a listing is bought between its two times, by anybody but its seller', () => {
  assert.equal(barOf(listed, 'buyer', at('2026-10-31')), 'not-yet')
  assert.equal(barOf(listed, 'buyer', at('2026-11-01')), undefined)
  assert.equal(barOf(listed, undefined, at('2026-11-30')), undefined)
  assert.equal(barOf(listed, 'buyer', at('2026-12-01')), 'gone')
  assert.equal(barOf(listed, 'seller', at('2026-11-02')), 'own')
})

test('without a listing there is nothing to buy, and without a time it is bought at once', () => {
  assert.equal(barOf(undefined, 'buyer', at('2026-11-02')), 'gone')
  assert.equal(barOf({ ...listed, buyableFrom: null }, 'buyer', at('2026-10-01')), undefined)
})
