// A worker's claim on a payment covers each call's longest duration, over any number of calls.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { TestContext } from 'node:test'
import { limits } from '@kura/contract/limits'
import type { RenewLease } from '../../platform/gateways/payment-gateway.ts'
import { refundByHand } from '../../checkout/order/refund-by-hand.ts'
import { buy, cardToken, enterAndPass, seedBuyer, seedPack } from '../../checkout/order/testing/shop.ts'
import { allWell, books, work } from '../../checkout/order/testing/tenders.ts'
import { testWorld } from '../../testing/test-world.ts'
import type { TestWorld } from '../../testing/test-world.ts'
import { settlePayment } from './settle-payment.ts'

const unknown = { kind: 'unknown', cause: 'no answer in time' } as const

async function shop(t: TestContext) {
  const world = await testWorld(t)
  return { world, sql: world.deps.sql, packId: await seedPack(world.deps.sql), buyer: await seedBuyer(world) }
}
/** A call that takes all its time: whether the only payment was held for as long when it began. */
async function slowly(world: TestWorld, held: boolean[]): Promise<void> {
  const [row] = await world.deps.sql<[{ isHeld: boolean }]>`
    select worked_until >= kura_now() + make_interval(secs => ${limits.cardCallSeconds}) as "isHeld" from payments`
  held.push(row.isHeld)
  await world.moveClock(`${limits.cardCallSeconds} seconds`)
}

test('no worker takes over a payment that is being completed with slow responses', async (t) => {
  const { world, packId, buyer } = await shop(t)
  const { orderId, accessID } = await enterAndPass(world, buyer, packId)
  const { card } = world.deps
  const [complete, search] = [card.complete.bind(card), card.search.bind(card)]
  const held: boolean[] = []
  t.mock.method(card, 'complete', async (payment: Parameters<typeof complete>[0]) => {
    await slowly(world, held)
    return held.length === 1 ? unknown : complete(payment)
  })
  t.mock.method(card, 'search', async (payment: Parameters<typeof search>[0]) => {
    await slowly(world, held)
    return search(payment)
  })
  const bought = await buy(world, buyer, packId, accessID)
  assert.ok(bought.ok && bought.data.orderId === orderId)
  assert.deepEqual(held, [true, true, true])
})

test('no worker takes over a payment whose card is being charged with slow responses', async (t) => {
  const { world, packId, buyer } = await shop(t)
  const held: boolean[] = []
  const { card } = world.deps
  const [enter, search] = [card.enter.bind(card), card.search.bind(card)]
  t.mock.method(card, 'enter', async (order: Parameters<typeof enter>[0]) => {
    await slowly(world, held)
    return held.length === 1 ? unknown : enter(order)
  })
  t.mock.method(card, 'search', async (payment: Parameters<typeof search>[0]) => {
    await slowly(world, held)
    return search(payment)
  })
  t.mock.method(card, 'execute', async () => {
    await slowly(world, held)
    return unknown
  })
  const body = { retUrl: '/', paymentToken: await cardToken(world) }
  const entered = await world.call('entryOrderNewCard', { params: { packId }, body }, { session: buyer.session })
  assert.ok(!entered.ok && entered.body.error === 'E91019999')
  assert.deepEqual(held, [true, true, true, true, true])
})

test('no worker takes over a payment that several slow calls refund', async (t) => {
  const { world, sql, packId, buyer } = await shop(t)
  const { orderId, accessID } = await enterAndPass(world, buyer, packId)
  assert.ok((await buy(world, buyer, packId, accessID)).ok)
  await refundByHand(world.deps, { orderId, by: 't', reason: 'r', isDryRun: false }, () => {})
  const { card } = world.deps
  const [search, refund] = [card.search.bind(card), card.refund.bind(card)]
  const held: boolean[] = []
  t.mock.method(card, 'search', async (payment: Parameters<typeof search>[0]) => {
    await slowly(world, held)
    return search(payment)
  })
  t.mock.method(card, 'refund', async (payment: unknown, trade: Parameters<typeof refund>[1], goesOn?: RenewLease) => {
    for (let call = 1; call <= 3; call += 1) {
      assert.ok(await goesOn?.())
      await slowly(world, held)
    }
    return refund(payment, trade)
  })
  await work(world, 1)
  assert.deepEqual(held, [true, true, true, true])
  assert.equal((await sql`select 1 from orders where state = 'refunded'`).length, 1)
  t.mock.restoreAll()
  assert.deepEqual(await allWell(world), [])
})

test('a step begun in time continues, though a worker read the expired payment before the step was written', async (t) => {
  const { world, sql, packId, buyer } = await shop(t)
  const { orderId, accessID } = await enterAndPass(world, buyer, packId)
  const [payment] = await sql<[{ id: string }]>`select id from payments`
  const { card } = world.deps
  const [complete, search] = [card.complete.bind(card), card.search.bind(card)]
  const [asked, searched] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const paying: ReturnType<typeof buy>[] = []
  t.mock.method(card, 'complete', async (trade: Parameters<typeof complete>[0]) => {
    asked.resolve()
    await searched.promise
    return complete(trade)
  })
  await sql`update orders set lease_until = kura_now() where id = ${orderId}`
  await sql`update payments set worked_until = kura_now()`
  t.mock.method(card, 'search', async (trade: Parameters<typeof search>[0]) => {
    if (paying.length === 0) {
      // the buyer's transaction saw the time before its end, and is written down only now
      await sql`update orders set lease_until = kura_now() + interval '1 minute' where id = ${orderId}`
      paying.push(buy(world, buyer, packId, accessID))
      await asked.promise
    }
    return search(trade)
  })
  await settlePayment(world.deps, payment.id)
  searched.resolve()
  const [bought] = await Promise.all(paying)
  assert.ok(bought?.ok && bought.data.state === 'delivered', JSON.stringify(bought))
  await work(world)
  assert.equal((await sql`select 1 from orders where state = 'delivered'`).length, 1)
  assert.equal((await books(sql))['psp:card'], 1100)
  assert.deepEqual(await allWell(world), [])
})
