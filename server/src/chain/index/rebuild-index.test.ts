import assert from 'node:assert/strict'
import { test } from 'node:test'
import { giftWorld } from '../../market/gift/testing/gift-world.ts'
import { marketWorld, type MarketWorld } from '../../market/listing/testing/market-world.ts'
import { settleTrade } from '../../market/trade/settle-trade.ts'
import { payForToken, standingOf } from '../../market/trade/testing/paid-trade.ts'
import type { ChainDeps } from '../../platform/flow/chain-config.ts'
import { rebuildIndex } from './index-once.ts'
import { reportSaleDrift } from './sale-drift-report.ts'
import { settleTransactions } from '../agent/submit-transaction.ts'
import { addBlocks, chainNetwork } from '../testing/chain-world.ts'

const { world } = chainNetwork()

/** The same node, but `act` is done when the first range is asked for: after the height was taken. */
function during({ deps }: MarketWorld, act: () => Promise<unknown>): ChainDeps {
  const { accessNode } = deps
  let begun: Promise<unknown> | undefined
  const listEvents: typeof accessNode.listEvents = async (...range) => {
    begun ??= act()
    await begun
    return accessNode.listEvents(...range)
  }
  return { ...deps, accessNode: { ...accessNode, listEvents } }
}

/** The same node, but it does not list the openings of orders. */
const withoutOpenings = ({ deps }: MarketWorld): ChainDeps => ({
  ...deps,
  accessNode: {
    ...deps.accessNode,
    listEvents: async (type, from, to) => {
      const blocks = await deps.accessNode.listEvents(type, from, to)
      return type.endsWith('.OrderAdded') ? blocks.map((block) => ({ ...block, events: [] })) : blocks
    },
  },
})

const heightOf = async ({ deps }: MarketWorld) =>
  Number((await deps.sql<{ height: bigint }[]>`select height from chain_cursors`)[0]!.height)

test('what indexers read while the chain is read again stays read: nothing goes back to an earlier block', async (t) => {
  const gifts = await giftWorld(t, world())
  const [seller, giver, claimer] = [await gifts.trader(2), await gifts.trader(1), await gifts.trader(0)]
  const [first, second] = seller.tokens
  assert.ok(first && second)
  const { listingId: left } = await gifts.list(seller, first)
  const { listingId: sold } = await gifts.list(seller, second)
  const buyer = await world().newMember()
  const made: { tradeId?: string; giftId?: string; height?: number } = {}
  const meanwhile = async () => {
    made.tradeId = (await payForToken(gifts)).tradeId
    await gifts.call('endListing', { params: { tokenRefId: first.refId } }, { session: seller.session })
    await gifts.deliver(sold, buyer.address)
    const { giftId, link } = await gifts.offer(giver, giver.tokens[0]!, 'g@example.jp')
    assert.equal(await gifts.claim(claimer, link), 'claimed')
    made.giftId = giftId
    made.height = await heightOf(gifts)
  }
  await rebuildIndex(during(gifts, meanwhile))
  assert.ok(made.tradeId && made.giftId && made.height)
  assert.ok((await heightOf(gifts)) >= made.height)
  assert.equal((await standingOf(gifts, made.tradeId)).listing, 'held')
  assert.equal((await gifts.giftOf(giver, made.giftId)).state, 'claimed')
  assert.deepEqual(await gifts.stateOf(sold), { state: 'sold', reason: null })
  assert.equal((await gifts.stateOf(left)).state, 'ending')
  const unknown = await gifts.deps.sql`
    select 1 from listings l where not exists (select 1 from sale_orders o where o.order_hash = l.order_hash)`
  assert.equal(unknown.length, 0)
})

test('a listing that our own transaction delivered is not listed again, though its block is not read yet', async (t) => {
  const market = await marketWorld(t, world())
  const { tradeId, drafted } = await payForToken(market)
  const deliver = async () => {
    for (let round = 0; round < 600 && (await standingOf(market, tradeId)).trade === 'delivering'; round += 1) {
      await market.deps.sql`update trades set worked_until = kura_now() where id = ${tradeId}`
      await settleTransactions(market.deps)
      await settleTrade(market.deps, tradeId)
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
  }
  await rebuildIndex(during(market, deliver))
  const { trade, listing } = await standingOf(market, tradeId)
  assert.deepEqual([trade, listing], ['delivered', 'sold'])
  const opened = await market.deps.sql`
    select 1 from listing_moves where listing_id = ${drafted.listingId} and state = 'open'`
  assert.equal(opened.length, 1)
  await market.index()
  assert.equal((await standingOf(market, tradeId)).listing, 'sold')
})

test('what somebody pays for or claimed stays, whatever the node forgot, and the report names it', async (t) => {
  const gifts = await giftWorld(t, world())
  const [giver, claimer] = [await gifts.trader(1), await gifts.trader(0)]
  const { tradeId, drafted } = await payForToken(gifts)
  const { giftId, link } = await gifts.offer(giver, giver.tokens[0]!, 'g@example.jp')
  assert.equal(await gifts.claim(claimer, link), 'claimed')
  await rebuildIndex(withoutOpenings(gifts))
  assert.equal((await gifts.deps.sql`select 1 from sale_orders`).length, 0)
  assert.equal((await standingOf(gifts, tradeId)).listing, 'held')
  assert.equal((await gifts.giftOf(giver, giftId)).state, 'claimed')
  const named = (await reportSaleDrift(gifts.deps)).map(({ orderId }) => orderId)
  assert.deepEqual(named, [drafted.listingId])
  await addBlocks(world(), 1)
  await gifts.index()
  assert.deepEqual(await reportSaleDrift(gifts.deps), [])
  await gifts.expectSound()
})

test('reading again cannot begin after what is kept: listings of earlier blocks would be lost', async (t) => {
  const market = await marketWorld(t, world())
  const { tradeId } = await payForToken(market)
  const rows = () => market.deps.sql`select * from listings order by id`
  const before = [...(await rows())]
  const [mint] = await market.deps.sql<{ height: bigint }[]>`select min(height) as height from chain_events`
  const from = (startHeight: number) => rebuildIndex({ ...market.deps, chain: { ...market.deps.chain, startHeight } })
  await assert.rejects(from(Number(mint!.height) + 1), /is kept already, so reading again cannot begin at block/)
  assert.deepEqual([...(await rows())], before)
  await from(Number(mint!.height))
  assert.deepEqual([...(await rows())], before)
  assert.equal((await standingOf(market, tradeId)).listing, 'held')
})
