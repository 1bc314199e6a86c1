import assert from 'node:assert/strict'
import test from 'node:test'
import type { SiteConfig } from '@kura/contract/site'
import type { Fcl } from './load-fcl.ts'
import { runTransaction } from './run-transaction.ts'
import type { WalletErrorKind } from './wallet-error.ts'

const site = {} as SiteConfig
const transaction = { cadence: 'transaction {}', limit: 5000 }

function wallet(more: { mutate?: () => Promise<string>; onceSealed?: () => Promise<unknown> } = {}) {
  const did: unknown[] = []
  const fcl = {
    mutate: async (sent: unknown) => {
      did.push(sent)
      return more.mutate ? more.mutate() : 'tx-1'
    },
    tx: (id: string) => ({ onceSealed: async () => (did.push(`waited for ${id}`), more.onceSealed?.()) }),
    unauthenticate: async () => void did.push('signed out'),
  }
  return { did, run: () => runTransaction(site, transaction, async () => fcl as unknown as Fcl) }
}
const failing = (thrown: unknown) => () => Promise.reject(thrown)

test('the wallet gets the text and the limit, the answer is the id, and waiting ends with the seal', async () => {
  const { did, run } = wallet()
  const sent = await run()
  assert.deepEqual([sent.txId, did], ['tx-1', [transaction]])
  await sent.waitForSeal()
  assert.deepEqual(did, [transaction, 'waited for tx-1'])
})

test('any failure, before sending or while waiting, signs the wallet out and is a typed error that keeps its cause', async () => {
  const table: [unknown, WalletErrorKind][] = [
    ['Declined: User rejected signature', 'user-rejected'],
    [new Error('Current user must have authorized a signing service.'), 'user-rejected'],
    ['Declined: Session expired', 'session-expired'],
    ['Declined: Incorrect device information', 'incorrect-device'],
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
