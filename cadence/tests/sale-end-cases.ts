import assert from 'node:assert/strict'
import { address, uint64 } from '../src/json-cdc.ts'
import { getAgent, pauseSales, readAgent, setAgentCaps } from '../src/sale-agent.ts'
import { saleHash } from '../src/sale-message.ts'
import {
  cancelAllOrders,
  cancelOrders,
  cancelOrdersByAgent,
  cleanUpOrders,
  forgetExpiredOrders,
  getSaleBasis,
  listGrants,
  readSaleBasis,
  readStandingOrders,
} from '../src/sale.ts'
import { burnToken, listOwnedIds, transferToken } from '../src/token.ts'
import { earlyInTheDay } from './early-in-the-day.ts'
import type { Cases } from './main.ts'
import {
  chainNow,
  eventOf,
  fulfilCall,
  list,
  newAgent,
  newSeller,
  newTerms,
  placeOf,
  saleEventsOf,
  sellCall,
  shortSeconds,
  standing,
  untilChainTime,
} from './sale-world.ts'
import type { World } from './world.ts'

const controllers = async (world: World, owner: string) =>
  Number(await world.ask(world.attack('attacks/controllers', [address(owner)])))
const grantsOf = async (world: World, seller: string) =>
  readStandingOrders(await world.ask(listGrants(world.addresses, { seller })))

/** How orders end: delivered, cancelled, expired, cleaned up. */
export const saleEndCases: Cases = {
  'a token is delivered once, to the one it is for': async (world) => {
    const { account, tokens } = await newSeller(world)
    const [buyer, other] = [await world.newMember(), await world.newMember()]
    const terms = await list(world, account, tokens[0]!, { target: buyer.address })
    const wrong = /fulfil: the order .* is for another buyer/
    await world.refused(world.agent, fulfilCall(world, terms, other.address), wrong)
    await world.refused(world.agent, fulfilCall(world, terms, account.address), /fulfil: the buyer is the seller/)
    const unknown = fulfilCall(world, { ...terms, orderId: 'another' }, buyer.address)
    await world.refused(world.agent, unknown, /fulfil: the seller has no order another/)
    assert.equal((await standing(world, terms))!.refusal, null)
    assert.match((await standing(world, terms, other.address))!.refusal!, /for another buyer/)
    await world.act(world.agent, fulfilCall(world, terms, buyer.address))
    await world.refused(world.agent, fulfilCall(world, terms, buyer.address), /fulfil: the seller has no order/)
    assert.deepEqual(await world.ask(listOwnedIds(world.addresses, { address: buyer.address })), [tokens[0]!.nftId])
  },

  'nothing is delivered before its time or after it, and what has expired may be cleaned up by anyone': async (
    world,
  ) => {
    const { account, tokens } = await newSeller(world, 2)
    const [buyer, stranger] = [await world.newMember(), await world.newAccount()]
    const now = await chainNow(world)
    const later = await list(world, account, tokens[0]!, { notBefore: now + 3600 })
    await world.refused(world.agent, fulfilCall(world, later, buyer.address), /fulfil: the order .* begins later/)
    const seller = account.address
    const clean = (...orderIds: string[]) => cleanUpOrders(world.addresses, { seller, orderIds })
    await world.refused(stranger, clean(later.orderId), /cleanUp: the order .* is alive/)
    const expiry = (await chainNow(world)) + shortSeconds
    const short = await list(world, account, tokens[1]!, { expiry })
    await world.refused(stranger, clean(short.orderId), /cleanUp: the order .* is alive/)
    const forget = forgetExpiredOrders(world.addresses, { orderIds: [short.orderId, later.orderId] })
    await world.act(world.agent, forget)
    await untilChainTime(world, expiry)
    await world.refused(world.agent, fulfilCall(world, short, buyer.address), /fulfil: the order .* has expired/)
    const result = await world.act(stranger, clean(short.orderId), 'sale/clean-up, 1 order')
    assert.match(eventOf(world, result, 'cleanedUp').reason, /has expired/)
    await world.act(world.agent, forget, 'sale/forget-expired, 2 orders')
    await world.refused(stranger, forget, /forgetExpired: the signer is not an agent/)
    // The signature has expired with the order: forgetting it brings nothing back.
    const call = await sellCall(world, { ...short, version: 2 })
    await world.refused(account, call, /sell: the order .* has expired/)
    const twin = await newTerms(world, account, tokens[1]!, { orderId: later.orderId, version: 2 })
    await world.refused(account, await sellCall(world, twin), /was used before/)
  },

  'a token that is given away, or burned, leaves an order that only waits to be cleaned up': async (world) => {
    const { account, tokens } = await newSeller(world, 3)
    const [buyer, stranger] = [await world.newMember(), await world.newAccount()]
    const [given, burned, moved] = await Promise.all(tokens.map((token) => newTerms(world, account, token)))
    for (const terms of [given!, burned!, moved!]) await world.act(account, await sellCall(world, terms))
    await world.act(account, transferToken(world.addresses, { id: given!.nftId, to: buyer.address }))
    await world.act(account, burnToken(world.addresses, { id: burned!.nftId }))
    await world.act(account, world.attack('attacks/replace-token', [uint64(moved!.nftId)]))
    const gone = /fulfil: the token \d+ is not in the seller's collection/
    for (const terms of [given!, burned!])
      await world.refused(world.agent, fulfilCall(world, terms, buyer.address), gone)
    await world.refused(world.agent, fulfilCall(world, moved!, buyer.address), /has left the collection since/)
    const orderIds = [given!, burned!, moved!].map((terms) => terms.orderId)
    const clean = cleanUpOrders(world.addresses, { seller: account.address, orderIds })
    const result = await world.act(stranger, clean, 'sale/clean-up, 3 orders')
    assert.equal(saleEventsOf(world, result).filter(({ kind }) => kind === 'cleanedUp').length, 3)
    assert.deepEqual(await grantsOf(world, account.address), [])
    // Cleaned up already: nothing to do, and nothing fails.
    await world.act(stranger, clean)
    await list(world, account, tokens[2]!, { version: 2 })
  },

  'a seller ends orders alone, several at once, and the rights behind them are gone': async (world) => {
    const { account, tokens } = await newSeller(world, 3)
    const buyer = await world.newMember()
    const all = []
    for (const token of tokens) all.push(await list(world, account, token))
    const before = await controllers(world, account.address)
    await world.act(world.agent, fulfilCall(world, all[2]!, buyer.address))
    const orderIds = all.map((terms) => terms.orderId)
    const result = await world.act(account, cancelOrders(world.addresses, { orderIds }), 'sale/cancel, 2 orders')
    const cancelled = saleEventsOf(world, result).filter((event) => event.kind === 'cancelled')
    assert.deepEqual(
      cancelled.map(({ orderId, by }) => [orderId, by]),
      orderIds.slice(0, 2).map((orderId) => [orderId, account.address]),
    )
    assert.equal(await controllers(world, account.address), before - 3)
    await world.refused(world.agent, fulfilCall(world, all[0]!, buyer.address), /has no order/)
    await world.refused(account, cancelOrders(world.addresses, { orderIds }), /cancel: none of these orders stands/)
    const stranger = await world.newMember()
    await world.refused(stranger, cancelOrders(world.addresses, { orderIds }), /cancel: the signer has no grants/)
  },

  'cancel-all ends everything, also what was signed and not yet used': async (world) => {
    const { account, tokens } = await newSeller(world, 3)
    const buyer = await world.newMember()
    const held = await sellCall(world, await newTerms(world, account, tokens[2]!))
    const [first, second] = [await list(world, account, tokens[0]!), await list(world, account, tokens[1]!)]
    const result = await world.act(account, cancelAllOrders(world.addresses, {}), 'sale/cancel-all, 2 orders')
    const { issuedUntil } = eventOf(world, result, 'allCancelled')
    assert.ok(issuedUntil >= second.issuedAt)
    const { agent, seller, nftId } = first
    const basis = readSaleBasis(await world.ask(getSaleBasis(world.addresses, { agent, seller, nftId })))
    assert.deepEqual([basis.cancelledUntil, basis.openOrders], [issuedUntil, 0])
    assert.equal(saleEventsOf(world, result).filter(({ kind }) => kind === 'cancelled').length, 2)
    assert.equal(await controllers(world, account.address), 1)
    for (const terms of [first, second])
      await world.refused(world.agent, fulfilCall(world, terms, buyer.address), /has no order/)
    const words = /sell: the seller has cancelled everything that was issued before/
    await world.refused(account, held, words)
    await untilChainTime(world, issuedUntil + 1)
    const again = await list(world, account, tokens[0]!, { version: 2 })
    await world.act(world.agent, fulfilCall(world, again, buyer.address))
    // Who never sold anything can do it as well, and is asked nothing.
    await world.act(await world.newMember(), cancelAllOrders(world.addresses, {}))
  },

  'rights revoked by hand, or permissions destroyed by hand, leave nothing to sell': async (world) => {
    const { account, tokens } = await newSeller(world, 2)
    const buyer = await world.newMember()
    const stranger = await world.newAccount()
    const terms = await newTerms(world, account, tokens[0]!)
    const sold = await world.act(account, await sellCall(world, terms))
    const deleted = await world.act(account, world.attack('attacks/delete-controllers'))
    const { capabilityId } = eventOf(world, sold, 'added')
    assert.deepEqual(eventOf(world, deleted, 'rightTaken'), { kind: 'rightTaken', seller: terms.seller, capabilityId })
    const words = /fulfil: the seller has revoked the right to the collection/
    await world.refused(world.agent, fulfilCall(world, terms, buyer.address), words)
    const clean = cleanUpOrders(world.addresses, { seller: account.address, orderIds: [terms.orderId] })
    await world.act(stranger, clean)
    const next = await list(world, account, tokens[0]!, { version: 2 })
    const result = await world.act(account, world.attack('attacks/destroy-grants'))
    assert.equal(eventOf(world, result, 'destroyed').orderHash, saleHash(placeOf(world), next))
    await world.refused(world.agent, fulfilCall(world, next, buyer.address), /fulfil: .* shows no grants/)
    assert.deepEqual(await grantsOf(world, account.address), [])
    await world.act(account, cancelAllOrders(world.addresses, {}))
    assert.equal(await controllers(world, account.address), 1)
  },

  'an agent ends its own orders and no others': async (world) => {
    const { account, tokens } = await newSeller(world)
    const [agent, stranger] = [await newAgent(world), await world.newMember()]
    const terms = await list(world, account, tokens[0]!)
    const call = cancelOrdersByAgent(world.addresses, { seller: account.address, orderIds: [terms.orderId] })
    await world.refused(agent.account, call, /cancel: the order .* belongs to another agent/)
    await world.refused(stranger, call, /cancel: the signer is not an agent/)
    const result = await world.act(world.agent, call, 'sale/cancel-by-agent, 1 order')
    assert.equal(eventOf(world, result, 'cancelled').by, world.agent.address)
    await world.act(world.agent, call)
    assert.deepEqual(await grantsOf(world, account.address), [])
  },

  'while sales are paused nothing is sold, and everything can be ended': async (world) => {
    const { account, tokens } = await newSeller(world, 2)
    const buyer = await world.newMember()
    const terms = await list(world, account, tokens[0]!)
    const call = await sellCall(world, await newTerms(world, account, tokens[1]!))
    await world.refused(account, pauseSales(world.addresses, { paused: true }), /the signer is not the operator/)
    const stopped = await world.act(world.agent, pauseSales(world.addresses, { paused: true }), 'sale/pause')
    try {
      assert.equal(eventOf(world, stopped, 'paused').paused, true)
      await world.refused(account, call, /sell: sales are paused/)
      await world.refused(world.agent, fulfilCall(world, terms, buyer.address), /fulfil: sales are paused/)
      const clean = cleanUpOrders(world.addresses, { seller: account.address, orderIds: [terms.orderId] })
      await world.refused(buyer, clean, /cleanUp: the order .* is alive/)
      await world.act(account, cancelOrders(world.addresses, { orderIds: [terms.orderId] }))
    } finally {
      await world.act(world.agent, pauseSales(world.addresses, { paused: false }))
    }
    await world.act(account, call)
  },

  'the caps of an agent can be lowered to nothing, and are shown': async (world) => {
    const agent = await newAgent(world)
    const at = agent.account.address
    const { account, tokens } = await newSeller(world, 2)
    const buyer = await world.newMember()
    const first = await list(world, account, tokens[0]!, {}, agent)
    const second = await list(world, account, tokens[1]!, {}, agent)
    await earlyInTheDay()
    await world.act(agent.account, fulfilCall(world, first, buyer.address))
    await world.act(world.agent, setAgentCaps(world.addresses, { agent: at, maxSalesPerDay: 0, maxYenPerDay: 0 }))
    const shown = readAgent(await world.ask(getAgent(world.addresses, { agent: at })))!
    assert.deepEqual(
      [shown.salesToday, shown.yenToday, shown.maxSalesPerDay, shown.maxYenPerDay, shown.paused, shown.chainId],
      [1, 12_000, 0, 0, false, world.chainId],
    )
    assert.deepEqual(shown.keys, [{ keyIndex: 0, publicKey: agent.signer.publicKey, validUntil: 0, revoked: false }])
    const words = /fulfil: the agent has reached the 0 sales of a day/
    await world.refused(agent.account, fulfilCall(world, second, buyer.address), words)
    const own = setAgentCaps(world.addresses, { agent: at, maxSalesPerDay: 9, maxYenPerDay: 9 })
    await world.refused(agent.account, own, /setCaps: the signer is not the operator/)
  },

  'what an account shows is every order with its terms and whether it can be delivered': async (world) => {
    const { account, tokens } = await newSeller(world, 2)
    const [alive, ghost] = [await list(world, account, tokens[0]!), await list(world, account, tokens[1]!)]
    const friend = await world.newMember()
    await world.act(account, transferToken(world.addresses, { id: ghost.nftId, to: friend.address }))
    const shown = new Map((await grantsOf(world, account.address)).map((one) => [one.terms.orderId, one]))
    assert.equal(shown.size, 2)
    assert.deepEqual(shown.get(alive.orderId), {
      terms: { ...alive, target: undefined, orderHash: saleHash(placeOf(world), alive) },
      refusal: null,
      lastingRefusal: null,
    })
    assert.match(shown.get(ghost.orderId)!.lastingRefusal!, /is not in the seller's collection/)
    assert.deepEqual(await grantsOf(world, friend.address), [])
    assert.deepEqual(await grantsOf(world, world.addresses.NonFungibleToken!), [])
  },
}
