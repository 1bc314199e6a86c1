// A30 to A34 and A46: nothing that is said about a payment is believed, no number of the browser
// counts, nothing is had twice by asking at once, and a farm of accounts behind one address gets no
// further than a household.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { rates } from '@kura/contract/rates'
import {
  buy,
  cardToken,
  enter,
  enterAndPass,
  listTrades,
  seedBuyer,
  seedPack,
} from '../../checkout/order/testing/shop.ts'
import { stockOf } from '../../checkout/order/testing/shop.ts'
import { allWell, authorise, books, buyPaidy, enterPaidy, givePoints } from '../../checkout/order/testing/tenders.ts'
import { enterAndAuthorise, listPaidy, pointsOf, sendPaidyNotice, work } from '../../checkout/order/testing/tenders.ts'
import { seedAirdrop, seedGiven, seedPasscode } from '../../shop/pack/testing/given-packs.ts'
import type { SeededMember } from '../seed-member.ts'
import { testWorld } from '../test-world.ts'
import type { TestWorld } from '../test-world.ts'

type Sent = { type?: string; session?: string; from?: string; headers?: Record<string, string> }
const post = (
  world: TestWorld,
  url: string,
  payload: unknown,
  { type = 'application/json', session, from, headers }: Sent = {},
) =>
  world.http.inject({
    method: 'POST',
    url,
    ...(from ? { remoteAddress: from } : {}),
    headers: { 'content-type': type, ...(session ? { 'x-auth-session': `Bearer ${session}` } : {}), ...headers },
    payload: typeof payload === 'string' ? payload : JSON.stringify(payload),
  })
const form = 'application/x-www-form-urlencoded'
const count = (results: string[]) =>
  Object.fromEntries(Object.entries(Object.groupBy(results, (word) => word)).map(([word, all]) => [word, all?.length]))
const atOnce = <T>(times: number, act: () => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: times }, act))

test('A30: whatever a notice says, signs or repeats, it has no effect that its gateway does not confirm', async (t) => {
  const world = await testWorld(t)
  const { sql } = world.deps
  const packId = await seedPack(sql)
  const buyer = await seedBuyer(world)
  const entered = await enterAndPass(world, buyer, packId)
  const { payId } = await enterAndAuthorise(world, buyer, packId)
  const [{ id }] = await sql<[{ id: string }]>`
    select gateway_order_id as id from payments where order_id = ${entered.orderId}`
  const said = `OrderID=${id}&Status=CAPTURE&Amount=1100&AccessID=${entered.accessID}`
  const signatures: Record<string, string>[] = [
    {},
    { 'x-signature': 'f'.repeat(64) },
    { 'webhook-signature': 'v1,AAAA', 'webhook-id': '1', 'webhook-timestamp': '1577836800' },
    { authorization: 'Bearer sk_test_guessed' },
  ]
  for (const headers of signatures)
    for (const body of [said, `Amount=1100&OrderID=${id}&Status=SALES`, said.replace('1100', '1')])
      assert.equal((await post(world, '/api/notices/card', body, { type: form, headers })).body, '0')
  for (const status of ['authorize_success', 'capture_success', 'refund_success', 'close_success'])
    assert.equal((await sendPaidyNotice(world, payId, status)).statusCode, 200)
  for (const [url, payload, type, status] of [
    ['/api/notices/paidy', '{', 'application/json', 400],
    ['/api/notices/paidy', [], 'application/json', 400],
    ['/api/notices/paidy', `payment_id=${payId}`, form, 415],
    ['/api/notices/card', `${said}&${said}`, form, 400],
    ['/api/notices/card', { OrderID: { id } }, 'application/json', 400],
    ['/api/notices/card', 'x'.repeat(70_000), form, 413],
  ] as const)
    assert.equal(
      (await post(world, url, payload, { type })).statusCode,
      status,
      `${url} ${String(payload).slice(0, 20)}`,
    )
  await work(world)
  assert.deepEqual(await books(sql), {})
  assert.equal((await sql`select 1 from orders where state = 'reserved'`).length, 2)
  assert.deepEqual(
    (await listPaidy(world)).map(({ captures }) => captures.length),
    [0],
  )
  assert.deepEqual(await allWell(world), [])
})

test('A31: a return that is forged, of another member or of another order pays for nothing', async (t) => {
  const world = await testWorld(t)
  const { sql } = world.deps
  const [packId, dear] = [await seedPack(sql, { priceYen: 110 }), await seedPack(sql, { priceYen: 99_000 })]
  const [buyer, thief] = [await seedBuyer(world), await seedBuyer(world)]
  const { accessID } = await enterAndPass(world, buyer, packId)
  const open = await enter(world, thief, dear)
  assert.ok(open.ok)
  for (const [who, where, id] of [
    [thief, packId, accessID],
    // a cheap payment for a dear order
    [buyer, dear, accessID],
    [thief, dear, accessID],
    [buyer, packId, open.data.accessID],
    [buyer, packId, 'A'.repeat(32)],
  ] as const) {
    const answer = await buy(world, who, where, id)
    assert.ok(!answer.ok && answer.body.errorCode === 'NOT_FOUND')
  }
  // the same with an agreement: another's, and one for a reference that the browser chose
  const entered = await enterPaidy(world, thief, dear)
  assert.ok(entered.ok)
  const cheap = await enterPaidy(world, thief, packId)
  assert.ok(cheap.ok)
  const payId = await authorise(world, cheap.data)
  for (const [who, where] of [
    [thief, dear],
    [buyer, packId],
  ] as const) {
    const answer = await buyPaidy(world, who, where, payId)
    assert.ok(!answer.ok && answer.body.errorCode === 'NOT_FOUND')
  }
  const forged = await authorise(world, cheap.data, { ref: entered.data.orderRef })
  const refused = await buyPaidy(world, thief, dear, forged)
  assert.ok(!refused.ok && refused.body.error === 'PAIDY_AMOUNT')
  assert.ok((await listTrades(world)).every(({ status }) => status !== 'CAPTURE'))
  assert.ok((await listPaidy(world)).every(({ captures }) => captures.length === 0))
  assert.deepEqual(await books(sql), {})
})

test('A32: price, currency, quantity, fee, coupon, tender and owner in a body are refused, and what is charged is the price', async (t) => {
  const world = await testWorld(t)
  const { sql } = world.deps
  const packId = await seedPack(sql, { units: 9 })
  const [buyer, other] = [await seedBuyer(world), await seedBuyer(world)]
  await givePoints(world, buyer, 1100)
  const { accessID } = await enterAndPass(world, buyer, packId)
  const { payId } = await enterAndAuthorise(world, buyer, packId)
  const before = await sql`select o::text from orders o order by id`
  const bodies: [string, Record<string, unknown>, string?][] = [
    ['entry-order/new-card', { retUrl: '/', paymentToken: await cardToken(world) }],
    ['entry-order/selected-card', { retUrl: '/', cardSeq: payIdLike, securityCode: '123' }],
    ['entry-order/paidy', {}],
    ['entry-order/buy', { accessID }],
    ['buy-point', { usedPoint: 1100 }],
    ['buy-paidy', { orderID: payId }, form],
  ]
  const wishes = {
    price: 1,
    priceYen: 1,
    amountYen: 1,
    currency: 'USD',
    quantity: 2,
    fee: 0,
    coupon: 'FREE',
    tender: 'grant',
    memberId: other.memberId,
    orderId: payIdLike,
    state: 'captured',
    unitId: payIdLike,
  }
  for (const [path, body, type] of bodies)
    for (const [field, value] of Object.entries(wishes)) {
      const all = { ...body, [field]: value }
      const payload = type ? new URLSearchParams(all as Record<string, string>).toString() : all
      const answer = await post(world, `/api/packs/${packId}/${path}`, payload, {
        session: buyer.session,
        ...(type ? { type } : {}),
      })
      // the price as it was seen may be sent along: another one than ours begins nothing
      if (field === 'priceYen' && /^entry-order.(new-card|selected-card|paidy)$/.test(path)) {
        const why = path === 'entry-order/selected-card' ? 'NOT_FOUND' : 'TRADE_PRICE_CHANGED'
        assert.equal(answer.json().errorCode, why, path)
        continue
      }
      assert.equal(answer.json().errorCode, 'INVALID_REQUEST_FORMAT', `${path} ${field}: ${answer.body}`)
      assert.ok(
        answer.json().details.some(({ fault }: { fault: string }) => fault === 'unrecognized_keys'),
        path,
      )
    }
  assert.deepEqual([...(await sql`select o::text from orders o order by id`)], [...before])
  const bought = await buy(world, buyer, packId, accessID)
  assert.ok(bought.ok && bought.data.priceYen === 1100)
  assert.deepEqual(
    (await listTrades(world)).filter(({ status }) => status === 'CAPTURE').map(({ amount }) => amount),
    [1100],
  )
})
const payIdLike = '018f0000-0000-4000-8000-000000000000'

test('A33: negative, fractional and huge points are refused by every call that takes points, and none are made or lost', async (t) => {
  const world = await testWorld(t)
  const { sql } = world.deps
  const packId = await seedPack(sql, { units: 4 })
  const buyer = await seedBuyer(world)
  await givePoints(world, buyer, 1000)
  const { payId } = await enterAndAuthorise(world, buyer, packId, 300)
  const cases: [string, Record<string, unknown>, string?][] = [
    ['entry-order/new-card', { retUrl: '/', paymentToken: 'f'.repeat(64) }],
    ['entry-order/selected-card', { retUrl: '/', cardSeq: payIdLike, securityCode: '123' }],
    ['entry-order/paidy', {}],
    ['buy-point', {}],
    ['buy-paidy', { orderID: payId }, form],
  ]
  for (const [path, body, type] of cases)
    for (const usedPoint of [-1, -300, 0.5, 1e21, 2 ** 53, -(2 ** 63), 2147483648, 'NaN', 'Infinity', '']) {
      const all = { ...body, usedPoint }
      const payload = type ? new URLSearchParams(all as unknown as Record<string, string>).toString() : all
      const answer = await post(world, `/api/packs/${packId}/${path}`, payload, {
        session: buyer.session,
        ...(type ? { type } : {}),
      })
      assert.equal(answer.json().errorCode, 'INVALID_REQUEST_FORMAT', `${path} ${usedPoint}: ${answer.body}`)
    }
  // what was reserved with other points is not bought
  const other = await post(world, `/api/packs/${packId}/buy-paidy`, `orderID=${payId}&usedPoint=999`, {
    session: buyer.session,
    type: form,
  })
  assert.equal(other.json().errorCode, 'INVALID_INPUT')
  assert.equal(await pointsOf(world, buyer), 700)
  assert.ok((await buyPaidy(world, buyer, packId, payId)).ok)
  assert.deepEqual(await allWell(world), [])
})

const races: [
  string,
  (world: TestWorld, buyer: SeededMember) => Promise<{ act: () => Promise<string>; most: number; refusal: string[] }>,
][] = [
  [
    'one passcode',
    async (world, { session }) => {
      const packId = await seedGiven(world.deps.sql, 'passcode', { units: 60 })
      const { code } = await seedPasscode(world.deps.sql, packId, { uses: 60 })
      const act = async () => {
        const { token } = await world.bot('passcode_get')
        const answer = await world.call(
          'getPasscode',
          { params: { passcode: code }, body: { token, auth: 'v3' } },
          { session },
        )
        return answer.ok ? 'done' : answer.body.errorCode
      }
      return { act, most: 1, refusal: ['PASSCODE_USED', 'TOO_MANY_REQUESTS'] }
    },
  ],
  [
    'one airdrop',
    async (world, { session }) => {
      const airdropId = await seedAirdrop(world.deps.sql, await seedGiven(world.deps.sql, 'airdrop', { units: 60 }))
      const act = async () => {
        const { token } = await world.bot('airdrop_claim')
        const answer = await world.call(
          'claimAirdrop',
          { params: { airdropId }, body: { token, auth: 'v3' } },
          { session },
        )
        return answer.ok ? 'done' : answer.body.errorCode
      }
      return { act, most: 1, refusal: ['AirdropAlreadyClaimed', 'TOO_MANY_REQUESTS'] }
    },
  ],
  [
    'the points of one balance',
    async (world, buyer) => {
      const packId = await seedPack(world.deps.sql, { units: 60 })
      await givePoints(world, buyer, 2 * 1100 + 1099)
      const act = async () => {
        const answer = await world.call(
          'buyPoint',
          { params: { packId }, body: { usedPoint: 1100 } },
          { session: buyer.session },
        )
        return answer.ok ? 'done' : answer.body.errorCode
      }
      return { act, most: 2, refusal: ['POINTS_SHORT', 'TOO_MANY_REQUESTS'] }
    },
  ],
  [
    'the limit of one member',
    async (world, buyer) => {
      const packId = await seedPack(world.deps.sql, { units: 60, perMemberLimit: 3 })
      const act = async () => {
        const answer = await enterPaidy(world, buyer, packId)
        return answer.ok ? 'done' : answer.body.errorCode
      }
      return { act, most: 3, refusal: ['PACK_LIMIT_REACHED', 'TOO_MANY_REQUESTS'] }
    },
  ],
  [
    'the month of a minor',
    async (world, buyer) => {
      const packId = await seedPack(world.deps.sql, { units: 60 })
      // a month that ended half-way would give as much once more
      await world.stopClock()
      await world.deps
        .sql`update members set birthday = (kura_now() - interval '13 years')::date where id = ${buyer.memberId}`
      const act = async () => {
        const answer = await enterPaidy(world, buyer, packId)
        return answer.ok ? 'done' : answer.body.errorCode
      }
      return { act, most: 4, refusal: ['MINOR_LIMIT_REACHED', 'TOO_MANY_REQUESTS'] }
    },
  ],
]
for (const [what, prepare] of races)
  test(`A34: ${what}, asked for fifty times at once, is not had more often than it is there`, async (t) => {
    const world = await testWorld(t)
    const buyer = await seedBuyer(world)
    const { act, most, refusal } = await prepare(world, buyer)
    const results = await atOnce(50, act)
    assert.equal(count(results)['done'], most, JSON.stringify(count(results)))
    for (const word of results) assert.ok(word === 'done' || refusal.includes(word), word)
    // and not a minute later either
    await world.moveClock('1 minute')
    const later = await atOnce(5, act)
    assert.equal(count(later)['done'], undefined, JSON.stringify(count(later)))
    assert.ok(later.some((word) => word !== 'TOO_MANY_REQUESTS'))
    assert.deepEqual(await allWell(world), [])
  })

test('A46: a hundred accounts behind one address reserve what a household could, others buy all the while', async (t) => {
  const world = await testWorld(t)
  const { sql } = world.deps
  const [packId, another] = [await seedPack(sql, { units: 200, perMemberLimit: 2 }), await seedPack(sql)]
  const farm = await Promise.all(Array.from({ length: 100 }, () => seedBuyer(world)))
  const { burst, perMinute } = rates.reservePerSourceAndPack
  const started = Date.now()
  const reserve = async ({ session }: SeededMember, where: string, from: string) => {
    const answer = await post(world, `/api/packs/${where}/entry-order/paidy`, {}, { session, from })
    return answer.statusCode === 200 ? 'reserved' : (answer.json() as { errorCode: string }).errorCode
  }
  const results = await Promise.all(farm.map((member) => reserve(member, packId, '203.0.113.9')))
  const refilled = Math.ceil((perMinute * (Date.now() - started)) / 60_000)
  const { reserved = 0, TOO_MANY_REQUESTS: refused = 0 } = count(results)
  assert.equal(reserved + refused, 100, JSON.stringify(count(results)))
  assert.ok(reserved >= burst && reserved <= burst + refilled, `${reserved} of ${burst}`)
  assert.equal((await stockOf(sql, packId))?.reserved, reserved)
  // an address of the next version is a source by its first half, however many addresses lie in it
  const begun = Date.now()
  const six = await Promise.all(
    farm.slice(0, 40).map((member, at) => reserve(member, packId, `2001:db8:0:7::${(at + 1).toString(16)}`)),
  )
  const again = Math.ceil((perMinute * (Date.now() - begun)) / 60_000)
  assert.ok((count(six)['reserved'] ?? 0) <= burst + again, JSON.stringify(count(six)))
  // somebody else is served, and so is another pack for the same address
  const stranger = await seedBuyer(world)
  assert.equal(await reserve(stranger, packId, '198.51.100.1'), 'reserved')
  assert.equal(await reserve(stranger, another, '203.0.113.9'), 'reserved')
})
