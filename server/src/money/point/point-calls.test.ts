import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { PointDetail } from '@kura/contract/money/point'
import { seedPack } from '../../checkout/order/testing/shop.ts'
import { transaction } from '../../platform/db/transaction.ts'
import { seedMember } from '../../testing/seed-member.ts'
import { testWorld } from '../../testing/test-world.ts'
import { expireLots } from './expire-lots.ts'
import { returnPoints, spendPoints } from './spend-points.ts'
import { seedLot, seedOrder, words } from './testing/purse.ts'

test('a member sees what they have, what expires next, and every movement with its reason', async (t) => {
  const world = await testWorld(t)
  const { sql } = world.deps
  const { memberId, session } = await seedMember(world.deps)
  const packId = await seedPack(sql)
  const nothing = await world.call('pointSummary', {}, { session })
  assert.deepEqual(nothing.ok && nothing.data, { balance: 0, paid: 0, free: 0, expiring: [] })

  await seedLot(sql, memberId, { amount: 300, days: 2 })
  await seedLot(sql, memberId, { amount: 500, days: 30, kind: 'paid' })
  const orderId = await seedOrder(sql, memberId, packId, 350)
  await transaction(sql, (db) => spendPoints(db, { orderId, memberId, amount: 350, reason: words }))
  await transaction(sql, (db) => returnPoints(db, orderId, { ja: 'もどる', en: 'Back' }))
  const summary = await world.call('pointSummary', {}, { session })
  assert.ok(summary.ok)
  const { expiring, ...sums } = summary.data
  assert.deepEqual(sums, { balance: 800, paid: 500, free: 300 })
  assert.deepEqual(
    expiring.map(({ kind, amount }) => [kind, amount]),
    [
      ['free', 300],
      ['paid', 500],
    ],
  )

  await world.moveClock('3 days')
  // gone at once, even before the sweep
  const later = await world.call('pointSummary', {}, { session })
  assert.deepEqual(later.ok && [later.data.balance, later.data.free], [500, 0])
  await expireLots(world.deps)

  // page by page, and nobody else's
  const other = await seedMember(world.deps)
  await seedLot(sql, other.memberId, { amount: 7 })
  const seen: PointDetail[] = []
  let cursor: string | undefined
  do {
    const page = await world.call('pointDetails', { query: { limit: 2, ...(cursor ? { cursor } : {}) } }, { session })
    assert.ok(page.ok, JSON.stringify(page))
    seen.push(...page.data.items)
    cursor = page.data.cursor
  } while (cursor)
  assert.deepEqual(
    seen.map(({ event, kind, amount }) => `${event} ${kind} ${amount}`),
    [
      'expired free -300',
      'returned paid 50',
      'returned free 300',
      'spent paid -50',
      'spent free -300',
      'granted paid 500',
      'granted free 300',
    ],
  )
  assert.deepEqual(seen[1]?.reason, { ja: 'もどる', en: 'Back' })
  assert.deepEqual(
    seen.map((detail) => detail.orderId),
    [null, orderId, orderId, orderId, orderId, null, null],
  )
  const wrong = await world.call('pointDetails', { query: { cursor: 'W10' } }, { session })
  assert.equal(!wrong.ok && wrong.body.errorCode, 'INVALID_REQUEST_FORMAT')
})
