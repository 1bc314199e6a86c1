import assert from 'node:assert/strict'
import { test } from 'node:test'
import { AccessError } from '@kura/cadence/access-error'
import { cancelOrders } from '@kura/cadence/sale'
import { setAgentCaps, type AgentCaps } from '@kura/cadence/sale-agent'
import { transferToken } from '@kura/cadence/token'
import { limits } from '@kura/contract/limits'
import { findSaleAgent } from '../../chain/agent/pause-sales.ts'
import { indexAll } from '../../chain/index/index-once.ts'
import { resetChain } from '../../chain/agent/reset-chain.ts'
import { addBlocks, chainNetwork, playFaults } from '../../chain/testing/chain-world.ts'
import { settleTransactions } from '../../chain/agent/submit-transaction.ts'
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
  // the chain delivers and the index sees it, while no worker looked at the trades
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

test('an order that its seller ended is given back only when the index has read how it ended', async (t) => {
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

/** What a seller's wallet can do to an order that no event tells of. */
const quietDeeds = {
  'hides the grants':
    'for controller in seller.capabilities.storage.getControllers(forPath: from) { controller.delete() }',
  'moves the grants': `let grants <- seller.storage.load<@AnyResource>(from: from)!
                       seller.storage.save(<-grants, to: /storage/elsewhere)`,
}
for (const [what, deed] of Object.entries(quietDeeds))
  test(`a seller who ${what} after the payment freezes nobody’s money: the price goes back, and the chain is asked no more`, async (t) => {
    const market = await marketWorld(t, world())
    const { tradeId, seller, buyer, drafted } = await payForToken(market)
    const cadence = `transaction {
      prepare(seller: auth(Storage, GetStorageCapabilityController) &Account) {
        let from = /storage/kuraSaleGrants
        ${deed}
      }
    }`
    await world().act(seller.account, { cadence, args: [], limit: 9999 })
    await lookUntilOver(market, tradeId)
    const { order, trade, error } = await standingOf(market, tradeId)
    assert.deepEqual([order, trade, error], ['refunded', 'failed', 'the seller does not show the order'])
    assert.deepEqual(await transactionsOf(market, tradeId), [{ state: 'failed', builds: 1 }])
    assert.equal(await pointsOf(market, buyer), 1100)
    await market.settle()
    assert.equal((await standingOf(market, tradeId)).listing, 'ending')
    assert.deepEqual(await deliveriesOf(market, drafted.listingId), [])
    assert.deepEqual(await allWell(market), [])
  })

test('an account that the chain cannot read holds no payment back', async (t) => {
  const market = await marketWorld(t, world())
  const { tradeId, seller, token, buyer } = await payForToken(market)
  const friend = await world().newMember()
  await world().act(seller.account, transferToken(world().addresses, { id: BigInt(token.tokenId), to: friend.address }))
  await market.index()
  const { deps } = market
  const real = deps.accessNode
  const wrong = '[Error Code: 1101] cadence runtime error: Execution failed'
  const runScript: typeof real.runScript = async (call) => {
    if (call.args.some((arg) => JSON.stringify(arg).includes(seller.flowAddress)))
      throw new AccessError('NODE_REFUSED', wrong, 400)
    return real.runScript(call)
  }
  deps.accessNode = { ...real, runScript }
  await lookUntilOver(market, tradeId)
  deps.accessNode = real
  assert.equal((await standingOf(market, tradeId)).order, 'refunded')
  assert.equal(await pointsOf(market, buyer), 1100)
  await market.settle()
  assert.deepEqual(await allWell(market), [])
})

test('a pause between charge and delivery is waited for, and a delivery goes out after it', async (t) => {
  const market = await marketWorld(t, world())
  const { tradeId, buyer, drafted } = await payForToken(market)
  await pause(market, 'pause')
  try {
    for (let round = 0; round < 3; round += 1) await look(market, tradeId)
    assert.equal((await standingOf(market, tradeId)).trade, 'delivering')
    // nothing was signed, so it could be given up at any moment
    assert.deepEqual(await transactionsOf(market, tradeId), [{ state: 'intended', builds: 0 }])
    await market.moveClock('11 minutes')
    await look(market, tradeId)
    assert.deepEqual(await alarmsOf(market, tradeId), ['delivery-late'])
  } finally {
    await pause(market, 'resume')
  }
  await lookUntilOver(market, tradeId)
  assert.deepEqual(await deliveriesOf(market, drafted.listingId), [buyer.flowAddress])
  assert.equal((await market.deps.sql`select 1 from alarms where cleared_at is null`).length, 0)
  assert.deepEqual(await allWell(market), [])
})

test('a pause that lasts is not waited for longer than agreed: the price goes back, and nothing is delivered after it', async (t) => {
  const market = await marketWorld(t, world())
  const { deps } = market
  const { tradeId, seller, buyer, token, drafted } = await payForToken(market)
  await pause(market, 'pause')
  try {
    await look(market, tradeId)
    await market.moveClock('31 minutes')
    await lookUntilOver(market, tradeId)
    const { order, trade, listing, error } = await standingOf(market, tradeId)
    assert.deepEqual([order, trade, listing, error], ['refunded', 'failed', 'open', 'sales are paused'])
    assert.equal(await pointsOf(market, buyer), 1100)
    assert.deepEqual(await alarmsOf(market, tradeId), ['delivery-failed', 'delivery-late'])
  } finally {
    await pause(market, 'resume')
  }
  await settleTransactions(deps)
  await market.settle()
  assert.deepEqual(await deliveriesOf(market, drafted.listingId), [])
  // the listing is still valid: its seller need not sign again, and the next buyer gets it
  assert.deepEqual(await lettersOf(market, tradeId), ['paid', 'refunded'])
  const wanted = { refId: token.refId, priceYen: 1100, contentAccessFee: 0 }
  const next = await payForToken(market, { offer: { seller, token, drafted, wanted } })
  await deliverTrades(market)
  assert.deepEqual(await deliveriesOf(market, drafted.listingId), [next.buyer.flowAddress])
  assert.deepEqual((await standingOf(market, next.tradeId)).listing, 'sold')
  assert.equal((await standingOf(market, tradeId)).trade, 'failed')
  assert.deepEqual(await allWell(market), [])
})

test('a buyer who removes their vault after paying is refunded, and the listing stays open', async (t) => {
  const market = await marketWorld(t, world())
  const { tradeId, buyer, drafted } = await payForToken(market)
  const cadence = `transaction {
    prepare(buyer: auth(UnpublishCapability) &Account) { buyer.capabilities.unpublish(/public/kuraCollectibleCollection) }
  }`
  await world().act(buyer.account, { cadence, args: [], limit: 9999 })
  await look(market, tradeId)
  await market.moveClock('31 minutes')
  await lookUntilOver(market, tradeId)
  const { order, trade, listing, error } = await standingOf(market, tradeId)
  assert.deepEqual([order, trade, listing], ['refunded', 'failed', 'open'])
  assert.match(error ?? '', /has no collection/)
  await market.settle()
  assert.equal((await market.stateOf(drafted.listingId)).state, 'open')
  assert.deepEqual(await allWell(market), [])
})

const troubles = {
  'the answer is lost': { acceptThen5xx: 1 },
  'the node refuses': { rejectSubmit: 1 },
  'the network forgets it': { loseNext: 1 },
  'it expires': { expireNext: 1 },
  'it fails for no reason of the order': { failNext: { code: 1103, count: 1 } },
  'the seal is slow': { slowSealMs: 300 },
}
test('a delivery the network gives trouble is made once, and not given up by the clock while it may still run', async (t) => {
  const market = await marketWorld(t, world())
  const buyer = await market.trader(0)
  for (const [trouble, faults] of Object.entries(troubles)) {
    const { tradeId, drafted } = await payForToken(market, { buyer })
    await playFaults(world(), faults)
    await look(market, tradeId)
    await playFaults(world(), {})
    await market.moveClock('20 minutes')
    await look(market, tradeId)
    // older than any network accepts
    if ('loseNext' in faults) await addBlocks(world(), 700)
    await lookUntilOver(market, tradeId)
    assert.equal((await standingOf(market, tradeId)).order, 'delivered', trouble)
    assert.deepEqual(await deliveriesOf(market, drafted.listingId), [buyer.flowAddress], trouble)
    const booked = { capture: 1, 'trade-delivery': 1, 'proceeds-hold': 1 }
    assert.deepEqual(await movementsOf(market, tradeId), booked, trouble)
  }
  assert.deepEqual(await allWell(market), [])
})

test('a delivery that fails again and again though nothing speaks against it is given back, and its offer is on sale again', async (t) => {
  const market = await marketWorld(t, world())
  const { tradeId, seller, buyer, token, drafted } = await payForToken(market)
  await playFaults(world(), { failNext: { code: 1103, count: limits.tradeTriesMost + 1 } })
  await lookUntilOver(market, tradeId)
  await playFaults(world(), {})
  const { order, trade, listing, error } = await standingOf(market, tradeId)
  assert.deepEqual([order, trade, listing], ['refunded', 'failed', 'open'])
  assert.match(error ?? '', /1103/)
  const tried = await transactionsOf(market, tradeId)
  assert.deepEqual(
    tried.map(({ state }) => state),
    Array(limits.tradeTriesMost).fill('failed'),
  )
  assert.equal(await pointsOf(market, buyer), 1100)
  assert.deepEqual(await alarmsOf(market, tradeId), ['delivery-failed'])
  assert.deepEqual(await lettersOf(market, tradeId), ['paid', 'refunded'])
  await market.settle()
  assert.deepEqual(await deliveriesOf(market, drafted.listingId), [])
  const wanted = { refId: token.refId, priceYen: 1100, contentAccessFee: 0 }
  const next = await payForToken(market, { offer: { seller, token, drafted, wanted } })
  await deliverTrades(market)
  assert.deepEqual(await deliveriesOf(market, drafted.listingId), [next.buyer.flowAddress])
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
  // accepted, though nothing told us
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
