import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { deployContract } from '../src/account.ts'
import { hasCollection } from '../src/collection.ts'
import { getItem, registerSeries } from '../src/item.ts'
import { address, string, uint64 } from '../src/json-cdc.ts'
import { findMinted, listOwnedIds, mintTokens } from '../src/token.ts'
import type { Cases } from './main.ts'
import { mintSome } from './token-cases.ts'
import type { World } from './world.ts'

const one = (world: World, to: string, itemId: string, serial: number, refId: string = randomUUID()) =>
  mintTokens(world.addresses, { to, tokens: [{ itemId, serial, refId }] })

const deployHostile = async (world: World) => {
  const account = await world.newAccount()
  const { cadence: code } = world.attack('attacks/HostileReceiver')
  await world.act(account, deployContract({}, { name: 'HostileReceiver', code }))
  return { account, address: { HostileReceiver: account.address } }
}

export const attackCases: Cases = {
  'a reference is minted once, for ever, whatever item and member': async (world) => {
    const [first, second] = [await world.newMember(), await world.newMember()]
    const { tokens } = await mintSome(world, first, 1)
    const other = await world.newItem()
    const call = one(world, second.address, other.itemId, 1, tokens[0]!.refId)
    await world.refused(world.agent, call, /mint: the reference .* is already minted/)
  },

  'a reference twice in one batch mints nothing': async (world) => {
    const member = await world.newMember()
    const { itemId } = await world.newItem()
    const refId = randomUUID()
    const tokens = [1, 2].map((serial) => ({ itemId, serial, refId }))
    await world.refused(world.agent, mintTokens(world.addresses, { to: member.address, tokens }), /already minted/)
    assert.equal(((await world.ask(findMinted(world.addresses, { refIds: [refId] }))) as Map<string, bigint>).size, 0)
  },

  'a serial is minted once': async (world) => {
    const member = await world.newMember()
    const { item } = await mintSome(world, member, 1)
    await world.refused(world.agent, one(world, member.address, item.itemId, 1), /serial 1 of .* is already minted/)
  },

  'no serial outside one to the cap is minted': async (world) => {
    const member = await world.newMember()
    const { itemId } = await world.newItem({ cap: 2 })
    for (const serial of [0, 3]) {
      await world.refused(world.agent, one(world, member.address, itemId, serial), /is not in 1 to 2/)
    }
  },

  'the cap of a series holds over all its items': async (world) => {
    const member = await world.newMember()
    const first = await world.newItem({ cap: 5, seriesCap: 3 })
    const second = await world.newItem({ cap: 5, seriesCap: 3, seriesId: first.seriesId })
    for (const serial of [1, 2]) await world.act(world.agent, one(world, member.address, first.itemId, serial))
    await world.act(world.agent, one(world, member.address, second.itemId, 1))
    await world.refused(world.agent, one(world, member.address, second.itemId, 2), /all 3 tokens of the series/)
    const below = registerSeries(world.addresses, { series: [{ seriesId: first.seriesId, name: '', cap: 2 }] })
    await world.refused(world.agent, below, /3 tokens of .* exist, above 2/)
  },

  'an item that nobody registered is not minted': async (world) => {
    const member = await world.newMember()
    await world.refused(world.agent, one(world, member.address, 'nothing', 1), /there is no item nothing/)
  },

  'lists of different lengths mint nothing': async (world) => {
    const member = await world.newMember()
    const { itemId } = await world.newItem()
    const call = one(world, member.address, itemId, 1)
    call.args[2] = { type: 'Array', value: [uint64(1), uint64(2)] }
    await world.refused(world.agent, call, /1 references come with 1 items and 2 serials/)
  },

  'a receiver that stores, aborts or pretends never sees a token': async (world) => {
    const hostile = await deployHostile(world)
    const { itemId } = await world.newItem()
    for (const mode of ['store', 'abort', 'pretend']) {
      const trap = await world.newAccount()
      await world.act(trap, world.attack('attacks/publish-hostile', [string(mode)], hostile.address))
      assert.equal(await world.ask(hasCollection(world.addresses, { address: trap.address })), false)
      const refId = randomUUID()
      await world.refused(world.agent, one(world, trap.address, itemId, 1, refId), /has no collection/)
      const args = [address(trap.address), string(itemId), string(refId)]
      // The engine lets the cast of a storage reference pass and stops at its first use, which is
      // before anything is minted.
      await world.refused(world.agent, world.attack('attacks/mint-to-interface', args), /cast|dereference failed/)
      assert.equal(((await world.ask(findMinted(world.addresses, { refIds: [refId] }))) as Map<string, bigint>).size, 0)
    }
  },

  'nothing is minted into a collection that lies in no account': async (world) => {
    const { itemId } = await world.newItem()
    const call = world.attack('attacks/mint-unstored', [string(itemId), string(randomUUID())])
    await world.refused(world.agent, call, /not stored in an account/)
  },

  'a stranger does not mint, and cannot make a minter': async (world) => {
    const stranger = await world.newMember()
    const { itemId } = await world.newItem()
    await world.refused(stranger, one(world, stranger.address, itemId, 1), /mint: the signer is not the minter/)
    await world.refused(stranger, world.attack('attacks/create-minter'), /cannot create|can only be created/)
    const args = [address(stranger.address), string(itemId), string(randomUUID())]
    const plain = world.attack('attacks/mint-with-plain-reference', args)
    await world.refused(world.agent, plain, /access denied|entitlement/)
  },

  'the public face of a vault does not open it': async (world) => {
    const [owner, thief] = [await world.newMember(), await world.newMember()]
    const { ids } = await mintSome(world, owner, 1)
    const args = [address(owner.address), uint64(ids[0]!)]
    await world.refused(thief, world.attack('attacks/downcast-collection', args), /cast/)
    await world.refused(thief, world.attack('attacks/borrow-entitled', args), /the capability does not give that/)
    await world.refused(thief, world.attack('attacks/withdraw-unentitled', args), /access denied|entitlement/)
    await world.refused(thief, world.attack('attacks/take-from-dictionary', args), /access denied|entitlement/)
    assert.deepEqual(await world.ask(listOwnedIds(world.addresses, { address: owner.address })), ids)
  },

  'a token of another contract does not get into a vault': async (world) => {
    const hostile = await deployHostile(world)
    const owner = await world.newMember()
    const { ids } = await mintSome(world, owner, 1)
    const args = [address(owner.address), uint64(ids[0]!)]
    await world.refused(hostile.account, world.attack('attacks/deposit-foreign', args, hostile.address), /cast/)
    assert.deepEqual(await world.ask(listOwnedIds(world.addresses, { address: owner.address })), ids)
  },

  'caps cannot be written around the minter': async (world) => {
    const stranger = await world.newAccount()
    const { itemId } = await world.newItem({ cap: 9 })
    await world.refused(stranger, world.attack('attacks/raise-cap-directly', [string(itemId)]), /access denied|access/)
    const supply = (await world.ask(getItem(world.addresses, { itemId }))) as { cap: bigint }
    assert.equal(supply.cap, 9n)
  },
}
