import assert from 'node:assert/strict'
import { test } from 'node:test'
import { formatOdds } from './format-odds.ts'

test('odds are exact and without needless zeros', () => {
  const shown = [1_000_000, 500_000, 12_500, 10_833, 1, 0, 100_000].map(formatOdds)
  assert.deepEqual(shown, ['100', '50', '1.25', '1.0833', '0.0001', '0', '10'])
})
