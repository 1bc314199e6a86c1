import assert from 'node:assert/strict'
import test from 'node:test'
import { msPerCard, tearMs } from './reveal-timing.ts'

test('an opening that nobody skips takes at most six seconds', () => {
  for (const count of [1, 2, 3, 5, 10, 50]) assert.ok(tearMs + count * msPerCard(count) <= 6000, String(count))
})

test('few cards do not linger', () => {
  assert.equal(msPerCard(1), 1000)
  assert.equal(msPerCard(5), 1000)
  assert.equal(msPerCard(0), 0)
})
