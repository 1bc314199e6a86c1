// A lost request may be carried out long after its payment was cancelled: the money is found and
// refunded.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { TestContext } from 'node:test'
import { AppError } from '@kura/contract/errors'
import {
  buy,
  enter,
  enterAndPass,
  givenBack,
  listTrades,
  okCard,
  passChallenge,
} from '../../checkout/order/testing/shop.ts'
import { seedBuyer, seedPack } from '../../checkout/order/testing/shop.ts'
import { allWell, books, work } from '../../checkout/order/testing/tenders.ts'
import type { CardAccess } from '../../platform/gateways/card.ts'
import { testWorld } from '../../testing/test-world.ts'
import type { TestWorld } from '../../testing/test-world.ts'
import { recheckPayments } from './settle-payment.ts'

type Card = TestWorld['deps']['card']
const onItsWay = { kind: 'unknown', cause: 'lost on its way' } as const

async function shop(t: TestContext) {
  const world = await testWorld(t)
  return { world, sql: world.deps.sql, packId: await seedPack(world.deps.sql), buyer: await seedBuyer(world) }
}
/** State of the only order, and state and code of its payment. */
async function seen({ deps }: TestWorld) {
  const [row] = await deps.sql`
    select o.state as order, p.state as payment, p.error from orders o join payments p on p.order_id = o.id`
  return { ...row }
}
/** The lost request is carried out after all, and its buyer goes on to the end. */
async function arrive(world: TestWorld, execute: () => ReturnType<Card['execute']>, access: CardAccess): Promise<void> {
  const answer = await execute()
  assert.ok(answer.kind === 'challenge')
  await passChallenge(answer.redirectUrl)
  assert.equal((await world.deps.card.complete(access)).kind, 'captured')
}
/** No notice reports it: the recheck alone finds the money. */
async function comesToLight(world: TestWorld): Promise<void> {
  assert.equal((await listTrades(world))[0]?.status, 'CAPTURE')
  await world.deps.sql`delete from gateway_notices`
  await world.moveClock('11 minutes')
  assert.equal(await recheckPayments(world.deps), 1)
  await work(world)
  assert.deepEqual(await seen(world), { order: 'refunded', payment: 'refunded', error: null })
  assert.match((await listTrades(world))[0]?.status ?? '', givenBack)
  assert.deepEqual(await books(world.deps.sql), {})
  assert.deepEqual(await allWell(world), [])
}

test('a card charged after we reported the result as unknown', async (t) => {
  const { world, packId, buyer } = await shop(t)
  const execute = world.deps.card.execute.bind(world.deps.card)
  const late: (() => Promise<unknown>)[] = []
  const lost = t.mock.method(world.deps.card, 'execute', async (trade: Parameters<typeof execute>[0]) => {
    late.push(() => arrive(world, () => execute(trade), trade))
    return onItsWay
  })
  const refused = await enter(world, buyer, packId, okCard)
  assert.ok(!refused.ok && refused.body.error === 'E91019999')
  lost.mock.restore()
  assert.deepEqual(await seen(world), { order: 'expired', payment: 'declined', error: 'E91019999' })
  await Promise.all(late.map((carryOut) => carryOut()))
  await comesToLight(world)
})

test('a card that was put on a payment whose request had died', async (t) => {
  const { world, packId, buyer } = await shop(t)
  const execute = world.deps.card.execute.bind(world.deps.card)
  const late: (() => Promise<unknown>)[] = []
  const dead = t.mock.method(world.deps.card, 'execute', async (trade: Parameters<typeof execute>[0]) => {
    late.push(() => arrive(world, () => execute(trade), trade))
    throw new AppError('SERVICE_UNAVAILABLE')
  })
  assert.ok(!(await enter(world, buyer, packId, okCard)).ok)
  dead.mock.restore()
  await world.moveClock('11 minutes')
  await work(world)
  assert.deepEqual(await seen(world), { order: 'expired', payment: 'declined', error: null })
  await Promise.all(late.map((carryOut) => carryOut()))
  await comesToLight(world)
})

test('a payment whose first completion was lost and whose second was refused', async (t) => {
  const { world, packId, buyer } = await shop(t)
  const { accessID } = await enterAndPass(world, buyer, packId, okCard)
  const complete = world.deps.card.complete.bind(world.deps.card)
  const late: (() => Promise<unknown>)[] = []
  const mocked = t.mock.method(world.deps.card, 'complete', async (payment: Parameters<typeof complete>[0]) => {
    late.push(() => complete(payment))
    return late.length === 1 ? onItsWay : { kind: 'declined' as const, error: '42G030000' }
  })
  const refused = await buy(world, buyer, packId, accessID)
  assert.ok(!refused.ok && refused.body.error === '42G030000')
  mocked.mock.restore()
  await late[0]?.()
  await comesToLight(world)
})

test('a payment that stays declined is asked about at growing distances for a day, and one that was never begun not at all', async (t) => {
  const { world, sql, packId, buyer } = await shop(t)
  assert.ok(!(await enter(world, buyer, packId, '4999000000000070')).ok)
  let asked = 0
  for (let hour = 0; hour < 26; hour += 1) {
    asked += await recheckPayments(world.deps)
    await world.moveClock('1 hour')
  }
  assert.ok(asked >= 4 && asked <= 12, `${asked} times`)
  await sql`update payments set created_at = kura_now(), checked_at = null`
  assert.equal(await recheckPayments(world.deps), 1)
  await sql`update payments set checked_at = null`
  await sql`delete from payment_moves where state = 'executing'`
  assert.equal(await recheckPayments(world.deps), 0)
})
