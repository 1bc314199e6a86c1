import assert from 'node:assert/strict'
import test from 'node:test'
import * as orders from './queries.ts'

test('a move the table does not have is refused before the database is asked', async () => {
  const noDb = (() => assert.fail('the database was asked')) as never
  await assert.rejects(orders.moveTo(noDb, 'x', ['refunded'], 'captured'), /no move leads from refunded to captured/)
  await assert.rejects(orders.moveTo(noDb, 'x', ['reserved', 'delivered'], 'expired'), /from delivered to expired/)
})
