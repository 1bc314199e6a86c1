import assert from 'node:assert/strict'
import { test } from 'node:test'
import { seedBuyer, seedPack, stockOf } from '../../checkout/order/testing/shop.ts'
import {
  allWell,
  books,
  buyPaidy,
  enterAndAuthorise,
  listPaidy,
  sendPaidyNotice,
  setPaidy,
  work,
} from '../../checkout/order/testing/tenders.ts'
import { refundByHand } from '../../checkout/order/refund-by-hand.ts'
import { testWorld } from '../../testing/test-world.ts'

test('notices of any shape are kept as hints; many, early and late ones change what the provider says, and nothing else', async (t) => {
  const world = await testWorld(t)
  const { sql } = world.deps
  const packId = await seedPack(sql)
  const buyer = await seedBuyer(world)
  const send = async (payload: unknown, type = 'application/json') => {
    const headers = { 'content-type': type }
    const body = typeof payload === 'string' ? payload : JSON.stringify(payload)
    return (await world.http.inject({ method: 'POST', url: '/api/notices/paidy', headers, payload: body })).statusCode
  }
  assert.equal(await send({ payment_id: 'pay_nobodyknows', status: 'capture_success' }), 200)
  assert.equal(await send({ payment_id: "pay_'; drop table orders", status: 'x\0' }), 200)
  assert.equal(await send({}), 200)
  assert.equal(await send([]), 400)
  assert.equal(await send({ payment_id: { $ne: '' } }), 400)
  assert.equal(await send('{'), 400)
  assert.equal(await send('payment_id=pay_1', 'application/x-www-form-urlencoded'), 415)
  assert.equal(await send({ note: 'x'.repeat(70_000) }), 413)

  const { payId, orderId } = await enterAndAuthorise(world, buyer, packId)
  // forged: nothing was captured
  for (let time = 0; time < 3; time += 1)
    assert.equal((await sendPaidyNotice(world, payId, 'capture_success')).statusCode, 200)
  await work(world)
  assert.equal((await sql`select 1 from orders where id = ${orderId} and state = 'reserved'`).length, 1)
  assert.deepEqual(await books(sql), {})
  // one that waits for its buyer stays, and is only checked again
  assert.equal(
    (await sql`select 1 from gateway_notices where gateway_order_id = ${payId} and handled_at is null`).length,
    1,
  )

  assert.ok((await buyPaidy(world, buyer, packId, payId)).ok)
  const paid = await books(sql)
  await Promise.all(Array.from({ length: 3 }, () => sendPaidyNotice(world, payId, 'capture_success')))
  await world.moveClock('1 hour')
  await sendPaidyNotice(world, payId, 'refund_success')
  await work(world)
  assert.deepEqual(await books(sql), paid)
  assert.equal((await sql`select 1 from gateway_notices where handled_at is null`).length, 0)
  assert.equal((await sql`select 1 from alarms`).length, 0)
  assert.deepEqual(await allWell(world), [])
})

test('an authorisation that is not used in time is closed, also when only a notice reported it', async (t) => {
  const world = await testWorld(t)
  const packId = await seedPack(world.deps.sql)
  const buyer = await seedBuyer(world)
  const { payId } = await enterAndAuthorise(world, buyer, packId)
  await sendPaidyNotice(world, payId)
  await work(world, 1)
  assert.equal((await listPaidy(world))[0]?.status, 'authorized')
  await world.moveClock('21 minutes')
  await work(world)
  assert.deepEqual(
    (await listPaidy(world)).map(({ status, captures }) => [status, captures.length]),
    [['closed', 0]],
  )
  assert.equal((await stockOf(world.deps.sql, packId))?.remaining, 3)
  const late = await buyPaidy(world, buyer, packId, payId)
  assert.ok(!late.ok && ['PAYMENT_EXPIRED', 'PAYMENT_DECLINED'].includes(late.body.errorCode))
  assert.deepEqual(await allWell(world), [])
})

test('what the provider says of another amount or order stops the order and calls for a person', async (t) => {
  const world = await testWorld(t)
  const { sql } = world.deps
  const packId = await seedPack(sql)
  const buyer = await seedBuyer(world)
  const { payId, orderId } = await enterAndAuthorise(world, buyer, packId)
  // the answer to the capture is lost, and what is read then is not what was reserved
  await setPaidy(world, { loseResponses: [{ call: 'capture', count: 1 }] })
  const { paidy } = world.deps
  const wrong: typeof paidy.read = async (id) => {
    const found = await paidy.read(id)
    return found.kind === 'found' && found.trade.status === 'captured'
      ? { ...found, trade: { ...found.trade, amountYen: 1 } }
      : found
  }
  world.deps.paidy = { ...paidy, read: wrong, search: async ({ gatewayRef }) => wrong(gatewayRef ?? '') }
  const bought = await buyPaidy(world, buyer, packId, payId)
  assert.ok(!bought.ok && bought.status === 503)
  const [order] = await sql`select state, reason from orders where id = ${orderId}`
  assert.deepEqual(order, { state: 'quarantined', reason: 'GATEWAY_CONTRADICTS' })
  assert.deepEqual(
    [...(await sql`select kind, subject from alarms where cleared_at is null`)],
    [{ kind: 'gateway-contradicts', subject: orderId }],
  )
  assert.deepEqual(await books(sql), {})
})

for (const fault of [
  { loseResponses: [{ call: 'refund', count: 1 }] },
  { http500After: [{ call: 'refund', count: 1 }] },
  { failNext: [{ call: 'refund', status: 503, count: 1 }] },
]) {
  test(`a refund goes back once though ${Object.keys(fault)[0]}`, async (t) => {
    const world = await testWorld(t)
    const { sql } = world.deps
    const packId = await seedPack(sql)
    const buyer = await seedBuyer(world)
    const { payId, orderId } = await enterAndAuthorise(world, buyer, packId)
    assert.ok((await buyPaidy(world, buyer, packId, payId)).ok)
    await setPaidy(world, fault)
    await refundByHand(world.deps, { orderId, by: 't', reason: 'r', isDryRun: false }, () => {})
    // the refund's own notice may come before its answer
    await sendPaidyNotice(world, payId, 'refund_success')
    await work(world)
    await world.moveClock('1 minute')
    await work(world)
    const [seen] = await listPaidy(world)
    assert.deepEqual(
      seen?.refunds.map(({ amount }) => amount),
      [1100],
    )
    const [payment] = await sql`select state, refund_ref as ref from payments`
    assert.deepEqual(payment, { state: 'refunded', ref: seen?.refunds[0]?.id })
    assert.deepEqual(await books(sql), {})
    assert.deepEqual(await allWell(world), [])
  })
}
