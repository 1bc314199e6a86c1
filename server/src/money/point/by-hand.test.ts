import assert from 'node:assert/strict'
import { test } from 'node:test'
import pino from 'pino'
import { seedPack } from '../../checkout/order/testing/shop.ts'
import { stopClock } from '../../platform/db/testing/stop-clock.ts'
import { transaction } from '../../platform/db/transaction.ts'
import { expireLots } from './expire-lots.ts'
import { grantByHand } from './grant-by-hand.ts'
import { reportPoints } from './report-points.ts'
import { returnPoints, spendPoints } from './spend-points.ts'
import { balances, seedLot, seedOrder, seedPurse, words } from './testing/purse.ts'
import { ownDatabase } from '../../platform/db/testing/own-database.ts'

const sql = await ownDatabase(8)
const log = pino({ level: 'silent' })

test('points are reported per base date in Japan, paid and free apart', async () => {
  const packId = await seedPack(sql)
  await stopClock(sql, '2026-03-31 23:59:59')
  const member = await seedPurse(sql)
  await seedLot(sql, member, { amount: 1000, kind: 'paid', days: 150 })
  await stopClock(sql, '2026-04-01 00:00:00')
  await seedLot(sql, member, { amount: 300, days: 30 })
  await seedLot(sql, member, { amount: 11_000_000, kind: 'paid', days: 180 })
  const pay = async (amount: number) => {
    const orderId = await seedOrder(sql, member, packId, amount)
    await transaction(sql, (db) => spendPoints(db, { orderId, memberId: member, amount, reason: words }))
    return orderId
  }
  await pay(350)
  const back = await pay(100)
  await transaction(sql, (db) => returnPoints(db, back, words))
  await stopClock(sql, '2026-09-30 23:59:59')
  await expireLots({ sql, log })
  const open = await reportPoints({ sql }, '2026-09-30')
  assert.equal(open?.isFinal, false)
  await stopClock(sql, '2026-10-01 00:00:00')
  await seedLot(sql, member, { amount: 5, kind: 'paid' })
  assert.deepEqual(await reportPoints({ sql }, '2026-03-31'), {
    baseDate: '2026-03-31',
    previousBaseDate: '2025-09-30',
    isFinal: true,
    kinds: [
      { kind: 'paid', before: 0, issued: 1000, used: 0, expired: 0, unused: 1000 },
      { kind: 'free', before: 0, issued: 0, used: 0, expired: 0, unused: 0 },
    ],
    warning: null,
  })
  const autumn = await reportPoints({ sql }, '2026-09-30')
  assert.deepEqual(autumn, { ...open, isFinal: true })
  assert.deepEqual(autumn?.kinds, [
    { kind: 'paid', before: 1000, issued: 11_000_000, used: 50, expired: 11_000_950, unused: 0 },
    { kind: 'free', before: 0, issued: 300, used: 300, expired: 0, unused: 0 },
  ])
  for (const { before: was, issued, used, expired, unused } of autumn?.kinds ?? [])
    assert.equal(was + issued - used - expired, unused)
  for (const wrong of ['2026-09-29', '2026-12-31', 'today', '', '0000-03-31'])
    assert.equal(await reportPoints({ sql }, wrong), undefined)
})

test('more than ten million yen of unused paid points is warned of', async () => {
  await stopClock(sql, '2027-08-01 12:00:00')
  await expireLots({ sql, log })
  const member = await seedPurse(sql)
  await seedLot(sql, member, { amount: 10_000_000, kind: 'paid' })
  await seedLot(sql, member, { amount: 10_000_000 })
  assert.equal((await reportPoints({ sql }, '2027-09-30'))?.warning, null)
  await seedLot(sql, member, { amount: 1, kind: 'paid' })
  assert.match((await reportPoints({ sql }, '2027-09-30'))?.warning ?? '', /^10000001 yen/)
})

test('an operator gives points with a reason, audited; a dry run and a second time under one name give none', async () => {
  const member = await seedPurse(sql)
  const lines: string[] = []
  const order = {
    who: member,
    kind: 'free',
    amount: 500,
    days: 10,
    reason: words,
    by: 'tester',
    once: 'sorry',
    isDryRun: false,
  } as const
  const give = (
    more: Partial<Omit<typeof order, 'kind' | 'amount' | 'isDryRun' | 'who'>> & {
      isDryRun?: boolean
      amount?: number
      who?: string
    } = {},
  ) => grantByHand({ sql }, { ...order, ...more }, (line) => lines.push(line))
  await give({ isDryRun: true })
  assert.equal((await balances(sql, member)).lots, 0)
  await give()
  for (const isDryRun of [false, true])
    await assert.rejects(give({ isDryRun }), { code: 'MEMBER_REFUSED', message: /before/ })
  assert.deepEqual(await balances(sql, member), { paid: 0, free: 500, lots: 500 })
  for (const amount of [0, -1, 1.5, Number.NaN, 1_000_001])
    await assert.rejects(give({ amount }), { code: 'MEMBER_REFUSED' })
  await assert.rejects(give({ who: 'nobody@example.jp' }), { code: 'MEMBER_REFUSED' })
  const acts =
    await sql`select actor, details->>'amount' as amount, details->>'en' as en from audit_rows where act = 'points.granted'`
  assert.deepEqual([...acts], [{ actor: 'operator:tester', amount: '500', en: 'Trial' }])
  assert.equal(lines.length, 2)
})
