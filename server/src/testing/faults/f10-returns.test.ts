// F10: the way back from 3-D Secure and from Paidy, replayed, at once, by others, for other orders,
// and after expiry.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { buy, enterAndPass, seedBuyer, seedPack } from '../../checkout/order/testing/shop.ts'
import { allWell, books, buyPaidy, enterAndAuthorise, work } from '../../checkout/order/testing/tenders.ts'
import type { SeededMember } from '../seed-member.ts'
import type { TestWorld } from '../test-world.ts'
import { faultShop, gateways, stateOf } from './payments-under-test.ts'

type Return = (world: TestWorld, who: SeededMember, packId: string) => Promise<{ ok: boolean; status?: number }>
/** Reserves and authorises; returns the return request as anybody can send it. */
const begin = {
  card: async (world: TestWorld, buyer: SeededMember, packId: string) => {
    const { orderId, accessID } = await enterAndPass(world, buyer, packId)
    return { orderId, back: ((w, who, where) => buy(w, who, where, accessID)) as Return }
  },
  paidy: async (world: TestWorld, buyer: SeededMember, packId: string) => {
    const { orderId, payId } = await enterAndAuthorise(world, buyer, packId)
    return { orderId, back: ((w, who, where) => buyPaidy(w, who, where, payId)) as Return }
  },
}

for (const gateway of gateways) {
  test(`F10: ${gateway.name}: fifty returns one after another and fifty at once have one effect and one answer`, async (t) => {
    const { world, packId, buyer } = await faultShop(t)
    const { orderId, back } = await begin[gateway.name](world, buyer, packId)
    const atOnce = await Promise.all(Array.from({ length: 50 }, () => back(world, buyer, packId)))
    const later: unknown[] = []
    for (let time = 0; time < 50; time += 1) later.push(await back(world, buyer, packId))
    const bodies = new Set([...atOnce, ...later].map((answer) => JSON.stringify(answer)))
    assert.equal(bodies.size, 1, [...bodies].join('\n'))
    assert.ok(atOnce[0]?.ok)
    await world.moveClock('3 hours')
    assert.deepEqual(await back(world, buyer, packId), atOnce[0])
    assert.equal(await stateOf(world, orderId), 'delivered')
    assert.deepEqual(await gateway.count(world), { taken: 1, givenBack: 0 })
    assert.deepEqual(await allWell(world), [])
  })

  test(`F10: ${gateway.name}: a return by another member, for another pack or order is refused and changes nothing`, async (t) => {
    const { world, sql, packId, buyer } = await faultShop(t)
    const thief = await seedBuyer(world)
    const other = await seedPack(sql)
    const mine = await begin[gateway.name](world, buyer, packId)
    const theirs = await begin[gateway.name](world, thief, packId)
    const before = await sql`select id, state, gateway_ref from payments order by id`
    const stolen = await Promise.all([
      ...Array.from({ length: 10 }, () => mine.back(world, thief, packId)),
      mine.back(world, buyer, other),
      theirs.back(world, buyer, packId),
    ])
    for (const answer of stolen) assert.equal(answer.status, 404, JSON.stringify(answer))
    assert.deepEqual([...(await sql`select id, state, gateway_ref from payments order by id`)], [...before])
    assert.deepEqual(await gateway.count(world), { taken: 0, givenBack: 0 })
    // its owner is not kept from it
    assert.ok((await mine.back(world, buyer, packId)).ok)
  })

  test(`F10: ${gateway.name}: a return after the time is over is refused, however often, and charges nothing`, async (t) => {
    const { world, sql, packId, buyer } = await faultShop(t)
    const [first, second] = [
      await begin[gateway.name](world, buyer, packId),
      await begin[gateway.name](world, buyer, packId),
    ]
    await world.moveClock('11 minutes')
    // one is found by its return, the other by the worker before
    const answers = await Promise.all(Array.from({ length: 10 }, () => first.back(world, buyer, packId)))
    await work(world)
    answers.push(await second.back(world, buyer, packId), await first.back(world, buyer, packId))
    for (const answer of answers)
      assert.ok(!answer.ok && [400, 409, 503].includes(answer.status ?? 0), JSON.stringify(answer))
    assert.equal(answers.at(-1)?.status, 409)
    for (const { orderId } of [first, second]) assert.equal(await stateOf(world, orderId), 'expired')
    assert.deepEqual(await gateway.count(world), { taken: 0, givenBack: 0 })
    assert.deepEqual(await books(sql), {})
    assert.deepEqual(await allWell(world), [])
  })
}
