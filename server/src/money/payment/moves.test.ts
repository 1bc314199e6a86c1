import assert from 'node:assert/strict'
import test from 'node:test'
import * as payments from './queries.ts'

test('a move the table does not have is refused before the database is asked', async () => {
  const noDb = (() => assert.fail('the database was asked')) as never
  await assert.rejects(payments.moveTo(noDb, 'x', ['refunded'], 'refunding'), /from refunded to refunding/)
})
