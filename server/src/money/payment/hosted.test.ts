import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { TestContext } from 'node:test'
import { refundByHand } from '../../checkout/order/refund-by-hand.ts'
import {
  givenBack,
  listTrades,
  passChallenge,
  seedBuyer,
  seedPack,
  setCard,
  stockOf,
  reservePack,
} from '../../checkout/order/testing/shop.ts'
import { allWell, books, givePoints, pointsOf, work } from '../../checkout/order/testing/tenders.ts'
import { testWorld } from '../../testing/test-world.ts'
import type { TestWorld } from '../../testing/test-world.ts'
import { intendCharge } from './charge.ts'
import { startHostedCharge } from './hosted.ts'
import { recheckPayments, settlePayment } from './settle-payment.ts'

const typed = { cardno: '4111111111111111', month: '12', year: '2049', securitycode: '123', holdername: 'HANAKO' }
const page = { language: 'ja', shopName: 'Kura' } as const
const retUrl = 'http://localhost:3000/back?order=1'

async function shop(t: TestContext) {
  const world = await testWorld(t)
  const packId = await seedPack(world.deps.sql)
  return { world, sql: world.deps.sql, packId, buyer: await seedBuyer(world) }
}

/** An order whose price, less the points, is to be paid at a page of the gateway. */
async function reserve({ deps }: TestWorld, memberId: string, packId: string, usedPoint = 0): Promise<string> {
  const wish = { by: 'card', usedPoint } as const
  const { orderId } = await reservePack(deps, { memberId, packId, isAdult: true }, wish, {
    alongside: (db, { orderId: id, chargedYen }) =>
      intendCharge(db, { orderId: id, amountYen: chargedYen }, { method: 'hosted', retUrl }),
  })
  return orderId
}
/** The buyer types a card there and walks through 3-D Secure; returns where the browser ends. */
async function payAt(url: string, fields = typed): Promise<string> {
  const body = new URLSearchParams({ act: 'pay', ...fields })
  const submitted = await fetch(url, { method: 'POST', body, redirect: 'manual' })
  const back = await passChallenge(submitted.headers.get('location') ?? '')
  const done = await fetch(back, { redirect: 'manual' })
  return done.headers.get('location') ?? `${done.status}`
}
const stateOf = async ({ deps }: TestWorld, orderId: string) => {
  const [row] = await deps.sql<[{ order: string; payment: string }]>`
    select o.state as order, p.state as payment from orders o join payments p on p.order_id = o.id where o.id = ${orderId}`
  return [row.order, row.payment]
}

test('a buyer pays at the gateway’s own page; the gateway reports the outcome, and a refund goes back the same way', async (t) => {
  const { world, sql, packId, buyer } = await shop(t)
  await givePoints(world, buyer, 200)
  const orderId = await reserve(world, buyer.memberId, packId, 200)
  const opened = await startHostedCharge(world.deps, { orderId, ...page })
  const { paymentId, paymentOrderId, paymentUrl } = opened
  const shown = await (await fetch(paymentUrl)).text()
  assert.match(shown, /<html lang="ja">[\s\S]*¥900/)
  assert.match(shown, /Kura/)
  // a repeat opens no second page
  assert.deepEqual(await startHostedCharge(world.deps, { orderId, ...page }), opened)

  // before the buyer paid nothing is news
  assert.ok(await settlePayment(world.deps, paymentId))
  assert.deepEqual(await stateOf(world, orderId), ['reserved', 'challenged'])
  const back = new URL(await payAt(paymentUrl))
  assert.equal(`${back.origin}${back.pathname}`, 'http://localhost:3000/back')
  assert.deepEqual([back.searchParams.get('order'), back.searchParams.get('paymentOrderId')], ['1', paymentOrderId])
  await Promise.all(Array.from({ length: 5 }, () => settlePayment(world.deps, paymentId)))
  assert.deepEqual(await stateOf(world, orderId), ['delivered', 'captured'])
  assert.deepEqual(await books(sql), {
    'psp:card': 900,
    'points:redeemed': 200,
    'sales:packs': -1000,
    'tax:consumption': -100,
  })
  assert.deepEqual(await allWell(world), [])
  await refundByHand(world.deps, { orderId, by: 't', reason: 'r', isDryRun: false }, () => {})
  await work(world)
  assert.deepEqual(await stateOf(world, orderId), ['refunded', 'refunded'])
  assert.equal(await pointsOf(world, buyer), 200)
  const [trade, ...others] = await listTrades(world)
  assert.match(trade?.status ?? '', givenBack)
  assert.deepEqual(others, [])
  assert.deepEqual(await allWell(world), [])
})

test('the page is in the buyer’s language, and cannot be paid once the order has ended', async (t) => {
  const { world, sql, packId, buyer } = await shop(t)
  const orderId = await reserve(world, buyer.memberId, packId)
  const { paymentUrl } = await startHostedCharge(world.deps, { orderId, ...page, language: 'en' })
  assert.match(await (await fetch(paymentUrl)).text(), /<html lang="en">/)
  await world.moveClock('11 minutes')
  await work(world)
  assert.deepEqual(await stateOf(world, orderId), ['expired', 'declined'])
  const closed = await fetch(paymentUrl, { method: 'POST', body: new URLSearchParams({ act: 'pay', ...typed }) })
  assert.equal(closed.status, 410)
  await assert.rejects(startHostedCharge(world.deps, { orderId, ...page }), { code: 'PAYMENT_EXPIRED' })
  assert.deepEqual(await stockOf(sql, packId), { issued: 3, remaining: 3, reserved: 0, sold: 0 })
  assert.deepEqual(await allWell(world), [])
})

test('who paid in the last second is delivered: the page cannot be closed any more, so the gateway is asked again', async (t) => {
  const { world, packId, buyer } = await shop(t)
  const orderId = await reserve(world, buyer.memberId, packId)
  const { paymentUrl } = await startHostedCharge(world.deps, { orderId, ...page })
  await payAt(paymentUrl)
  await setCard(world, { loseResponses: [{ call: 'SearchTrade', count: 1 }] })
  await world.moveClock('11 minutes')
  await work(world, 1)
  assert.deepEqual(await stateOf(world, orderId), ['reserved', 'challenged'])
  await world.moveClock('1 minute')
  await work(world)
  assert.deepEqual(await stateOf(world, orderId), ['delivered', 'captured'])
  assert.deepEqual(await allWell(world), [])
})

test('a buyer who gives up at the page, or whose card is refused there, may try again at the same page', async (t) => {
  const { world, packId, buyer } = await shop(t)
  const orderId = await reserve(world, buyer.memberId, packId)
  const { paymentId, paymentUrl } = await startHostedCharge(world.deps, { orderId, ...page })
  const cancel = { method: 'POST', body: new URLSearchParams({ act: 'cancel' }), redirect: 'manual' } as const
  assert.match((await fetch(paymentUrl, cancel)).headers.get('location') ?? '', /^http:\/\/localhost:3000\/back/)
  await payAt(paymentUrl, { ...typed, cardno: '4999000000000179' })
  assert.ok(await settlePayment(world.deps, paymentId))
  assert.deepEqual(await stateOf(world, orderId), ['reserved', 'challenged'])
  await payAt(paymentUrl)
  assert.ok(await settlePayment(world.deps, paymentId))
  assert.deepEqual(await stateOf(world, orderId), ['delivered', 'captured'])
  assert.deepEqual(await allWell(world), [])
})

test('a lost answer to opening the page is asked for again; a page that cannot be opened ends the order with the code', async (t) => {
  const { world, sql, packId, buyer } = await shop(t)
  const call = 'GetLinkplusUrlPayment'
  await setCard(world, { loseResponses: [{ call, count: 1 }] })
  const first = await reserve(world, buyer.memberId, packId)
  const { paymentId, paymentUrl } = await startHostedCharge(world.deps, { orderId: first, ...page })
  await payAt(paymentUrl)
  await settlePayment(world.deps, paymentId)
  assert.deepEqual(await stateOf(world, first), ['delivered', 'captured'])

  await setCard(world, { loseResponses: [], failNext: [{ call, errInfo: 'E61010002', count: 1 }] })
  const second = await reserve(world, buyer.memberId, packId)
  const refused = { code: 'PAYMENT_DECLINED', error: 'E61010002' }
  await assert.rejects(startHostedCharge(world.deps, { orderId: second, ...page }), refused)
  await assert.rejects(startHostedCharge(world.deps, { orderId: second, ...page }), refused)
  assert.deepEqual(await stateOf(world, second), ['expired', 'declined'])

  await setCard(world, { failNext: [], down: true })
  const third = await reserve(world, buyer.memberId, packId)
  await assert.rejects(startHostedCharge(world.deps, { orderId: third, ...page }), { error: 'E91019999' })
  await setCard(world, { down: false })
  assert.equal((await stockOf(sql, packId))?.reserved, 0)
})

test('money paid at the page of an ended order is found and refunded', async (t) => {
  const { world, sql, packId, buyer } = await shop(t)
  const orderId = await reserve(world, buyer.memberId, packId)
  const { paymentUrl } = await startHostedCharge(world.deps, { orderId, ...page })
  // the gateway says that the page is closed, and it is not
  await setCard(world, { forgetNext: [{ call: 'RejectLinkplusUrlPayment', count: 1 }] })
  await world.moveClock('11 minutes')
  await work(world, 1)
  assert.deepEqual(await stateOf(world, orderId), ['expired', 'declined'])
  await payAt(paymentUrl)
  await world.moveClock('11 minutes')
  assert.equal(await recheckPayments(world.deps), 1)
  await work(world)
  assert.deepEqual(await stateOf(world, orderId), ['refunded', 'refunded'])
  assert.deepEqual(await books(sql), {})
  assert.deepEqual(await allWell(world), [])
})
