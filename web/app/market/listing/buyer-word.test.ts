import assert from 'node:assert/strict'
import test from 'node:test'
import { wordOf } from './buyer-word.ts'

test('a refusal says what is wrong with the member who was typed', () => {
  const fault = (fault: string) => [{ field: 'targetUserId', fault }]
  assert.equal(wordOf({ errorCode: 'INVALID_INPUT', message: '', details: fault('yourself') }), 'sell.only.yourself')
  assert.equal(wordOf({ errorCode: 'INVALID_INPUT', message: '', details: fault('no_wallet') }), 'sell.only.no-wallet')
  assert.equal(wordOf({ errorCode: 'NOT_FOUND', message: '' }), 'sell.only.unknown')
  assert.equal(wordOf({ errorCode: 'INVALID_REQUEST_FORMAT', message: '' }), 'sell.only.malformed')
  assert.equal(wordOf({ errorCode: 'TOO_MANY_REQUESTS', message: '' }), 'error.TOO_MANY_REQUESTS')
})
