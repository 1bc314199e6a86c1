import assert from 'node:assert/strict'
import { callAt, sendRaw } from '../arena/call.ts'
import type { Member } from '../arena/members.ts'
import { tryToBuy } from '../arena/purchase.ts'
import { until } from '../arena/until.ts'
import { payByPaidy } from './paidy.ts'
import { enter, enterAndPass, gatewaySteps, membersOf, memberOf, ordersOf, packOf, pay, stateOf } from './scene.ts'
import { assertOnly, times } from './scene.ts'
import type { Fault, Scene } from './scene.ts'

const shares = { lostResponsePercent: 20, http500Percent: 15, http429Percent: 15, slowPercent: 20, slowMs: 300 }

/**
 * Responses of the gateways are lost or corrupted while many pay; everybody is charged once or not
 * at all.
 */
async function spoilAnswers(scene: Scene): Promise<string> {
  const { arena, seed, size } = scene
  const cards = size(10, 200)
  const paidys = size(6, 100)
  const packId = await packOf(scene, { units: cards + paidys + 1 })
  const members = await membersOf(scene, cards + paidys)
  await arena.play('faults', { seed, card: shares, paidy: shares })
  const clock = setInterval(() => void arena.moveClock('31 seconds'), 1500)
  const ends = await Promise.all([
    ...members.slice(0, cards).map(async (member, turn) => (await tryToBuy(arena, member, packId, { turn })).end.kind),
    ...members.slice(cards).map((member) => payByPaidy(scene, member, packId)),
  ]).finally(() => clearInterval(clock))
  // down completely in the middle of a payment
  const late = await memberOf(scene)
  await arena.play('faults', { card: calmShares, paidy: calmShares })
  const entered = await enterAndPass(scene, late, packId)
  // until it is switched on again below
  await arena.play('faults', { card: { downSeconds: 600 } })
  assertOnly([await pay(scene, late, packId, entered.accessID)], ['SERVICE_UNAVAILABLE'])
  await arena.play('faults', { card: { downSeconds: 0 } })
  await arena.moveClock('31 seconds')
  await until('the late payment is made', async () => (await stateOf(scene, entered.orderId)) === 'delivered')
  const orders = await ordersOf(scene, packId)
  for (const steps of await gatewaySteps(
    scene,
    orders.map(({ id }) => id),
  ))
    assert.ok(steps.filter((step) => step === 'CAPTURE').length <= 1, `charged more than once: ${steps.join(' ')}`)
  for (const { memberId } of members)
    assert.ok(orders.filter((order) => order.memberId === memberId && order.state === 'delivered').length <= 1)
  const paid = orders.filter(({ state }) => state === 'delivered').length
  assert.ok(paid > 1, 'nobody could pay at all')
  return `${cards} buyers by card, ${paidys} by deferred payment: ${ends.filter((end) => end === 'sold').length} were shown their pack`
}

const calmShares = { lostResponsePercent: 0, http500Percent: 0, http429Percent: 0, slowPercent: 0 }

const refOf = async ({ arena }: Scene, orderId: string) =>
  (
    await arena.deps.sql<[{ ref: string }]>`
      select gateway_order_id as ref from payments where order_id = ${orderId}`
  )[0].ref

/** Sends a notice of the card gateway, or a forged one. */
const notify = (scene: Scene, body: Record<string, string>) => sendRaw(scene.anyWeb(), 'cardNotice', { body })

const unhandled = async ({ arena }: Scene): Promise<number> =>
  (await arena.deps.sql`select 1 from gateway_notices where handled_at is null`).length

const unhandledOf = async ({ arena }: Scene, ref: string): Promise<number> =>
  (await arena.deps.sql`select 1 from gateway_notices where handled_at is null and gateway_order_id = ${ref}`).length

/**
 * Notices come three times, late, before the buyer, in the wrong order, and about nothing: each
 * payment has one effect.
 */
async function repeatNotices(scene: Scene): Promise<string> {
  const { arena, size } = scene
  await arena.play('card', { duplicateNotifications: 2, reorder: true, delayNotificationsMs: 100 })
  await arena.play('paidy/switches', { duplicateNotifications: 2, reorder: true })
  const many = size(4, 50)
  const ahead = size(2, 20)
  const packId = await packOf(scene, { units: 2 * many + ahead })
  const buyers = await membersOf(scene, 2 * many)
  const sold = await Promise.all([
    ...buyers.slice(0, many).map((member) => buyWithNotices(scene, member, packId)),
    ...buyers.slice(many).map(async (member) => assert.equal(await payByPaidy(scene, member, packId), 'sold')),
  ])
  const overtaken = await overtakeBuyers(scene, packId, ahead)
  const cardOrders = [...sold, ...overtaken].filter((orderId) => orderId !== undefined)
  await arena.moveClock('1 hour')
  for (const orderId of cardOrders) {
    const ref = await refOf(scene, orderId)
    const late = ['CAPTURE', 'VOID', 'CAPTURE', 'UNPROCESSED'].map((Status) => notify(scene, { OrderID: ref, Status }))
    assertOnly(await Promise.all(late), ['200'])
  }
  const strange = ['NO-SUCH-ORDER', "'; drop table orders --", '', '\0'].map((OrderID) =>
    notify(scene, { OrderID, Status: 'CAPTURE' }),
  )
  assertOnly(await Promise.all(strange), ['200'])
  await until('every notice is worked off', async () => (await unhandled(scene)) === 0)
  const { sql } = arena.deps
  const orders = await ordersOf(scene, packId)
  assert.deepEqual([...new Set(orders.map(({ state }) => state))], ['delivered'])
  for (const { id } of orders) {
    const booked = await sql`select 1 from ledger_movements where cause = ${id} and kind in ('capture', 'refund')`
    assert.equal(booked.length, 1, `the order ${id} is booked ${booked.length} times`)
  }
  return `${orders.length} orders, each notice thrice and out of order, ${ahead} before the money was written down, ${4 * cardOrders.length} an hour late, ${strange.length} about nothing`
}

/** A notice of a capture arrives before the buyer comes back and before it is true. */
async function buyWithNotices(scene: Scene, member: Member, packId: string): Promise<string> {
  const { orderId, accessID } = await enterAndPass(scene, member, packId)
  const ref = await refOf(scene, orderId)
  await Promise.all(times(3).map(() => notify(scene, { OrderID: ref, Status: 'CAPTURE', AccessID: accessID })))
  // one buyer in two comes back only after the notices are processed
  if (scene.random() < 0.5) {
    await until('the notices are worked off', async () => (await unhandledOf(scene, ref)) === 0)
    assert.equal(await stateOf(scene, orderId), 'reserved', 'a notice was believed')
  }
  const paid = await pay(scene, member, packId, accessID)
  assert.equal(paid.data?.state, 'delivered', paid.text)
  return orderId
}

/**
 * The money is captured, and a notice of it is processed before the capturing process has written
 * it down.
 */
async function overtakeBuyers(scene: Scene, packId: string, count: number): Promise<string[]> {
  const slow = await scene.start({ role: 'web', fault: 'sleep:after card.complete:6000' })
  let overtaken = 0
  const overtake = async (member: Member) => {
    const { orderId, accessID } = await enterAndPass(scene, member, packId)
    const ref = await refOf(scene, orderId)
    const paying = pay(scene, member, packId, accessID, slow.url)
    await until('the money is taken', async () => (await gatewaySteps(scene, [orderId])).flat().includes('CAPTURE'))
    await notify(scene, { OrderID: ref, Status: 'CAPTURE', AccessID: accessID })
    const workedOff = until('the notice is worked off', async () => (await unhandledOf(scene, ref)) === 0)
    overtaken += await Promise.race([workedOff.then(() => 1), paying.then(() => 0)])
    await workedOff
    const paid = await paying
    assert.equal(paid.data?.state, 'delivered', paid.text)
    return orderId
  }
  const orders = await Promise.all((await membersOf(scene, count)).map(overtake))
  assert.ok(overtaken > 0, 'no notice was quicker than the process')
  return orders
}

/** Notices are unsigned, so the server checks every claim with the gateway. */
async function forgeNotices(scene: Scene): Promise<string> {
  const packId = await packOf(scene, { units: 4 })
  const member = await memberOf(scene)
  const { data } = await enter(scene, member, packId)
  assert.ok(data)
  const ref = await refOf(scene, data.orderId)
  const whole = { Amount: '1100', ShopID: 'another', ShopPass: 'wrong', AccessID: data.accessID, ErrCode: '' }
  const claims = ['CAPTURE', 'SALES', 'VOID', 'RETURN', 'AUTH'].flatMap((Status): Record<string, string>[] => [
    { OrderID: ref, Status, Amount: '1' },
    { OrderID: ref, Status, ...whole },
  ])
  assertOnly(await Promise.all(claims.map((claim) => notify(scene, claim))), ['200'])
  const form = await fetch(`${scene.anyWeb()}/api/notices/card`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams(claims[0]).toString().split('&').reverse().join('&'),
  })
  assert.deepEqual([form.status, await form.text()], [200, '0'])
  const paidy = [data.orderId, 'pay_unknown', '../x'].map((payment_id) =>
    callAt(scene.anyWeb(), 'paidyNotice', { body: { payment_id, order_ref: data.orderId, status: 'capture_success' } }),
  )
  assertOnly(await Promise.all(paidy), ['200'])
  const unread = await Promise.all([
    sendRaw(scene.anyWeb(), 'cardNotice', { body: { OrderID: 'x'.repeat(2000) } }),
    sendRaw(scene.anyWeb(), 'paidyNotice', { body: { payment_id: { $ne: 1 } } }),
  ])
  assertOnly(unread, ['INVALID_REQUEST_FORMAT'])
  await until('every notice is worked off', async () => (await unhandled(scene)) === 0)
  assert.equal(await stateOf(scene, data.orderId), 'reserved')
  const stepsTaken = (await gatewaySteps(scene, [data.orderId])).flat()
  assert.ok(!stepsTaken.includes('CAPTURE'), stepsTaken.join(' '))
  return `${claims.length + paidy.length + 1} forged notices without effect, ${unread.length} refused`
}

export const providerFaults: Fault[] = [
  { name: 'F8', title: 'the gateways answer 500 after success, late, 429, or not at all', run: spoilAnswers },
  { name: 'F9', title: 'notices come thrice, late, early, out of order and about nothing', run: repeatNotices },
]
export const forgedNotices: Fault = { name: 'A30', title: 'forged notices', run: forgeNotices }
