import assert from 'node:assert/strict'
import { test } from 'node:test'
import { limits } from '@kura/contract/limits'
import { testWorld } from '../../testing/test-world.ts'
import type { TestWorld } from '../../testing/test-world.ts'
import { continueOrder } from './capture.ts'
import { buy, enter, passChallenge, seedBuyer, seedPack, setCard, stockOf } from './testing/shop.ts'
import { allWell, enterAndAuthorise, buyPaidy, setPaidy, work } from './testing/tenders.ts'

/** Minutes from the order's beginning to the end of its lease, by the database. */
async function leaseMinutes({ deps }: TestWorld, orderId: string): Promise<number> {
  const [row] = await deps.sql<[{ minutes: number }]>`
    select extract(epoch from lease_until - created_at)::float8 / 60 as minutes from orders where id = ${orderId}`
  return row.minutes
}
const stateOf = async ({ deps }: TestWorld, orderId: string) =>
  (await deps.sql<[{ state: string }]>`select state from orders where id = ${orderId}`)[0].state
/** At least so many whole minutes, and not a minute more. */
const isAbout = (minutes: number, expected: number) => minutes >= expected && minutes < expected + 1

test('each step of paying gives the reservation its time again', async (t) => {
  const world = await testWorld(t)
  const packId = await seedPack(world.deps.sql)
  const buyer = await seedBuyer(world)
  const entered = await enter(world, buyer, packId)
  assert.ok(entered.ok && entered.data.redirectUrl)
  const { orderId, accessID, redirectUrl } = entered.data
  assert.ok(isAbout(await leaseMinutes(world, orderId), limits.orderLeaseMinutes))
  await world.moveClock('9 minutes')
  await passChallenge(redirectUrl)
  // the gateway is busy for a while
  await setCard(world, { failNext: [{ call: 'SecureTran2', errInfo: 'E90010001', count: 2 }] })
  const waiting = await buy(world, buyer, packId, accessID)
  assert.ok(!waiting.ok && waiting.status === 503)
  assert.ok(isAbout(await leaseMinutes(world, orderId), 9 + limits.orderLeaseMinutes))
  // beyond the first ten minutes it is still reserved and can be paid
  await world.moveClock('8 minutes')
  await work(world, 1)
  assert.equal(await stateOf(world, orderId), 'delivered')
  assert.deepEqual(await allWell(world), [])

  const open = await enterAndAuthorise(world, buyer, packId)
  await world.moveClock('9 minutes')
  await setPaidy(world, { failNext: [{ call: 'capture', status: 429, count: 2 }] })
  const refused = await buyPaidy(world, buyer, packId, open.payId)
  assert.ok(!refused.ok && refused.status === 503)
  assert.ok(isAbout(await leaseMinutes(world, open.orderId), 9 + limits.orderLeaseMinutes))
})

test('however often it is renewed, a reservation ends at the cap, and its unit is on sale again', async (t) => {
  const world = await testWorld(t)
  const { sql } = world.deps
  const packId = await seedPack(sql, { units: 1 })
  const buyer = await seedBuyer(world)
  const entered = await enter(world, buyer, packId)
  assert.ok(entered.ok)
  const { orderId } = entered.data
  const cap = limits.orderLeaseMostMinutes
  for (const at of [9, 18, 27, 29]) {
    await sql`update kura_clock set time_offset = (select created_at from orders where id = ${orderId}) + make_interval(mins => ${at}) - now()`
    assert.equal(await continueOrder(sql, orderId), true, `${at}`)
    assert.ok(isAbout(await leaseMinutes(world, orderId), Math.min(at + limits.orderLeaseMinutes, cap)), `${at}`)
    await work(world, 1)
    assert.equal(await stateOf(world, orderId), 'reserved')
  }
  assert.equal(await leaseMinutes(world, orderId), cap)
  await world.moveClock('1 minute')
  assert.equal(await continueOrder(sql, orderId), false)
  await work(world)
  assert.equal(await stateOf(world, orderId), 'expired')
  assert.equal(await continueOrder(sql, orderId), false)
  assert.deepEqual(await stockOf(sql, packId), { issued: 1, remaining: 1, reserved: 0, sold: 0 })
  assert.deepEqual(await allWell(world), [])
})
