import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addBlocks, chainNetwork } from '../../chain/testing/chain-world.ts'
import { marketWorld } from '../listing/testing/market-world.ts'
import { allWell, pointsOf } from '../../checkout/order/testing/tenders.ts'
import { lookUntilOver } from './testing/look-at-trade.ts'
import { deliveriesOf, payForToken, standingOf } from './testing/paid-trade.ts'

// In a file of its own: the clock of its chain is put on by a day.
const { world } = chainNetwork()

test('an order that expires on chain after it was paid is refunded, and not delivered', async (t) => {
  const market = await marketWorld(t, world())
  const { sql } = market.deps
  const buyer = await market.trader(0)
  await sql`update market_settings set listing_days = 1`
  const { tradeId, drafted } = await payForToken(market, { buyer })
  assert.equal((await standingOf(market, tradeId)).trade, 'delivering')
  // the chain has a clock of its own: by the rows' a day is left, by the chain's none
  await addBlocks(world(), 1, 86_400_000)
  await lookUntilOver(market, tradeId)
  const { order, trade, listing, error } = await standingOf(market, tradeId)
  assert.deepEqual([order, trade], ['refunded', 'failed'])
  assert.match(error ?? '', /has expired/)
  assert.notEqual(listing, 'open')
  assert.equal(await pointsOf(market, buyer), 1100)
  await market.settle()
  assert.deepEqual(await deliveriesOf(market, drafted.listingId), [])
  const alarms = await sql`select kind from alarms where subject = ${tradeId}`
  assert.deepEqual([...alarms], [])
  assert.deepEqual(await allWell(market), [])
})
