import assert from 'node:assert/strict'
import { cancelAllOrders, cancelOrders, cancelOrdersByAgent, cleanUpOrders } from '../src/sale.ts'
import { getTransferBasis, listOwnedIds, readTransferBasis, transferToken } from '../src/token.ts'
import type { Cases } from './main.ts'
import {
  chainNow,
  eventOf,
  fulfilCall,
  list,
  newAgent,
  newSeller,
  newTerms,
  sellCall,
  shortSeconds,
  standing,
  untilChainTime,
} from './sale-world.ts'

/** What makes an order a gift. */
const free = { priceYen: 0, feeYen: 0, royaltyYen: 0 }

/** Orders at price zero: a gift waits for a member without a wallet and stays with its giver. */
export const giftCases: Cases = {
  'a gift stays with its giver until the agent delivers it, once': async (world) => {
    const { account: giver, tokens } = await newSeller(world)
    const [token] = tokens
    const [claimer, other] = [await world.newMember(), await world.newMember()]
    const owned = (address: string) => world.ask(listOwnedIds(world.addresses, { address }))
    const terms = await newTerms(world, giver, token!, free)
    const result = await world.act(giver, await sellCall(world, terms), 'sale/sell, a gift')
    assert.equal(eventOf(world, result, 'added').priceYen, 0)
    assert.deepEqual(await owned(giver.address), [token!.nftId])
    const done = await world.act(
      world.agent,
      fulfilCall(world, terms, claimer.address, { paymentRef: 'gift' }),
      'sale/fulfil, a gift',
    )
    const { buyer, priceYen } = eventOf(world, done, 'fulfilled')
    assert.deepEqual([buyer, priceYen], [claimer.address, 0])
    assert.deepEqual([await owned(giver.address), await owned(claimer.address)], [[], [token!.nftId]])
    await world.refused(world.agent, fulfilCall(world, terms, other.address), /fulfil: /)
  },

  'nobody but the agent of a gift can have it, not even for nothing': async (world) => {
    const { account: giver, tokens } = await newSeller(world)
    const terms = await list(world, giver, tokens[0]!, free)
    const thief = await world.newMember()
    await world.refused(thief, fulfilCall(world, terms, thief.address), /fulfil: the signer is not an agent/)
    const agent = await newAgent(world)
    await world.refused(agent.account, fulfilCall(world, terms, thief.address), /fulfil: /)
    await world.refused(world.agent, fulfilCall(world, terms, giver.address), /the buyer is the seller/)
    const stranger = await world.newAccount()
    await world.refused(world.agent, fulfilCall(world, terms, stranger.address), /has no collection/)
    assert.ok(await standing(world, terms))
  },

  'a gift that was cancelled, went away or is too old reaches nobody': async (world) => {
    const claimer = await world.newMember()
    const ends: Record<string, (seller: Awaited<ReturnType<typeof newSeller>>, orderId: string) => Promise<unknown>> = {
      'by its giver': ({ account }, orderId) =>
        world.act(account, cancelOrders(world.addresses, { orderIds: [orderId] })),
      'with everything': ({ account }) => world.act(account, cancelAllOrders(world.addresses, {})),
      'by the agent': ({ account }, orderId) =>
        world.act(world.agent, cancelOrdersByAgent(world.addresses, { seller: account.address, orderIds: [orderId] })),
      'by sending the token elsewhere': async ({ account, tokens }) => {
        const friend = await world.newMember()
        return world.act(account, transferToken(world.addresses, { id: tokens[0]!.nftId, to: friend.address }))
      },
      'by offering it for sale': ({ account, tokens }) => list(world, account, tokens[0]!, { version: 2 }),
    }
    for (const [how, end] of Object.entries(ends)) {
      const seller = await newSeller(world)
      const terms = await list(world, seller.account, seller.tokens[0]!, free)
      await end(seller, terms.orderId)
      const refusal = await world.refused(world.agent, fulfilCall(world, terms, claimer.address), /fulfil: /)
      assert.ok(refusal.length > 0, how)
    }
    const late = await newSeller(world)
    const now = await chainNow(world)
    const terms = await list(world, late.account, late.tokens[0]!, {
      ...free,
      issuedAt: now,
      notBefore: now,
      expiry: now + shortSeconds,
    })
    await untilChainTime(world, now + shortSeconds)
    await world.refused(world.agent, fulfilCall(world, terms, claimer.address), /expired/)
    // anyone may clean up, and the token never left
    await world.act(
      claimer,
      cleanUpOrders(world.addresses, { seller: late.account.address, orderIds: [terms.orderId] }),
    )
    assert.deepEqual(await world.ask(listOwnedIds(world.addresses, { address: late.account.address })), [
      late.tokens[0]!.nftId,
    ])
  },

  'before a token is sent the chain says whether it is there and whether it can arrive': async (world) => {
    const { account: giver, tokens } = await newSeller(world)
    const [friend, stranger] = [await world.newMember(), await world.newAccount()]
    const id = tokens[0]!.nftId
    const ask = async (from: string, to: string) =>
      readTransferBasis(await world.ask(getTransferBasis(world.addresses, { from, to, id })))
    const good = await ask(giver.address, friend.address)
    assert.deepEqual([good.isThere, good.canReceive], [true, true])
    assert.ok(good.storage && good.storage.used > 0n && good.storage.capacity > good.storage.used)
    assert.deepEqual(await ask(giver.address, stranger.address), { isThere: true, canReceive: false, storage: null })
    assert.equal((await ask(friend.address, giver.address)).isThere, false)
    assert.equal((await ask(stranger.address, giver.address)).isThere, false)
    await world.act(giver, transferToken(world.addresses, { id, to: friend.address }))
    assert.equal((await ask(giver.address, friend.address)).isThere, false)
  },
}
