// F9: notices of the card gateway and of Paidy are unsigned hints: many, late, early, out of order
// or untrue, they have one effect.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { rates } from '@kura/contract/rates'
import { stockOf } from '../../checkout/order/testing/shop.ts'
import { allWell, books, sendPaidyNotice, work } from '../../checkout/order/testing/tenders.ts'
import { handleNotices } from '../../money/payment/notices.ts'
import type { TestWorld } from '../test-world.ts'
import { faultShop, gateways, stateOf } from './payments-under-test.ts'

const sendCardNotice = (world: TestWorld, fields: Record<string, string>) =>
  world.http.inject({
    method: 'POST',
    url: '/api/notices/card',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams(fields).toString(),
  })

/** A notice about a payment, however true. */
async function notify(world: TestWorld, orderId: string, event: 'captured' | 'refunded'): Promise<void> {
  const [payment] = await world.deps.sql<
    [{ gateway: string; gatewayOrderId: string; gatewayRef: string | null; amount: number }]
  >`
    select gateway, gateway_order_id as "gatewayOrderId", gateway_ref as "gatewayRef", amount_yen as amount
      from payments where order_id = ${orderId}`
  const { gateway, gatewayOrderId, gatewayRef, amount } = payment
  const answer =
    gateway === 'card'
      ? await sendCardNotice(world, {
          OrderID: gatewayOrderId,
          Status: event === 'captured' ? 'CAPTURE' : 'VOID',
          Amount: String(amount),
        })
      : await sendPaidyNotice(world, gatewayRef ?? '', event === 'captured' ? 'capture_success' : 'refund_success')
  assert.equal(answer.statusCode, 200, answer.body)
}

for (const gateway of gateways) {
  test(`F9: ${gateway.name}: notices three at once, an hour late and out of order have one effect`, async (t) => {
    const { world, sql, packId, buyer } = await faultShop(t)
    const { orderId, pay } = await gateway.begin(world, buyer, packId)
    assert.ok((await pay()).ok)
    const paid = await books(sql)
    // a refund that never was comes before the capture
    await notify(world, orderId, 'refunded')
    await Promise.all(Array.from({ length: 3 }, () => notify(world, orderId, 'captured')))
    await Promise.all(Array.from({ length: 3 }, () => handleNotices(world.deps, gateway.name)))
    await world.moveClock('1 hour')
    await notify(world, orderId, 'captured')
    await work(world)
    assert.equal(await stateOf(world, orderId), 'delivered')
    assert.deepEqual(await books(sql), paid)
    assert.deepEqual(await gateway.count(world), { taken: 1, givenBack: 0 })
    assert.equal((await sql`select 1 from gateway_notices where handled_at is null`).length, 0)
    assert.deepEqual(await allWell(world), [])
  })
}

test('F9: card: a notice before the buyer returns delivers, and the return has the same result', async (t) => {
  const { world, sql, packId, buyer } = await faultShop(t)
  const [card] = gateways
  assert.ok(card)
  const { orderId, pay } = await card.begin(world, buyer, packId)
  const [payment] = await sql<[{ accessId: string; accessPass: string }]>`
    select access_id as "accessId", access_pass as "accessPass" from payments`
  // the gateway has the money before anybody here knows
  assert.equal((await world.deps.card.complete(payment)).kind, 'captured')
  await Promise.all(Array.from({ length: 3 }, () => notify(world, orderId, 'captured')))
  await handleNotices(world.deps, 'card')
  assert.equal(await stateOf(world, orderId), 'delivered')
  const returned = await pay()
  assert.ok(returned.ok && returned.data.state === 'delivered')
  assert.deepEqual(await card.count(world), { taken: 1, givenBack: 0 })
  assert.deepEqual(await allWell(world), [])
})

test('F9: a notice for an unknown payment, with another amount or state, or of a wrong shop changes nothing', async (t) => {
  const { world, sql, packId, buyer } = await faultShop(t)
  const [card, paidy] = gateways
  assert.ok(card && paidy)
  const [one, two] = [await card.begin(world, buyer, packId), await paidy.begin(world, buyer, packId)]
  const [payment] = await sql<[{ id: string }]>`
    select gateway_order_id as id from payments where order_id = ${one.orderId}`
  const untrue: Record<string, string>[] = [
    { OrderID: '0'.repeat(27), Status: 'CAPTURE' },
    { OrderID: payment.id, Status: 'CAPTURE', Amount: '1' },
    { OrderID: payment.id, Status: 'SALES', ShopID: 'another', ShopPass: 'guessed', CheckString: 'f'.repeat(32) },
    { OrderID: payment.id, Status: 'RETURN', TranDate: '20200101000000' },
    { OrderID: `${payment.id} `, Status: 'CAPTURE' },
    { AccessID: 'x' },
  ]
  for (const fields of untrue) assert.equal((await sendCardNotice(world, fields)).body, '0')
  await sendPaidyNotice(world, 'pay_unknown0000000001', 'capture_success')
  await work(world)
  for (const { orderId } of [one, two]) assert.equal(await stateOf(world, orderId), 'reserved')
  assert.deepEqual(await books(sql), {})
  assert.equal((await stockOf(sql, packId))?.reserved, 2)
  // nothing of a notice is kept but the name
  const kept = await sql<{ row: string }[]>`select n::text as row from gateway_notices n`
  assert.ok(kept.length > 0)
  for (const { row } of kept) assert.doesNotMatch(row, /guessed|another|CAPTURE|20200101/)
})

test('F9: a flood of notices from one source is refused, and the gateway sends the rest again', async (t) => {
  const { world, sql } = await faultShop(t)
  const { burst } = rates.cardNoticePerSource
  const send = async () => (await sendCardNotice(world, { OrderID: 'FLOOD', Status: 'CAPTURE' })).statusCode
  const answers: number[] = []
  // many at once and until one is refused: on a slow machine the bucket fills again meanwhile
  while (!answers.includes(429) && answers.length < burst * 20)
    answers.push(...(await Promise.all(Array.from({ length: 40 }, send))))
  assert.ok(answers.includes(429))
  assert.ok(answers.filter((status) => status === 200).length >= burst)
  assert.ok(answers.every((status) => status === 200 || status === 429))
  // one open hint about an order covers all
  assert.equal((await sql`select 1 from gateway_notices`).length, 1)
})
