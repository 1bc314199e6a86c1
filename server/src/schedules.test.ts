import assert from 'node:assert/strict'
import { test } from 'node:test'
import { seedBuyer, seedPack, setCard, stockOf } from './checkout/order/testing/shop.ts'
import {
  enterAndAuthorise,
  enterByCard,
  givePoints,
  listPaidy,
  pointsOf,
  sendPaidyNotice,
} from './checkout/order/testing/tenders.ts'
import { fullWorld } from './shop/opening/testing/full-world.ts'
import { testWorld } from './testing/test-world.ts'
import { until } from './testing/until.ts'
import { startWorker } from './start-worker.ts'

test('a worker that starts puts every check and sweep on its clock, once however many workers there are', async (t) => {
  const world = await testWorld(t)
  const workers = [await startWorker(world.deps), await startWorker(world.deps)]
  try {
    const rows = await world.deps.sql<{ name: string; cron: string }[]>`select name, cron from pgboss.schedule`
    const schedule = Object.fromEntries(rows.map(({ name, cron }) => [name, cron]))
    assert.equal(rows.length, Object.keys(schedule).length)
    assert.equal(schedule['check-invariants'], '*/5 * * * *')
    assert.equal(schedule['recheck-payments'], '*/10 * * * *')
    for (const name of ['check-everything', 'check-sales', 'clean-up'])
      assert.match(schedule[name] ?? '', /^\d+ (\d+|\*) \* \* \*$/, name)
    const queues = await world.deps.sql<{ name: string }[]>`select name from pgboss.queue`
    const names = queues.map(({ name }) => name)
    for (const name of ['settle-payment', 'settle-opening', 'settle-card']) assert.ok(names.includes(name), name)
  } finally {
    await Promise.all(workers.map((worker) => worker.stop()))
  }
})

test('with a worker alone: points expire, abandoned orders release their points and authorisations, requested cards are stored', async (t) => {
  const world = await fullWorld(t, undefined, { workers: 2 })
  const { sql } = world.deps
  const packId = await seedPack(sql)
  const buyer = await seedBuyer(world)
  await givePoints(world, buyer, 500)
  const lot = await givePoints(world, buyer, 70)
  await sql`update point_lots set expires_at = kura_now() + interval '5 minutes' where id = ${lot}`

  // a card whose keeping was left behind by a dead request
  await setCard(world, { loseResponses: [{ call: 'SaveMember', count: 1 }] })
  const paid = await enterByCard(world, buyer, packId)
  assert.ok(paid.ok)
  const body = { accessID: paid.data.accessID, cardName: '家のカード' }
  assert.ok((await world.call('entryOrderBuy', { params: { packId }, body }, { session: buyer.session })).ok)
  await world.deps.background.settled()
  assert.equal((await sql`select 1 from stored_cards where state = 'saving'`).length, 1)

  const left = await enterAndAuthorise(world, buyer, packId, 570)
  await sendPaidyNotice(world, left.payId)
  assert.equal(await pointsOf(world, buyer), 0)
  await world.moveClock('11 minutes')
  await until(
    'the card is kept',
    async () => (await sql`select 1 from stored_cards where state = 'stored'`).length === 1,
  )
  await until('the order ends', async () => (await stockOf(sql, packId))?.reserved === 0)
  await until('the agreement is closed', async () =>
    (await listPaidy(world)).every(({ status }) => status === 'closed'),
  )
  await until('what came back late has expired', async () => {
    const [row] = await sql`select remaining, expired from point_lots where id = ${lot}`
    return row?.['remaining'] === 0 && row['expired'] === 70
  })
  assert.equal(await pointsOf(world, buyer), 500)
})
