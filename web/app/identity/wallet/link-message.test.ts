import assert from 'node:assert/strict'
import test from 'node:test'
import { linkMessage, tellFailure } from './link-message.ts'
import type { WalletMessageKey, WalletStop } from './take-proof.ts'
import { WalletError } from './wallet-error.ts'
import type { WalletErrorKind } from './wallet-error.ts'

const kinds: WalletErrorKind[] = [
  'user-rejected',
  'session-expired',
  'incorrect-device',
  'popup-blocked',
  'storage-full',
  'unknown',
]

test('a set-up transaction that failed says so, whatever the wallet called it', () => {
  for (const kind of kinds) {
    const cause = new WalletError(kind, 'x')
    const messageKey = 'wallet.error.transaction-failed'
    assert.equal(linkMessage({ status: 'failed', messageKey, cause }), messageKey, kind)
  }
})

test('every message of the specification is shown as it is; an unknown failure gets the reason of the wallet if there is one', () => {
  const keys: WalletMessageKey[] = [
    'wallet.error.duplicated-addess',
    'wallet.error.timeout',
    'wallet.error.different-address-detected',
    'wallet.error.unexpected-service',
  ]
  for (const messageKey of keys)
    assert.equal(
      linkMessage({ status: 'failed', messageKey, cause: new WalletError('session-expired', 'x') }),
      messageKey,
    )
  const messageKey = 'wallet.error.unknown'
  assert.equal(linkMessage({ status: 'failed', messageKey, cause: new Error('boom') }), messageKey)
  const cause = new WalletError('popup-blocked', 'x')
  assert.equal(linkMessage({ status: 'failed', messageKey, cause }), 'wallet.error.popup-blocked')
})

test('a failure is shown, then its caller is notified; a refused bot check and a cancelled link are neither', async () => {
  const did: string[] = []
  const tell = (stop: WalletStop) =>
    tellFailure(stop, {
      showError: async (message) => {
        did.push(`shown ${message}`)
        await Promise.resolve()
        did.push('dismissed')
      },
      onError: ({ messageKey }) => void did.push(`passed on ${messageKey}`),
    })
  await tell({ status: 'bot-denied' })
  await tell({ status: 'cancelled' })
  assert.deepEqual(did, [])
  await tell({ status: 'failed', messageKey: 'wallet.error.unknown' })
  assert.deepEqual(did, ['shown wallet.error.unknown', 'dismissed', 'passed on wallet.error.unknown'])
})
