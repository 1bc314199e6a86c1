import assert from 'node:assert/strict'
import test from 'node:test'
import { failureWords } from './failure-words.ts'
import { toWalletError } from './wallet-error.ts'

const wordsOf = (thrown: unknown) => failureWords(toWalletError(thrown))

test('what certainly failed is told with its reason', () => {
  assert.deepEqual(wordsOf('User rejected signature'), {
    title: 'signing.failed',
    text: 'signing.error.user-rejected',
  })
  assert.deepEqual(wordsOf(new Error('[Error Code: 1101] panic: something else')), {
    title: 'signing.failed',
    text: 'signing.error.unknown',
  })
})

test('what may have been sent is told neither to have failed nor to be tried again at once', () => {
  assert.deepEqual(wordsOf(new TypeError('Failed to fetch')), {
    title: 'signing.unclear',
    text: 'signing.error.not-reached',
  })
  assert.deepEqual(wordsOf(new Error('something nobody knows')), {
    title: 'signing.unclear',
    text: 'signing.unclear-wait',
  })
})
