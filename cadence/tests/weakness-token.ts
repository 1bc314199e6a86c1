import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { memberLimit } from '../src/door.ts'
import { address, array, integer, string, uint64 } from '../src/json-cdc.ts'
import { saleMetadata, signSale } from '../src/sale-message.ts'
import { cancelOrders, maxGrantsPerSeller, sellToken } from '../src/sale.ts'
import { createCollection, hasCollection } from '../src/collection.ts'
import { listOwnedIds, transferToken } from '../src/token.ts'
import { naiveCancel, naiveFulfil, naiveSell, naiveWorld } from './naive-world.ts'
import { firstAgent, fulfilCall, list, newSeller, newTerms, placeOf, sellCall, type Seller } from './sale-world.ts'
import type { Row } from './weakness-cases.ts'
import type { World } from './world.ts'

const owned = (world: World, owner: string) => world.ask(listOwnedIds(world.addresses, { address: owner }))
const controllers = async (world: World, owner: string) =>
  Number(await world.ask(world.attack('attacks/controllers', [address(owner)])))
const full = /sell: the seller has 150 orders, and more cannot be added/

const filled = new WeakMap<World, Promise<{ seller: Seller; terms: Awaited<ReturnType<typeof newTerms>> }>>()

/** A seller with the most orders allowed and one more token; returns the first order. */
export function fullSeller(world: World) {
  let made = filled.get(world)
  if (!made) filled.set(world, (made = fillSeller(world)))
  return made
}

/** A new one each time. */
export async function fillSeller(world: World) {
  const seller = await newSeller(world, maxGrantsPerSeller + 1)
  const terms = await list(world, seller.account, seller.tokens[0]!)
  for (let from = 1; from < maxGrantsPerSeller; from += 20) {
    const all = await Promise.all(
      seller.tokens
        .slice(from, Math.min(maxGrantsPerSeller, from + 20))
        .map((token) => newTerms(world, seller.account, token)),
    )
    const signatures = await Promise.all(all.map((one) => signSale(firstAgent(world).signer, placeOf(world), one)))
    const call = world.attack('attacks/sale-sell-many', [
      address(world.agent.address),
      array(all.map((one) => string(one.orderId))),
      array(all.map((one) => string(one.refId))),
      array(all.map((one) => uint64(one.nftId))),
      array(all.map((one) => array(saleMetadata(one).map(string)))),
      array(signatures.map(string)),
      integer('Int', terms.keyIndex),
    ])
    await world.act(seller.account, call)
  }
  return { seller, terms }
}

/**
 * Searching 150 orders would cost many times as much. Other stored data costs a little and networks
 * differ, so a quarter more is allowed.
 */
function assertAbout(costs: number, alone: number) {
  assert.ok(costs <= alone * 1.25, `${costs} beside many orders, ${alone} without them`)
}

/** A seller who sells a token and buys it back, with the order unchanged. */
async function awayAndBack(world: World, { account, tokens }: Seller) {
  const friend = await world.newMember()
  const { nftId: id } = tokens[0]!
  await world.act(account, transferToken(world.addresses, { id, to: friend.address }))
  await world.act(friend, transferToken(world.addresses, { id, to: account.address }))
}

/** Rows 5, 8, 10, 11 and 13: tokens, collections, and what piles up. */
export const tokenRows: Row[] = [
  {
    number: 5,
    name: 'rights that pile up',
    naive: async (world) => {
      const { account, tokens } = await newSeller(world)
      for (let round = 0; round < 5; round++) {
        const orderId = randomUUID()
        await world.act(account, await naiveSell(world, { seller: account.address, token: tokens[0]!, orderId }))
        await world.act(account, await naiveCancel(world, orderId))
      }
      // One is the public face of the collection.
      assert.equal(await controllers(world, account.address), 1 + 5)
      return 'five rights to the collection after five cancelled orders'
    },
    real: async (world) => {
      const { account, tokens } = await newSeller(world)
      for (let version = 1; version <= 5; version++) await list(world, account, tokens[0]!, { version })
      assert.equal(await controllers(world, account.address), 1 + 1)
      const { seller } = await fullSeller(world)
      const terms = await newTerms(world, seller.account, seller.tokens[maxGrantsPerSeller]!)
      return world.refused(seller.account, await sellCall(world, terms), full)
    },
  },
  {
    number: 8,
    name: 'a price that comes back',
    naive: async (world) => {
      const naive = await naiveWorld(world)
      const seller = await newSeller(world)
      const buyer = await world.newMember()
      const order = { seller: seller.account.address, token: seller.tokens[0]!, orderId: randomUUID() }
      await world.act(seller.account, await naiveSell(world, order))
      await awayAndBack(world, seller)
      await world.act(naive.agent, await naiveFulfil(world, order.orderId, buyer.address))
      assert.deepEqual(await owned(world, buyer.address), [order.token.nftId])
      return 'a token at the price of the time before it was sold and bought back'
    },
    real: async (world) => {
      const seller = await newSeller(world)
      const buyer = await world.newMember()
      const terms = await list(world, seller.account, seller.tokens[0]!)
      await awayAndBack(world, seller)
      const call = fulfilCall(world, terms, buyer.address)
      return world.refused(world.agent, call, /fulfil: the token \d+ has left the collection since it was offered/)
    },
  },
  {
    number: 10,
    name: 'a collection that lies',
    naive: async (world) => {
      const naive = await naiveWorld(world)
      const { account: owner, tokens } = await newSeller(world)
      const [liar, buyer] = [await world.newAccount(), await world.newAccount()]
      await world.act(liar, world.attack('naive/keep-fakes', [uint64(tokens[0]!.nftId)], naive.addresses))
      await world.act(buyer, world.attack('attacks/publish-hostile', [string('store')], naive.addresses))
      const orderId = randomUUID()
      await world.act(liar, await naiveSell(world, { seller: liar.address, token: tokens[0]!, orderId }))
      const { events } = await world.act(naive.agent, await naiveFulfil(world, orderId, buyer.address))
      assert.ok(events.some(({ type }) => type.endsWith('.NaivePermission.Sold')))
      assert.deepEqual(await owned(world, owner.address), [tokens[0]!.nftId])
      return 'money for a fake, while the real token lies with its owner'
    },
    real: async (world) => {
      const naive = await naiveWorld(world)
      const { tokens } = await newSeller(world)
      const liar = await world.newAccount()
      await world.act(liar, world.attack('naive/keep-fakes', [uint64(tokens[0]!.nftId)], naive.addresses))
      const terms = await newTerms(world, liar, tokens[0]!)
      const honest = await newSeller(world)
      await list(world, honest.account, honest.tokens[0]!)
      const foreign = world.attack('attacks/sale-foreign-right', [
        address(terms.agent),
        string(terms.orderId),
        string(terms.refId),
        uint64(terms.nftId),
        array(saleMetadata(terms).map(string)),
        string('00'.repeat(64)),
      ])
      await world.refused(honest.account, foreign, /mismatched types/)
      return world.refused(liar, await sellCall(world, terms), /^Invalid capability$|panic: Invalid capability/)
    },
  },
  {
    number: 11,
    name: 'a buyer who cannot receive',
    naive: async (world) => {
      const naive = await naiveWorld(world)
      const { account, tokens } = await newSeller(world)
      const trap = await world.newAccount()
      await world.act(trap, world.attack('attacks/publish-hostile', [string('pretend')], naive.addresses))
      const orderId = randomUUID()
      await world.act(account, await naiveSell(world, { seller: account.address, token: tokens[0]!, orderId }))
      const { events } = await world.act(naive.agent, await naiveFulfil(world, orderId, trap.address))
      assert.ok(events.some(({ type }) => type.endsWith('.Collectible.NFT.ResourceDestroyed')))
      return 'a token destroyed on its way, and the sale counts'
    },
    real: async (world) => {
      const naive = await naiveWorld(world)
      const { account, tokens } = await newSeller(world)
      const terms = await list(world, account, tokens[0]!)
      const [empty, impostor] = [await world.newAccount(), await world.newMember()]
      const elsewhere = world.attack('attacks/publish-foreign-collection', [address(account.address)])
      await world.refused(impostor, elsewhere, /cannot publish capability/)
      let words = ''
      for (const mode of ['', 'store', 'abort', 'pretend']) {
        const trap = mode === '' ? empty : await world.newAccount()
        if (mode !== '') await world.act(trap, world.attack('attacks/publish-hostile', [string(mode)], naive.addresses))
        assert.equal(await world.ask(hasCollection(world.addresses, { address: trap.address })), false)
        const call = fulfilCall(world, terms, trap.address)
        words = await world.refused(world.agent, call, /fulfil: the buyer .* has no collection/)
      }
      await world.act(empty, createCollection(world.addresses, {}))
      await world.act(world.agent, fulfilCall(world, terms, empty.address))
      return words
    },
  },
  {
    number: 13,
    name: 'searching through everything',
    naive: async (world) => {
      const { account, tokens } = await newSeller(world)
      const [spammer, victim] = [await newSeller(world), { account, token: tokens[0]! }]
      // One signature is enough for all of them: row 1 again.
      const text = 'x'.repeat(700)
      const token = { ...spammer.tokens[0]!, refId: text }
      const order = { seller: spammer.account.address, token, orderId: randomUUID() }
      const first = await naiveSell(world, order)
      const signature = (first.args[6]!.value as string) ?? ''
      for (let from = 0; from < 675; from += 75) {
        const cuts = Array.from({ length: 75 }, (_, index) => from + index)
        const orderIds = cuts.map((cut) => `${order.orderId}${text.slice(0, cut)}`)
        const refIds = cuts.map((cut) => text.slice(cut))
        await world.act(spammer.account, await naiveSell(world, order, { orderIds, refIds, signature }))
      }
      const orderId = randomUUID()
      await world.act(victim.account, await naiveSell(world, { seller: account.address, token: victim.token, orderId }))
      const call = { ...(await naiveCancel(world, orderId)), limit: memberLimit }
      await world.refused(victim.account, call, /Error Code: 1110|computation/)
      return `a seller who cannot cancel any more: 675 orders of a stranger take ${memberLimit} to search`
    },
    real: async (world) => {
      const victim = await newSeller(world, 3)
      const buyer = await world.newMember()
      const [single, before, beside] = [
        await list(world, victim.account, victim.tokens[0]!),
        await list(world, victim.account, victim.tokens[1]!),
        await list(world, victim.account, victim.tokens[2]!),
      ]
      const cancel = ({ orderId }: { orderId: string }) =>
        world.act(victim.account, cancelOrders(world.addresses, { orderIds: [orderId] }), 'sale/cancel, 1 order')
      const few = await world.act(world.agent, fulfilCall(world, single, buyer.address))
      const untroubled = await cancel(before)
      const { seller, terms } = await fullSeller(world)
      // The same attack as on the naive contract: a stranger has as much as there may be, and the
      // victim cancels.
      const troubled = await cancel(beside)
      assertAbout(troubled.computationUsed, untroubled.computationUsed)
      const one = await newTerms(world, seller.account, seller.tokens[maxGrantsPerSeller]!)
      const signature = await signSale(firstAgent(world).signer, placeOf(world), one)
      const words = await world.refused(seller.account, sellToken(world.addresses, { terms: one, signature }), full)
      const many = await world.act(world.agent, fulfilCall(world, terms, buyer.address), 'sale/fulfil, out of 150')
      assertAbout(many.computationUsed, few.computationUsed)
      const costs = `cancelling costs ${troubled.computationUsed} beside a stranger's ${maxGrantsPerSeller} orders, ${untroubled.computationUsed} without`
      return `${words} (and ${costs}; delivering ${few.computationUsed} with 1 order, ${many.computationUsed} with ${maxGrantsPerSeller})`
    },
  },
]
