import assert from 'node:assert/strict'
import { deployContract } from '../src/account.ts'
import { string, uint64 } from '../src/json-cdc.ts'
import { cleanUpOrders, getSaleBasis, listGrants, readSaleBasis, readStandingOrders } from '../src/sale.ts'
import { readOwned, readOwnedIds } from '../src/read-owned.ts'
import { getToken, getTransferBasis, readTransferBasis, transferToken } from '../src/token.ts'
import type { Cases } from './main.ts'
import { naiveWorld } from './naive-world.ts'
import { eventOf, fulfilCall, list, newSeller, newTerms, sellCall, standing } from './sale-world.ts'
import { fresh, type World } from './world.ts'

const owned = (world: World, owner: string) => readOwnedIds(world.accessNode, world.addresses, { address: owner })

/**
 * Ways to take a token out of the own vault, and to put one in, around `withdraw` and `deposit`.
 */
async function byHand(world: World) {
  const author = await world.newAccount()
  const { cadence: code } = world.attack('attacks/ResourceDrop')
  await world.act(author, deployContract({}, { name: 'ResourceDrop', code }))
  const more = { ResourceDrop: author.address }
  const name = string(fresh('token'))
  return {
    takeOut: (id: bigint) => world.attack('attacks/take-out-by-hand', [uint64(id), name], more),
    putIn: (place: bigint) => world.attack('attacks/put-in-by-hand', [uint64(place), name], more),
  }
}

async function occupyCall(world: World, id: bigint, back = false) {
  const { addresses } = await naiveWorld(world)
  return world.attack('attacks/occupy-by-hand', [uint64(id), { type: 'Bool', value: back }], addresses)
}

/**
 * What owners can do to their own vault by hand: the language lets anyone who loads it write into its
 * dictionary.
 */
export const vaultCases: Cases = {
  'a token taken out of the own vault by hand is not sold while it is away, and sold once when it is back': async (
    world,
  ) => {
    const { account, tokens } = await newSeller(world)
    const buyer = await world.newMember()
    const terms = await list(world, account, tokens[0]!)
    const { takeOut, putIn } = await byHand(world)
    const out = await world.act(account, takeOut(terms.nftId))
    // No event says so: this is what the drift report is for.
    assert.deepEqual(
      out.events.filter(({ type }) => /Collectible|NonFungibleToken|SalePermission/.test(type)),
      [],
    )
    assert.deepEqual(await owned(world, account.address), [])
    const words = /fulfil: the token \d+ is not in the seller's collection/
    await world.refused(world.agent, fulfilCall(world, terms, buyer.address), words)
    assert.deepEqual(await owned(world, buyer.address), [])
    await world.act(account, putIn(terms.nftId))
    // The seller's own terms stand on: what the chain cannot see ends nothing.
    assert.equal((await standing(world, terms))!.refusal, null)
    await world.act(world.agent, fulfilCall(world, terms, buyer.address))
    await world.refused(world.agent, fulfilCall(world, terms, buyer.address), /fulfil: the seller has no order/)
    assert.deepEqual([await owned(world, account.address), await owned(world, buyer.address)], [[], [terms.nftId]])
  },

  'a token handed over by hand is sold by its new owner only, and what the old one listed can be cleaned up': async (
    world,
  ) => {
    const { account, tokens } = await newSeller(world)
    const [friend, buyer, stranger] = [await world.newMember(), await world.newMember(), await world.newAccount()]
    const terms = await list(world, account, tokens[0]!)
    const { takeOut, putIn } = await byHand(world)
    await world.act(account, takeOut(terms.nftId))
    await world.act(friend, putIn(terms.nftId))
    assert.deepEqual([await owned(world, account.address), await owned(world, friend.address)], [[], [terms.nftId]])
    const words = /fulfil: the token \d+ is not in the seller's collection/
    await world.refused(world.agent, fulfilCall(world, terms, buyer.address), words)
    const sold = await list(world, friend, tokens[0]!, { version: 2 })
    await world.act(world.agent, fulfilCall(world, sold, buyer.address))
    assert.deepEqual(await owned(world, buyer.address), [terms.nftId])
    const clean = cleanUpOrders(world.addresses, { seller: account.address, orderIds: [terms.orderId] })
    await world.act(stranger, clean)
  },

  'a foreign token under the id of somebody else’s claims nothing': async (world) => {
    const { account: owner, tokens } = await newSeller(world, 2)
    const { account: liar, tokens: own } = await newSeller(world, 2)
    const { nftId: id } = tokens[0]!
    await world.act(liar, await occupyCall(world, id))
    assert.deepEqual(new Set(await owned(world, liar.address)), new Set(own.map((token) => token.nftId)))
    const vault = { address: liar.address, most: 1 }
    const [ids, all] = [
      await readOwnedIds(world.accessNode, world.addresses, vault),
      await readOwned(world.accessNode, world.addresses, vault),
    ]
    assert.deepEqual(new Set(ids), new Set(own.map((token) => token.nftId)), 'an end is not where nothing of ours lies')
    assert.deepEqual(new Set(all.map((token) => token.refId)), new Set(own.map((token) => token.refId)))
    assert.equal(await world.ask(getToken(world.addresses, { address: liar.address, id })), null)
    const question = { agent: world.agent.address, seller: liar.address, nftId: id }
    assert.equal(readSaleBasis(await world.ask(getSaleBasis(world.addresses, question))).token, null)
    const terms = await newTerms(world, liar, tokens[0]!)
    await world.refused(liar, await sellCall(world, terms), /sell: the token \d+ is not in the seller's collection/)
    // Nor does a true one of ours under another's id.
    const { takeOut, putIn } = await byHand(world)
    await world.act(liar, takeOut(own[0]!.nftId))
    await world.act(liar, putIn(tokens[1]!.nftId))
    assert.deepEqual(await owned(world, liar.address), [own[1]!.nftId])
    const misfiled = await newTerms(world, liar, tokens[1]!)
    await world.refused(liar, await sellCall(world, misfiled), /is not in the seller's collection/)
    assert.equal((await owned(world, owner.address)).length, 2)
  },

  'a foreign token in the place of one that was listed leaves an order that anyone can read and clean up': async (
    world,
  ) => {
    const { account: liar, tokens } = await newSeller(world)
    const [buyer, stranger] = [await world.newMember(), await world.newAccount()]
    const terms = await list(world, liar, tokens[0]!)
    const { takeOut } = await byHand(world)
    await world.act(liar, takeOut(terms.nftId))
    await world.act(liar, await occupyCall(world, terms.nftId))
    const gone = /the token \d+ is not in the seller's collection/
    await world.refused(world.agent, fulfilCall(world, terms, buyer.address), gone)
    const shown = readStandingOrders(await world.ask(listGrants(world.addresses, { seller: liar.address })))
    assert.match(shown[0]!.lastingRefusal!, gone)
    const clean = cleanUpOrders(world.addresses, { seller: liar.address, orderIds: [terms.orderId] })
    assert.match(eventOf(world, await world.act(stranger, clean), 'cleanedUp').reason, gone)
  },

  'a buyer who put something in the token’s place is refused before paying, gets nothing, and harms nobody': async (
    world,
  ) => {
    const { account, tokens } = await newSeller(world)
    const [buyer, other] = [await world.newMember(), await world.newMember()]
    const terms = await list(world, account, tokens[0]!)
    const { nftId: id } = terms
    const basisOf = async (to: string) =>
      readTransferBasis(await world.ask(getTransferBasis(world.addresses, { from: account.address, to, id })))
    assert.equal((await basisOf(buyer.address)).canReceive, true)
    await world.act(buyer, await occupyCall(world, id))
    assert.equal((await basisOf(buyer.address)).canReceive, false)
    const words = /failed to force-assign|resource loss/
    await world.refused(world.agent, fulfilCall(world, terms, buyer.address), words)
    await world.refused(account, transferToken(world.addresses, { id, to: buyer.address }), words)
    // The order is unchanged, for anyone who can receive.
    assert.equal((await standing(world, terms, other.address))!.refusal, null)
    assert.deepEqual(await owned(world, account.address), [id])
    await world.act(buyer, await occupyCall(world, id, true))
    await world.act(world.agent, fulfilCall(world, terms, buyer.address))
    assert.deepEqual(await owned(world, buyer.address), [id])
    // An owner who has it already is not mistaken for one who put something there.
    assert.equal((await basisOf(buyer.address)).canReceive, true)
  },
}
