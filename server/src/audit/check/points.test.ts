import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import pino from 'pino'
import { seedPack } from '../../checkout/order/testing/shop.ts'
import { countSpending } from '../../identity/member/count-spending.ts'
import { expireLots } from '../../money/point/expire-lots.ts'
import { spendPoints } from '../../money/point/spend-points.ts'
import { seedLot, seedOrder, seedPurse, words } from '../../money/point/testing/purse.ts'
import type { Sql } from '../../platform/db/connect.ts'
import { newId } from '../../platform/db/id.ts'
import { transaction } from '../../platform/db/transaction.ts'
import { buildMetrics } from '../../platform/metrics.ts'
import { checkInvariants } from './check.ts'
import { checkAndCount } from './run-checks.ts'
import { plantIn } from './testing/plant.ts'
import { ownDatabase } from '../../platform/db/testing/own-database.ts'

const sql = await ownDatabase(4)
let at: { member: string; lot: string; order: string }
const log = pino({ level: 'silent' })

// a minor with points of which some are spent, some expired
before(async () => {
  const packId = await seedPack(sql, { units: 1 })
  const member = await seedPurse(sql, '2012-01-01')
  await seedLot(sql, member, { amount: 40, days: 1 })
  const lot = await seedLot(sql, member, { amount: 500 })
  const order = await seedOrder(sql, member, packId, 100, 300)
  await transaction(sql, async (db) => {
    await countSpending(db, member, 200)
    await spendPoints(db, { orderId: order, memberId: member, amount: 100, reason: words })
  })
  await seedLot(sql, member, { amount: 30, days: 2, kind: 'paid' })
  await sql`update point_lots set expires_at = kura_now() where granted = 30`
  await expireLots({ sql, log })
  await sql`
    update pack_stocks set issued = 2, reserved = 1 where pack_id = ${packId}`
  await sql`insert into pack_holdings (pack_id, member_id, held) values (${packId}, ${member}, 1)`
  // the clock moves on in these tests; nobody pays this order
  await sql`update orders set lease_until = kura_now() + interval '10 days'`
  at = { member, lot, order }
})

const plant = (change: (db: Sql) => Promise<unknown>, since: Date | null) => plantIn({ sql }, change, { since })

test('points that were granted, spent and expired break nothing', async () => {
  assert.deepEqual(await checkInvariants({ sql }), [])
  assert.deepEqual(await checkInvariants({ sql }, { since: new Date(0) }), [])
})

const plants: [string, (db: Sql) => Promise<unknown>, () => string][] = [
  [
    'a lot with more than it was given',
    (db) => db`update point_lots set remaining = remaining + 1 where id = ${at.lot}`,
    () => `I15 ${at.lot}`,
  ],
  [
    'a balance that is not in the lots',
    (db) => db`update point_lots set remaining = remaining - 1, expired = expired + 1 where id = ${at.lot}`,
    () => `I15 member:${at.member}:points:free`,
  ],
  [
    'a lot that was not granted',
    (db) => db`delete from ledger_movements where lot_id = ${at.lot}`,
    () => `I15 ${at.lot}`,
  ],
  [
    'points that vanish instead of expiring',
    (db) => db`delete from ledger_movements where kind = 'point-expiry'`,
    () => 'I15',
  ],
  [
    'an order that took fewer points than it says',
    (db) => db`update orders set used_point = used_point + 1 where id = ${at.order}`,
    () => `I15 ${at.order}`,
  ],
  [
    'an ended order that kept points',
    (db) => db`update orders set state = 'expired', unit_id = null where id = ${at.order}`,
    () => `I15 ${at.order}`,
  ],
  [
    'points that were spent twice',
    (db) => db`update point_spends set amount = amount + 1`,
    () => `I15 ${at.lot}: of 500 points`,
  ],
  [
    'a lot that was granted twice',
    async (db) => {
      const id = newId()
      await db`
        insert into ledger_movements (id, kind, cause, reason, reason_ja, member_id, lot_id)
        values (${id}, 'point-grant', 'again', 'x', 'x', ${at.member}, ${at.lot})`
      await db`insert into ledger_entries (movement_id, account_id, amount) values (${id}, ${`member:${at.member}:points:free`}, 500)`
    },
    () => `I15 ${at.lot}: the lot of 500 points was granted 2 times, 1000 points`,
  ],
  [
    'a lot whose movements say less than is left',
    (db) => db`update ledger_entries set amount = amount - 1 where amount = 500`,
    () => `I15 ${at.lot}: 440 points are left in the lot, its movements say 439`,
  ],
  ['a month that counts too little', (db) => db`update member_spendings set yen = yen - 1`, () => `I16 ${at.member}`],
  ['a month that was not counted', (db) => db`delete from member_spendings`, () => `I16 ${at.member}`],
  [
    'a balance below zero in between',
    async (db) => {
      // the same entries, the spending before the grant
      await db`alter table ledger_entries alter column number drop identity`
      await db`update ledger_entries set number = -number where amount < 0 and account_id like 'member:%'`
    },
    () => `I3 member:${at.member}:points:free`,
  ],
  [
    'a balance of the house that was changed',
    (db) => db`update ledger_accounts set balance = balance + 1 where id = 'points:spent:free'`,
    () => 'I2 points:spent:free',
  ],
  [
    'a balance of the member that was changed',
    (db) => db`update ledger_accounts set balance = balance + 1 where id like 'member:%:free'`,
    () => `I2 member:${at.member}:points:free`,
  ],
]
for (const [name, change, expected] of plants) {
  // what has no movement at all is not among what moved
  for (const since of name === 'a lot that was not granted' ? [null] : [null, new Date(0)]) {
    test(`${name} is named by a check of ${since ? 'what changed' : 'everything'}`, async () => {
      const named = await plant(change, since)
      assert.ok(
        named.some((one) => one.startsWith(expected())),
        `${expected()} is not in ${named.join(', ')}`,
      )
    })
  }
}

test('the frequent check continues from where all was right, and checks everything once something is not', async () => {
  const deps = { sql, log, metrics: buildMetrics() }
  const progress = async () =>
    (await sql<{ until: Date | null }[]>`select clean_until as until from check_progress`)[0]?.until
  await checkAndCount(deps, 'changed')
  await sql`update kura_clock set time_offset = time_offset + interval '1 hour'`
  await checkAndCount(deps, 'changed')
  const first = await progress()
  assert.ok(first)
  // old rows are not checked, so what is wrong with them waits for the full check …
  await sql`update member_spendings set yen = yen + 1`
  await checkAndCount(deps, 'changed')
  assert.ok(((await progress()) ?? first) > first)
  assert.deepEqual(
    (await checkAndCount(deps, 'whole')).map(({ invariant }) => invariant),
    ['I16'],
  )
  assert.equal(await progress(), null)
  // … and is found every time from then on
  assert.equal((await checkAndCount(deps, 'changed')).length, 1)
  await sql`update member_spendings set yen = yen - 1`
  assert.deepEqual(await checkAndCount(deps, 'changed'), [])
  assert.ok(await progress())
})

test('marks add up: the house is right by the last one, and changed history is found by either check', async () => {
  const deps = { sql, log, metrics: buildMetrics() }
  const marks = async () =>
    (await sql`select entries::int, digest::text, balances from ledger_marks order by until`).map((row) => ({ ...row }))
  await checkAndCount(deps, 'whole')
  const member = await seedPurse(sql)
  await seedLot(sql, member, { amount: 7 })
  await sql`update kura_clock set time_offset = time_offset + interval '1 hour'`
  await checkAndCount(deps, 'changed')
  const kept = await marks()
  assert.equal(kept.length, 2)
  const sums = await sql`select jsonb_object_agg(account_id, sum) as all from (
    select account_id, sum(amount) from ledger_entries e join ledger_accounts a on a.id = account_id and kind = 'system' group by 1) s`
  assert.deepEqual(kept.at(-1)?.['balances'], sums[0]?.['all'])
  // a mark made at once over everything is the same as the one made of parts
  await sql`delete from ledger_marks`
  await checkAndCount(deps, 'whole')
  assert.deepEqual((await marks()).at(-1), kept.at(-1))
  const change = (db: Sql) =>
    db`update ledger_entries set amount = amount + sign(amount) where movement_id in (select id from ledger_movements where member_id = ${member})`
  for (const since of [null, new Date(0)]) {
    const named = await plant(change, since)
    assert.ok(
      named.some((one) => one.startsWith('I4')),
      named.join(', '),
    )
  }
})
