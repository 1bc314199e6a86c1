import assert from 'node:assert/strict'
import { test } from 'node:test'
import { showTransaction } from '@kura/contract/chain/transaction'
import { errors } from '@kura/contract/errors'
import { isOrderGone } from './is-order-gone.ts'

test('an order is gone when the server says so, not when it cannot say', () => {
  assert.ok(showTransaction.errors.includes('NOT_FOUND'))
  assert.ok(isOrderGone(errors.NOT_FOUND))
  assert.ok(isOrderGone(errors.INVALID_REQUEST_FORMAT))
  for (const code of ['TOO_MANY_REQUESTS', 'INTERNAL_SERVER_ERROR', 'SERVICE_UNAVAILABLE', 'INVALID_SESSION'] as const)
    assert.equal(isOrderGone(errors[code]), false, code)
  assert.equal(isOrderGone({ status: 0 }), false)
})
