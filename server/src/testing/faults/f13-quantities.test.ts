// F13: a purchase is of one pack. No number in a body makes it more, less or cheaper, and two at
// once are two, each counted.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cardToken, enter, seedBuyer, seedPack, stockOf } from '../../checkout/order/testing/shop.ts'
import { allWell, enterPaidy, givePoints, pointsOf } from '../../checkout/order/testing/tenders.ts'
import { testWorld } from '../test-world.ts'
import type { TestWorld } from '../test-world.ts'

const numbers = [0, -1, 1e9, 1.5, '1', 2 ** 53, null, [1], { $gt: 0 }]

const post = async (world: TestWorld, session: string, url: string, text: string) => {
  const answer = await world.http.inject({
    method: 'POST',
    url,
    headers: { 'x-auth-session': `Bearer ${session}`, 'content-type': 'application/json' },
    payload: text,
  })
  return `${answer.statusCode} ${answer.json().errorCode}`
}

test('F13: quantities and prices of a buyer’s own are refused by every call that buys, and nothing is taken', async (t) => {
  const world = await testWorld(t)
  const { sql } = world.deps
  const packId = await seedPack(sql, { units: 5 })
  const buyer = await seedBuyer(world)
  await givePoints(world, buyer, 5000)
  const bodies = {
    'entry-order/new-card': { retUrl: '/', paymentToken: await cardToken(world) },
    'entry-order/selected-card': { retUrl: '/', cardSeq: '018f0000-0000-4000-8000-000000000000', securityCode: '123' },
    'entry-order/paidy': {},
    'buy-point': { usedPoint: 1100 },
  }
  let tried = 0
  for (const [path, body] of Object.entries(bodies))
    for (const number of numbers) {
      const url = `/api/packs/${packId}/${path}`
      // a price that is sent along is only compared: the buyer saw another one. Nobody stored that
      // card
      if (path !== 'buy-point') {
        const answer = await post(world, buyer.session, url, JSON.stringify({ ...body, priceYen: number }))
        assert.match(
          answer,
          path === 'entry-order/selected-card' ? /^40[04] / : /^(400 INVALID_REQUEST_FORMAT|409 TRADE_PRICE_CHANGED)$/,
          `${path} ${String(number)}`,
        )
      }
      for (const field of ['count', 'quantity', 'amount'])
        assert.equal(
          await post(world, buyer.session, url, JSON.stringify({ ...body, [field]: number })),
          '400 INVALID_REQUEST_FORMAT',
          `${path} ${field} ${String(number)}`,
        )
      assert.equal(
        await post(world, buyer.session, url, JSON.stringify({ ...body, usedPoint: number })),
        // nine digits are a number, though not one that any price takes
        '400 INVALID_REQUEST_FORMAT',
        `${path} usedPoint ${String(number)}`,
      )
      tried += 5
    }
  assert.equal(tried, 4 * numbers.length * 5)
  // the same field twice, and numbers JSON has no room for
  for (const text of [
    '{"usedPoint":1100,"usedPoint":1}',
    '{"usedPoint":1e400}',
    '{"usedPoint":-0}',
    '{"usedPoint":1100.0000001}',
  ])
    assert.match(await post(world, buyer.session, `/api/packs/${packId}/buy-point`, text), /^400 INVALID/, text)
  assert.deepEqual(await stockOf(sql, packId), { issued: 5, remaining: 5, reserved: 0, sold: 0 })
  assert.equal(await pointsOf(world, buyer), 5000)
  assert.equal((await sql`select 1 from orders`).length, 0)
})

test('F13: two purchases of one pack by one member at once, of which stock or limit has one, are one', async (t) => {
  const world = await testWorld(t)
  const { sql } = world.deps
  for (const [name, seed, code] of [
    ['stock', { units: 1 }, 'PACK_OUT_OF_STOCK'],
    ['limit', { units: 4, perMemberLimit: 1 }, 'PACK_LIMIT_REACHED'],
  ] as const)
    for (let round = 0; round < 6; round += 1) {
      const packId = await seedPack(sql, seed)
      const buyer = await seedBuyer(world)
      // by two tenders, as two lines of one cart would
      const answers = await Promise.all([enter(world, buyer, packId), enterPaidy(world, buyer, packId)])
      const results = answers.map((answer) => (answer.ok ? 'reserved' : answer.body.errorCode)).toSorted()
      assert.deepEqual(results, [code, 'reserved'].toSorted(), name)
      assert.equal((await stockOf(sql, packId))?.reserved, 1)
    }
  assert.deepEqual(await allWell(world), [])
})
