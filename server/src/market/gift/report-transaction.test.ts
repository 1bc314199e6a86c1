import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { TransactionResult } from '@kura/cadence/access-node'
import { AccessError } from '@kura/cadence/access-error'
import { testWorld } from '../../testing/test-world.ts'
import type { SeededMember } from '../../testing/seed-member.ts'
import { settleReports } from '../../checkout/order/reports.ts'
import { buyBy, givePoints } from '../../checkout/order/testing/tenders.ts'
import { seedBuyer, seedPack } from '../../checkout/order/testing/shop.ts'

const world = await testWorld({ after })
const { sql } = world.deps
const packId = await seedPack(sql, { units: 4 })
const buyer = await seedBuyer(world)
await givePoints(world, buyer, 5000)
const { orderId } = await buyBy(world, buyer, packId, 'point')

const report = (txId: string, { session }: SeededMember = buyer, type = 'pack', transactionId = orderId) =>
  world.call('reportTransaction', { params: { type, transactionId }, body: { txId } }, { session })
const statesOf = async () => {
  const rows = await sql<{ txId: string; state: string }[]>`
    select tx_id as "txId", state from transaction_reports order by tx_id`
  return Object.fromEntries(rows.map(({ txId, state }) => [txId.slice(0, 1), state]))
}
/** What a node says of transactions by the first character of their ids. */
const chainSaying = (said: Record<string, Partial<TransactionResult> | 'away'>) => ({
  ...world.deps,
  accessNode: {
    ...world.deps.accessNode,
    findResult: async (txId: string) => {
      const result = said[txId.slice(0, 1)]
      if (result === 'away') throw new AccessError('NODE_UNREACHABLE', 'away')
      return result && ({ status: 'Sealed', failed: false, events: [], ...result } as TransactionResult)
    },
  },
})

test('only the owner reports, of what is there, and repeating it changes nothing', async () => {
  const stranger = await seedBuyer(world)
  const txId = 'a0'.repeat(32)
  for (const [who, type, id] of [
    [stranger, 'pack', orderId],
    [buyer, 'pack', packId.length > 0 ? '0199f0a0-0000-7000-8000-000000000000' : ''],
    ...['token', 'gift', 'transfer', 'sell', 'airdrop', 'Pack', '__proto__'].map(
      (each) => [buyer, each, orderId] as const,
    ),
  ] as const) {
    const refused = await report(txId, who, type, id)
    assert.ok(!refused.ok && refused.body.errorCode === 'NOT_FOUND', type)
  }
  assert.equal((await sql`select 1 from transaction_reports`).length, 0)
  for (let time = 0; time < 3; time += 1) assert.deepEqual(await report(txId), { ok: true, data: { txId } })
  // as wallets write it
  assert.deepEqual(await report(`0x${txId.toUpperCase()}`), { ok: true, data: { txId } })
  assert.equal((await sql`select 1 from transaction_reports`).length, 1)
  await sql`delete from transaction_reports`
})

test('the chain decides what a report is worth, and one that the chain never hears of ends too', async () => {
  // they rest for some seconds
  await world.stopClock()
  const before = await sql`select state, unit_id from orders`
  for (const first of ['a', 'b', 'c', 'd', 'e']) assert.ok((await report(first.repeat(64))).ok)
  const deps = chainSaying({ a: { failed: true }, b: {}, c: { status: 'Pending' }, e: 'away' })
  assert.equal(await settleReports(deps), 2)
  assert.deepEqual(await statesOf(), { a: 'failed', b: 'foreign', c: 'reported', d: 'reported', e: 'reported' })
  assert.equal(await settleReports(deps), 0, 'they rest a while')
  await world.moveClock('31 minutes')
  assert.equal(await settleReports(deps), 1)
  assert.deepEqual(await statesOf(), { a: 'failed', b: 'foreign', c: 'reported', d: 'unknown', e: 'reported' })
  assert.deepEqual(await sql`select state, unit_id from orders`, before)
  const shown = await world.call(
    'showTransaction',
    { params: { type: 'pack', transactionId: orderId } },
    { session: buyer.session },
  )
  assert.ok(shown.ok && !shown.data.timeline.some(({ event }) => event === 'reported'))
})

test('the reports of one purchase are limited', async () => {
  await sql`delete from transaction_reports`
  const codes = new Set<string>()
  for (let n = 0; n < 25; n += 1) {
    const answer = await report(n.toString(16).padStart(64, '0'))
    codes.add(answer.ok ? 'ok' : answer.body.errorCode)
  }
  assert.deepEqual([...codes], ['ok', 'TOO_MANY_REQUESTS'])
  assert.equal((await sql`select 1 from transaction_reports`).length, 20)
  assert.ok((await report('0'.repeat(64))).ok, 'one that is known is answered')
})
