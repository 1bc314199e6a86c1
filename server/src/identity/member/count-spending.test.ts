import assert from 'node:assert/strict'
import { test } from 'node:test'
import { seedPurse } from '../../money/point/testing/purse.ts'
import { stopClock } from '../../platform/db/testing/stop-clock.ts'
import { transaction } from '../../platform/db/transaction.ts'
import { countSpending, uncountSpending } from './count-spending.ts'
import { ownDatabase } from '../../platform/db/testing/own-database.ts'

const sql = await ownDatabase(20)

const count = (member: string, yen: number) => transaction(sql, (db) => countSpending(db, member, yen))
const counted = async (member: string) =>
  sql<
    { month: string; yen: number }[]
  >`select month::text, yen from member_spendings where member_id = ${member} order by month`

test('without a date of birth nothing is charged, and points ask for none', async () => {
  const member = await seedPurse(sql)
  await assert.rejects(count(member, 1), { code: 'BIRTHDAY_REQUIRED' })
  await count(member, 0)
  assert.deepEqual([...(await counted(member))], [])
})

/** What a refused member is shown: the limit of a month, and what is left of it. */
const details = (limitYen: number, leftYen: number) => [
  { field: 'monthlyLimitYen', fault: String(limitYen) },
  { field: 'leftYen', fault: String(leftYen) },
]

test('the limit goes by age and the month of Japan, and adults have none', async () => {
  await stopClock(sql, '2026-11-30 23:59:59')
  const [fifteen, sixteen, adult] = [
    await seedPurse(sql, '2010-12-01'),
    await seedPurse(sql, '2010-11-30'),
    await seedPurse(sql, '2008-11-30'),
  ]
  await count(fifteen, 5000)
  await assert.rejects(count(fifteen, 1), { code: 'MINOR_LIMIT_REACHED', details: details(5000, 0) })
  await assert.rejects(count(sixteen, 20_001), { code: 'MINOR_LIMIT_REACHED', details: details(20_000, 20_000) })
  await count(sixteen, 20_000)
  await count(adult, 9_000_000)
  assert.deepEqual([...(await counted(adult))], [])
  // a second later it is December in Japan, while it is November elsewhere, and the first one has
  // sixteen by now
  await stopClock(sql, '2026-12-01 00:00:00')
  await count(fifteen, 20_000)
  await assert.rejects(count(fifteen, 1), { code: 'MINOR_LIMIT_REACHED' })
  assert.deepEqual(
    [...(await counted(fifteen))],
    [
      { month: '2026-11-01', yen: 5000 },
      { month: '2026-12-01', yen: 20_000 },
    ],
  )
})

test('who was born on a leap day is of age from 1 March on', async () => {
  await stopClock(sql, '2026-02-28 23:59:59')
  const member = await seedPurse(sql, '2008-02-29')
  await assert.rejects(count(member, 20_001), { code: 'MINOR_LIMIT_REACHED' })
  await stopClock(sql, '2026-03-01 00:00:00')
  await count(member, 20_001)
})

test('a refund is subtracted from the month it was counted in', async () => {
  await stopClock(sql, '2026-10-31 12:00:00')
  const member = await seedPurse(sql, '2012-01-01')
  await count(member, 3000)
  const orderedAt = (await sql<[{ at: Date }]>`select kura_now() as at`)[0].at
  await stopClock(sql, '2026-11-02 12:00:00')
  await count(member, 4000)
  await uncountSpending(sql, member, 3000, orderedAt)
  assert.deepEqual(
    [...(await counted(member))],
    [
      { month: '2026-10-01', yen: 0 },
      { month: '2026-11-01', yen: 4000 },
    ],
  )
  // who was of age when ordering was not counted, and is not taken off
  const grown = await seedPurse(sql, '2008-11-01')
  await uncountSpending(sql, grown, 3000, orderedAt)
  assert.deepEqual([...(await counted(grown))], [])
})

test('a hundred orders at once stay within the limit, to the yen', async () => {
  await stopClock(sql, '2026-11-02 12:00:00')
  const member = await seedPurse(sql, '2012-01-01')
  const outcomes = await Promise.allSettled(Array.from({ length: 100 }, () => count(member, 300)))
  const refused = outcomes.filter((outcome) => outcome.status === 'rejected').map(({ reason }) => reason.code)
  assert.equal(refused.length, 100 - 16)
  assert.deepEqual(new Set(refused), new Set(['MINOR_LIMIT_REACHED']))
  assert.equal((await counted(member)).at(-1)?.yen, 4800)
})
