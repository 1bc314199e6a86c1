import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addBlocks, chainNetwork } from '../chain/testing/chain-world.ts'
import { marketWorld } from '../listing/testing/market-world.ts'
import { allWell, pointsOf } from '../order/testing/tenders.ts'
import { offerToken } from '../order/testing/trading.ts'
import { lookUntilOver } from './testing/look-at-trade.ts'
import { deliveriesOf, payForToken, standingOf } from './testing/paid-trade.ts'

// In a file of its own: it waits for real seconds of the chain's clock.
const { world } = chainNetwork()

test('an order that expires on chain after it was paid is given back, and not delivered', async (t) => {
  const market = await marketWorld(t, world())
  const { sql } = market.deps
  const chainTime = async () => Date.parse((await market.deps.accessNode.getSealedBlock()).timestamp)
  const buyer = await market.trader(0)
  // the chain has a clock of its own: by the rows' a day is left, by the chain's less than a minute
  await sql`update market_settings set listing_days = 1`
  await market.moveClock('-23 hours -59 minutes -20 seconds')
  const offer = await offerToken(market)
  // opened tomorrow, by the rows' clock
  const open = (by: string) =>
    sql`update listings set opened_at = opened_at + ${by}::interval where id = ${offer.drafted.listingId}`
  await open('-1 day')
  const { tradeId, drafted } = await payForToken(market, { buyer, offer })
  await open('1 day')
  const [row] = await sql<[{ expiry: number }]>`
    select extract(epoch from expires_at)::float8 * 1000 as expiry from listings where id = ${drafted.listingId}`
  assert.equal((await standingOf(market, tradeId)).trade, 'delivering')
  while ((await chainTime()) < row.expiry) {
    await new Promise((resolve) => setTimeout(resolve, 1000))
    await addBlocks(world(), 1)
  }
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
