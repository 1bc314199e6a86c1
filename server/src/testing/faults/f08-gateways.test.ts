// F8: whatever a gateway does while money is taken or refunded, a purchase is charged once or not
// at all, and the books say so.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { paidyClient } from '../../../../sandbox/src/testing/paidy-client.ts'
import { compared } from '../../audit/reconcile/testing/books.ts'
import { refundByHand } from '../../checkout/order/refund-by-hand.ts'
import { listTrades, stockOf } from '../../checkout/order/testing/shop.ts'
import { allWell, books, givePoints, listPaidy, pointsOf, work } from '../../checkout/order/testing/tenders.ts'
import { recheckPayments } from '../../money/payment/settle-payment.ts'
import type { TestWorld } from '../test-world.ts'
import { faultShop, gateways, stateOf, untilEnd } from './payments-under-test.ts'
import type { Gateway } from './payments-under-test.ts'

type Fault = [name: string, switches: (gateway: Gateway) => Record<string, unknown>, ends: 'charged' | 'either']
const counted = (call: string, count = 1) => [{ call, count }]
const refusing = ({ name }: Gateway, call: string, errInfo: string, status: number, count = 1) => ({
  failNext: [name === 'card' ? { call, errInfo, count } : { call, status, count }],
})
const faults: Fault[] = [
  ['the connection is cut after success', ({ take }) => ({ loseResponses: counted(take) }), 'charged'],
  ['500 comes after success', ({ take }) => ({ http500After: counted(take) }), 'charged'],
  [
    'the answer is lost, and that of asking too',
    ({ take, ask }) => ({ loseResponses: [...counted(take), ...counted(ask, 2)] }),
    'either',
  ],
  ['it is asked to slow down', (gateway) => refusing(gateway, gateway.take, 'E92000001', 429), 'charged'],
  [
    'it is asked to slow down again and again',
    (gateway) => refusing(gateway, gateway.take, 'E92000001', 429, 4),
    'either',
  ],
  [
    'the result is unknown and nothing was taken',
    (gateway) => refusing(gateway, gateway.take, 'E91019999', 500),
    'charged',
  ],
  ['the result stays unknown', (gateway) => refusing(gateway, gateway.take, 'E91019999', 500, 50), 'either'],
]

for (const gateway of gateways) {
  for (const [name, switches, ends] of faults)
    test(`F8: ${gateway.name}: while money is taken ${name}: one charge or none`, async (t) => {
      const { world, sql, packId, buyer } = await faultShop(t)
      const { orderId, pay } = await gateway.begin(world, buyer, packId)
      await gateway.set(world, switches(gateway))
      const end = await untilEnd(world, orderId, pay)
      const { taken, givenBack } = await gateway.count(world)
      if (ends === 'charged') assert.equal(end, 'delivered')
      assert.ok(taken - givenBack === (end === 'delivered' ? 1 : 0), `${end}: ${taken} taken, ${givenBack} given back`)
      assert.ok(taken <= 1)
      assert.equal((await books(sql))[gateway.account] ?? 0, end === 'delivered' ? 1100 : 0)
      assert.equal((await stockOf(sql, packId))?.sold, end === 'delivered' ? 1 : 0)
      assert.equal((await stockOf(sql, packId))?.reserved, 0)
      assert.deepEqual(await allWell(world), [])
    })

  test(`F8: ${gateway.name}: down for ten minutes: nobody is charged for nothing, nothing is delivered for nothing`, async (t) => {
    const { world, sql, packId, buyer } = await faultShop(t)
    const [before, during] = [await gateway.begin(world, buyer, packId), await gateway.begin(world, buyer, packId)]
    // of one of them the card's money is taken and nobody hears of it; an agreement of the other
    // kind never reaches us
    await gateway.set(world, { loseResponses: [...counted(gateway.take), ...counted(gateway.ask, 2)] })
    const lost = await before.pay()
    assert.ok(!lost.ok && lost.status === 503)
    await gateway.set(world, { loseResponses: [], down: true })
    for (let minute = 0; minute < 12; minute += 1) {
      const waiting = await during.pay()
      assert.ok(!waiting.ok && waiting.status === 503, JSON.stringify(waiting))
      await work(world, 1)
      await world.moveClock('1 minute')
    }
    // the time of both is over, but what may be paid is kept; without our word the other kind takes
    // no money, so those end
    const mayBePaid = gateway.name === 'card'
    assert.equal(await stateOf(world, before.orderId), mayBePaid ? 'authorised' : 'expired')
    assert.equal((await stockOf(sql, packId))?.reserved, mayBePaid ? 2 : 0)
    await gateway.set(world, { down: false })
    assert.equal(await untilEnd(world, before.orderId, before.pay), mayBePaid ? 'delivered' : 'expired')
    const second = await untilEnd(world, during.orderId, during.pay)
    const { taken, givenBack } = await gateway.count(world)
    assert.equal(taken - givenBack, Number(mayBePaid) + Number(second === 'delivered'))
    assert.equal((await stockOf(sql, packId))?.reserved, 0)
    await world.moveClock('1 minute')
    await work(world)
    // no agreement is left open at the provider, also not one that came while it was down
    const agreements = await listPaidy(world)
    assert.equal(agreements.length, mayBePaid ? 0 : 2)
    assert.ok(agreements.every(({ status }) => status === 'closed'))
    assert.deepEqual(await allWell(world), [])
  })

  for (const [name, switches] of [
    ['the connection is cut after success', { loseResponses: counted(gateway.giveBack) }],
    ['500 comes after success', { http500After: counted(gateway.giveBack) }],
    ['it is asked to slow down', refusing(gateway, gateway.giveBack, 'E92000001', 429)],
    ['asking is answered by nobody', { loseResponses: counted(gateway.ask, 2) }],
    ['it is down', { down: true }],
  ] as const)
    test(`F8: ${gateway.name}: while money goes back ${name}: it goes back once`, async (t) => {
      const { world, sql, packId, buyer } = await faultShop(t)
      const { orderId, pay } = await gateway.begin(world, buyer, packId)
      assert.ok((await pay()).ok)
      await gateway.set(world, switches)
      await refundByHand(world.deps, { orderId, by: 't', reason: 'r', isDryRun: false }, () => {})
      await work(world)
      await gateway.set(world, { down: false })
      assert.equal(
        await untilEnd(world, orderId, () => Promise.resolve()).then(() => stateOf(world, orderId)),
        'refunded',
      )
      assert.deepEqual(await gateway.count(world), { taken: 1, givenBack: 1 })
      assert.deepEqual(await books(sql), {})
      assert.deepEqual(await allWell(world), [])
    })
}

/** Somebody changes what the gateway holds of the only payment to 500 yen, past our server. */
const changes: Record<Gateway['name'], (world: TestWorld) => Promise<void>> = {
  card: async (world) => {
    const [trade] = (await listTrades(world)) as unknown as [{ accessId: string; accessPass: string }]
    const { CARD_GATEWAY_URL: url, CARD_SHOP_ID: shopId, CARD_SHOP_PASS: pass } = world.deps.env
    const changed = await fetch(`${url}/payment/ChangeTran.idPass`, {
      method: 'POST',
      body: new URLSearchParams({
        ShopID: shopId,
        ShopPass: pass,
        AccessID: trade.accessId,
        AccessPass: trade.accessPass,
        JobCd: 'CAPTURE',
        Amount: '500',
      }),
    })
    assert.doesNotMatch(await changed.text(), /ErrInfo/)
  },
  paidy: async (world) => {
    const [payment] = await listPaidy(world)
    assert.ok(payment?.captures[0])
    const given = { capture_id: payment.captures[0].id, amount: 500 }
    const { status } = await paidyClient(world.outside.sandbox.addresses.pages).refund(payment.id, given)
    assert.equal(status, 200)
  },
}
/** Yen that a gateway holds of all payments together. */
const heldYen: Record<Gateway['name'], (world: TestWorld) => Promise<number>> = {
  card: async (world) =>
    (await listTrades(world)).reduce((sum, { status, amount }) => sum + (status === 'CAPTURE' ? amount : 0), 0),
  paidy: async (world) =>
    (await listPaidy(world))
      .flatMap(({ captures, refunds }) => [...captures, ...refunds.map(({ amount }) => ({ amount: -amount }))])
      .reduce((sum, { amount }) => sum + amount, 0),
}

for (const gateway of gateways)
  test(`F8: ${gateway.name}: a capture of another amount is not guessed about: the order stops, a person ends it`, async (t) => {
    const { world, sql, packId, buyer } = await faultShop(t)
    await givePoints(world, buyer, 100)
    const { orderId, pay } = await gateway.begin(world, buyer, packId, 100)
    await gateway.set(world, { loseResponses: counted(gateway.take) })
    // only the question after it: the agreement itself is read before
    const silent = async () => ({ kind: 'unknown' as const, cause: 'lost' })
    const silence = t.mock.method(world.deps[gateway.name], 'search', silent)
    const lost = await pay()
    assert.ok(!lost.ok && lost.status === 503)
    assert.equal(silence.mock.callCount() > 0, true)
    silence.mock.restore()
    await changes[gateway.name](world)
    await world.moveClock('1 minute')
    await work(world)
    assert.equal(await stateOf(world, orderId), 'quarantined')
    assert.deepEqual(await books(sql), {})
    const alarms = () => sql`select kind, subject from alarms where cleared_at is null`
    assert.deepEqual([...(await alarms())], [{ kind: 'gateway-contradicts', subject: orderId }])
    assert.deepEqual(await stockOf(sql, packId), { issued: 3, remaining: 2, reserved: 1, sold: 0 })

    // what the gateway holds is named until it is gone
    const named = (await compared(world.deps, gateway.name)).fresh
    assert.deepEqual(
      named.map((item) => [item.kind, item.orderId, item.amountYen]),
      [['extra-capture', orderId, 500]],
    )

    const said: string[] = []
    const refund = (isDryRun: boolean) =>
      refundByHand(world.deps, { orderId, by: 'ann', reason: 'changed there', isDryRun }, (line) => said.push(line))
    await refund(true)
    assert.match(said.at(-1) ?? '', /would give back 500 yen and 100 points .* nothing was changed/)
    assert.equal(await heldYen[gateway.name](world), 500)
    // the answer to giving it back is lost: the next try finds that it is back
    await world.moveClock('1 minute')
    await gateway.set(world, { loseResponses: counted(gateway.giveBack) })
    await assert.rejects(refund(false), /does not say whether it gave it back/)
    assert.equal(await stateOf(world, orderId), 'quarantined')
    await world.moveClock('1 minute')
    await refund(false)
    assert.equal(await heldYen[gateway.name](world), 0)
    assert.equal(await stateOf(world, orderId), 'expired')
    assert.deepEqual(await stockOf(sql, packId), { issued: 3, remaining: 3, reserved: 0, sold: 0 })
    assert.equal(await pointsOf(world, buyer), 100)
    await assert.rejects(refund(false), /only delivered packs/)
    const acts = await sql`select act from audit_rows where subject = ${orderId} order by act`
    assert.deepEqual(
      acts.map(({ act }) => act),
      ['order.ended', 'order.return-begun'],
    )
    await world.moveClock('11 minutes')
    await recheckPayments(world.deps)
    await work(world)
    assert.deepEqual((await compared(world.deps, gateway.name)).fresh, [])
    assert.deepEqual([...(await alarms())], [])
    assert.deepEqual(await books(sql), {})
    assert.deepEqual(await allWell(world), [])
  })
