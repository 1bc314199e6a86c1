import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Instant } from './ids.ts'

test('an instant is one that a database can hold', () => {
  for (const text of [
    '2026-01-31T23:59:59Z',
    '2026-01-31T23:59:59.123456Z',
    '2026-01-31T23:59:59.123456+09:00',
    '2026-01-31T23:59:59-11:30',
    '2026-01-31T23:59:59+14:00',
    '2024-02-29T00:00:00+00:00',
    '0001-01-01T00:00:00Z',
    '9999-12-31T23:59:59Z',
  ])
    assert.equal(Instant.safeParse(text).success, true, text)
  for (const text of [
    '',
    '2026-01-31',
    '2026-01-31T23:59:59',
    '2026-02-30T00:00:00Z',
    '2025-02-29T00:00:00Z',
    '0000-01-01T00:00:00Z',
    '2026-01-31T23:59:59+14:01',
    '2026-01-31T23:59:59-14:59',
    '2026-01-31T23:59:59+23:00',
    `2026-01-31T23:59:59.${'1'.repeat(100)}Z`,
    '2026-01-31T23:59:59Z\n',
    '10000-01-01T00:00:00Z',
  ])
    assert.equal(Instant.safeParse(text).success, false, text)
})
