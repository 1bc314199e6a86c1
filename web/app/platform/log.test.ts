import assert from 'node:assert/strict'
import test from 'node:test'
import { makeLog } from './log.ts'

test('a failure is written by its code, and nothing but a code is ever written', () => {
  const lines: unknown[][] = []
  const log = makeLog({ warn: (...words: unknown[]) => void lines.push(words) })
  log.warn('sign out', 'SERVICE_UNAVAILABLE')
  for (const secret of ['Zk3v-Q9xT1_bYw7uLr2s', 'me@visitor.example', 'A'.repeat(65), '']) log.warn('refresh', secret)
  assert.deepEqual(lines, [['sign out: SERVICE_UNAVAILABLE'], ...Array.from({ length: 4 }, () => ['refresh: UNKNOWN'])])
})
