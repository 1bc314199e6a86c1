import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { address, decodeEvent, integer, string } from '../src/json-cdc.ts'
import { saleMessage, saleSignatureTag, signSale, signTagged } from '../src/sale-message.ts'
import { cancelOrders, sellToken } from '../src/sale.ts'
import {
  naiveCancel,
  naiveFulfil,
  naiveMessage,
  naiveOrders,
  naiveSell,
  naiveWorld,
  signAsUser,
} from './naive-world.ts'
import { firstAgent, fulfilCall, list, newSeller, newTerms, placeOf, sellCall } from './sale-world.ts'
import type { Row } from './weakness-cases.ts'

const wrongSignature = /sell: the signature does not belong to these terms/

/** Rows 1, 2, 3 and 7: what was signed, and what it is used for. */
export const signatureRows: Row[] = [
  {
    number: 1,
    name: 'fields that run together',
    naive: async (world) => {
      const { account, tokens } = await newSeller(world)
      const order = { seller: account.address, token: tokens[0]!, orderId: `${randomUUID()}-77` }
      const shifted = { orderIds: [order.orderId.slice(0, -1)], refIds: [`7${order.token.refId}`] }
      await world.act(account, await naiveSell(world, order, shifted))
      assert.ok((await naiveOrders(world)).includes(shifted.orderIds[0]!))
      return 'an order under an id that the agent never signed'
    },
    real: async (world) => {
      const { account, tokens } = await newSeller(world)
      const signed = await newTerms(world, account, tokens[0]!, { orderId: 'order-77' })
      const shifted = { ...signed, orderId: 'order-7', refId: `7${signed.refId}` }
      return world.refused(account, await sellCall(world, shifted, { signed }), wrongSignature)
    },
  },
  {
    number: 2,
    name: 'signatures from elsewhere',
    naive: async (world) => {
      const naive = await naiveWorld(world)
      const { account, tokens } = await newSeller(world)
      const order = { seller: account.address, token: tokens[0]!, orderId: randomUUID(), metadata: ['price', '1'] }
      // The account is asked to prove itself with bytes that the seller chose.
      const signature = await signAsUser(naive, naiveMessage(naive, order))
      await world.act(account, await naiveSell(world, order, { signature }))
      assert.ok((await naiveOrders(world)).includes(order.orderId))
      return 'an order at 1 yen, signed by an account that only proved who it is'
    },
    real: async (world) => {
      const { account, tokens } = await newSeller(world)
      const terms = await newTerms(world, account, tokens[0]!)
      const { signer } = firstAgent(world)
      const place = placeOf(world)
      const elsewhere = [
        await signTagged(signer, 'FLOW-V0.0-user', saleMessage(place, terms)),
        await signTagged(world.agent.signer, saleSignatureTag, saleMessage(place, terms)),
        await signSale(signer, { ...place, chainId: 'flow-testnet' }, terms),
        await signSale(signer, { ...place, contractAddress: account.address }, terms),
        '00'.repeat(64),
        '',
      ]
      let words = ''
      for (const signature of elsewhere)
        words = await world.refused(account, sellToken(world.addresses, { terms, signature }), wrongSignature)
      return words
    },
  },
  {
    number: 3,
    name: 'replay',
    naive: async (world) => {
      const { account, tokens } = await newSeller(world)
      const order = { seller: account.address, token: tokens[0]!, orderId: randomUUID() }
      const call = await naiveSell(world, order)
      await world.act(account, call)
      await world.act(account, await naiveCancel(world, order.orderId))
      await world.act(account, call)
      assert.ok((await naiveOrders(world)).includes(order.orderId))
      return 'a cancelled order again, with the same signature'
    },
    real: async (world) => {
      const { account, tokens } = await newSeller(world)
      const terms = await newTerms(world, account, tokens[0]!)
      const call = await sellCall(world, terms)
      await world.act(account, call)
      await world.act(account, cancelOrders(world.addresses, { orderIds: [terms.orderId] }))
      return world.refused(account, call, /sell: the order .* was used before/)
    },
  },
  {
    number: 7,
    name: 'terms changed afterwards',
    naive: async (world) => {
      const naive = await naiveWorld(world)
      const { account, tokens } = await newSeller(world)
      const buyer = await world.newMember()
      const orderId = randomUUID()
      await world.act(account, await naiveSell(world, { seller: account.address, token: tokens[0]!, orderId }))
      const args = [string(orderId), integer('UInt32', 2), string('1')]
      await world.act(naive.agent, world.attack('naive/update', args, naive.addresses))
      const { events } = await world.act(naive.agent, await naiveFulfil(world, orderId, buyer.address, 2))
      const sold = events.find(({ type }) => type.endsWith('.NaivePermission.Sold'))
      assert.equal(decodeEvent(sold!.payload).price, '1')
      return 'a sale at 1 yen of what was offered at 12000'
    },
    real: async (world) => {
      const { account, tokens } = await newSeller(world)
      const buyer = await world.newMember()
      const terms = await list(world, account, tokens[0]!)
      const cheaper = { ...terms, priceYen: 1, feeYen: 0, royaltyYen: 0 }
      // What the agent could sign again does not get into the seller's grants without the seller.
      const args = [address(account.address), address(world.agent.address)]
      await world.refused(world.agent, world.attack('attacks/sale-add-as-stranger', args), /access denied|entitlement/)
      const call = fulfilCall(world, cheaper, buyer.address)
      return world.refused(world.agent, call, /fulfil: the order .* stands under other terms/)
    },
  },
]
