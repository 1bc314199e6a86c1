import assert from 'node:assert/strict'
import { test } from 'node:test'
import { AccessError } from '@kura/cadence/access-error'
import { intendCancel } from '../../chain/agent/cancel-orders.ts'
import { settleTransaction } from '../../chain/agent/settle-transaction.ts'
import { settleTransactions } from '../../chain/agent/submit-transaction.ts'
import { chainNetwork, playFaults } from '../../chain/testing/chain-world.ts'
import { clearEnded, cancelStuckOrders } from './sale-order-jobs.ts'
import { listingOrders } from '../listing/listing-orders.ts'
import { marketWorld, type MarketWorld, type Trader } from '../listing/testing/market-world.ts'

const { world } = chainNetwork()

/** The chain fails every query about an account until the returned function is called. */
const makeUnreadable = ({ deps }: MarketWorld, { flowAddress }: Trader) => {
  const real = deps.accessNode
  const runScript: typeof real.runScript = async (call) => {
    if (call.args.some((arg) => JSON.stringify(arg).includes(flowAddress)))
      throw new AccessError('NODE_REFUSED', '[Error Code: 1101] cadence runtime error: Execution failed', 400)
    return real.runScript(call)
  }
  deps.accessNode = { ...real, runScript }
  return () => void (deps.accessNode = real)
}
const triesOf = async ({ deps }: MarketWorld, { flowAddress }: Trader) =>
  (
    await deps.sql<{ id: string; state: string; orders: number }[]>`
      select id, state, jsonb_array_length(details->'orderIds') as orders from chain_transactions
       where kind = 'cancel-orders' and details->>'seller' = ${flowAddress} order by created_at, id`
  ).map((row) => ({ ...row }))
const alarmsOf = async ({ deps }: MarketWorld) =>
  (
    await deps.sql<{ subject: string; message: string }[]>`
      select subject, message from alarms where kind = 'listing-stuck' and cleared_at is null order by subject`
  ).map((row) => ({ ...row }))
const endAll = async (market: MarketWorld, { session }: Trader) => {
  const answer = await market.call('endAllListings', {}, { session })
  assert.ok(answer.ok, JSON.stringify(answer))
}

test('a cancellation that fails on an unreadable account ends, raises an alarm, and delays no other', async (t) => {
  const market = await marketWorld(t, world())
  const { deps } = market
  const [broken, sound] = [await market.trader(2), await market.trader(1)]
  const listed: { trader: Trader; listingId: string }[] = []
  for (const trader of [broken, sound])
    for (const token of trader.tokens) {
      const { listingId } = await market.list(trader, token)
      listed.push({ trader, listingId })
    }
  const statesOf = async (whose: Trader) => {
    const own = listed.filter(({ trader }) => trader === whose)
    return Promise.all(own.map(async ({ listingId }) => (await market.stateOf(listingId)).state))
  }
  const mend = makeUnreadable(market, broken)
  t.after(mend)
  for (const trader of [broken, sound]) await endAll(market, trader)
  /**
   * One try at the transaction of the broken account that is open, which the chain runs and fails.
   */
  const failOpen = async () => {
    const open = (await triesOf(market, broken)).filter(({ state }) => state !== 'failed')
    assert.ok(open.length > 0)
    await playFaults(world(), { failNext: { code: 1101, count: open.length } })
    for (const { id } of open)
      for (let round = 0; (await settleTransaction(deps, id)).state !== 'failed'; round += 1) {
        assert.ok(round < 600, 'the transaction never ended')
        await new Promise((resolve) => setTimeout(resolve, 20))
      }
    await playFaults(world(), {})
  }
  await failOpen()
  await market.settle()
  assert.deepEqual(await statesOf(sound), ['ended'])
  assert.deepEqual(await statesOf(broken), ['ending', 'ending'])
  // each alone, and no more than once in the time of a try
  await market.moveClock('11 minutes')
  await cancelStuckOrders(deps, listingOrders)
  assert.deepEqual(
    (await triesOf(market, broken)).map(({ state, orders }) => [state, orders]),
    [
      ['failed', 2],
      ['intended', 1],
      ['intended', 1],
    ],
  )
  await failOpen()
  for (let round = 0; round < 3; round += 1) await cancelStuckOrders(deps, listingOrders)
  assert.equal((await triesOf(market, broken)).length, 3)
  const [alarm, ...others] = await alarmsOf(market)
  assert.equal(alarm?.subject, broken.flowAddress)
  assert.match(alarm.message, /cannot cancel 2 orders of 0x[0-9a-f]{16}: played by the sandbox/)
  assert.deepEqual(others, [])
  assert.equal((await deps.sql`select 1 from chain_keys where leased_by is not null`).length, 0)
  // the next try is hours later: the cause is gone by then
  mend()
  await market.moveClock('2 hours')
  await cancelStuckOrders(deps, listingOrders)
  assert.equal((await triesOf(market, broken)).length, 5)
  await market.settle()
  assert.deepEqual(await statesOf(broken), ['ended', 'ended'])
  await cancelStuckOrders(deps, listingOrders)
  assert.deepEqual(await alarmsOf(market), [])
})

test('where an account is too much for one question, each of its orders is asked for', async (t) => {
  const market = await marketWorld(t, world())
  const { deps } = market
  const seller = await market.trader(1)
  const [token] = seller.tokens
  assert.ok(token)
  const { listingId } = await market.list(seller, token)
  await endAll(market, seller)
  await market.settle()
  const [sealed] = await triesOf(market, seller)
  assert.equal(sealed?.state, 'sealed')
  // the same request again, which the network fails though nothing remains to cancel
  const again = await intendCancel(deps.sql, { cause: 'again', seller: seller.flowAddress, orderIds: [listingId] })
  const real = deps.accessNode
  deps.accessNode = {
    ...real,
    runScript: async (call) => {
      // the whole account is too much for one script, each order alone is not
      if (call.args.length === 1)
        throw new AccessError('NODE_REFUSED', '[Error Code: 1110] computation exceeds limit', 400)
      return real.runScript(call)
    },
  }
  t.after(() => void (deps.accessNode = real))
  await playFaults(world(), { failNext: { code: 1101, count: 1 } })
  for (let round = 0; (await settleTransaction(deps, again.id)).state !== 'sealed'; round += 1) {
    assert.ok(round < 600, 'the transaction never ended')
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
})

test('an unreadable account does not stop the removal of other accounts’ dead orders', async (t) => {
  const market = await marketWorld(t, world())
  const { deps } = market
  const [broken, sound] = [await market.trader(2), await market.trader(2)]
  for (const trader of [broken, sound]) for (const token of trader.tokens) await market.list(trader, token)
  await market.moveClock('31 days')
  t.after(makeUnreadable(market, broken))
  await clearEnded(deps, 2)
  assert.deepEqual(
    (await triesOf(market, sound)).map(({ state, orders }) => [state, orders]),
    [['intended', 2]],
  )
  assert.deepEqual(await triesOf(market, broken), [])
  await settleTransactions(deps)
})
