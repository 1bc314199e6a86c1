import assert from 'node:assert/strict'
import { test } from 'node:test'
import { listGrants, readStandingOrders } from '@kura/cadence/sale'
import { transferToken } from '@kura/cadence/token'
import { rebuildIndex } from '../../chain/index/index-once.ts'
import { chainNetwork } from '../../chain/testing/chain-world.ts'
import { listingOrders } from '../listing/listing-orders.ts'
import { clearEnded } from './sale-order-jobs.ts'
import { marketWorld } from '../listing/testing/market-world.ts'

const { world } = chainNetwork()

test('orders that are over are removed from their seller’s account when there are enough of them, and no others', async (t) => {
  const market = await marketWorld(t, world())
  const { deps } = market
  const seller = await market.trader(4)
  const made = []
  for (const token of seller.tokens) made.push(await market.list(seller, token))
  const friend = await world().newMember()
  for (const token of seller.tokens.slice(0, 2))
    await world().act(
      seller.account,
      transferToken(world().addresses, { id: BigInt(token.tokenId), to: friend.address }),
    )
  await market.index()
  const left = async () =>
    readStandingOrders(await world().ask(listGrants(world().addresses, { seller: seller.flowAddress })))
      .map(({ terms }) => terms.orderId)
      .toSorted()
  const ids = made.map(({ listingId }) => listingId)
  await clearEnded(deps, 3)
  assert.equal((await deps.sql`select 1 from chain_transactions where kind = 'cancel-orders'`).length, 0)
  assert.deepEqual(await left(), ids.toSorted())
  await clearEnded(deps, 2)
  await clearEnded(deps, 2)
  await market.settle()
  assert.deepEqual(await left(), ids.slice(2).toSorted())
  assert.equal((await deps.sql`select 1 from chain_transactions where kind = 'cancel-orders'`).length, 1)
  assert.deepEqual(await market.stateOf(ids[0]!), { state: 'ended', reason: 'moved' })

  await market.moveClock('31 days')
  await listingOrders.expire(deps)
  await clearEnded(deps, 2)
  await market.settle()
  assert.deepEqual(await left(), [])
  // the chain's clock is not moved: there the agent ended them in time, and a new read says so
  assert.deepEqual((await market.stateOf(ids[3]!)).state, 'ended')
  const rows = await deps.sql`select id, state from listings order by id`
  await rebuildIndex(deps)
  assert.deepEqual([...(await deps.sql`select id, state from listings order by id`)], [...rows])
})
