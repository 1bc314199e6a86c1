import assert from 'node:assert/strict'
import { test } from 'node:test'
import { AccessError } from '@kura/cadence/access-error'
import type { AccessErrorCode } from '@kura/cadence/access-error'
import { askEach } from './drift-report.ts'

const accounts = Array.from({ length: 8 }, (_, index) => index)

/**
 * Asks all the accounts, of which some fail with a code; returns those that answered and those that did
 * not.
 */
async function askAll(code: AccessErrorCode, failing: readonly number[], askIfThere?: () => Promise<unknown>) {
  const [answered, silent]: [number[], number[]] = [[], []]
  const ask = async (account: number) => {
    if (failing.includes(account)) throw new AccessError(code, 'no answer')
    answered.push(account)
  }
  await askEach(accounts, ask, (account) => silent.push(account), askIfThere)
  return { answered, silent }
}

test('vaults that cannot be read hide no other, however many they are', async () => {
  assert.deepEqual(await askAll('NODE_REFUSED', accounts.slice(0, 7)), { answered: [7], silent: accounts.slice(0, 7) })
  await assert.rejects(askAll('NODE_REFUSED', accounts), AccessError)
})

test('a node that reads no account, and answers another question, hides nothing', async () => {
  const askIfThere = () => Promise.resolve(7)
  assert.deepEqual(await askAll('NODE_REFUSED', accounts, askIfThere), { answered: [], silent: accounts })
  const isAway = () => Promise.reject(new AccessError('NODE_UNREACHABLE', 'away'))
  await assert.rejects(askAll('NODE_REFUSED', accounts, isAway), { code: 'NODE_UNREACHABLE' })
})

test('a node that was away for some accounts is taken to be away for all', async () => {
  assert.deepEqual(await askAll('NODE_BUSY', [0, 2, 4, 6]), { answered: [1, 3, 5, 7], silent: [0, 2, 4, 6] })
  await assert.rejects(askAll('NODE_BUSY', [0, 2, 4, 6, 7]), AccessError)
})

test('another failure is nobody’s silence', async () => {
  const ask = () => Promise.reject(new RangeError('ours'))
  await assert.rejects(
    askEach(accounts, ask, () => {}),
    RangeError,
  )
})
