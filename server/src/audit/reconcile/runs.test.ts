import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { seedBuyer, seedPack } from '../../checkout/order/testing/shop.ts'
import { buyBy } from '../../checkout/order/testing/tenders.ts'
import type { Deps } from '../../deps.ts'
import { newId } from '../../platform/db/id.ts'
import { testWorld } from '../../testing/test-world.ts'
import type { TestWorld } from '../../testing/test-world.ts'
import { reconcile } from './reconcile.ts'
import type { Outcome } from './reconcile.ts'
import { takeRun } from './run-queries.ts'
import { captureAside, compared, notify, openItems } from './testing/books.ts'

/**
 * Ten payments that agree and one capture that nobody here knows; returns what the gateway calls
 * that one.
 */
async function shopWithDifference(world: TestWorld): Promise<string> {
  for (let count = 0; count < 10; count += 1)
    await buyBy(world, await seedBuyer(world), await seedPack(world.deps.sql, { units: 1 }), 'card')
  // it comes last in the order of ids
  const aside = `ZZ-${randomUUID().slice(0, 8).toUpperCase()}`
  await captureAside(world, aside, 500)
  await notify(world, { OrderID: aside })
  return aside
}

/** The gateway, with a look at each question before it is answered. */
const watched = (deps: Deps, look: (id: string) => void | Promise<void>): Deps => ({
  ...deps,
  card: {
    ...deps.card,
    search: async (asked) => {
      await look(asked.gatewayOrderId)
      return deps.card.search(asked)
    },
  },
})

test('an interrupted comparison continues where it stopped and asks nothing twice', async (t) => {
  const world = await testWorld(t)
  const aside = await shopWithDifference(world)
  const first: string[] = []
  const breaking = watched(world.deps, (id) => {
    if (first.length === 8) throw new Error('broken')
    first.push(id)
  })
  await assert.rejects(reconcile(breaking, 'card'), /broken/)
  assert.equal(first.length, 8)
  assert.deepEqual(await openItems(world.deps.sql, 'card'), [])
  const second: string[] = []
  const outcome = await compared(
    watched(world.deps, (id) => void second.push(id)),
    'card',
  )
  assert.equal(outcome.compared, 11)
  assert.equal(outcome.isResumed, true)
  assert.deepEqual([...first, ...second].length, new Set([...first, ...second]).size)
  assert.deepEqual(
    (await openItems(world.deps.sql, 'card')).map(({ subject }) => subject),
    [aside],
  )
})

test('the comparison of a process that died is taken over when its time is over, not before', async (t) => {
  const world = await testWorld(t)
  const { sql } = world.deps
  await shopWithDifference(world)
  const dead = await takeRun(sql, {
    source: 'card',
    id: newId(),
    workedBy: randomUUID(),
    since: undefined,
    isWhole: false,
  })
  assert.ok(dead)
  assert.equal((await reconcile(world.deps, 'card')).kind, 'busy')
  await world.moveClock('2 minutes')
  assert.equal((await compared(world.deps, 'card')).fresh.length, 1)
  const [runs] = await sql<[{ count: number }]>`select count(*)::int as count from reconciliations`
  assert.equal(runs.count, 1)
})

test('of two at once one compares; the one that lost its lease writes nothing', async (t) => {
  const world = await testWorld(t)
  const { sql } = world.deps
  const aside = await shopWithDifference(world)
  // the one that compares waits for the other to end, so that neither comes when all is
  // over
  const both: Promise<Outcome>[] = []
  const meeting = watched(world.deps, () =>
    Promise.race([...both.map(async (one) => void (await one)), sleep(10_000, undefined, { ref: false })]),
  )
  both.push(reconcile(meeting, 'card'), reconcile(meeting, 'card'))
  assert.deepEqual((await Promise.all(both)).map(({ kind }) => kind).toSorted(), ['busy', 'done'])
  assert.equal((await openItems(sql, 'card')).length, 1)

  // another process takes over while this one waits for an answer
  await sql`delete from open_items`
  await sql`delete from reconciliations`
  const overtaken = watched(world.deps, async (id) => {
    if (id === aside) await sql`update reconciliations set worked_by = ${randomUUID()}`
  })
  await sql`update gateway_notices set compared_at = null`
  assert.equal((await reconcile(overtaken, 'card')).kind, 'busy')
  assert.deepEqual(await openItems(sql, 'card'), [])
  const [notice] = await sql`select compared_at from gateway_notices where gateway_order_id = ${aside}`
  assert.equal(notice?.['compared_at'], null)
})

test('each comparison starts where the last one ended; a narrower one leaves no gap', async (t) => {
  const world = await testWorld(t)
  const { sql } = world.deps
  await shopWithDifference(world)
  const later = new Date(Date.now() + 3_600_000)
  const narrow = await compared(world.deps, 'card', { since: later })
  assert.equal(narrow.compared, 1, 'only what a notice named')
  // the run before checked less than all, so this one begins at the start
  assert.equal((await compared(world.deps, 'card')).compared, 11)
  await world.moveClock('1 hour')
  // a little is checked twice, since transactions may have ended after the window did
  assert.equal((await compared(world.deps, 'card')).compared, 11)
  assert.equal((await compared(world.deps, 'card')).compared, 1, 'only what is open')
  assert.equal((await compared(world.deps, 'card', { since: null })).compared, 11)
  await sql`update order_moves set at = kura_now() where order_id = (select order_id from payments limit 1)`
  assert.equal((await compared(world.deps, 'card')).compared, 2)
})
