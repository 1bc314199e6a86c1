import assert from 'node:assert/strict'
import { alreadyInitialized, createCollection, hasCollection } from '../src/collection.ts'
import { memberLimit } from '../src/door.ts'
import { listOwnedIds } from '../src/token.ts'
import type { Cases } from './main.ts'

export const collectionCases: Cases = {
  'an account without a collection says so, and with one it says so too': async ({
    newAccount,
    ask,
    act,
    addresses,
  }) => {
    const member = await newAccount()
    assert.equal(await ask(hasCollection(addresses, { address: member.address })), false)
    await act(member, createCollection(addresses, {}), 'collection/create')
    assert.equal(await ask(hasCollection(addresses, { address: member.address })), true)
    assert.deepEqual(await ask(listOwnedIds(addresses, { address: member.address })), [])
  },

  'an address that nobody has is simply without a collection': async ({ ask, addresses }) => {
    assert.equal(await ask(hasCollection(addresses, { address: addresses.NonFungibleToken! })), false)
  },

  'creating a collection twice fails with the sentence that clients know': async ({ newMember, send, addresses }) => {
    const result = await send(await newMember(), createCollection(addresses, {}))
    assert.equal(result.failed, true)
    assert.match(result.errorMessage, /\[Error Code: 1101\]/)
    assert.match(result.errorMessage, new RegExp(`panic: ${alreadyInitialized.replace('.', '\\.')}(\n|$)`))
  },

  'creating a collection stays within what a member may use': async ({ newMember, costs }) => {
    await newMember()
    assert.ok(costs.get('collection/create')! <= memberLimit)
  },
}
