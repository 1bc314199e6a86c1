import assert from 'node:assert/strict'
import { test } from 'node:test'
import { chainNetwork, playFaults } from '../../chain/testing/chain-world.ts'
import { changeWallet } from '../listing/testing/change-wallet.ts'
import { marketWorld, type MarketWorld } from '../listing/testing/market-world.ts'
import { allWell, pointsOf, work } from '../../checkout/order/testing/tenders.ts'
import { listToken } from '../../checkout/order/testing/trading.ts'
import { startSession } from '../../identity/session/session.ts'
import { failTrade, settleTrade } from './settle-trade.ts'
import { look, lookUntilOver, transactionsOf } from './testing/look-at-trade.ts'
import { deliveriesOf, lettersOf, movementsOf, payForToken, standingOf, type Paid } from './testing/paid-trade.ts'

const { world } = chainNetwork()

/** A targeted listing that its target paid for. */
async function payForOwn(market: MarketWorld, way: 'point' | 'new-card' = 'point'): Promise<Paid> {
  const buyer = await market.trader(0)
  return payForToken(market, { way, buyer, listed: await listToken(market, { targetUserId: buyer.memberId }) })
}

/** The buyer is refunded, the listing has ended, and no alarm was raised. */
async function assertGivenBack(market: MarketWorld, { tradeId, drafted }: Paid): Promise<void> {
  await work(market)
  const { order, trade, error } = await standingOf(market, tradeId)
  assert.deepEqual([order, trade], ['refunded', 'failed'])
  assert.match(error ?? '', /another wallet/)
  await market.settle()
  assert.deepEqual(await market.stateOf(drafted.listingId), { state: 'ended', reason: 'agent' })
  const [row] = await market.deps.sql`select withdrawal_cause as cause from listings where id = ${drafted.listingId}`
  assert.equal(row?.['cause'], 'target')
  assert.deepEqual(await deliveriesOf(market, drafted.listingId), [])
  assert.deepEqual(await movementsOf(market, tradeId), { capture: 1, refund: 1 })
  assert.deepEqual(await lettersOf(market, tradeId), ['paid', 'refunded', 'sale-failed'])
  const alarms = await market.deps.sql`select kind from alarms where subject = ${tradeId}`
  assert.deepEqual([...alarms], [])
}

test('what was paid of a listing for one member goes back at once when the wallet changes before it is signed', async (t) => {
  const market = await marketWorld(t, world())
  for (const way of ['point', 'new-card'] as const) {
    const paid = await payForOwn(market, way)
    await changeWallet(market, paid.buyer.memberId)
    // one step, without the clock moving
    await look(market, paid.tradeId)
    assert.equal((await standingOf(market, paid.tradeId)).trade, 'failed')
    await assertGivenBack(market, paid)
    // the change ended the session
    const session = await startSession(market.deps.sql, { memberId: paid.buyer.memberId, userAgent: 'phone' })
    assert.equal(await pointsOf(market, { ...paid.buyer, session }), way === 'point' ? 1100 : 0)
    assert.deepEqual(await transactionsOf(market, paid.tradeId), [{ state: 'failed', builds: 0 }])
  }
  assert.deepEqual(await allWell(market), [])
})

test('it is delivered when the buyer has the listing’s wallet again before the worker’s step', async (t) => {
  const market = await marketWorld(t, world())
  const { tradeId, buyer, drafted } = await payForOwn(market)
  await changeWallet(market, buyer.memberId)
  await changeWallet(market, buyer.memberId, buyer.flowAddress)
  await lookUntilOver(market, tradeId)
  assert.equal((await standingOf(market, tradeId)).trade, 'delivered')
  assert.deepEqual(await deliveriesOf(market, drafted.listingId), [buyer.flowAddress])
  assert.deepEqual(await allWell(market), [])
})

test('what is signed when the wallet changes arrives in the old one; what died on its way goes back', async (t) => {
  const market = await marketWorld(t, world())
  const { deps } = market
  const changeWhileSending = async ({ tradeId, buyer }: Paid, to: string) => {
    let asked = 0
    const accessNode: typeof deps.accessNode = {
      ...deps.accessNode,
      sendTransaction: async (...given) => {
        if (++asked === 1) await changeWallet(market, buyer.memberId, to)
        return deps.accessNode.sendTransaction(...given)
      },
    }
    await deps.sql`update trades set worked_until = kura_now() where id = ${tradeId}`
    await settleTrade({ ...deps, accessNode }, tradeId)
    assert.ok(asked > 0, 'nothing was sent')
  }
  const [first, second] = [await world().newMember(), await world().newMember()]
  const [arrives, dies] = [await payForOwn(market), await payForOwn(market)]
  await changeWhileSending(arrives, first.address)
  await lookUntilOver(market, arrives.tradeId)
  assert.equal((await standingOf(market, arrives.tradeId)).trade, 'delivered')
  assert.deepEqual(await deliveriesOf(market, arrives.drafted.listingId), [arrives.buyer.flowAddress])

  await playFaults(world(), { expireNext: 1 })
  await changeWhileSending(dies, second.address)
  await playFaults(world(), {})
  await lookUntilOver(market, dies.tradeId)
  await assertGivenBack(market, dies)
  assert.deepEqual(await allWell(market), [])
})

test('nothing is refunded while a transaction that may deliver it is there', async (t) => {
  const market = await marketWorld(t, world())
  const { tradeId: id, drafted, buyer } = await payForOwn(market)
  const trade = { id, listingId: drafted.listingId }
  assert.equal(await failTrade(market.deps, trade, { error: 'too early', order: 'alive' }), false)
  const { order, trade: state, listing } = await standingOf(market, id)
  assert.deepEqual([order, state, listing], ['captured', 'delivering', 'held'])
  await lookUntilOver(market, id)
  assert.deepEqual(await deliveriesOf(market, drafted.listingId), [buyer.flowAddress])
})
