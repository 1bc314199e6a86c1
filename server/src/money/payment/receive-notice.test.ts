// Notices that anybody can send: what is kept of them, and what it costs the gateways.
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import type { TestContext } from 'node:test'
import { limits } from '@kura/contract/limits'
import { rates } from '@kura/contract/rates'
import { seedPack } from '../../checkout/order/testing/shop.ts'
import type { PaymentRef } from '../../platform/gateways/payment-gateway.ts'
import { buildMetrics } from '../../platform/metrics.ts'
import { testWorld } from '../../testing/test-world.ts'
import type { TestWorld } from '../../testing/test-world.ts'
import { until } from '../../testing/until.ts'
import { seedPurse } from '../point/testing/purse.ts'
import { handleNotices, noticeReceiver } from './notices.ts'

const send = async ({ http }: TestWorld, fields: Record<string, string>, remoteAddress = '203.0.113.7') =>
  (
    await http.inject({
      method: 'POST',
      url: '/api/notices/card',
      remoteAddress,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams(fields).toString(),
    })
  ).statusCode
const sendPaidy = async ({ http }: TestWorld, payload: Record<string, string>, remoteAddress = '203.0.113.7') =>
  (await http.inject({ method: 'POST', url: '/api/notices/paidy', remoteAddress, payload })).statusCode

type Row = { ref: string; origin: string; isOpen: boolean }
const rowsOf = async ({ deps }: TestWorld, gateway = 'card'): Promise<Row[]> => [
  ...(await deps.sql<Row[]>`
    select gateway_order_id as ref, origin, handled_at is null as "isOpen" from gateway_notices
     where gateway = ${gateway} order by received_at, gateway_order_id`),
]

/** Payments that were given up, each by its name at the gateway and its order. */
async function seedPayments({ deps }: TestWorld, count: number, gateway: 'card' | 'paidy' = 'card') {
  const { sql } = deps
  const [member, pack] = [await seedPurse(sql), await seedPack(sql)]
  const made = Array.from({ length: count }, () => {
    const orderId = randomUUID()
    return { orderId, ref: orderId.toUpperCase().slice(0, 27) }
  })
  for (const { orderId, ref } of made) {
    await sql`insert into orders (id, member_id, pack_id, price_yen, tender, state)
              values (${orderId}, ${member}, ${pack}, 1100, ${gateway}, 'expired')`
    await sql`insert into payments (id, order_id, attempt, gateway, method, gateway_order_id, amount_yen, ret_url, state)
              values (${randomUUID()}, ${orderId}, 1, ${gateway}, ${gateway === 'card' ? 'new-card' : 'paidy'}, ${ref}, 1100, '/', 'declined')`
  }
  return made
}

/** What the card gateway is asked about, in order; `during` runs while it is asked. */
function watch(t: TestContext, { deps }: TestWorld, during: (ref: string) => Promise<unknown> = async () => {}) {
  const asked: string[] = []
  const seen = { asked, atOnce: 0, mostAtOnce: 0 }
  t.mock.method(deps.card, 'search', async ({ gatewayOrderId }: Pick<PaymentRef, 'gatewayOrderId'>) => {
    asked.push(gatewayOrderId)
    seen.atOnce += 1
    seen.mostAtOnce = Math.max(seen.mostAtOnce, seen.atOnce)
    const isSilent = await during(gatewayOrderId)
    seen.atOnce -= 1
    return isSilent === 'silent' ? { kind: 'unknown', cause: 'a test' } : { kind: 'absent' }
  })
  return seen
}

const outcomes = async ({ deps }: TestWorld): Promise<Record<string, number>> =>
  Object.fromEntries(
    (await deps.metrics.notices.get()).values.map(({ labels, value }) => [
      `${labels['gateway']} ${labels['outcome']}`,
      value,
    ]),
  )

test('after thousands of notices about nothing of ours the first question to the gateway is about the real one', async (t) => {
  const world = await testWorld(t)
  const seen = watch(t, world)
  const read = t.mock.method(world.deps.paidy, 'read', async () => ({ kind: 'absent' as const }))
  const [real] = await seedPayments(world, 1)
  assert.ok(real)
  const junk = 3000
  for (let first = 0; first < junk; first += 50)
    await Promise.all(
      Array.from({ length: 50 }, async (_, n) => {
        const place = first + n
        const from = `203.0.113.${place % 5}`
        const status =
          place % 2 === 0
            ? await send(world, { OrderID: `JUNK-${place}`, Status: 'CAPTURE', Note: 'x'.repeat(900) }, from)
            : await sendPaidy(world, { payment_id: `pay_junk${place}`, order_ref: randomUUID() }, from)
        assert.equal(status, 200)
      }),
    )
  assert.equal(await send(world, { OrderID: real.ref, Status: 'CAPTURE' }), 200)
  await handleNotices(world.deps, 'card')
  await handleNotices(world.deps, 'paidy')
  assert.deepEqual([seen.asked, read.mock.callCount()], [[real.ref], 0])

  // a few wait for the comparison, which may find money that was taken past us; of the others there
  // is no trace
  const kept = await rowsOf(world)
  assert.deepEqual(
    kept.filter(({ origin }) => origin === 'notice'),
    [{ ref: real.ref, origin: 'notice', isOpen: false }],
  )
  for (const gateway of ['card', 'paidy']) {
    const stray = (await rowsOf(world, gateway)).filter(({ origin }) => origin === 'stray')
    assert.ok(stray.length > 0 && stray.length <= limits.strayNoticesWaiting, `${gateway}: ${stray.length}`)
    assert.ok(stray.every(({ isOpen }) => !isOpen))
  }
  const counted = await outcomes(world)
  assert.equal(counted['card kept'], 1)
  for (const gateway of ['card', 'paidy'])
    assert.equal((counted[`${gateway} aside`] ?? 0) + (counted[`${gateway} unknown`] ?? 0), junk / 2)
})

test('a source leaves few names for the comparison, however many it sends, so that others find room', async (t) => {
  const world = await testWorld(t)
  await world.stopClock()
  for (let n = 0; n < 60; n += 1) await send(world, { OrderID: `JUNK-${n}` })
  assert.equal((await rowsOf(world)).length, rates.strayNoticePerSource.burst)
  await send(world, { OrderID: 'TAKEN-ASIDE' }, '203.0.113.8')
  assert.ok((await rowsOf(world)).some(({ ref }) => ref === 'TAKEN-ASIDE'))
})

test('a long body is refused before it is read, and what names nothing leaves nothing', async (t) => {
  const world = await testWorld(t)
  const [real] = await seedPayments(world, 1)
  const padding = Object.fromEntries(Array.from({ length: 60 }, (_, n) => [`f${n}`, 'x'.repeat(990)]))
  assert.equal(await send(world, { OrderID: real?.ref ?? '', ...padding }), 413)
  assert.equal(await sendPaidy(world, { payment_id: 'pay_1', ...padding }), 413)
  for (const OrderID of ['', 'a b', '\0', 'X'.repeat(28)]) assert.equal(await send(world, { OrderID }), 200)
  assert.equal(await sendPaidy(world, { payment_id: 'pay_../1' }), 200)
  assert.deepEqual([await rowsOf(world), await rowsOf(world, 'paidy')], [[], []])
})

test('repeats are one question; one that comes during the question has it asked again, and then the payment rests', async (t) => {
  const world = await testWorld(t)
  await world.stopClock()
  const [real] = await seedPayments(world, 1)
  const ref = real?.ref ?? ''
  let isAgain = true
  const seen = watch(t, world, async () => {
    if (isAgain) await send(world, { OrderID: ref })
  })
  for (let time = 0; time < 200; time += 1) await send(world, { OrderID: ref })
  await handleNotices(world.deps, 'card')
  assert.deepEqual(seen.asked, [ref])
  assert.deepEqual(await rowsOf(world), [{ ref, origin: 'notice', isOpen: true }])
  isAgain = false
  await handleNotices(world.deps, 'card')
  assert.equal(seen.asked.length, 1, 'it was just asked about')
  await world.moveClock('2 seconds')
  await handleNotices(world.deps, 'card')
  assert.deepEqual([seen.asked.length, (await rowsOf(world))[0]?.isOpen], [2, false])
  // who goes on repeating it for ten minutes has it asked about less and less, and never not at all
  for (let second = 0; second < 600; second += 1) {
    if (second % 10 === 0) await send(world, { OrderID: ref })
    await world.moveClock('1 second')
    await handleNotices(world.deps, 'card')
  }
  assert.ok(seen.asked.length > 10 && seen.asked.length < 40, `${seen.asked.length} questions`)
})

test('what was never asked about comes before what stays open, and a question that a crash cut off is asked again', async (t) => {
  const world = await testWorld(t)
  await world.stopClock()
  const old = await seedPayments(world, 30)
  const [fresh] = await seedPayments(world, 1)
  assert.ok(fresh)
  let hasCrashed = false
  const seen = watch(t, world, async (ref) => {
    if (ref !== fresh.ref) return 'silent'
    if (hasCrashed) return undefined
    hasCrashed = true
    throw new Error('the process is gone')
  })
  for (const { ref } of old) await send(world, { OrderID: ref })
  await handleNotices(world.deps, 'card', 100)
  assert.equal(seen.asked.length, 30)
  // all of them are to be asked about again when the real one comes
  await world.moveClock('31 seconds')
  await send(world, { OrderID: fresh.ref })
  await handleNotices(world.deps, 'card', 100)
  assert.ok(seen.asked.indexOf(fresh.ref) < 30 + limits.noticesAtOnce, `${seen.asked.indexOf(fresh.ref)}`)
  await world.moveClock('31 seconds')
  await handleNotices(world.deps, 'card', 100)
  assert.equal(seen.asked.filter((ref) => ref === fresh.ref).length, 2)
  assert.deepEqual(
    (await rowsOf(world)).filter(({ isOpen }) => !isOpen).map(({ ref }) => ref),
    [fresh.ref],
  )
})

test('a gateway gets a few queries at once, and one that does not respond does not delay the other', async (t) => {
  const world = await testWorld(t)
  const away = Promise.withResolvers<undefined>()
  const seen = watch(t, world, () => away.promise)
  const read = t.mock.method(world.deps.paidy, 'read', async () => ({ kind: 'absent' as const }))
  for (const { ref } of await seedPayments(world, 12)) await send(world, { OrderID: ref })
  const [deferred] = await seedPayments(world, 1, 'paidy')
  assert.equal(await sendPaidy(world, { payment_id: 'pay_1', order_ref: deferred?.orderId ?? '' }), 200)
  const hanging = handleNotices(world.deps, 'card')
  await handleNotices(world.deps, 'paidy')
  assert.equal(read.mock.callCount(), 1)
  assert.deepEqual(await rowsOf(world, 'paidy'), [{ ref: 'pay_1', origin: 'notice', isOpen: false }])
  await until('the questions are side by side', async () => seen.atOnce === limits.noticesAtOnce)
  away.resolve(undefined)
  await hanging
  assert.equal(seen.mostAtOnce, limits.noticesAtOnce)
  assert.equal(seen.asked.length, 12)
})

test('few agreements are named for one order; those that are known are heard all the same', async (t) => {
  const world = await testWorld(t)
  await world.stopClock()
  const [order] = await seedPayments(world, 1, 'paidy')
  const { burst } = rates.paidyNoticePerOrder
  const name = (n: number) => sendPaidy(world, { payment_id: `pay_${n}`, order_ref: order?.orderId ?? '' })
  for (let n = 0; n < burst; n += 1) assert.equal(await name(n), 200)
  assert.equal(await name(burst), 429)
  assert.equal(await name(0), 200)
  assert.equal((await rowsOf(world, 'paidy')).length, burst)
})

test('a flooding source is rate-limited and leaves no rows; another is accepted', async (t) => {
  const world = await testWorld(t)
  await world.stopClock()
  const [one, two, three] = (await seedPayments(world, 3)).map(({ ref }) => ref)
  assert.ok(one && two && three)
  assert.equal(await send(world, { OrderID: one }), 200)
  await world.deps.sql`update rate_limits set tokens = 0`
  assert.equal(await send(world, { OrderID: two }), 429)
  assert.equal(await send(world, { OrderID: three }, '203.0.113.8'), 200)
  assert.deepEqual((await rowsOf(world)).map(({ ref }) => ref).toSorted(), [one, three].toSorted())
  assert.equal((await outcomes(world))['card limited'], 1)
  assert.ok(rates.cardNoticePerSource.burst >= 1000, 'a rush of the gateway itself passes')
})

test('what is dropped is logged as sums, once a minute', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const lines: unknown[] = []
  const log = { warn: (fields: unknown) => void lines.push(fields) }
  const notices = noticeReceiver({ log, metrics: buildMetrics(false) } as never)
  for (let time = 0; time < 5; time += 1) await notices.card({ OrderID: '?' }, '203.0.113.7')
  await notices.paidy({}, '203.0.113.7')
  assert.deepEqual(lines, [])
  t.mock.timers.tick(60_000)
  const sums = { 'card nameless': 5, 'paidy nameless': 1 }
  assert.deepEqual(lines, [{ notices: sums, seconds: 60 }])
  await notices.card({}, '203.0.113.7')
  t.mock.timers.tick(60_000)
  assert.equal(lines.length, 2)
})
