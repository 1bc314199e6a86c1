import assert from 'node:assert/strict'
import test from 'node:test'
import type { ErrorCode, FieldFault } from '@kura/contract/errors'
import { api } from '@kura/contract/api'
import { signInByWallet, proofBody, isSpent } from './take-proof.ts'
import type { WalletSignInSteps } from './take-proof.ts'
import { WalletError } from './wallet-error.ts'

const address = '0x01cf0e2f2f715450'
const nonce = 'ab'.repeat(32)
const refuse = (errorCode: ErrorCode) => async () =>
  ({ ok: false, status: 400, body: { errorCode, message: '' } }) as const

function steps(more: Partial<WalletSignInSteps<string>> = {}): WalletSignInSteps<string> {
  return {
    nonce: async () => ({ ok: true, data: { nonce } }),
    prove: async () => ({
      status: 'proven',
      proof: { address, email: '', signatures: [{ keyId: 3, signature: 'cd' }] },
    }),
    onStage: () => undefined,
    signIn: async (taken) => ({ ok: true, data: taken.nonce }),
    ...more,
  }
}

test('a proven wallet signs in with the nonce it signed', async () => {
  assert.deepEqual(await signInByWallet(steps()), { status: 'signed-in', data: nonce })
})

test('leaving the wallet stops silently', async () => {
  const left = await signInByWallet(steps({ prove: async () => ({ status: 'not-signed-in' }) }))
  assert.deepEqual(left, { status: 'cancelled' })
  const declined = steps({ prove: async () => Promise.reject(new WalletError('user-rejected', 'Declined')) })
  assert.deepEqual(await signInByWallet(declined), { status: 'cancelled' })
})

test('a wallet without both services is recognised', async () => {
  const result = await signInByWallet(steps({ prove: async () => ({ status: 'unexpected-service' }) }))
  assert.deepEqual(result, { status: 'failed', messageKey: 'wallet.error.unexpected-service' })
})

test('a refused bot check and a refused proof are distinguished', async () => {
  assert.deepEqual(await signInByWallet(steps({ nonce: refuse('BOT_DENY') })), { status: 'bot-denied' })
  assert.deepEqual(await signInByWallet(steps({ signIn: refuse('WALLET_PROOF_INVALID') })), {
    status: 'refused',
    code: 'WALLET_PROOF_INVALID',
  })
})

test('signatures of further keys go along only where there are some', () => {
  const first = { keyId: 0, signature: 'aa' }
  const second = { keyId: 1, signature: 'bb' }
  assert.deepEqual(proofBody({ nonce, proof: { address, email: '', signatures: [first] } }), { nonce, ...first })
  assert.deepEqual(proofBody({ nonce, proof: { address, email: '', signatures: [first, second] } }), {
    nonce,
    ...first,
    moreSignatures: [second],
  })
})

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

test('of several proofs the one that is named has to be made again, the other is still good', () => {
  const wrong = refusal('WALLET_PROOF_INVALID', [{ field: 'next', fault: 'does_not_hold' }])
  assert.deepEqual([isSpent(wrong, ['next']), isSpent(wrong, ['current'])], [true, false])
  const same = refusal('INVALID_INPUT', [{ field: 'next.address', fault: 'same_as_current' }])
  assert.deepEqual([isSpent(same, ['next']), isSpent(same, ['current'])], [true, false])
})
