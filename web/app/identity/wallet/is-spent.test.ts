import assert from 'node:assert/strict'
import test from 'node:test'
import { api } from '@kura/contract/api'
import type { ErrorCode, FieldFault } from '@kura/contract/errors'
import { isSpent } from './is-spent.ts'

const refusal = (errorCode: ErrorCode, details?: FieldFault[]) =>
  ({ ok: false, status: 400, body: { errorCode, message: '', ...(details ? { details } : {}) } }) as const

test('a proof that was taken is used up, and so is one whose nonce is gone or that was followed by another refusal', () => {
  assert.ok(isSpent({ ok: true, data: {} }, ['current']))
  for (const code of ['NONCE_NOT_FOUND', 'AUTHENTICATION_DUPLICATED', 'EMAIL_IS_SAME', 'EMAIL_EXISTS_IN_AUTH'] as const)
    assert.ok(isSpent(refusal(code), ['current']), code)
})

test('whatever else a call with a proof fails with leaves it good', () => {
  const calls = [api.flowChange, api.flowRecovery, api.emailAdd, api.emailChange]
  const codes = new Set(calls.flatMap(({ errors }) => errors as readonly ErrorCode[]))
  const kept = [...codes].filter((code) => !isSpent(refusal(code), ['current']))
  assert.partialDeepStrictEqual(
    new Set(kept),
    new Set(['BOT_DENY', 'TOO_MANY_REQUESTS', 'SERVICE_UNAVAILABLE', 'AUTHENTICATION_FAILED', 'INVALID_INPUT']),
  )
  assert.ok(!kept.includes('WALLET_PROOF_INVALID'), 'which does not say which one')
})

test('of several proofs the one that is named has to be made anew, the other is still good', () => {
  const wrong = refusal('WALLET_PROOF_INVALID', [{ field: 'next', fault: 'does_not_hold' }])
  assert.deepEqual([isSpent(wrong, ['next']), isSpent(wrong, ['current'])], [true, false])
  const same = refusal('INVALID_INPUT', [{ field: 'next.address', fault: 'same_as_current' }])
  assert.deepEqual([isSpent(same, ['next']), isSpent(same, ['current'])], [true, false])
})
