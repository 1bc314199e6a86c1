import assert from 'node:assert/strict'
import test from 'node:test'
import type { ErrorCode } from '@kura/contract/errors'
import type { Result } from '@kura/contract/result'
import type { ListingState } from '@kura/contract/states'
import { follow, rollBack, signAndFollow, signAndSend, failureWords } from './sign-flow.ts'
import type { FollowSteps } from './sign-flow.ts'
import { WalletError, toWalletError } from './wallet-error.ts'

const transactionId = 'ab'.repeat(32)
const refuse = (errorCode: ErrorCode, status = 409) =>
  ({ ok: false, status, body: { errorCode, message: '' } }) as const
const sealed = { transactionId, waitForSeal: () => Promise.resolve() }
const panicked = new Error('[Error Code: 1101] error: panic: Invalid capability')

type Answer = ListingState | Result<never>
type Given = { states?: Answer[]; back?: Result<unknown>[]; sign?: () => Promise<typeof sealed> }
/**
 * Steps that record what was done; `states` and `back` are the server's responses, the last one
 * repeated.
 */
function steps({ states = ['open'], back = [], sign = async () => sealed }: Given = {}) {
  const did: string[] = []
  const next = <T>(list: T[]): T | undefined => (list.length > 1 ? list.shift() : list[0])
  const all: FollowSteps<string, { state: ListingState }> = {
    sign,
    report: async (_, id) => {
      did.push(`reported ${id === transactionId}`)
      const answer = next(states) ?? 'pending'
      return typeof answer === 'string' ? { ok: true, data: { state: answer } } : answer
    },
    rollBack: async () => (did.push('rolled back'), next(back) ?? { ok: true, data: {} }),
    onStage: (stage) => void did.push(stage),
    keep: (_, id) => void did.push(id === undefined ? 'kept draft' : 'kept sent'),
    drop: () => void did.push('dropped'),
    standingOf: ({ state }) => (state === 'open' ? 'done' : state === 'ending' ? 'over' : undefined),
    isOnChain: (code) => code === 'LISTING_STATE',
    wait: async () => void did.push('waited'),
  }
  return { did, all }
}

test('signed, sealed and open: what was sent is kept before it is reported, and dropped at the end', async () => {
  const { did, all } = steps({ states: ['pending', 'pending', 'open'] })
  assert.deepEqual(await signAndFollow(all, 'draft'), { status: 'done' })
  assert.deepEqual(did, [
    'kept draft',
    'wallet',
    'kept sent',
    'sealing',
    'reported true',
    'recording',
    'reported true',
    'waited',
    'reported true',
    'dropped',
  ])
})

test('a wallet that declines: rolled back, and the error is the wallet’s', async () => {
  const { did, all } = steps({ sign: () => Promise.reject('Declined: User rejected signature') })
  const end = await signAndFollow(all, 'draft')
  assert.equal(end.status === 'failed' && end.error.kind, 'user-rejected')
  assert.deepEqual(did, ['kept draft', 'wallet', 'rolled back', 'dropped'])
})

test('a wallet that does not say whether it sent it: nothing is rolled back, now or at the next visit', async () => {
  for (const thrown of [new TypeError('Failed to fetch'), new Error('something nobody knows')]) {
    const { did, all } = steps({ sign: () => Promise.reject(thrown) })
    assert.deepEqual(await signAndFollow(all, 'draft'), { status: 'unclear', draft: 'draft' })
    assert.deepEqual(did, ['kept draft', 'wallet', 'dropped'])
  }
})

test('a transaction that failed on chain is rolled back, too', async () => {
  const { did, all } = steps({ sign: async () => ({ transactionId, waitForSeal: () => Promise.reject(panicked) }) })
  const end = await signAndFollow(all, 'draft')
  assert.equal(end.status === 'failed' && end.error.kind, 'invalid-capability')
  assert.equal(end.status === 'failed' && end.error.cause, panicked)
  assert.deepEqual(did.slice(-3), ['reported true', 'rolled back', 'dropped'])
})

test('a network that cannot be asked rolls nothing back: the server says its outcome', async () => {
  const unseen = () => Promise.reject(new TypeError('Failed to fetch'))
  const opened = steps({ states: [refuse('SERVICE_UNAVAILABLE', 0), 'pending', 'open'] })
  assert.deepEqual(await follow(opened.all, 'draft', { transactionId, waitForSeal: unseen }), { status: 'done' })
  assert.ok(!opened.did.includes('rolled back'))
  const waiting = steps({ states: ['pending'] })
  assert.deepEqual(await follow(waiting.all, 'draft', { transactionId, waitForSeal: unseen }), { status: 'late' })
  assert.ok(!waiting.did.includes('dropped'), 'the next visit checks again')
})

test('what ends as soon as it is recorded is shown as ended', async () => {
  const { all } = steps({ states: ['pending', 'ending'] })
  assert.deepEqual(await signAndFollow(all, 'draft'), { status: 'over' })
})

test('a roll-back without a response is tried again, and kept for the next visit if it keeps failing', async () => {
  const away = refuse('SERVICE_UNAVAILABLE', 0)
  const error = new WalletError('user-rejected', 'no')
  const second = steps({ back: [away, { ok: true, data: {} }] })
  assert.deepEqual(await rollBack(second.all, { draft: 'draft' }, error), { status: 'failed', error })
  assert.deepEqual(second.did, ['rolled back', 'waited', 'rolled back', 'dropped'])
  const never = steps({ back: [away] })
  assert.deepEqual(await rollBack(never.all, { draft: 'draft', transactionId }, error), { status: 'failed', error })
  assert.deepEqual(never.did, ['rolled back', 'waited', 'rolled back', 'waited', 'rolled back', 'kept draft'])
  const unknown = steps({ back: [refuse('NOT_FOUND', 404)] })
  assert.deepEqual(await rollBack(unknown.all, { draft: 'draft' }, error), { status: 'failed', error })
  assert.deepEqual(unknown.did, ['rolled back', 'dropped'])
})

test('what the chain has after all is followed, not given up', async () => {
  const { did, all } = steps({ back: [refuse('LISTING_STATE')], states: ['pending', 'open'] })
  const end = await follow(all, 'draft', { transactionId, waitForSeal: () => Promise.reject(panicked) })
  assert.deepEqual(end, { status: 'done' })
  assert.equal(did.at(-1), 'dropped')
  const unsent = steps({ back: [refuse('LISTING_STATE')] })
  const error = new WalletError('unknown', 'x')
  assert.deepEqual(await rollBack(unsent.all, { draft: 'draft' }, error), { status: 'late' })
})

/** Sends something for another page to follow, and records what was done. */
function sending(sign: () => Promise<typeof sealed>, drafted: Result<string> = { ok: true, data: 'draft' }) {
  const did: string[] = []
  const end = signAndSend<string>({
    draft: async () => drafted,
    sign: async (draft) => {
      did.push(`signed ${draft}`)
      return sign()
    },
    report: async (draft, id) => {
      did.push(`reported ${draft} ${id === transactionId}`)
      return { ok: true, data: {} }
    },
    rollBack: async (draft) => {
      did.push(`rolled back ${draft}`)
      return { ok: true, data: {} }
    },
    onStage: (stage) => did.push(stage),
  })
  return end.then((reached) => ({ end: reached, did }))
}

test('the draft is made before the wallet opens, and the transaction reported afterwards', async () => {
  const { end, did } = await sending(async () => sealed)
  assert.equal(end.status, 'sent')
  assert.deepEqual(did, ['preparing', 'wallet', 'signed draft', 'reported draft true'])
})

test('what is refused never opens the wallet', async () => {
  const refusal = refuse('TOKEN_LISTED')
  const { end, did } = await sending(async () => sealed, refusal)
  assert.deepEqual(end, { status: 'refused', body: refusal.body })
  assert.deepEqual(did, ['preparing'])
})

test('what the wallet did not send is rolled back, and shown with its reason', async () => {
  for (const kind of ['user-rejected', 'session-expired', 'incorrect-device', 'storage-full'] as const) {
    const { end, did } = await sending(() => Promise.reject(new WalletError(kind, 'the wallet said so')))
    assert.equal(end.status === 'failed' && end.error.kind, kind)
    assert.equal(did.at(-1), 'rolled back draft')
  }
})

test('what may have been sent is not given up: only the chain can tell', async () => {
  for (const thrown of [new TypeError('Failed to fetch'), new Error('something nobody knows')]) {
    const { end, did } = await sending(() => Promise.reject(thrown))
    assert.equal(end.status, 'unclear')
    assert.ok(!did.some((each) => each.startsWith('rolled back')))
  }
})

const wordsOf = (thrown: unknown) => failureWords(toWalletError(thrown))

test('what certainly failed is shown with its reason', () => {
  assert.deepEqual(wordsOf('User rejected signature'), {
    title: 'signing.failed',
    text: 'signing.error.user-rejected',
  })
  assert.deepEqual(wordsOf(new Error('[Error Code: 1101] panic: something else')), {
    title: 'signing.failed',
    text: 'signing.error.unknown',
  })
})

test('what may have been sent is shown neither to have failed nor to be tried again at once', () => {
  assert.deepEqual(wordsOf(new TypeError('Failed to fetch')), {
    title: 'signing.unclear',
    text: 'signing.error.not-reached',
  })
  assert.deepEqual(wordsOf(new Error('something nobody knows')), {
    title: 'signing.unclear',
    text: 'signing.unclear-wait',
  })
})
