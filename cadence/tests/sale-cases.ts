import assert from 'node:assert/strict'
import { saleHash } from '../src/sale-message.ts'
import { listOwnedIds } from '../src/token.ts'
import type { Cases } from './main.ts'
import { eventOf, fulfilCall, newSeller, newTerms, placeOf, sellCall, standing } from './sale-world.ts'

export const saleCases: Cases = {
  'a seller grants, the agent delivers, and the chain tells both': async (world) => {
    const { account: seller, tokens } = await newSeller(world)
    const buyer = await world.newMember()
    const token = tokens[0]!
    const terms = await newTerms(world, seller, token)
    const orderHash = saleHash(placeOf(world), terms)
    const sold = await world.act(seller, await sellCall(world, terms), 'sale/sell, first')
    const { keyIndex: _, ...told } = terms
    const { seller: by, agent, nftId, uuid, orderId, priceYen, expiry } = terms
    assert.deepEqual(eventOf(world, sold, 'added'), { kind: 'added', orderHash, target: undefined, ...told })
    assert.deepEqual(await standing(world, terms, buyer.address), {
      terms: { ...terms, target: undefined, orderHash },
      refusal: null,
      lastingRefusal: null,
    })
    const paymentRef = 'c'.repeat(64)
    const done = await world.act(world.agent, fulfilCall(world, terms, buyer.address, { paymentRef }), 'sale/fulfil')
    const order = { orderHash, orderId, agent, seller: by, nftId, uuid, priceYen, expiry }
    assert.deepEqual(eventOf(world, done, 'fulfilled'), {
      kind: 'fulfilled',
      ...order,
      buyer: buyer.address,
      paymentRef,
    })
    assert.deepEqual(eventOf(world, done, 'destroyed'), { kind: 'destroyed', orderHash, orderId, seller: by, nftId })
    assert.deepEqual(await world.ask(listOwnedIds(world.addresses, { address: buyer.address })), [token.nftId])
    assert.equal(await standing(world, terms), undefined)
  },
}
