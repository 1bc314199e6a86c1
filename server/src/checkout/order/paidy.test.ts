import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testWorld } from '../../testing/test-world.ts'
import type { TestWorld } from '../../testing/test-world.ts'
import { seedBuyer, seedPack, stockOf } from './testing/shop.ts'
import {
  allWell,
  authorise,
  books,
  buyPaidy,
  enterAndAuthorise,
  enterPaidy,
  givePoints,
  listPaidy,
  pointsOf,
  sendPaidyNotice,
  setPaidy,
  work,
} from './testing/tenders.ts'

async function shop(t: { after: (end: () => Promise<void>) => void }, units = 3) {
  const world = await testWorld(t)
  const packId = await seedPack(world.deps.sql, { units })
  return { world, sql: world.deps.sql, packId, buyer: await seedBuyer(world) }
}
const captures = async (world: TestWorld) => (await listPaidy(world)).flatMap((payment) => payment.captures)

test('the checkout is launched with what is charged, in parts that add up', async (t) => {
  const { world, packId, buyer } = await shop(t)
  await givePoints(world, buyer, 101)
  const entered = await enterPaidy(world, buyer, packId, 101)
  assert.ok(entered.ok)
  const { amountYen, item, orderRef, orderId, buyerData, buyer: who } = entered.data
  assert.deepEqual([amountYen, item.unitPriceYen, item.taxYen, orderRef], [999, 909, 90, orderId])
  assert.deepEqual([who.email, who.name1, buyerData.orderCount], [buyer.email, 'Tester', 0])
  const payId = await authorise(world, entered.data)
  assert.ok((await buyPaidy(world, buyer, packId, payId)).ok)
  const next = await enterPaidy(world, buyer, packId)
  assert.ok(next.ok)
  assert.deepEqual([next.data.buyerData.orderCount, next.data.buyerData.ltvYen], [1, 1100])
})

test('fifty returns at once, of its buyer and of others, charge once', async (t) => {
  const { world, packId, buyer } = await shop(t)
  const thief = await seedBuyer(world)
  const other = await seedPack(world.deps.sql)
  const { payId } = await enterAndAuthorise(world, buyer, packId)
  for (const [who, where] of [
    [thief, packId],
    [buyer, other],
  ] as const) {
    const answer = await buyPaidy(world, who, where, payId)
    assert.ok(!answer.ok && answer.status === 404)
  }
  const [answers, stolen] = await Promise.all([
    Promise.all(Array.from({ length: 40 }, () => buyPaidy(world, buyer, packId, payId))),
    Promise.all(Array.from({ length: 10 }, () => buyPaidy(world, thief, packId, payId))),
  ])
  assert.equal(new Set(answers.map((answer) => JSON.stringify(answer))).size, 1)
  assert.ok(answers[0]?.ok && answers[0].data.order.state === 'delivered')
  for (const answer of stolen) assert.ok(!answer.ok && answer.status === 404)
  assert.equal((await captures(world)).length, 1)
  await world.moveClock('2 hours')
  const late = await buyPaidy(world, buyer, packId, payId)
  assert.ok(late.ok && late.data.tradeId === answers[0].data.tradeId)
  assert.deepEqual(await allWell(world), [])
})

test('an authorisation of another amount, or that was rejected, ends the order and is closed', async (t) => {
  const { world, sql, packId, buyer } = await shop(t)
  await givePoints(world, buyer, 300)
  const entered = await enterPaidy(world, buyer, packId, 300)
  assert.ok(entered.ok)
  const payId = await authorise(world, entered.data, { amount: 100 })
  const refused = await buyPaidy(world, buyer, packId, payId)
  assert.ok(!refused.ok)
  assert.deepEqual(
    [refused.status, refused.body.errorCode, refused.body.error],
    [400, 'PAYMENT_DECLINED', 'PAIDY_AMOUNT'],
  )
  assert.deepEqual(await buyPaidy(world, buyer, packId, payId), refused)
  assert.equal(await pointsOf(world, buyer), 300)

  const again = await enterPaidy(world, buyer, packId)
  assert.ok(again.ok)
  const rejected = await authorise(world, again.data, { choice: 'rejected' })
  const result = await buyPaidy(world, buyer, packId, rejected)
  assert.ok(!result.ok && result.body.error === 'PAIDY_NOT_AUTHORISED')
  assert.deepEqual(
    (await listPaidy(world)).map(({ status }) => status),
    ['closed', 'rejected'],
  )
  await work(world)
  assert.deepEqual(await stockOf(sql, packId), { issued: 3, remaining: 3, reserved: 0, sold: 0 })
  assert.equal((await sql`select 1 from alarms`).length, 0)
  assert.deepEqual(await allWell(world), [])
})

test('an authorisation of somebody else for no order of ours, or of a live environment here, charges nothing', async (t) => {
  const { world, packId, buyer } = await shop(t)
  const entered = await enterPaidy(world, buyer, packId)
  assert.ok(entered.ok)
  for (const ref of ['', 'x', '018f0000-0000-7000-8000-000000000000']) {
    const buyer2 = { ...entered.data.buyer, email: 'somebody@example.jp' }
    const stray = await authorise(world, { ...entered.data, buyer: buyer2 }, { ref })
    const answer = await buyPaidy(world, buyer, packId, stray)
    assert.ok(!answer.ok && answer.status === 404, ref)
  }
  const payId = await authorise(world, entered.data)
  const live = { ...world.deps, env: { ...world.deps.env, LIVE: true } }
  const { acceptAuthorisation } = await import('../../money/payment/authorisation.ts')
  await assert.rejects(
    acceptAuthorisation(live, payId, () => true),
    { code: 'PAYMENT_DECLINED', error: 'PAIDY_ENVIRONMENT' },
  )
  assert.deepEqual(await captures(world), [])
})

test('a second authorisation for a paid order is refused and closed', async (t) => {
  const { world, packId, buyer } = await shop(t)
  const entered = await enterPaidy(world, buyer, packId)
  assert.ok(entered.ok)
  const [first, second] = [await authorise(world, entered.data), await authorise(world, entered.data)]
  assert.ok((await buyPaidy(world, buyer, packId, first)).ok)
  const refused = await buyPaidy(world, buyer, packId, second)
  assert.ok(!refused.ok && refused.body.error === 'PAIDY_SECOND')
  await work(world)
  const seen = Object.fromEntries(
    (await listPaidy(world)).map(({ id, status, captures: c }) => [id, [status, c.length]]),
  )
  assert.deepEqual(
    [seen[first], seen[second]],
    [
      ['closed', 1],
      ['closed', 0],
    ],
  )
  assert.deepEqual(await allWell(world), [])
})

for (const [name, switches] of [
  ['the connection is cut', { loseResponses: [{ call: 'capture', count: 1 }] }],
  ['the answer is an error of the server', { http500After: [{ call: 'capture', count: 1 }] }],
  ['it is asked to wait', { failNext: [{ call: 'capture', status: 429, count: 1 }] }],
  [
    'two answers are lost',
    { loseResponses: [{ call: 'capture', count: 1 }], http500After: [{ call: 'get', count: 1 }] },
  ],
] as const) {
  test(`a capture during which ${name} is settled and done once`, async (t) => {
    const { world, packId, buyer } = await shop(t)
    const { payId } = await enterAndAuthorise(world, buyer, packId)
    // the first read of the payment is not the one that fails
    const first = 'http500After' in switches && 'loseResponses' in switches
    if (first) await setPaidy(world, { loseResponses: switches.loseResponses, http500After: [] })
    else await setPaidy(world, switches)
    const bought = await buyPaidy(world, buyer, packId, payId)
    if (!bought.ok) {
      assert.equal(bought.status, 503)
      await world.moveClock('1 minute')
    }
    const again = await buyPaidy(world, buyer, packId, payId)
    assert.ok(again.ok && again.data.order.state === 'delivered')
    assert.equal((await captures(world)).length, 1)
    assert.deepEqual(await books(world.deps.sql), { 'psp:paidy': 1100, 'sales:packs': -1000, 'tax:consumption': -100 })
    assert.deepEqual(await allWell(world), [])
  })
}

test('while the provider is down nothing is lost: the buyer is asked to wait, and the order ends right', async (t) => {
  const { world, sql, packId, buyer } = await shop(t)
  const { payId } = await enterAndAuthorise(world, buyer, packId)
  await setPaidy(world, { down: true })
  const waiting = await buyPaidy(world, buyer, packId, payId)
  assert.ok(!waiting.ok && waiting.status === 503)
  await setPaidy(world, { down: false })
  assert.ok((await buyPaidy(world, buyer, packId, payId)).ok)

  const left = await enterAndAuthorise(world, buyer, packId)
  await sendPaidyNotice(world, left.payId)
  await setPaidy(world, { down: true })
  await world.moveClock('11 minutes')
  await work(world, 1)
  await setPaidy(world, { down: false })
  await world.moveClock('1 minute')
  await work(world)
  assert.equal((await sql`select 1 from orders where id = ${left.orderId} and state = 'expired'`).length, 1)
  assert.equal((await listPaidy(world)).find(({ id }) => id === left.payId)?.status, 'closed')
  assert.deepEqual(await allWell(world), [])
})

test('cancelling closes the authorisation of a reservation; a paid one is not cancelled', async (t) => {
  const { world, sql, packId, buyer } = await shop(t)
  const thief = await seedBuyer(world)
  const open = await enterAndAuthorise(world, buyer, packId)
  await sendPaidyNotice(world, open.payId)
  const cancel = (orderId: string, { session }: { session: string }) =>
    world.call('cancelOrder', { params: { orderId } }, { session })
  const foreign = await cancel(open.orderId, thief)
  assert.ok(!foreign.ok && foreign.status === 404)
  const cancelled = await cancel(open.orderId, buyer)
  assert.ok(cancelled.ok && cancelled.data.state === 'expired')
  await work(world)
  assert.deepEqual(
    (await listPaidy(world)).map(({ status, captures: c }) => [status, c.length]),
    [['closed', 0]],
  )
  const late = await buyPaidy(world, buyer, packId, open.payId)
  assert.ok(!late.ok && late.body.errorCode !== 'NOT_FOUND')

  const paid = await enterAndAuthorise(world, buyer, packId)
  assert.ok((await buyPaidy(world, buyer, packId, paid.payId)).ok)
  const refused = await cancel(paid.orderId, buyer)
  assert.ok(!refused.ok && refused.body.errorCode === 'ORDER_STATE')
  assert.deepEqual(await stockOf(sql, packId), { issued: 3, remaining: 2, reserved: 0, sold: 1 })
  assert.deepEqual(await allWell(world), [])
})

test('one key reserves once; another key reserves again', async (t) => {
  const { world, sql, packId, buyer } = await shop(t)
  const key = world.key()
  const first = await enterPaidy(world, buyer, packId, undefined, key)
  await sql`delete from idempotency_keys`
  const again = await Promise.all(Array.from({ length: 5 }, () => enterPaidy(world, buyer, packId, undefined, key)))
  assert.ok(first.ok)
  for (const answer of again)
    assert.ok(
      answer.ok ? answer.data.orderId === first.data.orderId : answer.body.errorCode === 'IDEMPOTENCY_IN_PROGRESS',
    )
  assert.equal((await stockOf(sql, packId))?.reserved, 1)
  assert.ok((await enterPaidy(world, buyer, packId, undefined, world.key())).ok)
  assert.equal((await stockOf(sql, packId))?.reserved, 2)
})
