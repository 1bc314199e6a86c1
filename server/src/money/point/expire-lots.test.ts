import assert from 'node:assert/strict'
import { before, beforeEach, test } from 'node:test'
import pino from 'pino'
import { seedPack } from '../../checkout/order/testing/shop.ts'
import { transaction } from '../../platform/db/transaction.ts'
import { wireModules } from '../../wiring.ts'
import { expireLots } from './expire-lots.ts'
import { grantFor } from './grant-points.ts'
import { returnPoints, spendPoints } from './spend-points.ts'
import { withdrawGrants } from './withdraw-grants.ts'
import { balances, seedLot, seedOrder, seedPurse, words } from './testing/purse.ts'
import { ownDatabase } from '../../platform/db/testing/own-database.ts'

const sql = await ownDatabase(10)
let packId: string
const log = pino({ level: 'silent' })
before(async () => {
  wireModules()
  packId = await seedPack(sql, { units: 1 })
})
beforeEach(() => sql`update point_campaigns set ends_at = kura_now()`)

const moveClock = (by: string) => sql`update kura_clock set time_offset = time_offset + ${by}::interval`
const pay = async (memberId: string, amount: number, isCaptured: boolean) => {
  const orderId = await seedOrder(sql, memberId, packId, amount)
  await transaction(sql, (db) => spendPoints(db, { orderId, memberId, amount, reason: words }))
  if (isCaptured) await sql`insert into order_moves (order_id, number, state) values (${orderId}, 2, 'captured')`
  return orderId
}
const giveBack = (orderId: string) =>
  transaction(sql, async (db) => {
    for (const purchase of (await returnPoints(db, orderId, words)).purchases) await withdrawGrants(db, purchase)
  })
const linesOf = async (memberId: string) =>
  (
    await sql<{ line: string }[]>`
      select m.kind || ' ' || e.amount || ' ' || m.reason as line
        from ledger_movements m join ledger_entries e on e.movement_id = m.id and e.account_id like 'member:%'
       where m.member_id = ${memberId} order by e.number`
  ).map(({ line }) => line)

test('what is left after its time is moved out once, by any number of workers, and nothing is deleted', async () => {
  const member = await seedPurse(sql)
  const soon = await seedLot(sql, member, { amount: 30, days: 1 })
  await seedLot(sql, member, { amount: 50, days: 3 })
  await pay(member, 10, false)
  await moveClock('25 hours')
  const done = await Promise.all(Array.from({ length: 4 }, () => expireLots({ sql, log })))
  assert.equal(
    done.reduce((sum, count) => sum + count, 0),
    1,
  )
  assert.deepEqual(await balances(sql, member), { paid: 0, free: 50, lots: 50 })
  const [lot] = await sql`select granted, remaining, expired from point_lots where id = ${soon}`
  assert.deepEqual({ ...lot }, { granted: 30, remaining: 0, expired: 20 })
  assert.deepEqual((await linesOf(member)).at(-1), 'point-expiry -20 Expired')
})

test('an unpaid order brings points back after their time: they expire, with a reason of their own', async () => {
  const member = await seedPurse(sql)
  await seedLot(sql, member, { amount: 30, days: 1 })
  const order = await pay(member, 20, false)
  await moveClock('25 hours')
  await giveBack(order)
  await expireLots({ sql, log })
  assert.deepEqual(await balances(sql, member), { paid: 0, free: 0, lots: 0 })
  assert.deepEqual((await linesOf(member)).slice(-3), [
    'point-return 20 Trial',
    'point-expiry -10 Expired',
    'point-expiry -20 Expired: its time was over when it came back',
  ])
})

test('a refund that comes too late for the points gives as many again, once, as free ones for thirty days', async () => {
  const member = await seedPurse(sql)
  await seedLot(sql, member, { amount: 30, days: 1, kind: 'paid' })
  const order = await pay(member, 20, true)
  await moveClock('25 hours')
  await expireLots({ sql, log })
  await giveBack(order)
  await expireLots({ sql, log })
  await expireLots({ sql, log })
  assert.deepEqual(await balances(sql, member), { paid: 0, free: 20, lots: 20 })
  const [days] = await sql`
    select extract(day from expires_at - created_at)::int as days from point_lots where member_id = ${member} and kind = 'free'`
  assert.equal(days?.['days'], 30)
  assert.match((await linesOf(member)).at(-1) ?? '', /^point-grant 20 Given again/)
})

test('a campaign gives its share of what was charged, and a refund takes it back as far as it is left', async () => {
  const member = await seedPurse(sql)
  await sql`
    insert into point_campaigns (id, name_ja, name_en, occasion, percent, valid_days) values
      ('five', '購入ポイント', 'Points for purchases', 'purchase', 5, 90)`
  await sql`
    insert into point_campaigns (id, name_ja, name_en, occasion, amount, valid_days, ends_at) values
      ('over', '終了', 'Over', 'purchase', 100, 90, kura_now())`
  const bought = await seedOrder(sql, member, packId, 0, 1999)
  const grant = () =>
    transaction(sql, (db) => grantFor(db, { occasion: 'purchase', memberId: member, cause: bought, chargedYen: 1999 }))
  const granted = await Promise.all(Array.from({ length: 5 }, grant))
  assert.deepEqual(
    granted.toSorted((a, b) => a - b),
    [0, 0, 0, 0, 99],
  )
  // forty of them are spent, then the purchase is refunded
  const spentOn = await pay(member, 40, true)
  await sql`update orders set state = 'refunded', unit_id = null where id = ${bought}`
  const take = () => transaction(sql, (db) => withdrawGrants(db, bought))
  assert.equal(await take(), 59)
  assert.equal(await take(), 0)
  assert.deepEqual(await balances(sql, member), { paid: 0, free: 0, lots: 0 })
  const open = () =>
    sql<
      { yen: string }[]
    >`select amount_yen::text as yen from open_items where kind = 'grant-spent' and closed_at is null`
  assert.deepEqual([...(await open())], [{ yen: '40' }])
  // they come back by another refund and are taken then
  await giveBack(spentOn)
  assert.deepEqual(await balances(sql, member), { paid: 0, free: 0, lots: 0 })
  assert.deepEqual([...(await open())], [])
})

test('points of a purchase that expired, came back late and were given again go with the refund of the purchase', async () => {
  const member = await seedPurse(sql)
  await sql`
    insert into point_campaigns (id, name_ja, name_en, occasion, amount, valid_days) values
      ('short', '短期', 'Short', 'purchase', 50, 1)`
  const bought = await seedOrder(sql, member, packId, 0, 1999)
  const occasion = { occasion: 'purchase', memberId: member, cause: bought, chargedYen: 1999 } as const
  assert.equal(await transaction(sql, (db) => grantFor(db, occasion)), 50)
  const spentOn = await pay(member, 50, true)
  await moveClock('25 hours')
  await giveBack(spentOn)
  await expireLots({ sql, log })
  assert.deepEqual(await balances(sql, member), { paid: 0, free: 50, lots: 50 })
  await sql`update orders set state = 'refunding', unit_id = null where id = ${bought}`
  const take = () => transaction(sql, (db) => withdrawGrants(db, bought))
  assert.equal(await take(), 50)
  assert.equal(await take(), 0)
  assert.deepEqual(await balances(sql, member), { paid: 0, free: 0, lots: 0 })
})

test('a purchase that charged nothing is given nothing: points would make points', async () => {
  const member = await seedPurse(sql)
  await sql`
    insert into point_campaigns (id, name_ja, name_en, occasion, amount, valid_days) values
      ('flat', '一律', 'Flat', 'purchase', 1999, 90), ('welcome', 'ようこそ', 'Welcome', 'sign-up', 5, 90)`
  const bought = await seedOrder(sql, member, packId, 1999)
  const grant = (chargedYen: number) =>
    transaction(sql, (db) => grantFor(db, { occasion: 'purchase', memberId: member, cause: bought, chargedYen }))
  assert.equal(await grant(0), 0)
  assert.equal(
    await transaction(sql, (db) => grantFor(db, { occasion: 'sign-up', memberId: member, cause: member })),
    5,
  )
  assert.equal(await grant(1), 1999)
})
