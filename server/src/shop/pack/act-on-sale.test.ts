import assert from 'node:assert/strict'
import { test } from 'node:test'
import { limits } from '@kura/contract/limits'
import { seedBuyer, seedPack, reservePack } from '../../checkout/order/testing/shop.ts'
import { testWorld } from '../../testing/test-world.ts'
import type { TestWorld } from '../../testing/test-world.ts'
import { actOnSale } from './act-on-sale.ts'
import type { SaleOrder } from './act-on-sale.ts'
import { finishSales, touchAtEdges } from './draw-queries.ts'

async function act(world: TestWorld, packId: string, more: Partial<SaleOrder>): Promise<string> {
  const lines: string[] = []
  const order = {
    act: 'close' as const,
    packId,
    by: 'tester',
    reason: 'a test',
    isForGood: false,
    isDryRun: false,
    ...more,
  }
  await actOnSale(world.deps, order, (line) => lines.push(line))
  return lines.join('\n')
}
const stateOf = async (world: TestWorld, packId: string): Promise<string> => {
  const answer = await world.call('showPack', { params: { packId }, query: {} })
  assert.ok(answer.ok)
  return answer.data.state
}
const saltOf = async (world: TestWorld, packId: string): Promise<string | null> => {
  const answer = await world.call('showPackFairness', { params: { packId } })
  assert.ok(answer.ok)
  return answer.data.salt
}
const reserve = async (world: TestWorld, packId: string) => {
  const { memberId } = await seedBuyer(world)
  const buyer = { packId, memberId, isAdult: true }
  return reservePack(world.deps, buyer, { by: 'card', usedPoint: 0 }, { alongside: async () => {} })
}
const actsOf = ({ deps }: TestWorld, packId: string) =>
  deps.sql`select actor, act, details from audit_rows where subject = ${packId} order by at, id`
/** What members are notified of about a pack, and of the item in it, which has the same id. */
const announcedOf = async ({ deps }: TestWorld, packId: string) => {
  const rows = await deps.sql<{ line: string }[]>`
    select event || ' to ' || audience as line from notification_fan_outs where audience_id = ${packId} order by 1`
  return rows.map(({ line }) => line)
}
const dropsOf = async ({ deps }: TestWorld, packId: string) =>
  (await deps.sql`select 1 from page_drops where tag = ${`pack:${packId}`}`).length

test('closing ends the sale at once, with the audit and fresh pages; a dry run does nothing', async (t) => {
  const world = await testWorld(t)
  const packId = await seedPack(world.deps.sql)
  await reserve(world, packId)
  const drops = await dropsOf(world, packId)
  const output = await act(world, packId, { isDryRun: true })
  assert.match(output, /2 left, 1 reserved\nwould be off sale; nothing was changed/)
  assert.deepEqual([await stateOf(world, packId), (await actsOf(world, packId)).length], ['on', 0])
  assert.match(await act(world, packId, {}), /is off sale\n1 reservations under way may still finish/)
  assert.equal(await stateOf(world, packId), 'after')
  assert.ok((await dropsOf(world, packId)) > drops)
  await assert.rejects(reserve(world, packId), { code: 'PACK_SELLING_TERM_AFTER' })
  assert.deepEqual(
    [...(await actsOf(world, packId))],
    [{ actor: 'operator:tester', act: 'pack.close', details: { reason: 'a test', isForGood: false } }],
  )
  await assert.rejects(act(world, packId, {}), { code: 'SALE_REFUSED', message: 'its sale is closed already' })
  assert.match(await act(world, packId, { act: 'open' }), /is on sale from now/)
  assert.equal(await stateOf(world, packId), 'on')
  assert.deepEqual(await announcedOf(world, packId), [
    'favorite-restocked to item-favorites',
    'favorite-restocked to pack-favorites',
  ])
  await reserve(world, packId)
})

test('a closed sale ends for good when its proof is published, at once when it was closed for good', async (t) => {
  const world = await testWorld(t)
  const { sql } = world.deps
  const [slow, fast] = [await seedPack(sql), await seedPack(sql)]
  await act(world, slow, {})
  await act(world, fast, { isForGood: true })
  await world.moveClock('1 minute')
  await finishSales(sql)
  assert.equal(await saltOf(world, slow), null)
  assert.notEqual(await saltOf(world, fast), null)
  await assert.rejects(act(world, fast, { act: 'open' }), { code: 'SALE_REFUSED', message: /its proof is published/ })
  await world.moveClock(`${limits.packReopenHours} hours`)
  await finishSales(sql)
  assert.notEqual(await saltOf(world, slow), null)
  assert.equal(await stateOf(world, slow), 'after')
})

test('opening begins a sale before its time; what is open, over or unknown is refused', async (t) => {
  const world = await testWorld(t)
  const { sql } = world.deps
  const coming = await seedPack(sql, { saleStartsAt: '1 day' })
  assert.equal(await stateOf(world, coming), 'before')
  await act(world, coming, { act: 'open' })
  assert.equal(await stateOf(world, coming), 'on')
  assert.deepEqual(await announcedOf(world, coming), [
    'favorite-on-sale to item-favorites',
    'favorite-on-sale to pack-favorites',
    'sale-begun to pack-reminders',
  ])
  await assert.rejects(act(world, coming, { act: 'open' }), { message: 'its sale is open' })
  const over = await seedPack(sql, { saleEndsAt: '-1 day' })
  await assert.rejects(act(world, over, { act: 'open' }), { message: /its term ended/ })
  await assert.rejects(act(world, over, {}), { message: 'its sale is over' })
  await assert.rejects(act(world, 'nothing-here', {}), { message: 'there is no pack nothing-here' })
})

test('pages of a pack go when its term begins and when it ends, though no row changes', async (t) => {
  const world = await testWorld(t)
  const { sql } = world.deps
  // a start or end counts as recent for some seconds only
  await world.stopClock()
  const packId = await seedPack(sql, { saleStartsAt: '1 hour', saleEndsAt: '2 hours' })
  const drops = await dropsOf(world, packId)
  await touchAtEdges(sql, 5)
  assert.equal(await dropsOf(world, packId), drops)
  await world.moveClock('1 hour')
  await touchAtEdges(sql, 5)
  assert.equal(await dropsOf(world, packId), drops + 1)
  await world.moveClock('1 minute')
  await touchAtEdges(sql, 5)
  assert.equal(await dropsOf(world, packId), drops + 1)
  await world.moveClock('59 minutes')
  await touchAtEdges(sql, 5)
  assert.equal(await dropsOf(world, packId), drops + 2)
})
