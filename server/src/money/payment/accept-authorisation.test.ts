// Two authorisations for one reservation, of which only one matches: the first to arrive decides,
// and the other is closed.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { TestContext } from 'node:test'
import { seedBuyer, seedPack, stockOf } from '../../checkout/order/testing/shop.ts'
import {
  allWell,
  authorise,
  books,
  buyPaidy,
  enterPaidy,
  listPaidy,
  work,
} from '../../checkout/order/testing/tenders.ts'
import { testWorld } from '../../testing/test-world.ts'

/** A reservation with a matching authorisation and one over another amount. */
async function shop(t: TestContext) {
  const world = await testWorld(t)
  const packId = await seedPack(world.deps.sql)
  const buyer = await seedBuyer(world)
  const entered = await enterPaidy(world, buyer, packId)
  assert.ok(entered.ok)
  const misfit = await authorise(world, entered.data, { amount: 700 })
  const good = await authorise(world, entered.data)
  return { world, packId, misfit, good, bring: (payId: string) => buyPaidy(world, buyer, packId, payId) }
}
type Shop = Awaited<ReturnType<typeof shop>>

/** The order, its payment, and the outcome of both authorisations. */
async function seen({ world, misfit, good }: Shop) {
  const [row] = await world.deps.sql<[{ state: string; payment: string; ref: string; isClosed: boolean }]>`
    select o.state, p.state as payment, p.gateway_ref as ref, p.closed_at is not null as "isClosed"
      from orders o join payments p on p.order_id = o.id`
  const agreements = new Map(
    (await listPaidy(world)).map(({ id, status, captures }) => [id, [status, captures.length]]),
  )
  const ref = row.ref === good ? 'good' : row.ref === misfit ? 'misfit' : row.ref
  return { ...row, ref, misfit: agreements.get(misfit), good: agreements.get(good) }
}

test('while the one that does not fit is read the other is paid by: it stays paid, and nothing of it is closed', async (t) => {
  const all = await shop(t)
  const { world, misfit, good, bring } = all
  const read = world.deps.paidy.read.bind(world.deps.paidy)
  let isPaid = false
  t.mock.method(world.deps.paidy, 'read', async (payId: string) => {
    const found = await read(payId)
    if (payId === misfit && !isPaid) {
      isPaid = true
      assert.ok((await bring(good)).ok)
    }
    return found
  })
  const refused = await bring(misfit)
  assert.ok(!refused.ok && refused.body.errorCode === 'PAYMENT_DECLINED')
  await work(world)
  assert.deepEqual(await seen(all), {
    state: 'delivered',
    payment: 'captured',
    ref: 'good',
    isClosed: false,
    misfit: ['closed', 0],
    good: ['closed', 1],
  })
  assert.deepEqual(await allWell(world), [])
})

test('while the one that does not fit is closed the other is brought: the reservation has ended, and no money is taken', async (t) => {
  const all = await shop(t)
  const { world, packId, misfit, good, bring } = all
  const release = world.deps.paidy.release.bind(world.deps.paidy)
  const second: Awaited<ReturnType<typeof bring>>[] = []
  t.mock.method(world.deps.paidy, 'release', async (payment: Parameters<typeof release>[0]) => {
    if (second.length === 0) second.push(await bring(good))
    return release(payment)
  })
  const refused = await bring(misfit)
  assert.ok(!refused.ok && refused.body.error === 'PAIDY_AMOUNT')
  assert.equal(second.length, 1)
  assert.ok(second[0] && !second[0].ok && second[0].body.errorCode === 'PAYMENT_DECLINED')
  await work(world)
  assert.deepEqual(await seen(all), {
    state: 'expired',
    payment: 'declined',
    ref: 'misfit',
    isClosed: true,
    misfit: ['closed', 0],
    good: ['closed', 0],
  })
  assert.equal((await stockOf(world.deps.sql, packId))?.reserved, 0)
  assert.deepEqual(await books(world.deps.sql), {})
  assert.deepEqual(await allWell(world), [])
})
