import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { seedPack } from '../../checkout/order/testing/shop.ts'
import type { Sql } from '../../platform/db/connect.ts'
import { transaction } from '../../platform/db/transaction.ts'
import { grantPoints } from './grant-points.ts'
import { returnPoints, spendPoints } from './spend-points.ts'
import { balances, seedLot, seedOrder, seedPurse, words } from './testing/purse.ts'
import { ownDatabase } from '../../platform/db/testing/own-database.ts'

const sql = await ownDatabase(20)
let packId: string
before(async () => {
  packId = await seedPack(sql, { units: 1 })
})

const spend = (orderId: string, memberId: string, amount: number) =>
  transaction(sql, (db) => spendPoints(db, { orderId, memberId, amount, reason: words }))
const leftIn = async (...lots: string[]) => {
  const rows = await sql<
    { id: string; remaining: number }[]
  >`select id, remaining from point_lots where id = any(${lots})`
  return lots.map((lot) => rows.find(({ id }) => id === lot)?.remaining)
}

test('what expires first is spent first, and of that the free points before the paid ones', async () => {
  const member = await seedPurse(sql)
  const late = await seedLot(sql, member, { amount: 100, days: 90 })
  const [paid, free] = await sql.begin(async (db) => {
    // granted in one transaction, so that both end at the same instant
    const one = await seedLotIn(db as never, member, 'paid')
    return [one, await seedLotIn(db as never, member, 'free')]
  })
  await spend(await seedOrder(sql, member, packId, 130), member, 130)
  assert.deepEqual(await leftIn(free!, paid!, late), [0, 70, 100])
  await spend(await seedOrder(sql, member, packId, 80), member, 80)
  assert.deepEqual(await leftIn(free!, paid!, late), [0, 0, 90])
  assert.deepEqual(await balances(sql, member), { paid: 0, free: 90, lots: 90 })
})

test('points go back to where they were with the expiry they had, once', async () => {
  const member = await seedPurse(sql)
  const first = await seedLot(sql, member, { amount: 50, days: 10 })
  const second = await seedLot(sql, member, { amount: 50, days: 20, kind: 'paid' })
  const ends = await sql`select id, expires_at from point_lots where member_id = ${member} order by id`
  const order = await seedOrder(sql, member, packId, 70)
  await spend(order, member, 70)
  assert.deepEqual(await leftIn(first, second), [0, 30])
  const returned = await Promise.all(
    Array.from({ length: 10 }, () => transaction(sql, (db) => returnPoints(db, order, words))),
  )
  assert.deepEqual(
    returned.map(({ amount }) => amount).toSorted((a, b) => a - b),
    [0, 0, 0, 0, 0, 0, 0, 0, 0, 70],
  )
  assert.deepEqual(await leftIn(first, second), [50, 50])
  assert.deepEqual(await sql`select id, expires_at from point_lots where member_id = ${member} order by id`, ends)
  assert.deepEqual(await balances(sql, member), { paid: 50, free: 50, lots: 100 })
  const lines = await sql<{ kind: string; lot: string }[]>`
    select kind, lot_id as lot from ledger_movements where member_id = ${member} and cause like ${`${order}:%`} order by kind, lot_id`
  assert.deepEqual(
    lines.map(({ kind, lot }) => `${kind} ${lot}`),
    [`point-return ${first}`, `point-return ${second}`, `point-spend ${first}`, `point-spend ${second}`],
  )
})

test('too few points are refused and nothing is taken; expired ones are none', async () => {
  const member = await seedPurse(sql)
  const lot = await seedLot(sql, member, { amount: 99 })
  const order = await seedOrder(sql, member, packId, 100)
  await assert.rejects(spend(order, member, 100), { code: 'POINTS_SHORT' })
  assert.deepEqual(await leftIn(lot), [99])
  await sql`update point_lots set expires_at = kura_now() where id = ${lot}`
  await assert.rejects(spend(order, member, 1), { code: 'POINTS_SHORT' })
  await assert.rejects(spend(order, await seedPurse(sql), 1), { code: 'POINTS_SHORT' })
})

test('200 orders at once spend a balance that is enough for 50 of them', async () => {
  const member = await seedPurse(sql)
  await Promise.all(
    Array.from({ length: 5 }, (_, at) =>
      seedLot(sql, member, { amount: 100, days: at + 1, kind: at % 2 ? 'paid' : 'free' }),
    ),
  )
  const orders: string[] = []
  for (let at = 0; at < 200; at += 1) orders.push(await seedOrder(sql, member, packId, 10))
  const outcomes = await Promise.allSettled(orders.map((order) => spend(order, member, 10)))
  const refused = outcomes.filter((outcome) => outcome.status === 'rejected').map(({ reason }) => reason.code)
  assert.equal(refused.length, 150)
  assert.deepEqual(new Set(refused), new Set(['POINTS_SHORT']))
  assert.deepEqual(await balances(sql, member), { paid: 0, free: 0, lots: 0 })
  const [spent] =
    await sql`select sum(s.amount)::int as sum from point_spends s join point_lots l on l.id = s.lot_id where l.member_id = ${member}`
  assert.equal(spent?.['sum'], 500)
})

async function seedLotIn(db: Sql, memberId: string, kind: 'paid' | 'free') {
  const cause = `one:${memberId}:${kind}`
  await grantPoints(db, { memberId, kind, amount: 100, days: 5, cause, reason: words })
  const [row] = await db<[{ id: string }]>`select id from point_lots where cause = ${cause}`
  return row.id
}
