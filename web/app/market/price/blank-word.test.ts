import assert from 'node:assert/strict'
import { test } from 'node:test'
import { chartSpans } from '@kura/contract/catalogue/item'
import { blankWord } from './blank-word.ts'

test('that nothing was ever sold is said of the whole time alone, and not before it was asked', () => {
  assert.equal(blankWord('all', true), 'market.chart.empty')
  assert.equal(blankWord('all', false), 'market.chart.empty-range')
  const spans = chartSpans.filter((span) => span !== 'all')
  assert.ok(spans.length > 1)
  for (const span of spans) assert.equal(blankWord(span, true), 'market.chart.empty-range', span)
})
