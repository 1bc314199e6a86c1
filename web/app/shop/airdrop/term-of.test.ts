import assert from 'node:assert/strict'
import { test } from 'node:test'
import { termOf } from './term-of.ts'

const pack = (saleStartsAt: string | null, saleEndsAt: string | null) => ({
  saleStartsAt,
  saleEndsAt,
  state: 'on' as const,
})

test('an airdrop begins with the later start and ends with the earlier end, its own or its pack’s', () => {
  const own = { startsAt: '2026-12-01T00:00:00Z', endsAt: '2026-12-31T00:00:00Z' }
  assert.deepEqual(termOf({ ...own, pack: pack(null, null) }), {
    saleStartsAt: own.startsAt,
    saleEndsAt: own.endsAt,
    state: 'on',
  })
  const inner = pack('2026-12-05T00:00:00+09:00', '2026-12-20T00:00:00+09:00')
  assert.deepEqual(termOf({ ...own, pack: inner }), inner)
  const outer = pack('2026-11-01T00:00:00Z', '2027-12-20T00:00:00Z')
  assert.deepEqual(termOf({ ...own, pack: outer }).saleStartsAt, own.startsAt)
  assert.deepEqual(termOf({ ...own, pack: outer }).saleEndsAt, own.endsAt)
  assert.deepEqual(termOf({ startsAt: null, endsAt: null, pack: pack(null, null) }), pack(null, null))
})
