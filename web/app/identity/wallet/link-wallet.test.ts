import assert from 'node:assert/strict'
import test from 'node:test'
import type { ErrorCode } from '@kura/contract/errors'
import { linkWallet } from './link-wallet.ts'
import type { LinkSteps } from './link-wallet.ts'
import { WalletError } from './wallet-error.ts'

const address = '0x01cf0e2f2f715450'
const refuse = (errorCode: ErrorCode) => async () =>
  ({ ok: false, status: 400, body: { errorCode, message: '' } }) as const
const transaction = { cadence: 'transaction {}', limit: 5000 }

function steps(more: Partial<LinkSteps> = {}) {
  const did: string[] = []
  const all: LinkSteps = {
    accountAddress: '',
    email: 'a@example.jp',
    nonce: async () => ({ ok: true, data: { nonce: 'ab'.repeat(32) } }),
    prove: async () => ({
      status: 'proven',
      proof: { address, email: '', signatures: [{ keyId: 0, signature: 'cd' }] },
    }),
    setup: async () => ({ ok: true, data: { needsSetup: true, transaction } }),
    runTransaction: async () => ({ transactionId: '1', waitForSeal: async () => void did.push('sealed') }),
    add: async () => (did.push('added'), { ok: true, data: {} }),
    askPassword: async () => undefined,
    onStage: (stage) => void did.push(stage),
    ...more,
  }
  return { all, did }
}

test('a first link proves, creates the collection and registers the wallet', async () => {
  const { all, did } = steps()
  assert.deepEqual(await linkWallet(all), { status: 'linked', address })
  assert.deepEqual(did, ['wallet', 'preparing', 'wallet', 'sealing', 'sealed', 'added'])
})

test('a wallet that is linked already and set up needs nothing more', async () => {
  const { all, did } = steps({
    accountAddress: address,
    setup: async () => ({ ok: true, data: { needsSetup: false, transaction: null } }),
  })
  assert.deepEqual(await linkWallet(all), { status: 'linked', address })
  assert.deepEqual(did, ['wallet', 'preparing'])
})

test('another wallet than the linked one is refused before anything happens on chain', async () => {
  const { all, did } = steps({ accountAddress: '0xee82856bf20e2aa6' })
  assert.deepEqual(await linkWallet(all), { status: 'failed', messageKey: 'wallet.error.different-address-detected' })
  assert.deepEqual(did, ['wallet', 'preparing'])
})

test('leaving the wallet, at sign-in or at the transaction, stops silently', async () => {
  const left = steps({ prove: async () => ({ status: 'not-signed-in' }) })
  assert.deepEqual(await linkWallet(left.all), { status: 'cancelled' })
  const declined = steps({
    runTransaction: async () => Promise.reject(new WalletError('user-rejected', 'Declined: User declined')),
  })
  assert.deepEqual(await linkWallet(declined.all), { status: 'cancelled' })
  assert.deepEqual(declined.did, ['wallet', 'preparing', 'wallet'])
})

test('a failed set-up says so, but one that another tab won continues', async () => {
  const failed = steps({ runTransaction: async () => Promise.reject(new WalletError('unknown', 'boom')) })
  const result = await linkWallet(failed.all)
  assert.equal(result.status === 'failed' && result.messageKey, 'wallet.error.transaction-failed')
  const won = steps({
    runTransaction: async () =>
      Promise.reject(new WalletError('unknown', 'panic: The account has already been initialized.')),
  })
  assert.equal((await linkWallet(won.all)).status, 'linked')
})

test('a session that is not fresh is asked for the password until it is right, with the same proof', async () => {
  const sent: unknown[] = []
  const asked: boolean[] = []
  const { all } = steps({
    add: async ({ nonce, password }) => {
      sent.push([nonce, password])
      return password === 'right' ? { ok: true, data: {} } : refuse('AUTHENTICATION_FAILED')()
    },
    askPassword: async ({ isAgain }) => (asked.push(isAgain), isAgain ? 'right' : 'wrong'),
  })
  assert.deepEqual(await linkWallet(all), { status: 'linked', address })
  const nonce = 'ab'.repeat(32)
  assert.deepEqual(sent, [
    [nonce, undefined],
    [nonce, 'wrong'],
    [nonce, 'right'],
  ])
  assert.deepEqual(asked, [false, true])
  const left = steps({ add: refuse('AUTHENTICATION_FAILED') })
  assert.deepEqual(await linkWallet(left.all), { status: 'cancelled' }, 'leaving the question links nothing')
})

test('every refusal of the server has its message', async () => {
  const table: [ErrorCode, string][] = [
    ['AUTHENTICATION_DUPLICATED', 'wallet.error.duplicated-addess'],
    ['EMAIL_EXISTS_IN_AUTH', 'wallet.error.duplicated-addess'],
    ['NONCE_NOT_FOUND', 'wallet.error.timeout'],
    ['INTERNAL_SERVER_ERROR', 'wallet.error.unknown'],
  ]
  for (const [code, messageKey] of table) {
    const { all } = steps({ add: refuse(code) })
    assert.deepEqual(await linkWallet(all), { status: 'failed', messageKey })
  }
  assert.deepEqual(await linkWallet(steps({ add: refuse('BOT_DENY') }).all), { status: 'bot-denied' })
  assert.deepEqual(await linkWallet(steps({ nonce: refuse('BOT_DENY') }).all), { status: 'bot-denied' })
})

test('a wallet without both services cannot be used', async () => {
  const { all } = steps({ prove: async () => ({ status: 'unexpected-service' }) })
  assert.deepEqual(await linkWallet(all), { status: 'failed', messageKey: 'wallet.error.unexpected-service' })
})
