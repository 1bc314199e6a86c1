import assert from 'node:assert/strict'
import { test } from 'node:test'
import { includedTax } from '@kura/contract/money/tax'
import { transaction } from '../../platform/db/transaction.ts'
import { move } from './move.ts'
import { ownDatabase } from '../../platform/db/testing/own-database.ts'

const sql = await ownDatabase(10)

const between = (from: string, to: string, amount: bigint) => [
  { account: from, amount: -amount },
  { account: to, amount },
]
const balanceOf = async (id: string) =>
  (await sql<[{ balance: bigint }]>`select balance from ledger_accounts where id = ${id}`)[0].balance

test('money is moved once for each cause, also by twenty at once', async () => {
  const done = await Promise.all(
    Array.from({ length: 20 }, () =>
      transaction(sql, (db) =>
        move(db, {
          kind: 'capture',
          cause: 'once',
          reason: { ja: '', en: '' },
          entries: between('sales:packs', 'psp:card', 300n),
        }),
      ),
    ),
  )
  assert.equal(done.filter(Boolean).length, 1)
  assert.equal(await balanceOf('psp:card'), 300n)
})

test('movements in opposite directions do not lock each other out', async () => {
  const before = await balanceOf('tax:consumption')
  await Promise.all(
    Array.from({ length: 40 }, (_, at) =>
      sql.begin((db) => {
        const [from, to] = at % 2 === 0 ? ['psp:card', 'tax:consumption'] : ['tax:consumption', 'psp:card']
        return move(db, {
          kind: 'refund',
          cause: `there and back ${at}`,
          reason: { ja: '', en: '' },
          entries: between(from!, to!, 7n),
        })
      }),
    ),
  )
  assert.equal(await balanceOf('tax:consumption'), before)
})

test('money is neither made nor lost', async () => {
  const lopsided = [
    { account: 'psp:card', amount: 5n },
    { account: 'sales:packs', amount: -4n },
  ]
  await assert.rejects(
    transaction(sql, (db) =>
      move(db, { kind: 'capture', cause: 'made', reason: { ja: '', en: '' }, entries: lopsided }),
    ),
    /off by 1/,
  )
  // also when a statement bypasses the function
  await assert.rejects(
    sql.begin(async (db) => {
      await db`insert into ledger_movements (id, kind, cause, reason) values (gen_random_uuid(), 'capture', 'past', '')`
      await db`insert into ledger_entries (movement_id, account_id, amount)
               select id, 'psp:card', 5 from ledger_movements where cause = 'past'`
    }),
    /does not sum to zero/,
  )
  const [total] = await sql<[{ sum: bigint }]>`select sum(balance)::bigint as sum from ledger_accounts`
  assert.equal(total.sum, 0n)
})

test('the tax inside a price is a tenth of the rest, without parts of a yen', () => {
  assert.deepEqual([1, 10, 11, 1100, 9_999_999].map(includedTax), [0, 0, 1, 100, 909_090])
})
