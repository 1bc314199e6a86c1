import assert from 'node:assert/strict'
import test from 'node:test'
import { isAlreadyInitialized, toWalletError, WalletError } from './wallet-error.ts'
import type { WalletErrorKind } from './wallet-error.ts'

const table: [unknown, WalletErrorKind][] = [
  ['Declined: User rejected signature', 'user-rejected'],
  [new Error('Current user must have authorized a signing service.'), 'user-rejected'],
  ['Declined: User declined', 'user-rejected'],
  ['Declined: Externally Halted', 'user-rejected'],
  ['Externally Halted', 'user-rejected'],
  [{ message: 'Declined: Aborted' }, 'user-rejected'],
  ['Declined: Session expired (signature failed). Please log out and log back in again.', 'session-expired'],
  [{ reason: 'Incorrect device information' }, 'incorrect-device'],
  [new Error('Popup failed to open (was it blocked by a popup blocker?)'), 'popup-blocked'],
  [new Error('[Error Code: 1103] the account storage is full'), 'storage-full'],
  [new Error('[Error Code: 1007] sequence number'), 'unknown'],
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

test('a collection that exists already is told from a real failure', () => {
  assert.ok(isAlreadyInitialized(new Error('[Error Code: 1101] … panic: The account has already been initialized.')))
  assert.ok(!isAlreadyInitialized(new Error('[Error Code: 1101] panic: something else')))
})
