import assert from 'node:assert/strict'
import test from 'node:test'
import {
  paymentMoves,
  chainTransactionMoves,
  deletionMoves,
  checkMoves,
  exportMoves,
  fromStates,
  listingMoves,
  giftMoves,
  openingMoves,
  orderMoves,
  transferMoves,
  walletChangeMoves,
} from '@kura/contract/states'
import { testDatabase } from '@kura/db/test-database'
import { connect } from './connect.ts'

const machines: Record<string, Record<string, readonly string[]>> = {
  orders: orderMoves,
  exports: exportMoves,
  payments: paymentMoves,
  openings: openingMoves,
  chain_transactions: chainTransactionMoves,
  wallet_changes: walletChangeMoves,
  account_deletions: deletionMoves,
  listings: listingMoves,
  transfers: transferMoves,
  gifts: giftMoves,
}

test('the database knows exactly the states of the tables of moves', async (t) => {
  const database = await testDatabase()
  const sql = connect(database.url, 1)
  t.after(async () => {
    await sql.end()
    await database.close()
  })
  for (const [table, moves] of Object.entries(machines)) {
    // a check of the column alone; those over several columns name only some states
    const checks = await sql<{ definition: string }[]>`
      select pg_get_constraintdef(c.oid) as definition from pg_constraint c
       where c.contype = 'c' and c.conrelid = ${table}::regclass
         and c.conkey = array[(select attnum from pg_attribute where attrelid = c.conrelid and attname = 'state')]`
    assert.equal(checks.length, 1, table)
    const names = [...(checks[0]?.definition ?? '').matchAll(/'([^']+)'::text/g)].map(([, name]) => name)
    assert.deepEqual(names.toSorted(), Object.keys(moves).toSorted(), table)
  }
})

test('every move leads to a state of its table, and every state but the first is led to', () => {
  for (const [table, moves] of Object.entries(machines)) {
    const [first, ...others] = Object.keys(moves)
    const led = new Set(Object.values(moves).flat())
    for (const to of led) assert.ok(to in moves, `${table}: ${to}`)
    for (const state of others) assert.ok(led.has(state), `${table}: nothing leads to ${state}`)
    assert.ok(first)
  }
})

test('a move that the table does not have is refused, and all states that lead to a state are listed', () => {
  assert.throws(() => checkMoves(orderMoves, ['reserved', 'delivered'], 'expired'), /from delivered to expired/)
  assert.throws(() => checkMoves(walletChangeMoves, ['done'], 'approved'), /from done to approved/)
  checkMoves(paymentMoves, ['securing'], 'securing')
  assert.deepEqual(fromStates(orderMoves, 'expired'), ['reserved', 'authorised', 'quarantined'])
  assert.deepEqual(fromStates(openingMoves, 'sealed'), ['minting', 'stuck'])
})
