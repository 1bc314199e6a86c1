import assert from 'node:assert/strict'
import { test } from 'node:test'
import { buildApp } from '../../app.ts'
import { checkInvariants } from '../../audit/check/check.ts'
import { buildDeps } from '../../deps.ts'
import { callOver, testWorld } from '../../testing/test-world.ts'
import type { TestWorld } from '../../testing/test-world.ts'
import { buy, cardToken, enter, enterAndPass, listTrades, seedBuyer, seedPack, stockOf } from './testing/shop.ts'

const codeOf = (answer: Awaited<ReturnType<typeof enter>>) => (answer.ok ? 'reserved' : answer.body.errorCode)
const countBy = (codes: string[]) =>
  Object.fromEntries(Object.entries(Object.groupBy(codes, (code) => code)).map(([code, all]) => [code, all?.length]))

/** Further server processes, as far as the database can tell: each with a pool of its own. */
async function moreServers(world: TestWorld, count: number): Promise<TestWorld[]> {
  const servers = await Promise.all(
    Array.from({ length: count }, async () => {
      const deps = await buildDeps(world.deps.env, world.deps.log)
      const { http } = await buildApp(deps, { withPages: false })
      return { ...world, deps, http, call: (name, input, options) => callOver(http, name, input, options) } as TestWorld
    }),
  )
  return [world, ...servers]
}

test('forty buyers at once on several servers get exactly the ten packs there are', async (t) => {
  const ends: (() => unknown)[] = []
  const world = await testWorld({ after: (end) => void ends.push(end as () => unknown) })
  const servers = await moreServers(world, 2)
  t.after(async () => {
    for (const { deps, http } of servers.slice(1)) {
      await http.close()
      await deps.close()
    }
    for (const end of ends) await end()
  })
  const packId = await seedPack(world.deps.sql, { units: 10 })
  const buyers = await Promise.all(Array.from({ length: 40 }, () => seedBuyer(world)))
  const answers = await Promise.all(buyers.map((buyer, at) => enter(servers[at % 3]!, buyer, packId)))
  assert.deepEqual(countBy(answers.map(codeOf)), { reserved: 10, PACK_OUT_OF_STOCK: 30 })
  for (const answer of answers)
    assert.ok(answer.ok || (answer.status === 500 && answer.body.message === 'pack item out of stock'))
  assert.deepEqual(await stockOf(world.deps.sql, packId), { issued: 10, remaining: 0, reserved: 10, sold: 0 })
  const [units] = await world.deps.sql`select count(distinct unit_id)::int as units from orders`
  assert.equal(units?.['units'], 10)
  assert.deepEqual(await checkInvariants(world.deps), [])
})

test('the last unit has one buyer, however often it is tried', async (t) => {
  const world = await testWorld(t)
  for (let round = 0; round < 8; round += 1) {
    const packId = await seedPack(world.deps.sql, { units: 1 })
    const pair = [await seedBuyer(world), await seedBuyer(world)]
    const answers = await Promise.all(pair.map((buyer) => enter(world, buyer, packId)))
    assert.deepEqual(answers.map(codeOf).toSorted(), ['PACK_OUT_OF_STOCK', 'reserved'])
  }
})

test('nobody sees that it is sold out while declined buyers give their units back', async (t) => {
  const world = await testWorld(t)
  const packId = await seedPack(world.deps.sql, { units: 12 })
  const buyers = await Promise.all(Array.from({ length: 12 }, () => seedBuyer(world)))
  // a third of the cards is refused at once; there are always units for everybody
  const answers = await Promise.all(
    buyers.map((buyer, at) => enter(world, buyer, packId, at % 3 === 0 ? '4999000000000070' : undefined)),
  )
  assert.deepEqual(countBy(answers.map(codeOf)), { reserved: 8, PAYMENT_DECLINED: 4 })
  assert.deepEqual(await stockOf(world.deps.sql, packId), { issued: 12, remaining: 4, reserved: 8, sold: 0 })
  assert.deepEqual(await checkInvariants(world.deps), [])
})

test('the limit per member holds when one member buys in many places at once', async (t) => {
  const world = await testWorld(t)
  const packId = await seedPack(world.deps.sql, { units: 10, perMemberLimit: 2 })
  const [buyer, other] = [await seedBuyer(world), await seedBuyer(world)]
  const answers = await Promise.all(Array.from({ length: 12 }, () => enter(world, buyer, packId)))
  assert.deepEqual(countBy(answers.map(codeOf)), { reserved: 2, PACK_LIMIT_REACHED: 10 })
  assert.equal(codeOf(await enter(world, other, packId)), 'reserved')
  assert.deepEqual(await checkInvariants(world.deps), [])
})

test('a declined order does not count for the limit', async (t) => {
  const world = await testWorld(t)
  const packId = await seedPack(world.deps.sql, { units: 3, perMemberLimit: 1 })
  const buyer = await seedBuyer(world)
  assert.equal(codeOf(await enter(world, buyer, packId, '4999000000000070')), 'PAYMENT_DECLINED')
  const { accessID } = await enterAndPass(world, buyer, packId)
  assert.ok((await buy(world, buyer, packId, accessID)).ok)
  assert.equal(codeOf(await enter(world, buyer, packId)), 'PACK_LIMIT_REACHED')
})

test('two clicks with one card token make one order, with a key or without', async (t) => {
  const world = await testWorld(t)
  const packId = await seedPack(world.deps.sql, { units: 5 })
  const [buyer, thief] = [await seedBuyer(world), await seedBuyer(world)]
  const body = { retUrl: '/', paymentToken: await cardToken(world) }
  const clicks = await Promise.all(
    Array.from({ length: 6 }, () =>
      world.call('entryOrderNewCard', { params: { packId }, body }, { session: buyer.session }),
    ),
  )
  assert.equal(new Set(clicks.map((click) => JSON.stringify(click))).size, 1)
  assert.ok(clicks[0]?.ok)
  assert.equal((await listTrades(world)).length, 1)
  assert.equal((await stockOf(world.deps.sql, packId)).reserved, 1)
  const stolen = await world.call('entryOrderNewCard', { params: { packId }, body }, { session: thief.session })
  assert.ok(!stolen.ok && stolen.body.errorCode === 'PAYMENT_DECLINED')
  assert.equal((await stockOf(world.deps.sql, packId)).reserved, 1)
})

test('an idempotency key gives the first answer byte for byte, and refuses another body', async (t) => {
  const world = await testWorld(t)
  const packId = await seedPack(world.deps.sql, { units: 5 })
  const [buyer, other] = [await seedBuyer(world), await seedBuyer(world)]
  const key = world.key()
  const send = (session: string, body: object) =>
    world.http.inject({
      method: 'POST',
      url: `/api/packs/${packId}/entry-order/new-card`,
      headers: { 'x-auth-session': `Bearer ${session}`, 'idempotency-key': key, 'content-type': 'application/json' },
      payload: JSON.stringify(body),
    })
  const body = { retUrl: '/a', paymentToken: await cardToken(world) }
  const first = await send(buyer.session, body)
  assert.equal(first.statusCode, 200)
  const again = await Promise.all(Array.from({ length: 20 }, () => send(buyer.session, body)))
  for (const answer of again) assert.deepEqual([answer.statusCode, answer.body], [200, first.body])
  const changed = await send(buyer.session, { ...body, retUrl: '/b' })
  assert.deepEqual([changed.statusCode, changed.json().errorCode], [422, 'IDEMPOTENCY_KEY_REUSED'])
  assert.equal((await stockOf(world.deps.sql, packId)).reserved, 1)

  // keys are a member's own
  const others = await send(other.session, { retUrl: '/a', paymentToken: await cardToken(world) })
  assert.equal(others.statusCode, 200)
  assert.notEqual(others.body, first.body)

  const parallel = world.key()
  const fresh = { retUrl: '/a', paymentToken: await cardToken(world) }
  const atOnce = await Promise.all(
    Array.from({ length: 20 }, () =>
      world.call(
        'entryOrderNewCard',
        { params: { packId }, body: fresh },
        { session: buyer.session, idempotencyKey: parallel },
      ),
    ),
  )
  for (const answer of atOnce) assert.ok(answer.ok || answer.body.errorCode === 'IDEMPOTENCY_IN_PROGRESS')
  assert.equal(new Set(atOnce.filter((answer) => answer.ok).map((answer) => JSON.stringify(answer))).size, 1)
  assert.equal((await stockOf(world.deps.sql, packId)).reserved, 3)
})
