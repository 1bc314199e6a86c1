// F16: points spent, expiring, granted and coming back, all at once: never below zero, and what is
// counted is what there is.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { transaction } from '../../platform/db/transaction.ts'
import { newId } from '../../platform/db/id.ts'
import { captureOrder } from '../../checkout/order/capture.ts'
import { seedBuyer, seedPack, stockOf, reservePack } from '../../checkout/order/testing/shop.ts'
import { allWell, enterPaidy, givePoints, pointsOf } from '../../checkout/order/testing/tenders.ts'
import { expireLots } from '../../money/point/expire-lots.ts'
import { grantPoints } from '../../money/point/grant-points.ts'
import { testWorld } from '../test-world.ts'

const words = { ja: '試し', en: 'Trial' }

test('F16: two hundred purchases at once out of one balance spend it exactly', async (t) => {
  const world = await testWorld(t)
  const { sql } = world.deps
  const packId = await seedPack(sql, { units: 60, priceYen: 50 })
  const buyer = await seedBuyer(world)
  for (let lot = 0; lot < 5; lot += 1) await givePoints(world, buyer, 101)
  // past the rates, which would let through a few only
  const purchase = () =>
    reservePack(
      world.deps,
      { memberId: buyer.memberId, packId, isAdult: true },
      { by: 'point', usedPoint: 50 },
      { afterwards: (db, { orderId }) => captureOrder(db, orderId) },
    )
  const outcomes = await Promise.allSettled(Array.from({ length: 200 }, purchase))
  const codes = outcomes.map((outcome) => (outcome.status === 'fulfilled' ? 'bought' : String(outcome.reason.code)))
  const count = Object.fromEntries(
    Object.entries(Object.groupBy(codes, (code) => code)).map(([code, all]) => [code, all?.length]),
  )
  assert.equal(count['bought'], 10, JSON.stringify(count))
  assert.deepEqual(new Set(codes), new Set(['bought', 'POINTS_SHORT']))
  assert.equal(await pointsOf(world, buyer), 5)
  assert.equal((await stockOf(sql, packId))?.sold, 10)
  assert.deepEqual(await allWell(world), [])
})

test('F16: spending while lots expire, points are granted and orders release theirs', async (t) => {
  const world = await testWorld(t)
  const { sql } = world.deps
  const packId = await seedPack(sql, { units: 60, priceYen: 100 })
  const buyers = await Promise.all(Array.from({ length: 4 }, () => seedBuyer(world)))
  for (const buyer of buyers)
    for (let lot = 0; lot < 6; lot += 1) {
      const id = await givePoints(world, buyer, 40)
      // some end while the purchases run
      await sql`update point_lots set expires_at = kura_now() + make_interval(secs => ${lot % 2 ? 3600 : 0.1 + lot / 10}) where id = ${id}`
    }
  const grant = (memberId: string) =>
    transaction(sql, (db) =>
      grantPoints(db, { memberId, kind: 'free', amount: 7, days: 5, cause: `f16:${newId()}`, reason: words }),
    )
  const pay = async (buyer: (typeof buyers)[number]) => {
    const entered = await enterPaidy(world, buyer, packId, 30)
    if (!entered.ok) return entered.body.errorCode
    const params = { orderId: entered.data.orderId }
    const cancelled = await world.call('cancelOrder', { params }, { session: buyer.session })
    assert.ok(cancelled.ok, JSON.stringify(cancelled))
    return 'came back'
  }
  const spend = async (buyer: (typeof buyers)[number]) => {
    const answer = await world.call(
      'buyPoint',
      { params: { packId }, body: { usedPoint: 100 } },
      { session: buyer.session },
    )
    return answer.ok ? 'spent' : answer.body.errorCode
  }
  const expire = async () => {
    for (let time = 0; time < 12; time += 1) {
      await expireLots(world.deps)
      await sleep(60)
    }
    return 'expired'
  }
  const results = await Promise.all([
    expire(),
    expire(),
    ...buyers.flatMap((buyer) => [pay(buyer), pay(buyer), spend(buyer), spend(buyer), pay(buyer), spend(buyer)]),
    ...buyers.flatMap(({ memberId }) => [grant(memberId), grant(memberId)]),
  ])
  for (const word of results)
    assert.ok([true, 'expired', 'came back', 'spent', 'POINTS_SHORT'].includes(word as never), String(word))
  await expireLots(world.deps)
  for (const buyer of buyers) {
    const [sums] = await sql<[{ lots: number; ledger: number; least: number }]>`
      select (select coalesce(sum(remaining), 0)::int from point_lots where member_id = ${buyer.memberId}) as lots,
             (select coalesce(sum(balance), 0)::int from ledger_accounts
               where id in (${`member:${buyer.memberId}:points:free`}, ${`member:${buyer.memberId}:points:paid`})) as ledger,
             (select coalesce(min(so_far), 0)::int from (
               select sum(e.amount) over (partition by e.account_id order by e.number) as so_far from ledger_entries e
                where e.account_id like ${`member:${buyer.memberId}:points:%`}) history) as least`
    assert.equal(sums.lots, sums.ledger)
    assert.ok(sums.least >= 0, 'it was below zero once')
    assert.equal(await pointsOf(world, buyer), sums.lots)
  }
  assert.deepEqual(await allWell(world), [])
})
