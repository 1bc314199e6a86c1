import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { TestContext } from 'node:test'
import { checkFairness, isConsistent } from '@kura/contract/shop/fairness'
import type { PackFairness } from '@kura/contract/shop/pack'
import { importCatalogue } from '../../operations/import/import.ts'
import { chainDeps, chainNetwork, playFaults } from '../../chain/testing/chain-world.ts'
import { catalogueWorld } from '../../testing/catalogue-world.ts'
import type { CatalogueWorld } from '../../testing/catalogue-world.ts'
import { drawPacks } from './draw-packs.ts'
import { finishSales } from './draw-queries.ts'
import { drawNow } from './testing/draw-now.ts'

const network = chainNetwork()

async function shop(t: TestContext): Promise<CatalogueWorld> {
  const world = await catalogueWorld(t)
  await importCatalogue({ ...world, folder: await world.folder(), log: () => {} })
  return world
}

async function proofOf(world: CatalogueWorld, packId = 'mixed'): Promise<PackFairness> {
  const answer = await world.call('showPackFairness', { params: { packId } })
  assert.ok(answer.ok, JSON.stringify(answer))
  return answer.data
}
const stateOf = async (world: CatalogueWorld): Promise<string> => {
  const answer = await world.call('showPack', { params: { packId: 'mixed' }, query: {} })
  assert.ok(answer.ok)
  return answer.data.state
}
const orderOf = async ({ sql }: CatalogueWorld): Promise<(number | null)[]> =>
  (
    await sql<
      { draw: number | null }[]
    >`select draw_number as draw from pack_units where pack_id = 'mixed' order by number`
  ).map(({ draw }) => draw)

test('on a local chain: committed to, then drawn from a block that was not there, by several workers once', async (t) => {
  const world = await shop(t)
  const deps = { ...(await chainDeps(t, network.world())), sql: world.sql }
  assert.equal((await proofOf(world)).commitment, '')
  const before = (await deps.accessNode.getSealedBlock()).height
  await Promise.all([drawPacks(deps), drawPacks(deps)])
  const committed = await proofOf(world)
  assert.match(committed.commitment, /^[0-9a-f]{64}$/)
  assert.ok(Number(committed.drawHeight) > before)
  assert.deepEqual([committed.drawBlockId, committed.salt, committed.units], [null, null, null])
  assert.equal(await stateOf(world), 'before')
  for (let round = 0; (await stateOf(world)) === 'before'; round += 1) {
    assert.ok(round < 50, 'the pack is never drawn')
    await Promise.all([drawPacks(deps), drawPacks(deps)])
  }
  const drawn = await proofOf(world)
  const block = await deps.accessNode.findBlock(Number(drawn.drawHeight))
  assert.equal(drawn.drawBlockId, block?.id)
  assert.equal(drawn.commitment, committed.commitment)
  assert.deepEqual([drawn.salt, drawn.units], [null, null])
  const order = await orderOf(world)
  assert.deepEqual(
    order.toSorted((a, b) => Number(a) - Number(b)),
    [1, 2, 3, 4, 5, 6, 7, 8, 9],
  )
  await drawPacks(deps)
  assert.deepEqual(await orderOf(world), order)
})

test('while the chain is down nothing is announced or sold; it continues when the chain is back', async (t) => {
  const world = await shop(t)
  const deps = { ...(await chainDeps(t, network.world())), sql: world.sql }
  await playFaults(network.world(), { down: true })
  await drawPacks(deps)
  assert.deepEqual([(await proofOf(world)).drawHeight, await stateOf(world)], [null, 'before'])
  await playFaults(network.world(), {})
  for (let round = 0; (await stateOf(world)) === 'before'; round += 1) {
    assert.ok(round < 50, 'the pack is never drawn')
    await drawPacks(deps)
  }
})

test('the proof is complete only after the sale has ended, verifies on its own, and nothing is sold after it', async (t) => {
  const world = await shop(t)
  await drawNow(world.sql)
  assert.equal(await stateOf(world), 'on')
  await finishSales(world.sql)
  assert.deepEqual(
    [(await proofOf(world)).salt, (await checkFairness(await proofOf(world)))[1]?.result],
    [null, 'waiting'],
  )
  await world.sql`update packs set sale_ends_at = kura_now()`
  await finishSales(world.sql)
  assert.equal((await proofOf(world)).salt, null, 'a reservation may still be on its way')
  await world.moveClock('1 minute')
  await world.sql`update pack_stocks set reserved = 1, remaining = remaining - 1`
  await finishSales(world.sql)
  assert.equal((await proofOf(world)).salt, null, 'a reservation is open')
  await world.sql`update pack_stocks set reserved = 0, remaining = remaining + 1`
  await finishSales(world.sql)
  const proof = await proofOf(world)
  const results = await checkFairness(proof)
  assert.ok(isConsistent(results), JSON.stringify(results))
  // as sold: the first published is the first in line
  const [first] = await world.sql<{ refId: string }[]>`
    select c.ref_id as "refId" from pack_units u join pack_cards c on c.unit_id = u.id where u.draw_number = 1 and c.place = 1`
  assert.equal(proof.units?.[0]?.[0]?.refId, first?.refId)
  // a catalogue with a later end does not bring it back
  await world.sql`update packs set sale_ends_at = null`
  assert.equal(await stateOf(world), 'after')
})

test('a sold-out sale ends when no refund can bring a unit back', async (t) => {
  const world = await shop(t)
  await drawNow(world.sql)
  await world.sql`update pack_stocks set remaining = 0, sold = issued`
  await finishSales(world.sql)
  assert.ok(isConsistent(await checkFairness(await proofOf(world))))
  assert.equal(await stateOf(world), 'sold-out')
  await world.sql`update pack_stocks set remaining = 1, sold = issued - 1`
  assert.equal(await stateOf(world), 'after', 'its proof is out')
})

test('a random pack without a limit is before, whatever its term says', async (t) => {
  const world = await shop(t)
  await drawNow(world.sql)
  await world.sql`update packs set per_member_limit = null`
  assert.equal(await stateOf(world), 'before')
})
