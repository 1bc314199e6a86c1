import assert from 'node:assert/strict'
import { test } from 'node:test'
import { timelineEvents, TransactionView } from '@kura/contract/chain/transaction'
import type { TimelineEvent } from '@kura/contract/chain/transaction'
import { rowsRead } from '../../platform/db/testing/rows-read.ts'
import type { Sql } from '../../platform/db/connect.ts'
import type { Viewer } from '../../platform/http/on.ts'
import type { SeededMember } from '../../testing/seed-member.ts'
import { testWorld } from '../../testing/test-world.ts'
import type { TestWorld } from '../../testing/test-world.ts'
import { refundByHand } from './refund-by-hand.ts'
import { showTransaction } from './show-orders.ts'
import { addManyOrders } from './testing/many-orders.ts'
import { buy, enter, passChallenge, seedBuyer, seedPack } from './testing/shop.ts'
import { buyBy, enterByCard, enterPaidy, givePoints, mixes, work } from './testing/tenders.ts'

async function timelineOf(
  world: TestWorld,
  { session }: SeededMember,
  transactionId: string,
): Promise<TimelineEvent[]> {
  const shown = await world.call('showTransaction', { params: { type: 'pack', transactionId } }, { session })
  assert.ok(shown.ok)
  // SQL builds it, so the shape is checked here
  const { timeline, order } = TransactionView.parse(shown.data)
  assert.equal(order.orderId, transactionId)
  assert.ok(timeline.length > 0)
  for (const { source, event } of timeline)
    assert.ok((timelineEvents[source] as readonly string[]).includes(event), `${source} ${event}`)
  const instants = timeline.map(({ at }) => Date.parse(at))
  assert.deepEqual(
    instants,
    instants.toSorted((a, b) => a - b),
  )
  return timeline
}
/** `source event`, with the amounts moved. */
const linesOf = (timeline: TimelineEvent[]) =>
  timeline.map(({ source, event, amountYen, amountPoint, code }) =>
    [
      source,
      event,
      amountYen === null ? '' : `${amountYen}y`,
      amountPoint === null ? '' : `${amountPoint}p`,
      code ?? '',
    ]
      .filter(Boolean)
      .join(' '),
  )
const giveBack = (world: TestWorld, orderId: string) =>
  refundByHand(world.deps, { orderId, by: 't', reason: 'r', isDryRun: false }, () => {})

async function shop(t: Parameters<typeof testWorld>[0]) {
  const world = await testWorld(t)
  const packId = await seedPack(world.deps.sql, { units: 6 })
  const buyer = await seedBuyer(world)
  return { world, packId, buyer, sql: world.deps.sql }
}

test('the timeline of a delivered order joins reservation, points, card, delivery and what was given for it', async (t) => {
  const { world, packId, buyer, sql } = await shop(t)
  await sql`insert into point_campaigns (id, name_ja, name_en, occasion, percent, valid_days) values ('c', 'c', 'c', 'purchase', 10, 30)`
  await givePoints(world, buyer, 100)
  await givePoints(world, buyer, 500)
  const { orderId } = await buyBy(world, buyer, packId, 'card-point')
  const bought = [
    'order reserved 1100y',
    'point spent 300p',
    'card entering',
    'card executing',
    'card challenged',
    'order authorised',
    'card securing',
    'card captured 800y',
    'order captured',
    'order delivered',
    'point granted 80p',
  ]
  assert.deepEqual(linesOf(await timelineOf(world, buyer, orderId)), bought)
  await giveBack(world, orderId)
  await work(world)
  const back = linesOf(await timelineOf(world, buyer, orderId))
  assert.deepEqual(back.slice(0, bought.length), bought)
  assert.deepEqual(back.slice(bought.length).toSorted(), [
    'card refunded 800y',
    'card refunding 800y',
    'order refunded',
    'order refunding REFUNDED_BY_OPERATOR',
    'point returned 300p',
    'point withdrawn 80p',
  ])
  const stranger = await seedBuyer(world)
  for (const type of ['pack', 'token', 'gift', 'transfer', 'sell', 'PACK', 'x']) {
    const session = type === 'pack' ? stranger.session : buyer.session
    const refused = await world.call('showTransaction', { params: { type, transactionId: orderId } }, { session })
    assert.ok(!refused.ok && refused.body.errorCode === 'NOT_FOUND', type)
  }
})

test('every tender has its own steps, and trade shows the same order', async (t) => {
  const { world, packId, buyer } = await shop(t)
  await givePoints(world, buyer, 3000)
  const sources = {
    card: 'card',
    'card-point': 'card point',
    paidy: 'paidy',
    'paidy-point': 'paidy point',
    point: 'point',
  }
  for (const mix of mixes) {
    const { orderId } = await buyBy(world, buyer, packId, mix)
    const timeline = await timelineOf(world, buyer, orderId)
    const used = [...new Set(timeline.map(({ source }) => source))].filter((source) => source !== 'order')
    assert.equal(used.toSorted().join(' '), sources[mix])
    const charged = timeline.find(({ source, event }) => source !== 'order' && event === 'captured')?.amountYen ?? 0
    const spent = timeline.find(({ event }) => event === 'spent')?.amountPoint ?? 0
    assert.equal(charged + spent, 1100, mix)
    const trade = await world.call('showTrade', { params: { tradeId: orderId } }, { session: buyer.session })
    assert.ok(trade.ok && trade.data.orderId === orderId && trade.data.state === 'delivered')
    const stranger = await seedBuyer(world)
    const foreign = await world.call('showTrade', { params: { tradeId: orderId } }, { session: stranger.session })
    assert.ok(!foreign.ok && foreign.body.errorCode === 'NOT_FOUND')
  }
})

test('a declined card and an expired order show why, and that points were returned', async (t) => {
  const { world, packId, buyer } = await shop(t)
  await givePoints(world, buyer, 300)
  const entered = await enter(world, buyer, packId)
  assert.ok(entered.ok && entered.data.redirectUrl)
  await passChallenge(entered.data.redirectUrl, 'failed')
  const refused = await buy(world, buyer, packId, entered.data.accessID)
  assert.ok(!refused.ok && refused.body.errorCode === 'PAYMENT_DECLINED')
  const failed = linesOf(await timelineOf(world, buyer, entered.data.orderId))
  assert.equal(failed.at(-1), `order expired ${refused.body.error}`)
  assert.equal(failed.at(-2), `card declined ${refused.body.error}`)

  const left = await enterPaidy(world, buyer, packId, 300)
  assert.ok(left.ok)
  await world.moveClock('31 minutes')
  await work(world)
  assert.deepEqual(linesOf(await timelineOf(world, buyer, left.data.orderId)), [
    'order reserved 1100y',
    'point spent 300p',
    'paidy challenged',
    'paidy declined',
    'order expired PAYMENT_EXPIRED',
    'point returned 300p',
  ])
  const given = await enterByCard(world, buyer, packId)
  assert.ok(given.ok)
  const cancel = await world.call(
    'cancelOrder',
    { params: { orderId: given.data.orderId } },
    { session: buyer.session },
  )
  assert.ok(cancel.ok)
  assert.equal(linesOf(await timelineOf(world, buyer, given.data.orderId)).at(-1), 'order expired CANCELLED')
})

test('the order page and its timeline cost the same after a thousand past orders and after twenty thousand', async (t) => {
  const { world, packId, buyer, sql } = await shop(t)
  await givePoints(world, buyer, 300)
  const { orderId } = await buyBy(world, buyer, packId, 'card-point')
  const viewer = { memberId: buyer.memberId } as Viewer
  const read = () =>
    rowsRead(sql, (db) =>
      showTransaction({ sql: db as Sql }, viewer, { params: { type: 'pack', transactionId: orderId } }),
    )
  await addManyOrders(sql, { packId, members: 50, count: 1000 })
  const few = await read()
  await addManyOrders(sql, { packId, members: 50, count: 19_000 })
  assert.equal(few['orders'], 1)
  assert.ok((few['order_moves'] ?? 0) >= 4)
  for (const [table, rows] of Object.entries(few)) assert.ok(rows <= 20, `${table}: ${rows} rows of one order`)
  assert.deepEqual(await read(), few)
})
