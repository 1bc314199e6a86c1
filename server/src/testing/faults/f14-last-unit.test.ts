// F14: the last unit of a pack, asked for by a buyer, released by an order whose time ends, paid in
// the last moment and withdrawn by the operator, all at once: one of them has it, and the books
// know who.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { buy, enterAndPass, seedBuyer, seedPack, stockOf } from '../../checkout/order/testing/shop.ts'
import { allWell, givePoints } from '../../checkout/order/testing/tenders.ts'
import { findPaymentOf } from '../../money/payment/charge.ts'
import { settlePayment } from '../../money/payment/settle-payment.ts'
import { actOnSale } from '../../shop/pack/act-on-sale.ts'
import { testWorld } from '../test-world.ts'
import type { TestWorld } from '../test-world.ts'

const rounds = Number(process.env['KURA_FAULT_ROUNDS'] ?? 15)
const seed = Number(process.env['KURA_FAULT_SEED'] ?? Math.floor(Math.random() * 2 ** 31))

/** Small numbers that a seed gives again. */
function dice(start: number): () => number {
  let state = start | 1
  return () => {
    state = Math.imul(state ^ (state >>> 15), state | 1)
    state ^= state + Math.imul(state ^ (state >>> 7), state | 61)
    return ((state ^ (state >>> 14)) >>> 0) / 2 ** 32
  }
}

/** One unit and everybody who wants it; the first buyer's time ends after so many milliseconds. */
async function round(world: TestWorld, roll: () => number, leaseMs: number): Promise<string> {
  const { sql } = world.deps
  const packId = await seedPack(sql, { units: 1 })
  const [first, second] = [await seedBuyer(world), await seedBuyer(world)]
  await givePoints(world, second, 1100)
  const { orderId, accessID } = await enterAndPass(world, first, packId)
  const payment = await findPaymentOf(world.deps, orderId)
  assert.ok(payment)
  const wait = () => sleep(Math.floor(roll() * 40))
  const later = async <T>(act: () => Promise<T>): Promise<T> => {
    await wait()
    return act()
  }
  await sql`update orders set lease_until = kura_now() + make_interval(secs => ${leaseMs / 1000}) where id = ${orderId}`
  const close = { act: 'close', packId, by: 't', reason: 'r', isForGood: false, isDryRun: false } as const
  const buyAll = () =>
    world.call('buyPoint', { params: { packId }, body: { usedPoint: 1100 } }, { session: second.session })
  const [paid, bought] = await Promise.all([
    later(() => buy(world, first, packId, accessID)),
    later(buyAll),
    later(() => settlePayment(world.deps, payment.id)),
    later(() => settlePayment(world.deps, payment.id)),
    roll() < 0.4 ? later(() => actOnSale(world.deps, close, () => {})) : undefined,
  ])
  await world.moveClock('1 minute')
  await settlePayment(world.deps, payment.id)
  const again = await buyAll()
  const [row] = await sql<[{ state: string }]>`select state from orders where id = ${orderId}`
  const stock = await stockOf(sql, packId)
  const winners = [
    row.state === 'delivered',
    bought.ok,
    again.ok && again.data.tradeId !== (bought.ok ? bought.data.tradeId : ''),
  ]
  const count = winners.filter(Boolean).length
  assert.ok(count <= 1, `${count} have the one unit: ${row.state}, ${JSON.stringify(bought)}`)
  assert.deepEqual(stock, { issued: 1, remaining: 1 - count, reserved: 0, sold: count })
  if (paid.ok) assert.equal(row.state, 'delivered')
  if (row.state === 'delivered') assert.ok(!bought.ok && !again.ok)
  return row.state === 'delivered' ? 'first' : bought.ok || again.ok ? 'second' : 'nobody'
}

test(`F14: the last unit has one winner, ${rounds} rounds, seed ${seed}`, async (t) => {
  const world = await testWorld(t)
  const roll = dice(seed)
  const won: Record<string, number> = {}
  for (let at = 0; at < rounds; at += 1) {
    const winner = await round(world, roll, at === 0 ? 600_000 : at === 1 ? -1 : Math.floor(roll() * 40))
    // at the edges the winner is known: the time is far off, or over
    if (at === 0) assert.equal(winner, 'first')
    if (at === 1) assert.notEqual(winner, 'first')
    won[winner] = (won[winner] ?? 0) + 1
  }
  t.diagnostic(`won: ${JSON.stringify(won)}`)
  assert.ok(rounds > 2 && Object.keys(won).length > 1)
  assert.deepEqual(await allWell(world), [])
})
