import assert from 'node:assert/strict'
import test from 'node:test'
import type { ErrorCode } from '@kura/contract/errors'
import type { Result } from '@kura/contract/result'
import type { ListingState } from '@kura/contract/states'
import { followSale, giveUp, runSale } from './sale-flow.ts'
import type { SaleSteps } from './sale-flow.ts'
import { WalletError } from '../../identity/wallet/wallet-error.ts'

const listingId = '01990000-0000-7000-8000-00000000000a'
const transactionId = 'ab'.repeat(32)
const refuse = (errorCode: ErrorCode, status = 409) =>
  ({ ok: false, status, body: { errorCode, message: '' } }) as const
const sealed = { transactionId, waitForSeal: () => Promise.resolve() }
const panicked = new Error('[Error Code: 1101] error: panic: Invalid capability')

type Answer = ListingState | Result<never>
/** Steps that note what was done; `states` and `back` are what the server answers, the last again and again. */
function steps({ states = ['open'], back = [] }: { states?: Answer[]; back?: Result<unknown>[] } = {}) {
  const did: string[] = []
  const next = <T>(list: T[]): T | undefined => (list.length > 1 ? list.shift() : list[0])
  const all: SaleSteps = {
    report: async (sale) => {
      did.push(`reported ${sale.transactionId === transactionId}`)
      const answer = next(states) ?? 'pending'
      return typeof answer === 'string' ? { ok: true, data: { state: answer } } : answer
    },
    rollBack: async () => (did.push('rolled back'), next(back) ?? { ok: true, data: {} }),
    keep: (sale) => void did.push(sale.transactionId === undefined ? 'kept draft' : 'kept sent'),
    drop: () => void did.push('dropped'),
    onStage: (stage) => void did.push(stage),
    wait: async () => void did.push('waited'),
  }
  return { did, all }
}

test('signed, sealed and open: what was sent is kept before it is told, and dropped at the end', async () => {
  const { did, all } = steps({ states: ['pending', 'pending', 'open'] })
  assert.deepEqual(await runSale(all, listingId, async () => sealed), { status: 'open' })
  assert.deepEqual(did, [
    'kept draft',
    'wallet',
    'kept sent',
    'sealing',
    'reported true',
    'opening',
    'reported true',
    'waited',
    'reported true',
    'dropped',
  ])
})

test('a wallet that declines: rolled back, and the error is the wallet’s', async () => {
  const { did, all } = steps()
  const end = await runSale(all, listingId, () => Promise.reject('Declined: User rejected signature'))
  assert.equal(end.status === 'failed' && end.error.kind, 'user-rejected')
  assert.deepEqual(did, ['kept draft', 'wallet', 'rolled back', 'dropped'])
})

test('a wallet that does not say whether it sent it: nothing is rolled back, now or at the next visit', async () => {
  for (const thrown of [new TypeError('Failed to fetch'), new Error('something nobody knows')]) {
    const { did, all } = steps()
    assert.deepEqual(await runSale(all, listingId, () => Promise.reject(thrown)), { status: 'unclear' })
    assert.deepEqual(did, ['kept draft', 'wallet', 'dropped'])
  }
})

test('a transaction that failed on chain is rolled back, too', async () => {
  const { did, all } = steps()
  const end = await runSale(all, listingId, async () => ({
    transactionId,
    waitForSeal: () => Promise.reject(panicked),
  }))
  assert.equal(end.status === 'failed' && end.error.kind, 'invalid-capability')
  assert.equal(end.status === 'failed' && end.error.cause, panicked)
  assert.deepEqual(did.slice(-3), ['reported true', 'rolled back', 'dropped'])
})

test('a network that cannot be asked rolls nothing back: the server says what became of it', async () => {
  const unseen = () => Promise.reject(new TypeError('Failed to fetch'))
  const opened = steps({ states: [refuse('SERVICE_UNAVAILABLE', 0), 'pending', 'open'] })
  assert.deepEqual(await followSale(opened.all, { listingId, transactionId }, unseen), { status: 'open' })
  assert.ok(!opened.did.includes('rolled back'))
  const waiting = steps({ states: ['pending'] })
  assert.deepEqual(await followSale(waiting.all, { listingId, transactionId }, unseen), { status: 'late' })
  assert.ok(!waiting.did.includes('dropped'), 'the next visit looks again')
})

test('what is over as soon as it comes is told so', async () => {
  const { all } = steps({ states: ['pending', 'ending'] })
  assert.deepEqual(await runSale(all, listingId, async () => sealed), { status: 'over' })
})

test('a roll-back that is not answered is tried again, and kept for the next visit when it never is', async () => {
  const away = refuse('SERVICE_UNAVAILABLE', 0)
  const error = new WalletError('user-rejected', 'no')
  const second = steps({ back: [away, { ok: true, data: {} }] })
  assert.deepEqual(await giveUp(second.all, { listingId }, error), { status: 'failed', error })
  assert.deepEqual(second.did, ['rolled back', 'waited', 'rolled back', 'dropped'])
  const never = steps({ back: [away] })
  assert.deepEqual(await giveUp(never.all, { listingId, transactionId }, error), { status: 'failed', error })
  assert.deepEqual(never.did, ['rolled back', 'waited', 'rolled back', 'waited', 'rolled back', 'kept draft'])
  const unknown = steps({ back: [refuse('NOT_FOUND', 404)] })
  assert.deepEqual(await giveUp(unknown.all, { listingId }, error), { status: 'failed', error })
  assert.deepEqual(unknown.did, ['rolled back', 'dropped'])
})

test('what the chain has after all is followed, not given up', async () => {
  const { did, all } = steps({ back: [refuse('LISTING_STATE')], states: ['pending', 'open'] })
  const end = await followSale(all, { listingId, transactionId }, () => Promise.reject(panicked))
  assert.deepEqual(end, { status: 'open' })
  assert.equal(did.at(-1), 'dropped')
  const unsent = steps({ back: [refuse('LISTING_STATE')] })
  const error = new WalletError('unknown', 'x')
  assert.deepEqual(await giveUp(unsent.all, { listingId }, error), { status: 'late' })
})
