import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { testDatabase } from '@kura/db/test-database'
import { connect } from '../db/connect.ts'
import { limitRate, sourceOf, takesRate } from './limit-rate.ts'

const database = await testDatabase()
const sql = connect(database.url)
after(async () => {
  await sql.end()
  await database.close()
})

test('an IPv4 address counts by itself, IPv6 by its /64', () => {
  assert.equal(sourceOf('203.0.113.9'), '203.0.113.9')
  assert.equal(sourceOf('::ffff:203.0.113.9'), '203.0.113.9')
  assert.equal(sourceOf('2001:db8:1:2:3:4:5:6'), '2001:db8:1:2::/64')
  assert.equal(sourceOf('2001:0db8:1:2::9'), sourceOf('2001:db8:1:2:ffff::1'))
  assert.notEqual(sourceOf('2001:db8:1:3::9'), sourceOf('2001:db8:1:2::9'))
  assert.equal(sourceOf('::1'), '0:0:0:0::/64')
  assert.equal(sourceOf('fe80::1%eth0'), 'fe80:0:0:0::/64')
})

test('a bucket lets its burst through, also when all come at once, and refills with time', async () => {
  const all = await Promise.all(Array.from({ length: 30 }, () => takesRate({ sql }, 'unverifiedPerSource', 'a')))
  assert.equal(all.filter(Boolean).length, 10)
  assert.equal(await takesRate({ sql }, 'unverifiedPerSource', 'b'), true, 'another source has its own')
  await assert.rejects(limitRate({ sql }, 'unverifiedPerSource', 'a'), { code: 'TOO_MANY_REQUESTS' })
  await sql`update kura_clock set time_offset = interval '30 seconds'`
  const later = await Promise.all(Array.from({ length: 10 }, () => takesRate({ sql }, 'unverifiedPerSource', 'a')))
  const refilled = later.filter(Boolean).length
  assert.ok(refilled >= 3 && refilled < 10, `${refilled} after half a minute`)
})

test('who is limited is not readable from the table', async () => {
  await takesRate({ sql }, 'mailPerAddress', 'hanako@example.jp')
  const rows = await sql`select 1 from rate_limits where key like '%hanako%'`
  assert.equal(rows.length, 0)
})
