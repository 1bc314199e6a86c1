// buy-paidy as a single call: the buyer agreed at the provider before there was an order.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { claimAuthorisation } from '../../money/payment/authorisation.ts'
import { unitOf } from '../../shop/pack/sellable-pack.ts'
import type { SeededMember } from '../../testing/seed-member.ts'
import { testWorld } from '../../testing/test-world.ts'
import type { TestWorld } from '../../testing/test-world.ts'
import { adoptAuthorisation } from './buy-paidy.ts'
import { seedBuyer, seedPack, stockOf } from './testing/shop.ts'
import {
  allWell,
  authorise,
  books,
  buyPaidy,
  givePoints,
  listPaidy,
  pointsOf,
  setPaidy,
  work,
} from './testing/tenders.ts'
import type { Checkout } from './testing/tenders.ts'

async function shop(t: { after: (end: () => Promise<void>) => void }, units = 3) {
  const world = await testWorld(t)
  const packId = await seedPack(world.deps.sql, { units })
  return { world, sql: world.deps.sql, packId, buyer: await seedBuyer(world) }
}

/** Agrees at the provider's checkout, launched by a client of its own with a reference of its own. */
const agree = (world: TestWorld, email: string, amountYen = 1100) =>
  authorise(world, {
    amountYen,
    orderRef: 'an order number of the client',
    item: { id: 'a', title: { ja: '品', en: 'thing' }, unitPriceYen: amountYen - 100, taxYen: 100 },
    buyer: { name1: 'Tester', email },
  } as Checkout)

const seen = async (world: TestWorld) =>
  (await listPaidy(world)).map(({ status, captures }) => [status, captures.length])
const callerOf = ({ memberId, email, flowAddress }: SeededMember) => ({
  viewer: { memberId, email, flowAddress, sessionHash: Buffer.alloc(32), familyId: memberId },
  ip: '',
  idempotencyKey: undefined,
})

test('an authorisation of the buyer that names no order buys at once; repeats and parallel calls charge once', async (t) => {
  const { world, sql, packId, buyer } = await shop(t)
  const payId = await agree(world, buyer.email.toUpperCase())
  const answers = await Promise.all(Array.from({ length: 8 }, () => buyPaidy(world, buyer, packId, payId)))
  const done = answers.filter(({ ok }) => ok)
  assert.ok(done.length > 0, JSON.stringify(answers[0]))
  const again = await buyPaidy(world, buyer, packId, payId)
  assert.ok(again.ok && again.data.order.state === 'delivered')
  assert.deepEqual(await seen(world), [['closed', 1]])
  assert.equal((await sql`select 1 from orders`).length, 1)
  assert.deepEqual(await stockOf(sql, packId), { issued: 3, remaining: 2, reserved: 0, sold: 1 })
  assert.deepEqual(await books(sql), { 'psp:paidy': 1100, 'sales:packs': -1000, 'tax:consumption': -100 })
  assert.deepEqual(await allWell(world), [])
})

test('points and an authorisation of the rest buy at once; another amount is closed and gives the points back', async (t) => {
  const { world, packId, buyer } = await shop(t)
  await givePoints(world, buyer, 300)
  const buy = (orderID: string) =>
    world.call('buyPaidy', { params: { packId }, body: { orderID, usedPoint: 300 } }, { session: buyer.session })
  const refused = await buy(await agree(world, buyer.email, 900))
  assert.ok(!refused.ok)
  assert.deepEqual([refused.body.errorCode, refused.body.error], ['PAYMENT_DECLINED', 'PAIDY_AMOUNT'])
  assert.equal(await pointsOf(world, buyer), 300)
  const bought = await buy(await agree(world, buyer.email, 800))
  assert.ok(bought.ok && bought.data.order.usedPoint === 300)
  assert.deepEqual((await seen(world)).toSorted(), [
    ['closed', 0],
    ['closed', 1],
  ])
  assert.deepEqual(await allWell(world), [])
})

test('an authorisation of somebody else is not found, and stays as it is', async (t) => {
  const { world, sql, packId, buyer } = await shop(t)
  const payId = await agree(world, 'somebody@example.jp')
  const refused = await buyPaidy(world, buyer, packId, payId)
  assert.ok(!refused.ok)
  assert.deepEqual(refused.body.details, [{ field: 'orderID', fault: 'reserve_first' }])
  await world.moveClock('1 hour')
  await work(world)
  assert.deepEqual(await seen(world), [['authorized', 0]])
  assert.equal((await sql`select 1 from orders`).length, 0)
})

test('when nothing can be bought the authorisation is closed, also after the provider was away', async (t) => {
  const { world, sql, packId, buyer } = await shop(t, 1)
  assert.ok((await buyPaidy(world, buyer, packId, await agree(world, buyer.email))).ok)
  const refused = await buyPaidy(world, buyer, packId, await agree(world, buyer.email))
  assert.equal(!refused.ok && refused.body.errorCode, 'PACK_OUT_OF_STOCK')
  await setPaidy(world, { failNext: [{ call: 'close', status: 500, count: 1 }] })
  const later = await agree(world, buyer.email)
  assert.ok(!(await buyPaidy(world, buyer, packId, later)).ok)
  await world.moveClock('2 minutes')
  await work(world)
  assert.deepEqual((await seen(world)).toSorted(), [
    ['closed', 0],
    ['closed', 0],
    ['closed', 1],
  ])
  assert.equal((await sql`select 1 from alarms`).length, 0)
  assert.deepEqual(await allWell(world), [])
})

test('a process that dies between lookup and reservation leaves an authorisation that is closed', async (t) => {
  const { world, sql, packId, buyer } = await shop(t)
  const payId = await agree(world, buyer.email)
  assert.deepEqual(await claimAuthorisation(world.deps, payId, buyer.email), {
    amountYen: 1100,
    orderRef: 'an order number of the client',
  })
  await work(world)
  assert.deepEqual(await seen(world), [['authorized', 0]], 'the request may still be under way')
  await world.moveClock('2 minutes')
  await work(world)
  assert.deepEqual(await seen(world), [['closed', 0]])
  const late = await buyPaidy(world, buyer, packId, payId)
  assert.equal(!late.ok && late.body.error, 'PAIDY_NOT_AUTHORISED')
  assert.deepEqual(await stockOf(sql, packId), { issued: 3, remaining: 3, reserved: 0, sold: 0 })
  assert.deepEqual(await allWell(world), [])
})

test('a process that dies between reservation and completion: a repeat completes it, else it is closed and released', async (t) => {
  const { world, sql, packId, buyer } = await shop(t)
  const deps = world.deps
  const adopt = (payId: string) => adoptAuthorisation(deps, callerOf(buyer), unitOf(packId), { payId, usedPoint: 0 })
  const repeated = await agree(world, buyer.email)
  assert.ok(await adopt(repeated))
  await work(world)
  const bought = await buyPaidy(world, buyer, packId, repeated)
  assert.ok(bought.ok, JSON.stringify(bought))
  const left = await agree(world, buyer.email)
  assert.ok(await adopt(left))
  assert.equal((await stockOf(sql, packId))?.reserved, 1)
  await world.moveClock('11 minutes')
  await work(world)
  assert.deepEqual((await seen(world)).toSorted(), [
    ['closed', 0],
    ['closed', 1],
  ])
  assert.deepEqual(await stockOf(sql, packId), { issued: 3, remaining: 2, reserved: 0, sold: 1 })
  assert.deepEqual(await allWell(world), [])
})
