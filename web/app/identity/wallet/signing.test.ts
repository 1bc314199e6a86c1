import assert from 'node:assert/strict'
import test from 'node:test'
import { signAndSeal, signingReducer } from './signing.ts'
import type { SigningEvent, SigningState } from './signing.ts'

const transactionId = 'ab'.repeat(32)
const panicked = new Error('[Error Code: 1101] error: panic: Invalid capability')
const idle: SigningState<string> = { stage: undefined, end: undefined }
const after = (...events: SigningEvent<string>[]): SigningState<string> => events.reduce(signingReducer<string>, idle)

test('an act goes from its start through its stages to its end', () => {
  assert.deepEqual(after({ type: 'started' }), { stage: 'preparing', end: undefined })
  assert.deepEqual(after({ type: 'started' }, { type: 'reached', stage: 'wallet' }), {
    stage: 'wallet',
    end: undefined,
  })
  assert.deepEqual(after({ type: 'started' }, { type: 'reached', stage: 'sealing' }, { type: 'ended', end: 'done' }), {
    stage: undefined,
    end: 'done',
  })
})

test('a second start while the wallet is open changes nothing, and neither does a reset', () => {
  const open = after({ type: 'started' }, { type: 'reached', stage: 'wallet' })
  assert.equal(signingReducer(open, { type: 'started' }), open)
  assert.equal(signingReducer(open, { type: 'reset' }), open)
})

test('what has ended reaches no further stage and no other end; the next start forgets it', () => {
  const ended = after({ type: 'started' }, { type: 'ended', end: 'failed' })
  assert.equal(signingReducer(ended, { type: 'reached', stage: 'sealing' }), ended)
  assert.equal(signingReducer(ended, { type: 'ended', end: 'done' }), ended)
  assert.deepEqual(signingReducer(ended, { type: 'started' }), { stage: 'preparing', end: undefined })
  assert.deepEqual(signingReducer(ended, { type: 'reset' }), idle)
})

test('what the wallet does on its own is done once it is sealed, or returns why not', async () => {
  const stages: string[] = []
  assert.deepEqual(
    await signAndSeal(
      async () => ({ transactionId, waitForSeal: () => Promise.resolve() }),
      (stage) => stages.push(stage),
    ),
    { status: 'done' },
  )
  assert.deepEqual(stages, ['wallet', 'sealing'])
  const failed = await signAndSeal(
    async () => ({ transactionId, waitForSeal: () => Promise.reject(panicked) }),
    () => undefined,
  )
  assert.equal(failed.status === 'failed' && failed.error.kind, 'invalid-capability')
})
