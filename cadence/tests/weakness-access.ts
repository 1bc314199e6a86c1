import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { addKeys } from '../src/account.ts'
import { address, integer, string, uint64 } from '../src/json-cdc.ts'
import { revokeAgentKey } from '../src/sale-agent.ts'
import type { SaleTerms } from '../src/sale-message.ts'
import { listOwnedIds } from '../src/token.ts'
import { earlyInTheDay } from './early-in-the-day.ts'
import { naiveFulfil, naiveSell, naiveWorld } from './naive-world.ts'
import { fulfilCall, list, newAgent, newSeller } from './sale-world.ts'
import type { Row } from './weakness-cases.ts'
import type { World } from './world.ts'

const owned = (world: World, owner: string) => world.ask(listOwnedIds(world.addresses, { address: owner }))

/** Rows 4, 6, 9, 12 and 14: who may do what. */
export const accessRows: Row[] = [
  {
    number: 4,
    name: 'rights that lie open',
    naive: async (world) => {
      const naive = await naiveWorld(world)
      const { account, tokens } = await newSeller(world, 2)
      const thief = await world.newMember()
      const orderId = randomUUID()
      await world.act(account, await naiveSell(world, { seller: account.address, token: tokens[0]!, orderId }))
      const args = [string(orderId), uint64(tokens[1]!.nftId)]
      await world.act(thief, world.attack('naive/drain', args, naive.addresses))
      assert.deepEqual(await owned(world, thief.address), [tokens[1]!.nftId])
      return 'a token that was never offered, taken by a stranger'
    },
    real: async (world) => {
      const { account, tokens } = await newSeller(world, 2)
      const thief = await world.newMember()
      await list(world, account, tokens[0]!)
      const args = [address(account.address), uint64(tokens[0]!.nftId)]
      return world.refused(
        thief,
        world.attack('attacks/sale-read-right', args),
        /access denied: cannot access `grants`[^\n]+/,
      )
    },
  },
  {
    number: 6,
    name: 'any agent for any order',
    naive: async (world) => {
      const { account, tokens } = await newSeller(world)
      const stranger = await world.newMember()
      const orderId = randomUUID()
      await world.act(account, await naiveSell(world, { seller: account.address, token: tokens[0]!, orderId }))
      await world.act(stranger, await naiveFulfil(world, orderId, stranger.address))
      assert.deepEqual(await owned(world, stranger.address), [tokens[0]!.nftId])
      return 'a token delivered to a stranger by that stranger'
    },
    real: async (world) => {
      const { account, tokens } = await newSeller(world)
      const [other, stranger] = [await newAgent(world), await world.newMember()]
      const terms = await list(world, account, tokens[0]!)
      const call = fulfilCall(world, terms, stranger.address)
      await world.refused(stranger, call, /fulfil: the signer is not an agent/)
      return world.refused(other.account, call, /fulfil: the order .* belongs to another agent/)
    },
  },
  {
    number: 9,
    name: 'a key revoked too late',
    naive: async (world) => {
      const naive = await naiveWorld(world)
      await world.act(naive.agent, addKeys({}, { key: naive.agent.signer, keyCount: 1 }))
      const keys = (await world.accessNode.findAccount(naive.agent.address))!.keys
      const keyIndex = keys.at(-1)!.index
      const { account, tokens } = await newSeller(world)
      const buyer = await world.newMember()
      const order = { seller: account.address, token: tokens[0]!, orderId: randomUUID(), keyIndex }
      await world.act(account, await naiveSell(world, order))
      await world.act(naive.agent, world.attack('naive/revoke-key', [integer('Int', keyIndex)]))
      await world.act(naive.agent, await naiveFulfil(world, order.orderId, buyer.address))
      assert.deepEqual(await owned(world, buyer.address), [tokens[0]!.nftId])
      return 'a sale under a key that was revoked before'
    },
    real: async (world) => {
      const agent = await newAgent(world)
      const { account, tokens } = await newSeller(world)
      const buyer = await world.newMember()
      const terms = await list(world, account, tokens[0]!, {}, agent)
      await world.act(
        world.agent,
        revokeAgentKey(world.addresses, { agent: agent.account.address, keyIndex: 0 }),
        'sale/revoke-agent-key',
      )
      const call = fulfilCall(world, terms, buyer.address)
      return world.refused(agent.account, call, /fulfil: the key 0 of the agent is revoked/)
    },
  },
  {
    number: 12,
    name: 'the whole account handed over',
    naive: async (world) => {
      const naive = await naiveWorld(world)
      const { account, tokens } = await newSeller(world, 3)
      const thief = await world.newMember()
      const order = { seller: account.address, token: tokens[0]!, orderId: randomUUID() }
      await world.act(account, await naiveSell(world, order))
      assert.equal(((await owned(world, account.address)) as bigint[]).length, 3)
      await world.act(thief, world.attack('naive/take-account', [address(account.address)], naive.addresses))
      assert.deepEqual(await owned(world, account.address), [])
      return "the seller's whole collection"
    },
    real: async (world) => {
      const { account } = await newSeller(world)
      return world.refused(account, world.attack('attacks/sale-give-account'), /too many arguments/)
    },
  },
  {
    number: 14,
    name: 'sales that nobody paid',
    naive: async (world) => {
      const naive = await naiveWorld(world)
      const { account, tokens } = await newSeller(world, 3)
      const thief = await world.newMember()
      for (const token of tokens) {
        const orderId = randomUUID()
        await world.act(account, await naiveSell(world, { seller: account.address, token, orderId }))
        await world.act(naive.agent, await naiveFulfil(world, orderId, thief.address))
      }
      assert.equal(((await owned(world, thief.address)) as bigint[]).length, 3)
      return 'everything, with no limit and no trace of a payment'
    },
    real: async (world) => {
      const agent = await newAgent(world, { maxSalesPerDay: 2, maxYenPerDay: 20_000 })
      const { account, tokens } = await newSeller(world, 4)
      const thief = await world.newMember()
      const prices = [12_000, 9_000, 8_000, 1]
      const terms: SaleTerms[] = []
      for (const [index, priceYen] of prices.entries())
        terms.push(await list(world, account, tokens[index]!, { priceYen, feeYen: 0, royaltyYen: 0 }, agent))
      await earlyInTheDay()
      const call = (index: number, paymentRef?: string) =>
        fulfilCall(world, terms[index]!, thief.address, paymentRef === undefined ? {} : { paymentRef })
      await world.refused(agent.account, call(0, ''), /fulfil: the payment reference has no 1 to 128 bytes/)
      await world.act(agent.account, call(0))
      await world.refused(agent.account, call(1), /fulfil: the agent would go above the 20000 yen of a day/)
      await world.act(agent.account, call(2))
      return world.refused(agent.account, call(3), /fulfil: the agent has reached the 2 sales of a day/)
    },
  },
]
