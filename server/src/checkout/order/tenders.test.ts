import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { seedMember } from '../../testing/seed-member.ts'
import { testWorld } from '../../testing/test-world.ts'
import { refundByHand } from './refund-by-hand.ts'
import { givenBack, buy, cardToken, listTrades, noChallengeCard, seedBuyer, seedPack, stockOf } from './testing/shop.ts'
import {
  allWell,
  books,
  buyBy,
  enterByCard,
  enterPaidy,
  givePoints,
  listPaidy,
  mixes,
  pointsOf,
} from './testing/tenders.ts'
import { buyPaidy, work } from './testing/tenders.ts'

const parts = {
  card: { 'psp:card': 1100 },
  paidy: { 'psp:paidy': 1100 },
  point: { 'points:redeemed': 1100 },
  'card-point': { 'psp:card': 800, 'points:redeemed': 300 },
  'paidy-point': { 'psp:paidy': 800, 'points:redeemed': 300 },
}
const pointsLeft = { card: 2000, paidy: 2000, point: 900, 'card-point': 1700, 'paidy-point': 1700 }

for (const mix of mixes) {
  test(`a pack bought by ${mix} is delivered and booked, and its refund goes back to where it came from`, async (t) => {
    const world = await testWorld(t)
    const { sql } = world.deps
    const packId = await seedPack(sql, { units: 2 })
    const buyer = await seedBuyer(world)
    await givePoints(world, buyer, 2000)
    const order = await buyBy(world, buyer, packId, mix)
    assert.deepEqual([order.state, order.tender], ['delivered', mix])
    assert.equal(order.usedPoint, 2000 - pointsLeft[mix])
    assert.deepEqual(await books(sql), { ...parts[mix], 'sales:packs': -1000, 'tax:consumption': -100 })
    assert.equal(await pointsOf(world, buyer), pointsLeft[mix])
    assert.deepEqual(await stockOf(sql, packId), { issued: 2, remaining: 1, reserved: 0, sold: 1 })
    assert.deepEqual(await allWell(world), [])

    const lines: string[] = []
    const give = (isDryRun: boolean) =>
      refundByHand(world.deps, { orderId: order.orderId, by: 'tester', reason: 'asked for', isDryRun }, (line) =>
        lines.push(line),
      )
    await give(true)
    assert.equal((await sql`select 1 from orders where state = 'delivered'`).length, 1)
    await give(false)
    await work(world)
    const shown = await world.call('showTrade', { params: { tradeId: order.orderId } }, { session: buyer.session })
    assert.deepEqual(shown.ok && [shown.data.state, shown.data.reason], ['refunded', 'REFUNDED_BY_OPERATOR'])
    assert.deepEqual(await books(sql), {})
    assert.equal(await pointsOf(world, buyer), 2000)
    assert.deepEqual(await stockOf(sql, packId), { issued: 2, remaining: 2, reserved: 0, sold: 0 })
    const trades = (await listTrades(world)).map(({ status }) => status)
    const deferred = (await listPaidy(world)).map(({ refunds }) => refunds.map(({ amount }) => amount))
    if (mix.startsWith('card')) {
      assert.equal(trades.length, 1)
      assert.match(trades[0] ?? '', givenBack)
    }
    if (mix.startsWith('paidy')) assert.deepEqual(deferred, [[mix === 'paidy' ? 1100 : 800]])
    await assert.rejects(give(false), { code: 'REFUND_REFUSED', message: 'it is refunded already' })
    const acts = await sql`select actor, details->>'reason' as reason from audit_rows where act = 'order.refunded'`
    assert.deepEqual([...acts], [{ actor: 'operator:tester', reason: 'asked for' }])
    assert.ok(lines.some((line) => line.includes('nothing was changed')))
    assert.deepEqual(await allWell(world), [])
  })
}

test('points are returned when the card is declined, the order expires or the member cancels, and never twice', async (t) => {
  const world = await testWorld(t)
  const { sql } = world.deps
  const packId = await seedPack(sql, { units: 3 })
  const buyer = await seedBuyer(world)
  await givePoints(world, buyer, 300)
  const cancelled = await enterByCard(world, buyer, packId, 300)
  assert.ok(cancelled.ok)
  assert.equal(await pointsOf(world, buyer), 0)
  const cancel = () =>
    world.call('cancelOrder', { params: { orderId: cancelled.data.orderId } }, { session: buyer.session })
  const [first, ...others] = await Promise.all(Array.from({ length: 5 }, cancel))
  for (const answer of [first, ...others])
    assert.ok(answer?.ok ? answer.data.state === 'expired' : answer?.body.errorCode === 'ORDER_STATE')
  const again = await cancel()
  assert.deepEqual(again.ok && [again.data.state, again.data.reason], ['expired', 'CANCELLED'])
  assert.equal(await pointsOf(world, buyer), 300)
  const late = await buy(world, buyer, packId, cancelled.data.accessID)
  assert.ok(!late.ok && late.body.errorCode === 'PAYMENT_EXPIRED')

  const left = await enterPaidy(world, buyer, packId, 300)
  assert.ok(left.ok)
  assert.equal(await pointsOf(world, buyer), 0)
  await world.moveClock('11 minutes')
  await work(world)
  assert.equal(await pointsOf(world, buyer), 300)
  assert.deepEqual(await stockOf(sql, packId), { issued: 3, remaining: 3, reserved: 0, sold: 0 })
  assert.deepEqual(await allWell(world), [])
})

test('points that do not fit the price, or are not there, are refused and take nothing', async (t) => {
  const world = await testWorld(t)
  const { sql } = world.deps
  const packId = await seedPack(sql, { units: 3 })
  const buyer = await seedBuyer(world)
  await givePoints(world, buyer, 1100)
  const post = async (path: string, body: object) => {
    const answer = await world.http.inject({
      method: 'POST',
      url: `/api/packs/${packId}/${path}`,
      headers: { 'x-auth-session': `Bearer ${buyer.session}`, 'content-type': 'application/json' },
      payload: JSON.stringify(body),
    })
    return `${answer.statusCode} ${answer.json().errorCode}`
  }
  const card = { retUrl: '/', paymentToken: 'f'.repeat(64) }
  for (const usedPoint of [-1, 0, 1.5, '300', null, 2 ** 53, 1e9, [], {}])
    for (const [path, body] of [
      ['entry-order/new-card', card],
      ['entry-order/paidy', {}],
      ['buy-point', {}],
    ] as const)
      assert.equal(await post(path, { ...body, usedPoint }), '400 INVALID_REQUEST_FORMAT', `${path} ${usedPoint}`)
  for (const usedPoint of [1100, 1101, 9_999_998])
    for (const [path, body] of [
      ['entry-order/new-card', card],
      ['entry-order/paidy', {}],
    ] as const)
      assert.equal(await post(path, { ...body, usedPoint }), '400 INVALID_INPUT', `${path} ${usedPoint}`)
  for (const usedPoint of [1, 1099, 1101]) assert.equal(await post('buy-point', { usedPoint }), '400 INVALID_INPUT')
  for (const more of [
    { priceYen: 1 },
    { amountYen: 1 },
    { tender: 'grant' },
    { count: 2 },
    { memberId: buyer.memberId },
  ])
    assert.equal(await post('buy-point', { usedPoint: 1100, ...more }), '400 INVALID_REQUEST_FORMAT')
  const poor = await seedBuyer(world)
  const short = await world.call(
    'buyPoint',
    { params: { packId }, body: { usedPoint: 1100 } },
    { session: poor.session },
  )
  assert.ok(!short.ok && short.body.errorCode === 'POINTS_SHORT')
  assert.equal((await sql`select 1 from orders`).length, 0)
  assert.equal(await pointsOf(world, buyer), 1100)
  assert.deepEqual(await stockOf(sql, packId), { issued: 3, remaining: 3, reserved: 0, sold: 0 })
})

test('a price that is another than the one confirmed is refused by every tender, and nothing is reserved or charged', async (t) => {
  const world = await testWorld(t)
  const { sql } = world.deps
  const packId = await seedPack(sql, { priceYen: 500 })
  const buyer = await seedBuyer(world)
  const { session } = buyer
  const params = { packId }
  const cardSeq = randomUUID()
  await sql`
    insert into card_members (member_id, gateway_member_id, saved_at) values (${buyer.memberId}, ${cardSeq}, kura_now())`
  await sql`
    insert into stored_cards (id, member_id, state, gateway_seq, name) values (${cardSeq}, ${buyer.memberId}, 'stored', 0, 'c')`
  const send = async (priceYen: number) => [
    await world.call(
      'entryOrderNewCard',
      { params, body: { retUrl: '/', paymentToken: await cardToken(world, noChallengeCard), priceYen } },
      { session },
    ),
    await world.call(
      'entryOrderSelectedCard',
      { params, body: { retUrl: '/', cardSeq, securityCode: '123', priceYen } },
      { session },
    ),
    await world.call('entryOrderPaidy', { params, body: { priceYen } }, { session }),
  ]
  await sql`update packs set price_yen = 5000 where id = ${packId}`
  for (const answer of await send(500)) {
    assert.ok(!answer.ok)
    assert.deepEqual([answer.status, answer.body.errorCode], [409, 'TRADE_PRICE_CHANGED'])
  }
  assert.equal((await sql`select 1 from orders`).length, 0)
  assert.deepEqual(await listTrades(world), [])
  const paid = await world.call('entryOrderPaidy', { params, body: { priceYen: 5000 } }, { session })
  assert.ok(paid.ok && paid.data.amountYen === 5000)
})

test('one key asks for one thing for ever, also when its first answer is kept no more', async (t) => {
  const world = await testWorld(t)
  const { sql } = world.deps
  const packId = await seedPack(sql, { units: 5 })
  const buyer = await seedBuyer(world)
  await givePoints(world, buyer, 300)
  const key = world.key()
  const first = await enterPaidy(world, buyer, packId, 100, key)
  assert.ok(first.ok)
  await sql`delete from idempotency_keys`
  const other = await enterPaidy(world, buyer, packId, 200, key)
  assert.ok(!other.ok)
  assert.deepEqual([other.status, other.body.errorCode], [422, 'IDEMPOTENCY_KEY_REUSED'])
  assert.deepEqual(await enterPaidy(world, buyer, packId, 100, key), first)
  assert.equal((await sql`select 1 from orders`).length, 1)
})

test('one balance is spent once by ten purchases at once, and one key makes one order', async (t) => {
  const world = await testWorld(t)
  const { sql } = world.deps
  const packId = await seedPack(sql, { units: 40 })
  const buyer = await seedBuyer(world)
  await givePoints(world, buyer, 3 * 1100 + 500)
  const send = (idempotencyKey?: string) =>
    world.call(
      'buyPoint',
      { params: { packId }, body: { usedPoint: 1100 } },
      { session: buyer.session, ...(idempotencyKey ? { idempotencyKey } : {}) },
    )
  const key = world.key()
  const first = await send(key)
  assert.ok(first.ok)
  assert.deepEqual(await Promise.all([send(key), send(key), send(key)]), [first, first, first])
  // the stored response is lost with its process: the order's row still knows the request
  await sql`delete from idempotency_keys`
  const later = await send(key)
  assert.ok(later.ok && later.data.tradeId === first.data.tradeId)
  const answers = await Promise.all(Array.from({ length: 10 }, () => send()))
  assert.equal(answers.filter(({ ok }) => ok).length, 2)
  for (const answer of answers) assert.ok(answer.ok || answer.body.errorCode === 'POINTS_SHORT')
  assert.equal(await pointsOf(world, buyer), 500)
  assert.equal((await stockOf(sql, packId))?.sold, 3)
  assert.deepEqual(await allWell(world), [])
})

test('a flood of reservations is rate-limited, per member and per source of a pack', async (t) => {
  const world = await testWorld(t)
  const packId = await seedPack(world.deps.sql, { units: 60 })
  const buyer = await seedBuyer(world)
  await givePoints(world, buyer, 60_000)
  // the bucket of the source fills again while a slow machine buys
  await world.stopClock()
  const codes: string[] = []
  for (let time = 0; time < 14; time += 1) {
    const answer = await world.call(
      'buyPoint',
      { params: { packId }, body: { usedPoint: 1100 } },
      { session: buyer.session },
    )
    codes.push(answer.ok ? 'bought' : answer.body.errorCode)
  }
  assert.deepEqual(codes, [...Array.from({ length: 12 }, () => 'bought'), 'TOO_MANY_REQUESTS', 'TOO_MANY_REQUESTS'])
  await world.moveClock('1 minute')
  const again = await world.call(
    'buyPoint',
    { params: { packId }, body: { usedPoint: 1100 } },
    { session: buyer.session },
  )
  assert.ok(again.ok)
})

test('a minor is asked for the date of birth, kept within the month, and counted back', async (t) => {
  const world = await testWorld(t)
  const packId = await seedPack(world.deps.sql, { units: 30, priceYen: 3000 })
  const { sql } = world.deps
  // the month of the count must not end during the test
  await world.stopClock()
  const [nobody, minor] = [await seedBuyer(world), await seedBuyer(world)]
  await sql`update members set birthday = null where id = ${nobody.memberId}`
  await sql`update members set birthday = (kura_now() - interval '14 years')::date where id = ${minor.memberId}`
  const unknown = await enterPaidy(world, nobody, packId)
  assert.ok(!unknown.ok && unknown.body.errorCode === 'BIRTHDAY_REQUIRED')
  const entered = await enterPaidy(world, minor, packId)
  assert.ok(entered.ok)
  const refused = await enterByCard(world, minor, packId)
  assert.ok(!refused.ok && refused.body.errorCode === 'MINOR_LIMIT_REACHED')
  const cancelled = await world.call(
    'cancelOrder',
    { params: { orderId: entered.data.orderId } },
    { session: minor.session },
  )
  assert.ok(cancelled.ok)
  const { orderId } = await buyBy(world, minor, packId, 'card')
  await refundByHand(world.deps, { orderId, by: 't', reason: 'r', isDryRun: false }, () => {})
  await work(world)
  const [spent] = await sql`select yen from member_spendings where member_id = ${minor.memberId}`
  assert.equal(spent?.['yen'], 0)
  const paid = await enterPaidy(world, minor, packId)
  assert.ok(paid.ok)
  const foreign = await buyPaidy(world, nobody, packId, 'pay_unknown')
  assert.ok(!foreign.ok && foreign.body.errorCode === 'NOT_FOUND')
  assert.deepEqual(await allWell(world), [])
})

test('without the terms in force, or without a wallet, nothing is bought by any tender', async (t) => {
  const world = await testWorld(t)
  const { sql } = world.deps
  const packId = await seedPack(sql)
  const [outdated, guest] = [await seedBuyer(world), await seedMember(world.deps)]
  for (const who of [outdated, guest]) await givePoints(world, who, 1100)
  await sql`update members set terms_version = '2000-01-01' where id = ${outdated.memberId}`
  const gates = [
    [outdated, '403 FORBIDDEN terms_outdated'],
    [guest, '403 WALLET_REQUIRED undefined'],
  ] as const
  for (const [who, expected] of gates) {
    const byPoint = world.call('buyPoint', { params: { packId }, body: { usedPoint: 1100 } }, { session: who.session })
    const mixed = [
      enterByCard(world, who, packId),
      enterByCard(world, who, packId, 300),
      enterPaidy(world, who, packId),
    ]
    for (const answer of await Promise.all([...mixed, enterPaidy(world, who, packId, 300), byPoint])) {
      assert.ok(!answer.ok)
      assert.equal(`${answer.status} ${answer.body.errorCode} ${answer.body.details?.[0]?.fault}`, expected)
    }
    assert.equal(await pointsOf(world, who), 1100)
  }
  assert.equal((await sql`select 1 from orders`).length, 0)
  assert.deepEqual(await stockOf(sql, packId), { issued: 3, remaining: 3, reserved: 0, sold: 0 })
})
