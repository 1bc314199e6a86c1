import assert from 'node:assert/strict'
import { deployContract } from '../src/account.ts'
import { address, string } from '../src/json-cdc.ts'
import { claimAgent, registerAgent, registerAgentKey, revokeAgentKey } from '../src/sale-agent.ts'
import { saleHash } from '../src/sale-message.ts'
import { cleanUpOrders, listGrants, readStandingOrders } from '../src/sale.ts'
import { listOwnedIds } from '../src/token.ts'
import type { Cases } from './main.ts'
import { eventOf, fulfilCall, list, newSeller, placeOf, standing } from './sale-world.ts'
import { fresh } from './world.ts'

/** Hands reaching for what is not theirs. */
export const saleAttackCases: Cases = {
  'through what a seller shows, a stranger neither adds nor ends anything': async (world) => {
    const { account, tokens } = await newSeller(world)
    const stranger = await world.newMember()
    const terms = await list(world, account, tokens[0]!)
    const denied = /access denied/
    const order = [address(account.address), string(terms.orderId)]
    const seller = [address(account.address)]
    const add = world.attack('attacks/sale-add-as-stranger', [...seller, address(world.agent.address)])
    await world.refused(stranger, add, denied)
    await world.refused(stranger, world.attack('attacks/sale-cancel-as-stranger', order), denied)
    await world.refused(stranger, world.attack('attacks/sale-cancel-all-as-stranger', seller), denied)
    await world.refused(stranger, world.attack('attacks/sale-take-spent-as-stranger', seller), denied)
    const entitled = world.attack('attacks/sale-borrow-entitled', order)
    await world.refused(stranger, entitled, /the capability does not give that/)
    await world.refused(stranger, world.attack('attacks/sale-downcast', order), /cast/)
    assert.equal((await standing(world, terms))!.refusal, null)
  },

  'nobody makes an agent, a grant or an operator out of nothing': async (world) => {
    const stranger = await world.newMember()
    const at = stranger.address
    const cannot = /cannot create|can only be created|access denied/
    await world.refused(stranger, world.attack('attacks/sale-create-agent', [address(at)]), cannot)
    await world.refused(stranger, world.attack('attacks/sale-create-grant', [address(at)]), cannot)
    const caps = { maxSalesPerDay: 9, maxYenPerDay: 9 }
    const operator = /the signer is not the operator of sales/
    await world.refused(stranger, registerAgent(world.addresses, { agent: at, ...caps }), operator)
    const key = stranger.signer
    const agent = world.agent.address
    await world.refused(
      stranger,
      registerAgentKey(world.addresses, { agent, keyIndex: 9, key, validUntil: 0 }),
      operator,
    )
    await world.refused(stranger, revokeAgentKey(world.addresses, { agent, keyIndex: 0 }), operator)
    const claim = claimAgent(world.addresses, { operator: world.agent.address })
    await world.refused(stranger, claim, /claimAgent: .* has laid nothing into the inbox of the signer/)
    await world.refused(world.agent, registerAgent(world.addresses, { agent, ...caps }), /is an agent already/)
  },

  'a right without its entitlement delivers nothing': async (world) => {
    const { account, tokens } = await newSeller(world)
    const terms = await list(world, account, tokens[0]!)
    const args = [address(account.address), string(terms.orderId), string(saleHash(placeOf(world), terms))]
    await world.refused(world.agent, world.attack('attacks/sale-fulfil-without-right', args), /mismatched types/)
  },

  'grants that are moved to another account are worth nothing there': async (world) => {
    const { account: seller, tokens } = await newSeller(world)
    const [thief, buyer, drop] = [await world.newMember(), await world.newMember(), await world.newAccount()]
    const { cadence: code } = world.attack('attacks/ResourceDrop')
    await world.act(drop, deployContract({}, { name: 'ResourceDrop', code }))
    const more = { ResourceDrop: drop.address }
    const terms = await list(world, seller, tokens[0]!)
    const name = [string(fresh('grants'))]
    await world.act(seller, world.attack('attacks/leave-grants', name, more))
    await world.act(thief, world.attack('attacks/take-grants', name, more))
    const moved = { ...terms, seller: thief.address }
    const call = fulfilCall(world, moved, buyer.address, { orderHash: saleHash(placeOf(world), terms) })
    await world.refused(world.agent, call, /fulfil: the grants were moved away from/)
    const shown = readStandingOrders(await world.ask(listGrants(world.addresses, { seller: thief.address })))
    assert.match(shown[0]!.lastingRefusal!, /the grants were moved away from/)
    assert.deepEqual(await world.ask(listOwnedIds(world.addresses, { address: seller.address })), [tokens[0]!.nftId])
    const clean = cleanUpOrders(world.addresses, { seller: thief.address, orderIds: [terms.orderId] })
    await world.act(buyer, clean)
    await list(world, seller, tokens[0]!, { version: 2 })
  },

  'what only looks like grants is no grants': async (world) => {
    const { account: seller, tokens } = await newSeller(world)
    const [buyer, author] = [await world.newMember(), await world.newAccount()]
    const { cadence: code } = world.attack('attacks/FakeGrants')
    await world.act(author, deployContract({}, { name: 'FakeGrants', code }))
    const terms = await list(world, seller, tokens[0]!)
    const fake = world.attack('attacks/publish-fake-grants', [], { FakeGrants: author.address })
    const hidden = eventOf(world, await world.act(seller, fake), 'grantsHidden')
    assert.equal(hidden.seller, seller.address)
    await world.refused(world.agent, fulfilCall(world, terms, buyer.address), /fulfil: .* shows no grants/)
    assert.deepEqual(await world.ask(listGrants(world.addresses, { seller: seller.address })), [])
    // The next sale shows the true ones again.
    const next = await list(world, seller, tokens[0]!, { version: 2 })
    await world.act(world.agent, fulfilCall(world, next, buyer.address))
  },

  'grants put aside do not bring an older price back': async (world) => {
    const { account: seller, tokens } = await newSeller(world)
    const buyer = await world.newMember()
    const older = await list(world, seller, tokens[0]!, { priceYen: 2_000 })
    const aside = (back: boolean) => world.attack('attacks/second-grants', [{ type: 'Bool', value: back }])
    await world.act(seller, aside(false))
    await list(world, seller, tokens[0]!, { version: 2 })
    await world.act(seller, aside(true))
    const words = /fulfil: there is a newer version of the order/
    await world.refused(world.agent, fulfilCall(world, older, buyer.address), words)
  },
}
