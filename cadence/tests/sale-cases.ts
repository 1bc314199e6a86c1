import assert from 'node:assert/strict'
import { address, array, integer, string, uint64 } from '../src/json-cdc.ts'
import { saleHash, saleMetadata } from '../src/sale-message.ts'
import { listOwnedIds } from '../src/token.ts'
import type { Cases } from './main.ts'
import { eventOf, fulfilCall, newSeller, newTerms, placeOf, sellCall, standing } from './sale-world.ts'
import { saleVectorKey, saleVectors } from './sale-vectors.ts'

export const saleCases: Cases = {
  'contract and TypeScript come to the same bytes, hash and signature': async (world) => {
    assert.ok(saleVectors.length > 0)
    for (const { name, place, terms, message, hash, signature } of saleVectors) {
      const args = [
        string(place.chainId),
        ...[place.contractAddress, terms.agent, terms.seller].map(address),
        string(terms.orderId),
        string(terms.refId),
        uint64(terms.nftId),
        integer('UInt32', terms.version),
        array(saleMetadata(terms).map(string)),
        integer('Int', terms.keyIndex),
        string(saleVectorKey.publicKey),
        string(signature),
      ]
      const checked = await world.ask(world.attack('sale-message', args))
      assert.deepEqual(checked, [message, hash, 'valid'], name)
    }
  },

  'a seller grants, the agent delivers, and the chain tells both': async (world) => {
    const { account: seller, tokens } = await newSeller(world)
    const buyer = await world.newMember()
    const token = tokens[0]!
    const terms = await newTerms(world, seller, token)
    const orderHash = saleHash(placeOf(world), terms)
    const sold = await world.act(seller, await sellCall(world, terms), 'sale/sell, first')
    const { keyIndex: _, ...rest } = terms
    const { seller: by, agent, nftId, uuid, orderId, priceYen, expiry } = terms
    const { capabilityId, ...added } = eventOf(world, sold, 'added')
    assert.deepEqual(added, { kind: 'added', orderHash, target: undefined, ...rest })
    assert.ok(capabilityId > 0n)
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
