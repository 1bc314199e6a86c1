import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { cardClient } from '../../../../sandbox/src/testing/card-client.ts'
import { enter, listTrades, passChallenge, seedBuyer, seedPack, setCard } from '../../checkout/order/testing/shop.ts'
import { buyBy, enterAndAuthorise, listPaidy, setPaidy, work } from '../../checkout/order/testing/tenders.ts'
import { gatewayOrderId } from '../../money/payment/gateway.ts'
import { testWorld } from '../../testing/test-world.ts'
import type { TestWorld } from '../../testing/test-world.ts'
import { closeItem } from './open-items.ts'
import { namePayments } from './read-list.ts'
import { reconcile } from './reconcile.ts'
import { alarmsOf, captureAside, compared, giveBack, notify, openItems } from './testing/books.ts'

let world: TestWorld
const ends: (() => Promise<void>)[] = []
before(async () => {
  world = await testWorld({ after: (end) => void ends.push(end) })
})
after(async () => {
  for (const end of ends) await end()
})

const deliver = async (mix: 'card' | 'paidy', priceYen = 1100) => {
  const packId = await seedPack(world.deps.sql, { units: 2, priceYen })
  const order = await buyBy(world, await seedBuyer(world), packId, mix)
  const [payment] = await world.deps.sql<[{ gatewayOrderId: string; gatewayRef: string; accessId: string }]>`
    select gateway_order_id as "gatewayOrderId", gateway_ref as "gatewayRef", access_id as "accessId"
      from payments where order_id = ${order.orderId}`
  return { orderId: order.orderId, ...payment }
}
const names = (items: readonly { kind: string; subject: string; orderId: string | null; amountYen: number | null }[]) =>
  items.map(({ kind, subject, orderId, amountYen }) => [kind, subject, orderId, amountYen])

/** The list that a person downloads from the screens of a gateway. */
const listOf = async ({ outside }: TestWorld, path: string): Promise<Uint8Array> =>
  new Uint8Array(await (await fetch(`${outside.sandbox.addresses.pages}/sandbox/${path}`)).arrayBuffer())

test('books that agree come to a difference of zero, for paid, refunded and declined payments', async () => {
  await deliver('card')
  await deliver('paidy')
  for (const mix of ['card', 'paidy'] as const) await giveBack(world, (await deliver(mix)).orderId)
  const packId = await seedPack(world.deps.sql)
  const refused = await enter(world, await seedBuyer(world), packId, '4000000000000002')
  for (const source of ['card', 'paidy'] as const) {
    const outcome = await compared(world.deps, source)
    assert.ok(outcome.compared >= 2, `${source}: ${outcome.compared}`)
    assert.deepEqual([outcome.fresh, outcome.oursYen, outcome.theirsYen], [[], 1100, 1100])
    assert.deepEqual(await openItems(world.deps.sql, source), [])
  }
  assert.ok(refused)
  const text = await world.deps.metrics.registry.metrics()
  assert.match(text, /kura_open_items\{source="card",kind="extra-capture"\} 0/)
  assert.match(text, /kura_reconciled_at_seconds\{source="paidy"\} \d/)
})

test('a refund that the card gateway lost is named by its payment, once, and closes itself when the money is back', async () => {
  const { orderId, gatewayOrderId: ref, accessId } = await deliver('card')
  await setCard(world, { forgetNext: [{ call: 'AlterTran', count: 1 }] })
  await giveBack(world, orderId)
  const outcome = await compared(world.deps, 'card')
  assert.deepEqual(names(outcome.fresh), [['refund-missing', ref, orderId, 1100]])
  assert.equal(outcome.fresh[0]?.paymentRef, accessId)
  assert.equal(outcome.theirsYen - outcome.oursYen, 1100)
  assert.deepEqual((await compared(world.deps, 'card')).fresh, [])
  assert.deepEqual(names(await openItems(world.deps.sql, 'card')), [['refund-missing', ref, orderId, 1100]])
  assert.deepEqual(await alarmsOf(world.deps.sql, 'card'), [`card refund-missing ${ref}`])
  assert.match(await world.deps.metrics.registry.metrics(), /kura_open_items\{source="card",kind="refund-missing"\} 1/)

  const found = await world.deps.card.search({ gatewayOrderId: ref })
  assert.ok(found.kind === 'found')
  assert.equal((await world.deps.card.refund({}, found.trade)).kind, 'done')
  await compared(world.deps, 'card')
  assert.deepEqual(await openItems(world.deps.sql, 'card'), [])
  assert.deepEqual(await alarmsOf(world.deps.sql, 'card'), [])
})

test('a refund that Paidy lost is named by the payment', async () => {
  const { orderId, gatewayRef } = await deliver('paidy')
  await setPaidy(world, { forgetNext: [{ call: 'refund', count: 1 }] })
  await giveBack(world, orderId)
  const { fresh } = await compared(world.deps, 'paidy')
  assert.deepEqual(names(fresh), [['refund-missing', gatewayRef, orderId, 1100]])
  const [item] = await openItems(world.deps.sql, 'paidy')
  assert.ok(await closeItem(world.deps, { id: item?.id ?? '', by: 'ann', reason: 'paid by bank transfer' }))
})

test('a capture that our books do not know is reported by its id, whether a notice or a list named it', async () => {
  const orderId = `ASIDE-${randomUUID().slice(0, 8).toUpperCase()}`
  const listed = `ASIDE-${randomUUID().slice(0, 8).toUpperCase()}`
  const accessId = await captureAside(world, orderId, 700)
  await captureAside(world, listed, 900)
  assert.deepEqual((await compared(world.deps, 'card')).fresh, [], 'nothing tells of it yet')
  await notify(world, { OrderID: orderId, Status: 'CAPTURE', Amount: '1' })
  const first = await compared(world.deps, 'card')
  assert.deepEqual(names(first.fresh), [['extra-capture', orderId, null, 700]])
  assert.equal(first.fresh[0]?.paymentRef, accessId)
  const list = await listOf(world, 'card/trades.csv')
  assert.ok((await namePayments(world.deps, 'card', list)) > 2)
  assert.deepEqual(names((await compared(world.deps, 'card')).fresh), [['extra-capture', listed, null, 900]])

  // explained by a person: closed while it stays the same, and reported again when it changes
  const items = await openItems(world.deps.sql, 'card')
  for (const { id } of items) assert.ok(await closeItem(world.deps, { id, by: 'ann', reason: 'a test of the till' }))
  assert.equal(await closeItem(world.deps, { id: items[0]?.id ?? '', by: 'ann', reason: 'again' }), undefined)
  await notify(world, { OrderID: orderId })
  assert.deepEqual((await compared(world.deps, 'card')).fresh, [])
  assert.deepEqual(await openItems(world.deps.sql, 'card'), [])
  assert.deepEqual(await alarmsOf(world.deps.sql, 'card'), [])
  const acts = await world.deps.sql`
    select actor, details ->> 'reason' as reason from audit_rows
     where act = 'open-item.closed' and details ->> 'subject' in (${orderId}, ${listed})`
  assert.deepEqual(
    [...acts].map((row) => ({ ...row })),
    items.map(() => ({ actor: 'operator:ann', reason: 'a test of the till' })),
  )
})

test('a second capture for one of our orders, and one that we gave up, are named with the order', async () => {
  const { orderId } = await deliver('card')
  const second = gatewayOrderId(orderId, 2)
  await captureAside(world, second, 1100)
  await notify(world, { OrderID: second })
  assert.deepEqual(names((await compared(world.deps, 'card')).fresh), [['extra-capture', second, orderId, 1100]])
  // given back there: gone
  const found = await world.deps.card.search({ gatewayOrderId: second })
  assert.ok(found.kind === 'found')
  await world.deps.card.refund({}, found.trade)
  await compared(world.deps, 'card')
  assert.deepEqual(await openItems(world.deps.sql, 'card'), [])

  // the buyer proves the card after we have given the payment up, and nobody tells us
  const entered = await enter(world, await seedBuyer(world), await seedPack(world.deps.sql))
  assert.ok(entered.ok)
  await passChallenge(entered.data.redirectUrl ?? '')
  await world.deps.sql`update orders set lease_until = kura_now() where id = ${entered.data.orderId}`
  await world.deps.sql`update payments set worked_until = kura_now() where order_id = ${entered.data.orderId}`
  await work(world)
  const [payment] = await world.deps.sql<[{ state: string; ref: string; pass: string }]>`
    select state, gateway_order_id as ref, access_pass as pass from payments where order_id = ${entered.data.orderId}`
  assert.equal(payment.state, 'declined')
  const { call } = cardClient(world.outside.sandbox.addresses.pages)
  const late = await call('SecureTran2', { AccessID: entered.data.accessID, AccessPass: payment.pass })
  assert.equal(late['ErrInfo'], undefined)
  const named = [['extra-capture', payment.ref, entered.data.orderId, 1100]]
  assert.deepEqual(names((await compared(world.deps, 'card')).fresh), named)
  // what comes late goes back by itself once the gateway tells of it
  await world.deps.sql`update payments set worked_until = kura_now() where order_id = ${entered.data.orderId}`
  await notify(world, { OrderID: payment.ref })
  await work(world)
  await compared(world.deps, 'card')
  assert.deepEqual(await openItems(world.deps.sql, 'card'), [])
})

test('money that the gateway does not have, has less of, or gave back by itself is named', async () => {
  const { sql } = world.deps
  const lost = await deliver('card')
  const less = await deliver('card')
  const back = await deliver('card')
  // our row names a trade that is not there
  const nowhere = gatewayOrderId(lost.orderId, 9)
  await sql`update payments set gateway_order_id = ${nowhere} where order_id = ${lost.orderId}`
  const part = await world.deps.card.search(less)
  const whole = await world.deps.card.search(back)
  assert.ok(part.kind === 'found' && whole.kind === 'found')
  const { call, shop } = cardClient(world.outside.sandbox.addresses.pages)
  const access = { ...shop, AccessID: part.trade.ref, AccessPass: part.trade.pass }
  const changed = await call('ChangeTran', { ...access, JobCd: 'CAPTURE', Amount: '1000' })
  assert.equal(changed['ErrInfo'], undefined)
  await world.deps.card.refund({}, whole.trade)
  const { fresh } = await compared(world.deps, 'card')
  assert.deepEqual(
    names(fresh).toSorted(),
    [
      ['capture-missing', nowhere, lost.orderId, 1100],
      ['extra-refund', back.gatewayOrderId, back.orderId, 1100],
      ['wrong-amount', less.gatewayOrderId, less.orderId, 100],
    ].toSorted(),
  )
  await sql`update payments set gateway_order_id = ${lost.gatewayOrderId} where order_id = ${lost.orderId}`
  for (const { id } of await openItems(sql, 'card')) await closeItem(world.deps, { id, by: 'ann', reason: 'tested' })
})

test('a payment at Paidy that nobody here captured is named', async () => {
  const { sql } = world.deps
  const packId = await seedPack(sql)
  const entered = await enterAndAuthorise(world, await seedBuyer(world), packId)
  const url = `${world.deps.env.PAIDY_API_URL}/payments/${entered.payId}/captures`
  const headers = { authorization: `Bearer ${world.deps.env.PAIDY_SECRET_KEY}`, 'content-type': 'application/json' }
  assert.equal((await fetch(url, { method: 'POST', headers, body: '{}' })).status, 200)
  assert.deepEqual((await compared(world.deps, 'paidy')).fresh, [])
  assert.ok((await namePayments(world.deps, 'paidy', await listOf(world, 'paidy/payments.csv'))) > 1)
  const { fresh } = await compared(world.deps, 'paidy')
  assert.deepEqual(names(fresh), [['extra-capture', entered.payId, entered.orderId, 1100]])
  assert.ok((await listPaidy(world)).some(({ id }) => id === entered.payId))
})

test('a gateway that is away stops the comparison, which then continues; a payment that cannot be read is reported', async () => {
  const { sql } = world.deps
  await deliver('card')
  await setCard(world, { down: true })
  assert.equal((await reconcile(world.deps, 'card')).kind, 'stopped')
  assert.deepEqual(await openItems(sql, 'card'), [])
  await setCard(world, { down: false })
  const resumed = await compared(world.deps, 'card')
  assert.deepEqual(resumed.fresh, [])
  assert.ok(resumed.compared > 0)

  // one trade that is never answered for, alone on its page
  const odd = `ASIDE-${randomUUID().slice(0, 8).toUpperCase()}`
  // those of payments under way wait until they are settled
  await sql`update gateway_notices set compared_at = kura_now()`
  await notify(world, { OrderID: odd })
  const silent = {
    ...world.deps,
    card: {
      ...world.deps.card,
      search: async (asked: { gatewayOrderId: string }) =>
        asked.gatewayOrderId === odd ? ({ kind: 'unknown', cause: 'odd' } as const) : world.deps.card.search(asked),
    },
  }
  await sql`update order_moves set at = at - interval '1 day'`
  for (let time = 0; time < 3; time += 1) assert.equal((await reconcile(silent, 'card')).kind, 'stopped')
  assert.deepEqual(names((await compared(silent, 'card')).fresh), [['unanswered', odd, null, null]])
  await compared(world.deps, 'card')
  assert.deepEqual(await openItems(sql, 'card'), [])
  assert.ok((await listTrades(world)).length > 0)
})

test('what a buyer agreed to and nobody used or ended is named after a while, and gone when it is ended', async () => {
  const { sql } = world.deps
  const entered = await enterAndAuthorise(world, await seedBuyer(world), await seedPack(sql))
  await sql`update orders set lease_until = kura_now() where id = ${entered.orderId}`
  await sql`update payments set worked_until = kura_now() where order_id = ${entered.orderId}`
  await setPaidy(world, { forgetNext: [{ call: 'close', count: 1 }] })
  await work(world)
  const notice = { payment_id: entered.payId, order_ref: entered.orderId, status: 'authorize_success' }
  await notify(world, notice, 'paidy')
  assert.deepEqual((await compared(world.deps, 'paidy')).fresh, [], 'it may still be used')
  await world.moveClock('21 minutes')
  const named = [['open-agreement', entered.payId, entered.orderId, 1100]]
  assert.deepEqual(names((await compared(world.deps, 'paidy')).fresh), named)
  assert.equal((await world.deps.paidy.close(entered.payId)).kind, 'done')
  await compared(world.deps, 'paidy')
  assert.ok(!(await openItems(sql, 'paidy')).some(({ kind }) => kind === 'open-agreement'))
})
