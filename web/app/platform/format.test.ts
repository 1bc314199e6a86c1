import assert from 'node:assert/strict'
import { test } from 'node:test'
import { formatDay, formatMoment, timeLeft, formatOdds } from './format.ts'

test('times are those of Japan, whatever the clock of the reader', () => {
  assert.equal(formatMoment('2026-11-20T15:30:00Z', 'ja'), '2026/11/21 00:30')
  assert.equal(formatMoment('2026-11-20T15:30:00Z', 'en'), '21 Nov 2026, 00:30 JST')
  assert.equal(formatDay('2026-11-20T15:30:00Z', 'ja'), '2026/11/21')
})

test('what is left never goes below nothing', () => {
  assert.deepEqual(timeLeft(90_061_000), { days: 1, hours: 1, minutes: 1, seconds: 1 })
  assert.deepEqual(timeLeft(-5), { days: 0, hours: 0, minutes: 0, seconds: 0 })
})

test('odds are exact and without needless zeros', () => {
  const shown = [1_000_000, 500_000, 12_500, 10_833, 1, 0, 100_000].map(formatOdds)
  assert.deepEqual(shown, ['100', '50', '1.25', '1.0833', '0.0001', '0', '10'])
})
