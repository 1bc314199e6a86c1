import assert from 'node:assert/strict'
import { test } from 'node:test'
import { memberLimit } from '@kura/cadence/door'
import { array, string } from '@kura/cadence/json-cdc'
import { transferToken } from '@kura/cadence/token'
import { chainNetwork } from '../../chain/testing/chain-world.ts'
import { marketWorld, sellCall } from '../../market/listing/testing/market-world.ts'

const { world } = chainNetwork()

test('anyone reads what a seller’s wallet runs, and it runs: a listing opens, and is ended without our server', async (t) => {
  const market = await marketWorld(t, world())
  const { call, chain } = market
  const answer = await call('showWalletTransactions', {})
  assert.ok(answer.ok, JSON.stringify(answer))
  const { sell, cancel, cancelAll, transfer } = answer.data
  const { cadence: moves, limit: most } = transferToken(chain.addresses, {
    id: 7n,
    to: '0x01cf0e2f2f715450',
  })
  assert.deepEqual(
    transfer,
    { cadence: moves, limit: most },
    'what is shown before a transfer is what its draft answers',
  )
  for (const { cadence, limit } of [sell, cancel, cancelAll]) {
    assert.equal(limit, memberLimit)
    assert.match(cadence, new RegExp(`import SalePermission from ${chain.addresses['SalePermission']}`))
    assert.doesNotMatch(cadence, /^import "/m)
  }
  const seller = await market.trader(2)
  const [one, other] = seller.tokens
  assert.ok(one && other)
  const accept = async (token: typeof one) => {
    const drafted = await market.draft(seller, token)
    await chain.act(seller.account, { ...sellCall(chain, drafted.arguments), ...sell })
    await market.index()
    assert.equal((await market.stateOf(drafted.listingId)).state, 'open')
    return drafted.listingId
  }
  const first = await accept(one)
  const second = await accept(other)
  await chain.act(seller.account, { ...cancel, args: [array([string(first)])] })
  await market.index()
  assert.deepEqual(await market.stateOf(first), { state: 'ended', reason: 'cancelled' })
  assert.equal((await market.stateOf(second)).state, 'open')
  await chain.act(seller.account, { ...cancelAll, args: [] })
  await market.index()
  assert.deepEqual(await market.stateOf(second), { state: 'ended', reason: 'all-cancelled' })
})
