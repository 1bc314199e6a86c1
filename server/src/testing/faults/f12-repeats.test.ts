// F12: what a browser repeats, by a double click, by going back, by a second tab or after an answer
// that was lost, is one order. The journeys show the same in a browser.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cardToken, seedBuyer, seedPack, stockOf } from '../../checkout/order/testing/shop.ts'
import { allWell, authorise, buyPaidy, givePoints, pointsOf } from '../../checkout/order/testing/tenders.ts'
import type { SeededMember } from '../seed-member.ts'
import { testWorld } from '../test-world.ts'
import type { TestWorld } from '../test-world.ts'

type Answer = { ok: boolean; status?: number; orderId: string }
/** What the form of a tender sends when it is submitted; `key` is the form's own. */
type Form = {
  name: string
  open: (world: TestWorld, who: SeededMember, packId: string) => Promise<(key: string) => Promise<Answer>>
}
const codes = (answer: { status: number; body: { errorCode: string } }): Answer => ({
  ok: false,
  status: answer.status,
  orderId: answer.body.errorCode,
})
const forms: Form[] = [
  {
    name: 'a new card',
    open: async (world, { session }, packId) => {
      const body = { retUrl: '/', paymentToken: await cardToken(world) }
      return async (idempotencyKey) => {
        const answer = await world.call('entryOrderNewCard', { params: { packId }, body }, { session, idempotencyKey })
        return answer.ok ? { ok: true, orderId: answer.data.orderId } : codes(answer)
      }
    },
  },
  {
    name: 'deferred payment',
    open: (world, { session }, packId) =>
      Promise.resolve(async (idempotencyKey) => {
        const answer = await world.call(
          'entryOrderPaidy',
          { params: { packId }, body: {} },
          { session, idempotencyKey },
        )
        return answer.ok ? { ok: true, orderId: answer.data.orderId } : codes(answer)
      }),
  },
  {
    name: 'points',
    open: async (world, who, packId) => {
      await givePoints(world, who, 3300)
      return async (idempotencyKey) => {
        const body = { usedPoint: 1100 }
        const answer = await world.call(
          'buyPoint',
          { params: { packId }, body },
          { session: who.session, idempotencyKey },
        )
        return answer.ok ? { ok: true, orderId: answer.data.tradeId } : codes(answer)
      }
    },
  },
]
const ordersOf = async ({ deps }: TestWorld) => (await deps.sql`select 1 from orders`).length

for (const { name, open } of forms) {
  test(`F12: ${name}: a double click, a lost answer and the way back are one order`, async (t) => {
    const world = await testWorld(t)
    const { sql } = world.deps
    const packId = await seedPack(sql, { units: 5 })
    const buyer = await seedBuyer(world)
    const submit = await open(world, buyer, packId)
    const key = world.key()
    const clicks = await Promise.all([submit(key), submit(key)])
    const first = clicks.find(({ ok }) => ok)
    assert.ok(first)
    for (const click of clicks)
      assert.ok(click.orderId === first.orderId || click.orderId === 'IDEMPOTENCY_IN_PROGRESS')
    // the answer never came; and the process that kept it is gone
    assert.deepEqual(await submit(key), first)
    await sql`delete from idempotency_keys`
    assert.deepEqual(await submit(key), first)
    // the page is opened again with the browser's back button a while later
    await world.moveClock('1 minute')
    assert.equal((await submit(key)).orderId, first.orderId)
    assert.equal(await ordersOf(world), 1)
    const stock = await stockOf(sql, packId)
    assert.equal((stock?.reserved ?? 0) + (stock?.sold ?? 0), 1)
    assert.deepEqual(await allWell(world), [])
  })

  test(`F12: ${name}: two tabs are two orders, as far as the limit allows, and no more`, async (t) => {
    const world = await testWorld(t)
    const { sql } = world.deps
    const packId = await seedPack(sql, { units: 5, perMemberLimit: 1 })
    const buyer = await seedBuyer(world)
    const tabs = [await open(world, buyer, packId), await open(world, buyer, packId)]
    const results = await Promise.all(tabs.map((submit) => submit(world.key())))
    assert.deepEqual(results.map(({ ok, orderId }) => (ok ? 'ordered' : orderId)).toSorted(), [
      'PACK_LIMIT_REACHED',
      'ordered',
    ])
    assert.equal(await ordersOf(world), 1)
    assert.deepEqual(await allWell(world), [])
  })
}

test('F12: an agreement brought by two tabs, of which one lost its answer, pays one order', async (t) => {
  const world = await testWorld(t)
  const { sql } = world.deps
  const packId = await seedPack(sql)
  const buyer = await seedBuyer(world)
  await givePoints(world, buyer, 100)
  const body = { usedPoint: 100 }
  const entered = await world.call('entryOrderPaidy', { params: { packId }, body }, { session: buyer.session })
  assert.ok(entered.ok)
  const payId = await authorise(world, entered.data)
  const [one, two] = await Promise.all([buyPaidy(world, buyer, packId, payId), buyPaidy(world, buyer, packId, payId)])
  assert.deepEqual(one, two)
  assert.ok(one.ok)
  assert.deepEqual(await buyPaidy(world, buyer, packId, payId), one)
  assert.equal(await pointsOf(world, buyer), 0)
  assert.equal((await stockOf(sql, packId))?.sold, 1)
  assert.deepEqual(await allWell(world), [])
})
