import assert from 'node:assert/strict'
import { test } from 'node:test'
import { listOwnedIds } from '@kura/cadence/token'
import { resetChain } from '../../chain/agent/reset-chain.ts'
import { chainNetwork, playFaults } from '../../chain/testing/chain-world.ts'
import { checkInvariants } from '../../audit/check/check.ts'
import { buildDeps } from '../../deps.ts'
import { startWorker } from '../../start-worker.ts'
import { buy, enterAndPass, seedBuyer, seedPack } from '../../checkout/order/testing/shop.ts'
import { testEnv } from '../../testing/test-env.ts'
import { chainEnv, fullWorld } from './testing/full-world.ts'
import { until } from '../../testing/until.ts'

const before = chainNetwork()
const after = chainNetwork()

test('when the chain is thrown away, what was opened is minted again on the next one', async (t) => {
  const world = await fullWorld(t, before.world(), { workers: 0 })
  const { sql } = world.deps
  const worker = await startWorker(world.deps)
  t.after(() => worker.stop())
  // the next chain gives its first member the same address
  const [member, again] = [await before.world().newMember(), await after.world().newMember()]
  assert.equal(again.address, member.address)
  const packId = await seedPack(sql, { isRegistered: false })
  const buyer = await seedBuyer(world, member.address)
  const open = async () => {
    const { accessID } = await enterAndPass(world, buyer, packId)
    const bought = await buy(world, buyer, packId, accessID)
    assert.ok(bought.ok && bought.data.unopenedPackId)
    const body = { unopenedPackId: bought.data.unopenedPackId }
    assert.ok((await world.call('mintTokens', { body }, { session: buyer.session })).ok)
  }
  const states = async () => (await sql`select state from openings order by opened_at, id`).map(({ state }) => state)
  const tokens = async () => (await sql`select 1 from tokens`).length
  await open()
  await until('the first is sealed', async () => (await states())[0] === 'sealed' && (await tokens()) === 2)
  await playFaults(before.world(), { slowSealMs: 60_000 })
  await open()
  await until('the second is on its way', async () => (await states())[1] === 'minting')
  await worker.stop()
  // nor does the work after the response poll the old chain once it is discarded
  await world.deps.background.settled()
  await playFaults(before.world(), {})
  // both were opened long ago: a new chain alone must not cause a refund
  await world.moveClock('20 minutes')

  await resetChain({ databaseUrl: world.deps.env.DATABASE_URL, log: () => {} })
  assert.deepEqual(await states(), ['opened', 'opened'])
  assert.deepEqual(await checkInvariants(world.deps), [])
  const deps = await buildDeps(await testEnv(world.outside, world.deps.env.DATABASE_URL, chainEnv(after.world())))
  const next = await startWorker(deps)
  t.after(async () => {
    await next.stop()
    await deps.close()
  })
  await until('both are minted again', async () => (await states()).every((state) => state === 'sealed'))
  await until('their tokens are seen', async () => (await tokens()) === 4)
  const { addresses, ask } = after.world()
  assert.equal(((await ask(listOwnedIds(addresses, { address: member.address }))) as bigint[]).length, 4)
  assert.deepEqual(await checkInvariants(deps, { withChain: true }), [])
})
