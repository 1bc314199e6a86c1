import assert from 'node:assert/strict'
import test from 'node:test'
import type { CurrentUser } from '@onflow/fcl'
import type { SiteConfig } from '@kura/contract/site'
import type { Fcl } from './load-fcl.ts'
import { leaveWallet, runTransaction, waitForSeal } from './run-transaction.ts'
import type { WalletErrorKind } from './wallet-error.ts'

const site = {} as SiteConfig
const transaction = { cadence: 'transaction {}', limit: 5000 }
const signer = '0x01cf0e2f2f715450'

type More = {
  mutate?: () => Promise<string>
  onceSealed?: () => Promise<{ status?: number }>
  user?: CurrentUser
  unauthenticate?: () => void
}

function wallet(more: More = {}) {
  const did: unknown[] = []
  const fcl = {
    authenticate: async () => (did.push('signed in'), more.user),
    mutate: async (sent: unknown) => {
      did.push(sent)
      return more.mutate ? more.mutate() : 'tx-1'
    },
    tx: (id: string) => ({ onceSealed: async () => (did.push(`waited for ${id}`), more.onceSealed?.()) }),
    unauthenticate: () => (did.push('signed out'), more.unauthenticate?.()),
  }
  const load = async () => fcl as unknown as Fcl
  return {
    did,
    run: (own: { signer?: string } = {}) => runTransaction(site, { ...transaction, ...own }, load),
    wait: (id: string) => waitForSeal(site, id, load),
    leave: () => leaveWallet(site, load),
  }
}
const failing = (thrown: unknown) => () => Promise.reject(thrown)

test('the wallet gets the text and the limit, the answer is the id, and waiting ends with the seal', async () => {
  const { did, run } = wallet()
  const sent = await run()
  assert.deepEqual([sent.transactionId, did], ['tx-1', [transaction]])
  await sent.waitForSeal()
  assert.deepEqual(did, [transaction, 'waited for tx-1'])
})

test('any failure, before sending or while waiting, signs the wallet out and is a typed error that keeps its cause', async () => {
  const table: [unknown, WalletErrorKind][] = [
    ['Declined: User rejected signature', 'user-rejected'],
    [new Error('Current user must have authorized a signing service.'), 'user-rejected'],
    ['Declined: Session expired', 'session-expired'],
    ['Declined: Incorrect device information', 'incorrect-device'],
    [new Error('[Error Code: 1101] panic: Invalid capability'), 'invalid-capability'],
    [new Error('[Error Code: 1101] panic'), 'unknown'],
  ]
  for (const [thrown, kind] of table) {
    const before = wallet({ mutate: failing(thrown) })
    await assert.rejects(before.run(), { name: 'WalletError', kind, cause: thrown })
    assert.deepEqual(before.did, [transaction, 'signed out'])
    const after = wallet({ onceSealed: failing(thrown) })
    const sent = await after.run()
    await assert.rejects(sent.waitForSeal(), { name: 'WalletError', kind, cause: thrown })
    assert.deepEqual(after.did.at(-1), 'signed out')
  }
})

test('only the linked wallet signs: another one, and one that was left, is signed out before it is asked', async () => {
  const linked = wallet({ user: { loggedIn: true, addr: signer.slice(2).toUpperCase() } })
  await linked.run({ signer })
  assert.deepEqual(linked.did, ['signed in', transaction])
  const other = wallet({ user: { loggedIn: true, addr: '0x179b6b1cb6755e31' } })
  await assert.rejects(other.run({ signer }), { kind: 'different-address', cause: '0x179b6b1cb6755e31' })
  assert.deepEqual(other.did, ['signed in', 'signed out'])
  for (const user of [undefined, { loggedIn: false, addr: null }]) {
    const left = wallet(user ? { user } : {})
    await assert.rejects(left.run({ signer }), { kind: 'user-rejected' })
    assert.deepEqual(left.did, ['signed in', 'signed out'])
  }
})

test('one that was sent before is waited for alike; one that expired unsealed has failed', async () => {
  const sealed = wallet({ onceSealed: async () => ({ status: 4 }) })
  await sealed.wait('tx-2')
  assert.deepEqual(sealed.did, ['waited for tx-2'])
  const late = wallet({ onceSealed: async () => ({ status: 5 }) })
  await assert.rejects(late.wait('tx-2'), { name: 'WalletError', kind: 'transaction-expired' })
  assert.deepEqual(late.did, ['waited for tx-2', 'signed out'])
})

test('a wallet that cannot be signed out, and one that cannot be loaded, hide nothing', async () => {
  const stuck = wallet({
    mutate: failing('Session expired'),
    unauthenticate: () => {
      throw new Error('storage')
    },
  })
  await assert.rejects(stuck.run(), { kind: 'session-expired' })
  const cause = new TypeError('Failed to fetch dynamically imported module')
  await assert.rejects(
    runTransaction(site, transaction, () => Promise.reject(cause)),
    { name: 'WalletError', kind: 'not-loaded', cause },
  )
  // an earlier transaction may have been sealed, even if the library cannot be loaded now
  await assert.rejects(
    waitForSeal(site, 'tx-2', () => Promise.reject(cause)),
    { name: 'WalletError', kind: 'not-reached', cause },
  )
})

test('a wallet that could not be asked is signed out, where there is one', async () => {
  const { did, leave } = wallet()
  await leave()
  assert.deepEqual(did, ['signed out'])
  await leaveWallet(site, () => Promise.reject(new TypeError('Failed to fetch')))
})
