import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { testDatabase } from '@kura/db/test-database'
import type { TestDatabase } from '@kura/db/test-database'
import { checkInvariants } from '../../audit/check/check.ts'
import { connect } from '../../platform/db/connect.ts'
import type { Sql } from '../../platform/db/connect.ts'
import { transaction } from '../../platform/db/transaction.ts'
import { findLeaveObstacles } from '../../identity/account/delete-member.ts'
import { listMovements } from '../point/view-queries.ts'
import { seedLot, seedPurse } from '../point/testing/purse.ts'
import { wireModules } from '../../wiring.ts'
import { creditProceeds, holdProceeds, withdrawProceeds } from './credit-proceeds.ts'
import { move } from './move.ts'

let database: TestDatabase
let sql: Sql
before(async () => {
  wireModules()
  database = await testDatabase()
  sql = connect(database.url, 10)
})
after(async () => {
  // the credits here have no trades, and only that is reported
  const found = await checkInvariants({ sql })
  assert.deepEqual(
    new Set(found.map(({ what }) => what)),
    new Set(['a seller was credited for a trade that is not there']),
  )
  await sql.end()
  await database.close()
})

const name = { ja: '月', en: 'Moon' }
const hold = (tradeId: string, memberId: string, amountYen: number) =>
  transaction(sql, (db) => holdProceeds(db, { tradeId, memberId, amountYen, name }))
const clear = (tradeId: string) => transaction(sql, (db) => creditProceeds(db, { tradeId, name }))
const credit = async (tradeId: string, memberId: string, amountYen: number) => {
  await hold(tradeId, memberId, amountYen)
  return clear(tradeId)
}
const withdraw = (tradeId: string) => transaction(sql, (db) => withdrawProceeds(db, { tradeId, name }))
const balanceOf = async (memberId: string) => {
  const rows = await sql<{ id: string; unit: string; balance: number }[]>`
    select id, unit, balance::int from ledger_accounts where member_id = ${memberId} and unit = 'yen'`
  return rows.filter(({ balance }) => balance !== 0).map(({ id, unit, balance }) => [id, unit, balance])
}
const account = (memberId: string) => `member:${memberId}:proceeds`
const heldAccount = (memberId: string) => `member:${memberId}:proceeds-held`
/** What a payout will do: proceeds leave the account. */
const payOut = (memberId: string, yen: bigint) =>
  transaction(sql, (db) =>
    move(db, {
      kind: 'proceeds-return',
      cause: randomUUID(),
      reason: name,
      ofMember: { memberId },
      entries: [
        { account: account(memberId), amount: -yen },
        { account: 'proceeds:credited', amount: yen },
      ],
    }),
  )

test('a seller is credited once for a sale, with a line in both languages, and cannot leave while it is there', async () => {
  const [seller, trade] = [await seedPurse(sql), randomUUID()]
  await seedLot(sql, seller, { amount: 5 })
  const done = await Promise.all(Array.from({ length: 10 }, () => credit(trade, seller, 10_374)))
  assert.equal(done.filter(Boolean).length, 1)
  assert.deepEqual(await balanceOf(seller), [[account(seller), 'yen', 10_374]])
  const lines = await sql`
    select kind, reason, reason_ja from ledger_movements where cause = ${trade} and member_id = ${seller} order by kind desc`
  assert.deepEqual(
    lines.map((line) => ({ ...line })),
    [
      {
        kind: 'proceeds-hold',
        reason: 'Proceeds of selling Moon, not cleared yet',
        reason_ja: '月の販売代金（確定前）',
      },
      { kind: 'proceeds-credit', reason: 'Proceeds of selling Moon', reason_ja: '月の販売代金' },
    ],
  )
  // the list of points is one of points
  const { items } = await listMovements(sql, seller, { limit: 1, offset: 0, after: undefined })
  assert.deepEqual(
    (JSON.parse(items) as { event: string }[]).map(({ event }) => event),
    ['granted'],
  )
  const obstacles = await findLeaveObstacles(sql, seller)
  assert.deepEqual(
    obstacles.map(({ kind }) => kind),
    ['proceeds_left'],
  )
})

test('proceeds of an undone sale are withdrawn once, by any number of parallel calls', async () => {
  const [seller, trade, other] = [await seedPurse(sql), randomUUID(), randomUUID()]
  await credit(trade, seller, 300)
  await credit(other, seller, 200)
  const taken = await Promise.all(Array.from({ length: 10 }, () => withdraw(trade)))
  assert.equal(
    taken.reduce((sum, { takenYen }) => sum + takenYen, 0),
    300,
  )
  assert.ok(taken.every(({ missingYen }) => missingYen === 0))
  assert.deepEqual(await balanceOf(seller), [[account(seller), 'yen', 200]])
  const [line] = await sql`select reason, reason_ja from ledger_movements where cause = ${`${trade}:0`}`
  assert.deepEqual(
    { ...line },
    { reason: 'Reversed: the sale of Moon was undone', reason_ja: '月の販売の取消に伴う返還' },
  )
  assert.deepEqual(await withdraw(randomUUID()), { takenYen: 0, missingYen: 0 })
})

test('uncleared proceeds are withdrawn in full and never clear afterwards', async () => {
  const [seller, trade, other] = [await seedPurse(sql), randomUUID(), randomUUID()]
  await hold(trade, seller, 300)
  await hold(other, seller, 200)
  assert.deepEqual(await balanceOf(seller), [[heldAccount(seller), 'yen', 500]])
  assert.deepEqual(await withdraw(trade), { takenYen: 300, missingYen: 0 })
  assert.equal(await clear(trade), false)
  assert.deepEqual(await withdraw(trade), { takenYen: 0, missingYen: 0 })
  assert.deepEqual(await balanceOf(seller), [[heldAccount(seller), 'yen', 200]])
  await assert.rejects(clear(randomUUID()), /no proceeds/)
})

test('what a seller has no more is named as missing, and taken when it is there again', async () => {
  const [seller, trade] = [await seedPurse(sql), randomUUID()]
  await credit(trade, seller, 300)
  await payOut(seller, 250n)
  assert.deepEqual(await withdraw(trade), { takenYen: 50, missingYen: 250 })
  assert.deepEqual(await withdraw(trade), { takenYen: 0, missingYen: 250 })
  assert.deepEqual(await balanceOf(seller), [])
  const claim = async () =>
    (
      await sql`select claimed_yen, missing_yen, ended_at is null as open from proceeds_claims where trade_id = ${trade}`
    ).map((row) => Object.values(row))
  assert.deepEqual(await claim(), [[250, 250, true]])
  // the next sales pay it, without anybody asking
  await credit(randomUUID(), seller, 100)
  assert.deepEqual(await claim(), [[250, 150, true]])
  await credit(randomUUID(), seller, 900)
  assert.deepEqual(await claim(), [[250, 0, false]])
  assert.deepEqual(await withdraw(trade), { takenYen: 0, missingYen: 0 })
  assert.deepEqual(await balanceOf(seller), [[account(seller), 'yen', 750]])
})

test('no proceeds are below one yen or parts of one', async () => {
  const seller = await seedPurse(sql)
  for (const amountYen of [0, -1, 1.5, Number.NaN])
    await assert.rejects(hold(randomUUID(), seller, amountYen), /no proceeds/)
})
