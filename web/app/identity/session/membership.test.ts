import assert from 'node:assert/strict'
import test from 'node:test'
import { gateOf, isWalletReady, standingOf } from './membership.ts'

const address = '0x01cf0e2f2f715450'

test('a guest is sent to sign in, a member to link a wallet, a full member continues', () => {
  assert.equal(gateOf(standingOf({ userId: undefined, flowAddress: '' })), 'sign-in')
  assert.equal(gateOf(standingOf({ userId: 'u', flowAddress: '' })), 'link-wallet')
  assert.equal(gateOf(standingOf({ userId: 'u', flowAddress: address, hasCollection: true })), 'open')
})

test('a linked wallet that is known to own no collection makes no full member: it is created first', () => {
  const standing = standingOf({ userId: 'u', flowAddress: address, hasCollection: false })
  assert.deepEqual([standing, gateOf(standing)], ['without-collection', 'create-collection'])
})

test('a chain that cannot be asked takes nobody’s membership away', () => {
  assert.equal(gateOf(standingOf({ userId: 'u', flowAddress: address, hasCollection: undefined })), 'open')
})

test('a wallet is ready once its collection was found', () => {
  assert.equal(isWalletReady(address, true), true)
  assert.equal(isWalletReady(address, undefined), false)
  assert.equal(isWalletReady('', true), false)
})
