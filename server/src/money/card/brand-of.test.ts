import assert from 'node:assert/strict'
import { test } from 'node:test'
import { brandOf } from './store-card.ts'

test('a brand is read from the first digits when the gateway shows them, and never guessed', () => {
  const cases: [string, string][] = [
    ['4111********1111', 'Visa'],
    ['5500********0004', 'Mastercard'],
    ['2221********0004', 'Mastercard'],
    ['3530********0000', 'JCB'],
    ['3700********002', 'American Express'],
    ['3600********04', 'Diners Club'],
    ['6011********1117', ''],
    ['************1111', ''],
    ['', ''],
  ]
  for (const [masked, brand] of cases) assert.equal(brandOf(masked), brand, masked)
})
