import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cancelOrders } from '@kura/cadence/sale'
import { setAgentCaps } from '@kura/cadence/sale-agent'
import type { AgentCaps } from '@kura/cadence/sale-agent'
import { transferToken } from '@kura/cadence/token'
import { findSaleAgent } from '../../chain/agent/pause-sales.ts'
import { indexAll } from '../../chain/index/index-once.ts'
import { resetChain } from '../../chain/agent/reset-chain.ts'
import { chainNetwork, playFaults } from '../../chain/testing/chain-world.ts'
import { intendFulfil } from '../../chain/agent/fulfil-order.ts'
import { marketWorld } from '../listing/testing/market-world.ts'
import type { MarketWorld } from '../listing/testing/market-world.ts'
import { refundByHand } from '../../checkout/order/refund-by-hand.ts'
import { allWell, books, pointsOf, work } from '../../checkout/order/testing/tenders.ts'
import { deliverTrades } from '../../checkout/order/testing/trading.ts'
import { failTrade, sealTrade, sealSeen, settleTrade } from './settle-trade.ts'
import { intendFulfilment, moveTrades, paymentRefOf } from './start-trade.ts'
import { find } from './queries.ts'
import { settleCleared } from './trade-proceeds.ts'
import { look, lookUntilOver, pause, transactionsOf } from './testing/look-at-trade.ts'
import { deliveriesOf, lettersOf, movementsOf, payForToken, standingOf } from './testing/paid-trade.ts'

const { world } = chainNetwork()

const alarmsOf = async ({ deps }: MarketWorld, tradeId: string) =>
  (await deps.sql<{ kind: string }[]>`select kind from alarms where subject = ${tradeId} order by kind`).map(
    ({ kind }) => kind,
  )

test('what was paid is delivered, its price becomes what was signed, and clears after its time, all once', async (t) => {
  const market = await marketWorld(t, world())
  const { sql } = market.deps
  const { tradeId, seller, buyer, drafted } = await payForToken(market, {
    way: 'new-card',
    price: 11_003,
    contentAccessYen: 220,
  })
  assert.deepEqual(await books(sql), { 'psp:card': 11_003, 'trades:open': -11_003 })
  await deliverTrades(market)
  assert.deepEqual(await standingOf(market, tradeId), {
    order: 'delivered',
    trade: 'delivered',
    listing: 'sold',
    error: null,
  })
  assert.deepEqual(await deliveriesOf(market, drafted.listingId), [buyer.flowAddress])
  const [event] = await sql`select payload->>'paymentRef' as ref from sale_events where kind = 'fulfilled'`
  assert.equal(event?.['ref'], paymentRefOf(tradeId))
  // fee 10 %, royalty 5 %, 220 for contents: 1100 + 550 + 220 of 11,003; tax is inside the 1,320
  // that stay with the shop
  const held = `member:${seller.memberId}:proceeds-held`
  const booked = {
    'psp:card': 11_003,
    'sales:fees': -1000,
    'sales:content-access': -200,
    'tax:consumption': -120,
    'proceeds:owed': -9133,
    'proceeds:credited': -9133,
  }
  assert.deepEqual(await books(sql), { ...booked, 'royalties:held': -550, [held]: 9133 })
  assert.deepEqual(await lettersOf(market, tradeId), ['delivered', 'paid', 'sold'])

  await market.moveClock('6 days 23 hours')
  assert.equal(await settleCleared(market.deps), 0)
  await market.moveClock('1 hour')
  const settled = await Promise.all(Array.from({ length: 5 }, () => settleCleared(market.deps)))
  assert.equal(
    settled.reduce((sum, count) => sum + count, 0),
    1,
  )
  const cleared = { ...booked, 'royalties:unnamed': -550, [`member:${seller.memberId}:proceeds`]: 9133 }
  assert.deepEqual(await books(sql), cleared)
  assert.equal((await standingOf(market, tradeId)).trade, 'settled')
  assert.deepEqual(await movementsOf(market, tradeId), {
    capture: 1,
    'trade-delivery': 1,
    'proceeds-hold': 1,
    'proceeds-credit': 1,
    'royalty-release': 1,
  })
  assert.deepEqual(await allWell(market), [])
})

test('worker and index write a delivery down once, however many find out at the same time', async (t) => {
  const market = await marketWorld(t, world())
  const { deps } = market
  const [one, other] = [await payForToken(market), await payForToken(market)]
  // the chain delivers and the index sees it, while no worker polled the trades
  await market.settle()
  assert.deepEqual(await standingOf(market, one.tradeId), {
    order: 'captured',
    trade: 'delivering',
    listing: 'sold',
    error: null,
  })
  const trade = await find(deps.sql, one.tradeId)
  assert.ok(trade)
  const sealed = await Promise.all([
    ...Array.from({ length: 6 }, () => sealTrade(deps, trade, 'f'.repeat(64))),
    ...Array.from({ length: 3 }, () => sealSeen(deps).then(() => false)),
    settleTrade(deps, one.tradeId).then(() => false),
  ])
  assert.ok(sealed.filter(Boolean).length <= 1)
  for (const { tradeId, buyer, drafted } of [one, other]) {
    assert.deepEqual(await standingOf(market, tradeId), {
      order: 'delivered',
      trade: 'delivered',
      listing: 'sold',
      error: null,
    })
    assert.deepEqual(await movementsOf(market, tradeId), { capture: 1, 'trade-delivery': 1, 'proceeds-hold': 1 })
    assert.deepEqual(await deliveriesOf(market, drafted.listingId), [buyer.flowAddress])
  }
  // neither delivered again nor refunded, by any worker
  assert.equal(await failTrade(deps, trade, { error: 'too late', order: 'dead' }), false)
  assert.equal(await deps.sql.begin((db) => intendFulfilment(db, one.tradeId)), undefined)
  assert.deepEqual(await allWell(market), [])
})

test('a token that moved away between charge and delivery is refunded: the chain refused, both members are notified, the listing has ended', async (t) => {
  const market = await marketWorld(t, world())
  const { tradeId, seller, buyer, token, drafted } = await payForToken(market, { way: 'new-card-point' })
  const friend = await world().newMember()
  const move = transferToken(world().addresses, { id: BigInt(token.tokenId), to: friend.address })
  await world().act(seller.account, move)
  await lookUntilOver(market, tradeId)
  const { order, trade, error } = await standingOf(market, tradeId)
  assert.deepEqual([order, trade], ['refunding', 'failed'])
  assert.match(error ?? '', /is not in the seller's collection/)
  await work(market)
  await market.settle()
  assert.deepEqual(await standingOf(market, tradeId), { order: 'refunded', trade: 'failed', listing: 'ended', error })
  assert.equal(await pointsOf(market, buyer), 300)
  assert.deepEqual(await books(market.deps.sql), {})
  assert.deepEqual(await lettersOf(market, tradeId), ['paid', 'refunded', 'sale-failed'])
  assert.deepEqual(await deliveriesOf(market, drafted.listingId), [])
  // caused by the seller: no operator is needed
  assert.deepEqual(await alarmsOf(market, tradeId), [])
  assert.deepEqual(await allWell(market), [])
})

test('an order that its seller ended is refunded only when the index has read how it ended', async (t) => {
  const market = await marketWorld(t, world())
  const { deps } = market
  const { tradeId, seller, buyer, drafted } = await payForToken(market)
  await world().act(seller.account, cancelOrders(world().addresses, { orderIds: [drafted.listingId] }))
  for (let round = 0; round < 10; round += 1) await look(market, tradeId)
  assert.equal((await standingOf(market, tradeId)).trade, 'delivering')
  await indexAll(deps)
  await lookUntilOver(market, tradeId)
  const { order, trade, listing } = await standingOf(market, tradeId)
  assert.deepEqual([order, trade, listing], ['refunded', 'failed', 'ended'])
  assert.equal(await pointsOf(market, buyer), 1100)
  assert.deepEqual(await allWell(market), [])
})

test('no listing is sold twice: neither a second order nor a second transaction of the same cause', async (t) => {
  const market = await marketWorld(t, world())
  const { deps } = market
  const { tradeId, drafted } = await payForToken(market)
  const rival = await market.trader(0)
  const insert = async () => deps.sql`
    insert into orders (id, member_id, listing_id, price_yen, tender, state) select gen_random_uuid(), ${rival.memberId}, listing_id, price_yen, 'card', 'reserved'
      from orders where id = ${tradeId}`
  await assert.rejects(insert(), /orders_live_listing/)
  const [row] = await deps.sql`select id from chain_transactions where kind = 'fulfil-order' and cause = ${tradeId}`
  const first: unknown = row?.['id']
  const details = { seller: '0x01', orderId: drafted.listingId, orderHash: 'x', buyer: '0x02', paymentRef: 'y' }
  assert.equal((await intendFulfil(deps.sql, tradeId, details)).id, first)
  await deliverTrades(market)
  await assert.rejects(insert(), /orders_live_listing/)
  const again = { ...details, buyer: rival.flowAddress }
  assert.equal((await intendFulfil(deps.sql, tradeId, again)).id, first)
  assert.deepEqual(await allWell(market), [])
})
test('the day’s caps of the agent are waited for like a pause', async (t) => {
  const market = await marketWorld(t, world())
  const { tradeId } = await payForToken(market)
  const agent = await findSaleAgent(market.deps)
  assert.ok(agent)
  const setCaps = (caps: AgentCaps) =>
    world().act(world().agent, setAgentCaps(world().addresses, { agent: market.deps.chain.agentAddress, ...caps }))
  await setCaps({ maxSalesPerDay: 0, maxYenPerDay: 0 })
  try {
    await look(market, tradeId)
    assert.deepEqual(await transactionsOf(market, tradeId), [{ state: 'intended', builds: 0 }])
  } finally {
    await setCaps(agent)
  }
  await lookUntilOver(market, tradeId)
  assert.equal((await standingOf(market, tradeId)).order, 'delivered')
})

test('what waits is delivered to the wallet that its buyer has by then, and what is on its way to the one it was sent to', async (t) => {
  const market = await marketWorld(t, world())
  const { deps } = market
  const buyer = await market.trader(0)
  const [sent, waits] = [await payForToken(market, { buyer }), await payForToken(market, { buyer })]
  // accepted, though nothing reported it
  await playFaults(world(), { acceptThen5xx: 1 })
  await look(market, sent.tradeId)
  await playFaults(world(), {})
  await pause(market, 'pause')
  const other = await world().newMember()
  try {
    await look(market, waits.tradeId)
    const moved = await deps.sql.begin(async (db) => {
      await db`update members set flow_address = ${other.address} where id = ${buyer.memberId}`
      return moveTrades(db, buyer.memberId)
    })
    assert.equal(moved, 1)
  } finally {
    await pause(market, 'resume')
  }
  for (const { tradeId } of [sent, waits]) await lookUntilOver(market, tradeId)
  assert.deepEqual(await deliveriesOf(market, sent.drafted.listingId), [buyer.flowAddress])
  assert.deepEqual(await deliveriesOf(market, waits.drafted.listingId), [other.address])
  assert.deepEqual(await allWell(market), [])
})

test('a chain that is thrown away leaves delivered trades as they are', async (t) => {
  const market = await marketWorld(t, world())
  const { tradeId } = await payForToken(market)
  await deliverTrades(market)
  await resetChain({ databaseUrl: market.deps.env.DATABASE_URL, log: () => {} })
  assert.deepEqual(await standingOf(market, tradeId), {
    order: 'delivered',
    trade: 'delivered',
    listing: 'sold',
    error: null,
  })
  assert.deepEqual(await allWell(market), [])
})

test('undoing a sale reverses its proceeds: in full before clearing, afterwards as far as the seller has them', async (t) => {
  const market = await marketWorld(t, world())
  const { deps } = market
  const [early, late] = [await payForToken(market), await payForToken(market, { way: 'new-card' })]
  await deliverTrades(market)
  const undo = (orderId: string) => refundByHand(deps, { orderId, by: 't', reason: 'r', isDryRun: false }, () => {})
  await undo(early.tradeId)
  await market.moveClock('8 days')
  assert.equal(await settleCleared(deps), 1)
  await undo(late.tradeId)
  await work(market)
  assert.deepEqual(await books(deps.sql), {})
  for (const { tradeId, drafted, buyer } of [early, late]) {
    const { order, trade, listing } = await standingOf(market, tradeId)
    assert.deepEqual([order, trade, listing], ['refunded', 'undone', 'sold'])
    // the token stays where it is
    assert.deepEqual(await deliveriesOf(market, drafted.listingId), [buyer.flowAddress])
  }
  assert.equal(await settleCleared(deps), 0)
  assert.deepEqual(await allWell(market), [])
})
