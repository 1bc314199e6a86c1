import assert from 'node:assert/strict'
import test from 'node:test'
import * as openings from './queries.ts'

test('a move the table does not have is refused before the database is asked', async () => {
  const noDb = (() => assert.fail('the database was asked')) as never
  await assert.rejects(openings.moveTo(noDb, 'x', ['sealed'], 'refunded'), /from sealed to refunded/)
  await assert.rejects(openings.startMinting(noDb, 'x', 'sealed', 'y'), /from sealed to minting/)
})
