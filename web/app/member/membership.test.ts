import assert from 'node:assert/strict'
import test from 'node:test'
import { gatedActs, gateOf, isWalletReady, standingOf } from './membership.ts'

const address = '0x01cf0e2f2f715450'

test('a guest is sent to sign in, a member to link a wallet, a full member goes on: to list, to buy, to gift', () => {
  for (const act of gatedActs) {
    assert.equal(gateOf(act, standingOf({ userId: undefined, flowAddress: '' })), 'sign-in')
    assert.equal(gateOf(act, standingOf({ userId: 'u', flowAddress: '' })), 'link-wallet')
    assert.equal(gateOf(act, standingOf({ userId: 'u', flowAddress: address })), 'open')
  }
})

test('a linked wallet that is known to own no collection makes no full member', () => {
  assert.equal(standingOf({ userId: 'u', flowAddress: address, hasCollection: false }), 'member')
  assert.equal(standingOf({ userId: 'u', flowAddress: address, hasCollection: true }), 'full')
})

test('a wallet is ready once its collection was found', () => {
  assert.equal(isWalletReady(address, true), true)
  assert.equal(isWalletReady(address, undefined), false)
  assert.equal(isWalletReady('', true), false)
})
