// Every change of an order locks rows in one sequence: the member's points, the stock counter, the
// house's books.
import assert from 'node:assert/strict'
import { before, beforeEach, test } from 'node:test'
import { grantFor } from '../../money/point/grant-points.ts'
import { spendPoints } from '../../money/point/spend-points.ts'
import { balances, seedLot, seedOrder, seedPurse, words } from '../../money/point/testing/purse.ts'
import type { Db, Fragment } from '../../platform/db/connect.ts'
import { untilLocked } from '../../platform/db/testing/until-locked.ts'
import { transaction } from '../../platform/db/transaction.ts'
import { captureOrder } from './capture.ts'
import * as orders from './queries.ts'
import { releaseOrder } from './release.ts'
import { seedPack } from './testing/shop.ts'
import { ownDatabase } from '../../platform/db/testing/own-database.ts'

const sql = await ownDatabase(6)
let packId: string
before(async () => {
  await sql`
    insert into point_campaigns (id, name_ja, name_en, occasion, amount, valid_days) values
      ('flat', '一律', 'Flat', 'purchase', 20, 90)`
})
beforeEach(async () => {
  packId = await seedPack(sql, { units: 1 })
})

/** A reserved order of a pack, counted in its stock. */
async function reserved(memberId: string, points: number, priceYen: number): Promise<string> {
  await sql`update pack_stocks set issued = issued + 1, reserved = reserved + 1 where pack_id = ${packId}`
  return seedOrder(sql, memberId, packId, points, priceYen)
}
/** Whether work that waits for one locked row leaves another row unlocked. */
async function leavesFree(held: Fragment, other: Fragment, work: (db: Db) => Promise<unknown>): Promise<boolean> {
  const ends: Promise<unknown>[] = []
  const isFree = await sql.begin(async (holder) => {
    await holder`${held} for update`
    ends.push(transaction(sql, work))
    await untilLocked(sql)
    return sql`${other} for update nowait`.then(
      () => true,
      () => false,
    )
  })
  await Promise.all(ends)
  return isFree
}

test('an order that ends does not hold the books of the house while it waits for the stock', async () => {
  const member = await seedPurse(sql)
  const bought = await reserved(member, 0, 1100)
  const occasion = { occasion: 'purchase', memberId: member, cause: bought, chargedYen: 1100 } as const
  assert.equal(await transaction(sql, (db) => grantFor(db, occasion)), 20)
  const orderId = await reserved(member, 20, 1100)
  await transaction(sql, (db) => spendPoints(db, { orderId, memberId: member, amount: 20, reason: words }))
  await sql`update orders set state = 'refunded', unit_id = null where id = ${bought}`
  const stock = sql`select 1 from pack_stocks where pack_id = ${packId}`
  const house = sql`select 1 from ledger_accounts where id = 'points:granted:free'`
  assert.ok(await leavesFree(stock, house, (db) => releaseOrder(db, orderId, 'PAYMENT_EXPIRED')))
  assert.deepEqual(await balances(sql, member), { paid: 0, free: 0, lots: 0 })
})

test('an order that is paid does not hold the stock while it waits for the points of its member', async () => {
  const member = await seedPurse(sql)
  await seedLot(sql, member, { amount: 5 })
  const orderId = await reserved(member, 0, 1100)
  const points = sql`select 1 from ledger_accounts where id = ${`member:${member}:points:free`}`
  const stock = sql`select 1 from pack_stocks where pack_id = ${packId}`
  assert.ok(await leavesFree(points, stock, (db) => captureOrder(db, orderId)))
  assert.deepEqual(await balances(sql, member), { paid: 0, free: 25, lots: 25 })
})

test('a history goes forward, also when a move waited for one that began after it', async () => {
  const orderId = await reserved(await seedPurse(sql), 0, 1100)
  await sql.begin(async (early) => {
    await early`select kura_now()`
    assert.ok(await transaction(sql, (late) => releaseOrder(late, orderId, 'PAYMENT_EXPIRED')))
    assert.ok(await orders.moveTo(early, orderId, ['expired'], 'refunding'))
  })
  const moves = await sql<{ state: string; at: Date }[]>`
    select state, at from order_moves where order_id = ${orderId} order by number`
  assert.deepEqual(
    moves.map(({ state }) => state),
    ['reserved', 'expired', 'refunding'],
  )
  const [backwards] = await sql<[{ count: number }]>`
    select count(*)::int as count from order_moves a join order_moves b on b.order_id = a.order_id and b.number = a.number + 1
     where a.order_id = ${orderId} and b.at < a.at`
  assert.equal(backwards.count, 0)
})
