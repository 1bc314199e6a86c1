import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import test from 'node:test'
import { signingWords as en } from '../../words/en/signing.ts'
import { signingWords as ja } from '../../words/ja/signing.ts'
import { isAlreadyInitialized, isDefinite, toWalletError, WalletError, walletErrorKinds } from './wallet-error.ts'
import type { WalletErrorKind } from './wallet-error.ts'

/** The network's error for a failed transaction; Cadence puts the location before the message. */
const onChain = (words: string): Error =>
  new Error(
    `[Error Code: 1101] error caused by: 1 error occurred:\n\t* transaction execute failed: [Error Code: 1101] cadence runtime error: Execution failed:\nerror: panic: ${words}\n  --> 4c1f:12:8\n`,
  )

const table: [unknown, WalletErrorKind][] = [
  ['Declined: User rejected signature', 'user-rejected'],
  [new Error('Current user must have authorized a signing service.'), 'user-rejected'],
  ['Declined: User declined', 'user-rejected'],
  ['Declined: Externally Halted', 'user-rejected'],
  ['Externally Halted', 'user-rejected'],
  [{ message: 'Declined: Aborted' }, 'user-rejected'],
  ['Declined: No reason supplied.', 'user-rejected'],
  ['Declined: Session expired (signature failed). Please log out and log back in again.', 'session-expired'],
  [{ reason: 'Incorrect device information' }, 'incorrect-device'],
  [new Error('Popup failed to open (was it blocked by a popup blocker?)'), 'popup-blocked'],
  [new Error('[Error Code: 1103] the account storage is full'), 'storage-full'],
  [onChain('Invalid capability'), 'invalid-capability'],
  [onChain('transfer: the signer has no collection'), 'invalid-capability'],
  [onChain('transfer: 0x179b6b1cb6755e31 has no collection'), 'recipient-without-vault'],
  [onChain('withdraw: the collection has no token 42'), 'token-gone'],
  [onChain("sell: the token 42 is not in the seller's collection"), 'token-gone'],
  [onChain('sell: the token 42 has the uuid 7, not 8'), 'token-gone'],
  [onChain('sell: sales are paused'), 'sales-paused'],
  [onChain('sell: the seller has 150 orders, and more cannot be added'), 'listings-full'],
  [onChain('sell: the order x was used before'), 'listing-outdated'],
  [onChain('sell: an order of the token 42 cannot change without a version above 3'), 'listing-outdated'],
  [onChain('sell: the seller has cancelled everything that was issued before'), 'listing-outdated'],
  [onChain('sell: the order x has expired'), 'listing-outdated'],
  [onChain('sell: the key 1 was revoked'), 'listing-outdated'],
  [onChain('cancel: none of these orders stands'), 'listing-gone'],
  [onChain('cancel: the signer has no grants'), 'listing-gone'],
  [onChain('cancel: the seller has no order x'), 'listing-gone'],
  [new Error('HTTP Request Error: transaction is expired: ref_height=1 final_height=900'), 'transaction-expired'],
  [new TypeError('Failed to fetch'), 'not-reached'],
  [new TypeError('NetworkError when attempting to fetch resource.'), 'not-reached'],
  [new TypeError('Load failed'), 'not-reached'],
  [
    new Error('HTTP Request Error: An error occurred when interacting with the Access API. statusCode=502'),
    'not-reached',
  ],
  [new Error('TX status polling failed: no transaction was found within timeout interval (12500ms)'), 'not-reached'],
  [new Error('[Error Code: 1007] sequence number'), 'unknown'],
  [onChain('something else'), 'unknown'],
  [undefined, 'unknown'],
  [42, 'unknown'],
]

test('whatever a wallet throws becomes one typed error that keeps its cause', () => {
  for (const [thrown, kind] of table) {
    const error = toWalletError(thrown)
    assert.equal(error.kind, kind, JSON.stringify(thrown))
    assert.equal(error.cause, thrown)
  }
  const error = new WalletError('unknown', 1)
  assert.equal(toWalletError(error), error)
})

test('every kind but those that we find ourselves is recognised by a row, and has words in both languages', () => {
  const covered = new Set(table.map(([, kind]) => kind))
  assert.deepEqual(
    walletErrorKinds.filter((kind) => !covered.has(kind)),
    ['different-address', 'not-loaded'],
  )
  for (const kind of walletErrorKinds)
    for (const words of [ja, en] as Record<string, string>[])
      assert.ok((words[`signing.error.${kind}`] ?? '').length > 15, kind)
})

test('every refusal of the contract to a seller is known: each message maps to a kind of its own', () => {
  const read = (path: string) => readFileSync(new URL(`../../../../cadence/${path}`, import.meta.url), 'utf8')
  const texts = ['contracts/SalePermission.cdc', 'transactions/sale/sell.cdc', 'transactions/sale/cancel.cdc']
  const sentences = [...texts, 'transactions/token/transfer.cdc']
    .flatMap((path) => [...read(path).matchAll(/"((?:sell|cancel|transfer): [^"]*|Invalid capability)"/g)])
    .map(([, sentence]) => (sentence ?? '').replace(/\\\([^)]*\)/g, '0x01'))
    .filter((sentence) => !/^cancel: .*(not an agent|is gone|belongs to another|shows no)/.test(sentence))
  assert.ok(sentences.length > 20, `${sentences.length}`)
  const unknown = sentences.filter((sentence) => toWalletError(onChain(sentence)).kind === 'unknown')
  assert.deepEqual(unknown, ['transfer: the token 0x01 did not arrive at 0x01'])
})

test('a failure is definite unless it was sent and nobody could be asked', () => {
  const definite = (thrown: unknown) => isDefinite(toWalletError(thrown))
  assert.ok(definite('User rejected signature'))
  assert.ok(definite(onChain('something else')))
  assert.ok(definite(new WalletError('not-loaded', new TypeError('Failed to fetch'))))
  assert.ok(definite(new WalletError('transaction-expired', { status: 5 })))
  assert.ok(!definite(new TypeError('Failed to fetch')))
  assert.ok(!definite(new Error('something nobody knows')))
})

test('a collection that exists already is distinguished from a real failure', () => {
  assert.ok(isAlreadyInitialized(new Error('[Error Code: 1101] … panic: The account has already been initialized.')))
  assert.ok(!isAlreadyInitialized(new Error('[Error Code: 1101] panic: something else')))
})
