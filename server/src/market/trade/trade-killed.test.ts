import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { test } from 'node:test'
import type { TestContext } from 'node:test'
import { transferToken } from '@kura/cadence/token'
import { chainNetwork } from '../../chain/testing/chain-world.ts'
import { marketWorld } from '../listing/testing/market-world.ts'
import type { MarketWorld } from '../listing/testing/market-world.ts'
import { allWell, pointsOf, work } from '../../checkout/order/testing/tenders.ts'
import { deliverTrades } from '../../checkout/order/testing/trading.ts'
import { deliveriesOf, lettersOf, movementsOf, payForToken, standingOf } from './testing/paid-trade.ts'
import type { Paid } from './testing/paid-trade.ts'
import { withFaultPlan } from '../../testing/fault-plan.ts'
import { until } from '../../testing/until.ts'

const { world } = chainNetwork()

/** A worker process on the market's database and chain, with faults planned. */
function startWorker(t: TestContext, market: MarketWorld, fault = ''): ChildProcess {
  const settings = Object.entries(market.deps.env).map(([name, value]) => [name, String(value)])
  const child = spawn(process.execPath, [...withFaultPlan, join(import.meta.dirname, '..', '..', 'main.ts')], {
    env: {
      ...process.env,
      ...Object.fromEntries(settings),
      ROLE: 'worker',
      PORT: '0',
      METRICS_PORT: '0',
      KURA_FAULT: fault,
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  t.after(() => child.kill('SIGKILL'))
  return child
}

async function assertDeliveredOnce(market: MarketWorld, { tradeId, drafted, buyer }: Paid, why: string): Promise<void> {
  const standing = { order: 'delivered', trade: 'delivered', listing: 'sold', error: null }
  assert.deepEqual(await standingOf(market, tradeId), standing, why)
  assert.deepEqual(await deliveriesOf(market, drafted.listingId), [buyer.flowAddress], why)
  const booked = { capture: 1, 'trade-delivery': 1, 'proceeds-hold': 1 }
  assert.deepEqual(await movementsOf(market, tradeId), booked, why)
  assert.deepEqual(await lettersOf(market, tradeId), ['delivered', 'paid', 'sold'], why)
}

// each in a test of its own, with its own timeout
for (const point of [
  'before flow.sendTransaction',
  'after flow.sendTransaction',
  'before chain.seal',
  'before trade.seal',
  'after trade.seal',
])
  test(`a worker killed ${point} of a delivery leaves one that another makes once`, async (t) => {
    const market = await marketWorld(t, world())
    const paid = await payForToken(market)
    const child = startWorker(t, market, `kill:${point}`)
    await once(child, 'exit')
    assert.equal(child.signalCode, 'SIGKILL')
    // the claims of the dead process expire
    await market.moveClock('1 minute')
    await deliverTrades(market)
    await assertDeliveredOnce(market, paid, point)
    assert.deepEqual(await allWell(market), [])
  })

for (const point of ['before trade.fail', 'after trade.fail'])
  test(`a worker killed ${point} of a failed sale leaves one that another gives back once`, async (t) => {
    const market = await marketWorld(t, world())
    const { tradeId, seller, buyer, token, drafted } = await payForToken(market)
    const friend = await world().newMember()
    await world().act(
      seller.account,
      transferToken(world().addresses, { id: BigInt(token.tokenId), to: friend.address }),
    )
    const child = startWorker(t, market, `kill:${point}`)
    await once(child, 'exit')
    assert.equal(child.signalCode, 'SIGKILL')
    await market.moveClock('1 minute')
    await deliverTrades(market)
    await work(market)
    const { order, trade } = await standingOf(market, tradeId)
    assert.deepEqual([order, trade], ['refunded', 'failed'])
    assert.equal(await pointsOf(market, buyer), 1100)
    assert.deepEqual(await deliveriesOf(market, drafted.listingId), [])
    assert.deepEqual(await movementsOf(market, tradeId), { capture: 1, refund: 1 })
    assert.deepEqual(await allWell(market), [])
  })

test('several processes, each with worker and index, deliver every trade once', async (t) => {
  const market = await marketWorld(t, world())
  const paid: Paid[] = []
  for (let n = 0; n < 4; n += 1) paid.push(await payForToken(market))
  const workers = [startWorker(t, market), startWorker(t, market), startWorker(t, market)]
  await until('everything is delivered', async () => {
    const [row] = await market.deps.sql`select count(*)::int as left from trades where state <> 'delivered'`
    return row?.['left'] === 0
  })
  for (const worker of workers) worker.kill('SIGKILL')
  await market.index()
  for (const each of paid) await assertDeliveredOnce(market, each, each.tradeId)
  assert.deepEqual(await allWell(market), [])
})
