import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isTaxed } from './cheapest-listing.ts'

test('only who is registered for invoices sells with tax', () => {
  const notice = { name: '山本', address: '京都市', contact: 'a@example.jp', registrationNumber: '' }
  assert.equal(isTaxed({ sellerNotice: null }), false)
  assert.equal(isTaxed({ sellerNotice: notice }), false)
  assert.equal(isTaxed({ sellerNotice: { ...notice, registrationNumber: 'T1234567890123' } }), true)
})
