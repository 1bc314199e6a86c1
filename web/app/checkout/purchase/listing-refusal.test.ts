import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ErrorCode } from '@kura/contract/errors'
import { refusalOfListing } from './listing-refusal.ts'

const refusal = (errorCode: ErrorCode, fault?: string) =>
  refusalOfListing({ errorCode, ...(fault === undefined ? {} : { details: [{ field: '', fault }] }) })

test('a code with several reasons is shown by its reason', () => {
  assert.equal(refusal('LISTING_STATE', 'held'), 'trade.refused.held')
  assert.equal(refusal('LISTING_STATE', 'not_yet'), 'trade.refused.not-yet')
  assert.equal(refusal('LISTING_STATE'), 'trade.refused.gone')
  assert.equal(refusal('SALES_PAUSED', 'daily_limit'), 'trade.refused.daily-limit')
})

test('a buyer who never paid has to wait a day; one who was too fast, a moment', () => {
  assert.equal(refusal('TOO_MANY_REQUESTS', 'played'), 'trade.refused.played')
  assert.equal(refusal('TOO_MANY_REQUESTS', 'reserved_most'), 'trade.refused.reserved-most')
  assert.equal(refusal('TOO_MANY_REQUESTS'), undefined)
  assert.equal(refusal('INVALID_INPUT', 'what nobody knows'), undefined)
})
