import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { TestContext } from 'node:test'
import { checkInvariants } from './audit/check/check.ts'
import { buy, enter, enterAndPass, listTrades, passChallenge, seedBuyer } from './checkout/order/testing/shop.ts'
import { givenBack, seedPack, setCard, stockOf } from './checkout/order/testing/shop.ts'
import { recheckPayments } from './money/payment/settle-payment.ts'
import { fullWorld } from './shop/opening/testing/full-world.ts'
import type { TestWorld } from './testing/test-world.ts'
import { until } from './testing/until.ts'

const worldWithWorker = (t: TestContext, workers = 1) => fullWorld(t, undefined, { workers })

const orderState = async ({ deps }: TestWorld, orderId: string) =>
  (await deps.sql<[{ state: string }]>`select state from orders where id = ${orderId}`)[0].state

test('an order whose member never came back ends with its time, and the unit is sold to somebody else', async (t) => {
  const world = await worldWithWorker(t)
  const packId = await seedPack(world.deps.sql, { units: 1 })
  const [first, second] = [await seedBuyer(world), await seedBuyer(world)]
  const left = await enter(world, first, packId)
  assert.ok(left.ok && left.data.redirectUrl)
  const refused = await enter(world, second, packId)
  assert.ok(!refused.ok)
  assert.deepEqual([refused.status, refused.body.message], [500, 'pack item out of stock'])
  await world.moveClock('11 minutes')
  await until('the order ends', async () => (await orderState(world, left.data.orderId)) === 'expired')

  await passChallenge(left.data.redirectUrl)
  const late = await buy(world, first, packId, left.data.accessID)
  assert.ok(!late.ok && late.body.errorCode === 'PAYMENT_EXPIRED')
  const { accessID } = await enterAndPass(world, second, packId)
  assert.ok((await buy(world, second, packId, accessID)).ok)
  assert.equal((await listTrades(world)).filter(({ status }) => status === 'CAPTURE').length, 1)
  assert.deepEqual(await checkInvariants(world.deps, { withGateway: true }), [])
})

test('while the gateway is away a reservation is kept, and ends when it is back', async (t) => {
  const world = await worldWithWorker(t)
  const packId = await seedPack(world.deps.sql, { units: 1 })
  const buyer = await seedBuyer(world)
  const left = await enter(world, buyer, packId)
  assert.ok(left.ok)
  await setCard(world, { down: true })
  await world.moveClock('11 minutes')
  await until('the gateway is asked', async () => {
    const [payment] = await world.deps.sql`select checked_at from payments`
    return payment?.['checked_at'] !== null
  })
  assert.equal(await orderState(world, left.data.orderId), 'reserved')
  await setCard(world, { down: false })
  await world.moveClock('1 minute')
  await until('the order ends', async () => (await orderState(world, left.data.orderId)) === 'expired')
  assert.deepEqual(await stockOf(world.deps.sql, packId), { issued: 1, remaining: 1, reserved: 0, sold: 0 })
})

test('money that comes after the end of the order goes back once, whatever notices say', async (t) => {
  const world = await worldWithWorker(t)
  const { sql } = world.deps
  const packId = await seedPack(sql, { units: 1 })
  const buyer = await seedBuyer(world)
  const { orderId, accessID } = await enterAndPass(world, buyer, packId)
  // the gateway takes the money, but our side gave the order up before it heard of it
  const [payment] = await sql<[{ pass: string; gatewayOrderId: string }]>`
    select access_pass as pass, gateway_order_id as "gatewayOrderId" from payments`
  await world.moveClock('11 minutes')
  await until('the order ends', async () => (await orderState(world, orderId)) === 'expired')
  assert.equal((await world.deps.card.complete({ accessId: accessID, accessPass: payment.pass })).kind, 'captured')
  const notice = { OrderID: payment.gatewayOrderId, Status: 'CAPTURE', AccessID: accessID }
  const answers = await Promise.all(
    Array.from({ length: 5 }, () =>
      world.http.inject({
        method: 'POST',
        url: '/api/notices/card',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        payload: new URLSearchParams(notice).toString(),
      }),
    ),
  )
  for (const answer of answers) assert.deepEqual([answer.statusCode, answer.body], [200, '0'])
  await until('the money is back', async () => (await orderState(world, orderId)) === 'refunded')

  const [trade] = await listTrades(world)
  const steps = trade?.history.map(({ status }) => status)
  assert.deepEqual(steps?.slice(0, -1), ['UNPROCESSED', 'AUTHENTICATED', 'CAPTURE'])
  assert.match(steps?.at(-1) ?? '', givenBack)
  const [account] = await sql`select balance::int from ledger_accounts where id = 'psp:card'`
  assert.equal(account?.['balance'], 0)
  // one that came while another was processed waits for the next round
  await until('all notices are handled', async () => {
    const [open] = await sql`select count(*)::int as open from gateway_notices where handled_at is null`
    return open?.['open'] === 0
  })
  assert.equal(await orderState(world, orderId), 'refunded')
  assert.equal((await listTrades(world))[0]?.history.length, 4)
  assert.deepEqual(await stockOf(sql, packId), { issued: 1, remaining: 1, reserved: 0, sold: 0 })
  assert.deepEqual(await checkInvariants(world.deps, { withGateway: true }), [])
})

test('a refund whose response is lost is settled and not repeated', async (t) => {
  const world = await worldWithWorker(t)
  const { sql } = world.deps
  const packId = await seedPack(sql, { units: 1 })
  const buyer = await seedBuyer(world)
  const { orderId, accessID } = await enterAndPass(world, buyer, packId)
  const [payment] = await sql<[{ pass: string; id: string }]>`select access_pass as pass, id from payments`
  await world.moveClock('11 minutes')
  await until('the order ends', async () => (await orderState(world, orderId)) === 'expired')
  await world.deps.card.complete({ accessId: accessID, accessPass: payment.pass })
  await setCard(world, { loseResponses: [{ call: 'AlterTran', count: 1 }], clockOffsetDays: 40 })
  await sql`insert into gateway_notices (id, gateway, gateway_order_id)
            select gen_random_uuid(), 'card', gateway_order_id from payments`
  await until('the money is back', async () => (await orderState(world, orderId)) === 'refunded')
  const [trade] = await listTrades(world)
  assert.equal(trade?.status, 'RETURNX')
  assert.equal(trade.history.length, 4)
  assert.deepEqual(await checkInvariants(world.deps, { withGateway: true }), [])
})

test('a capture that comes late without a notice is found by asking again', async (t) => {
  const world = await worldWithWorker(t)
  const { sql } = world.deps
  const packId = await seedPack(sql, { units: 1 })
  const buyer = await seedBuyer(world)
  const { orderId, accessID } = await enterAndPass(world, buyer, packId)
  const busy = { call: 'SecureTran2', errInfo: 'E90010001', count: 100 }
  await setCard(world, { notifyUrl: '', failNext: [busy] })
  const unknown = await buy(world, buyer, packId, accessID)
  assert.ok(!unknown.ok && unknown.status === 503)
  await world.moveClock('31 minutes')
  await until('the order ends', async () => (await orderState(world, orderId)) === 'expired')
  await setCard(world, { failNext: [] })
  const [payment] = await sql<[{ pass: string }]>`select access_pass as pass from payments`
  await world.deps.card.complete({ accessId: accessID, accessPass: payment.pass })
  // it was asked about half an hour after it began: the next time is half of that later
  await world.moveClock('11 minutes')
  assert.equal(await recheckPayments(world.deps), 0)
  await world.moveClock('6 minutes')
  assert.equal(await recheckPayments(world.deps), 1)
  await until('the money is back', async () => (await orderState(world, orderId)) === 'refunded')
  assert.deepEqual(await checkInvariants(world.deps, { withGateway: true }), [])
})

test('notices that say nothing true change nothing', async (t) => {
  const world = await worldWithWorker(t)
  const { sql } = world.deps
  const packId = await seedPack(sql)
  const buyer = await seedBuyer(world)
  const entered = await enter(world, buyer, packId)
  assert.ok(entered.ok)
  const [payment] = await sql<[{ gatewayOrderId: string }]>`select gateway_order_id as "gatewayOrderId" from payments`
  const forged = [
    { OrderID: payment.gatewayOrderId, Status: 'CAPTURE', Amount: '1100' },
    { OrderID: payment.gatewayOrderId, Status: 'VOID' },
    { OrderID: 'unknown', Status: 'CAPTURE' },
    { OrderID: "'; drop table orders; --", Status: '\0' },
    {},
  ]
  for (const body of forged) {
    const answer = await world.http.inject({ method: 'POST', url: '/api/notices/card', payload: body })
    assert.deepEqual([answer.statusCode, answer.body], [200, '0'])
  }
  await until('all are handled', async () => {
    const [open] = await sql`select count(*)::int as open from gateway_notices where handled_at is null`
    return open?.['open'] === 0
  })
  assert.equal(await orderState(world, entered.data.orderId), 'reserved')
  const [kept] = await sql`select count(*)::int as kept from gateway_notices`
  // two are about one order, and the others name nothing
  assert.equal(kept?.['kept'], 1)
})

test('two workers share the work without doing it twice', async (t) => {
  const world = await worldWithWorker(t, 2)
  const packId = await seedPack(world.deps.sql, { units: 8 })
  const entered = []
  for (let buyer = 0; buyer < 8; buyer += 1) entered.push(await enter(world, await seedBuyer(world), packId))
  assert.ok(entered.every((answer) => answer.ok))
  await world.moveClock('11 minutes')
  await until('all end', async () => (await stockOf(world.deps.sql, packId)).remaining === 8)
  const [moves] = await world.deps.sql`select count(*)::int as moves from order_moves where state = 'expired'`
  assert.equal(moves?.['moves'], 8)
  assert.deepEqual(await checkInvariants(world.deps), [])
})
