import assert from 'node:assert/strict'
import test from 'node:test'
import { findNews } from './find-news.ts'

const sold = (endedAt: string, state = 'delivered') => ({ endedAt, sale: { state } })
const [monday, tuesday, friday] = ['2026-11-16T09:00:00Z', '2026-11-17T09:00:00.5Z', '2026-11-20T09:00:00Z'].map((at) =>
  sold(at),
)

test('what was sold since the last read is news once, in whatever order the list has it', () => {
  assert.ok(monday && tuesday && friday)
  assert.deepEqual(findNews([tuesday, friday, monday], monday.endedAt), {
    news: [tuesday, friday],
    latest: friday.endedAt,
  })
  assert.deepEqual(findNews([tuesday, friday, monday], friday.endedAt), { news: [], latest: friday.endedAt })
})

test('a browser announces nothing on its first check, and then the first sale', () => {
  assert.ok(monday && tuesday)
  assert.deepEqual(findNews([monday], undefined), { news: [], latest: monday.endedAt })
  assert.deepEqual(findNews([], undefined), { news: [], latest: '' })
  assert.deepEqual(findNews([tuesday], '').news, [tuesday])
})

test('a refunded sale is no good news', () => {
  assert.deepEqual(findNews([sold('2026-11-20T09:00:00Z', 'undone')], '').news, [])
})
