import type { ApiOutput } from '@kura/contract/api'
import { paidyBuyer } from '../../../../../sandbox/src/testing/paidy-buyer.ts'
import { checkInvariants } from '../../../audit/check/check.ts'
import { handleNotices } from '../../../money/payment/notices.ts'
import { listDuePayments, settlePayment } from '../../../money/payment/settle-payment.ts'
import { seedLot } from '../../../money/point/testing/purse.ts'
import type { Sql } from '../../../platform/db/connect.ts'
import type { SeededMember } from '../../../testing/seed-member.ts'
import type { TestWorld } from '../../../testing/test-world.ts'
import { buy, cardToken, okCard, passChallenge } from './shop.ts'

export type Checkout = ApiOutput<'entryOrderPaidy'>
export type SeenPaidy = {
  id: string
  status: string
  amount: number
  order: { order_ref: string }
  captures: { id: string; amount: number }[]
  refunds: { id: string; amount: number }[]
}

const publicKey = 'pk_test_sandbox0000000000000001'
const pagesOf = (world: TestWorld) => world.outside.sandbox.addresses.pages

/** entry-order/paidy. */
export const enterPaidy = (world: TestWorld, buyer: SeededMember, packId: string, usedPoint?: number, key?: string) =>
  world.call(
    'entryOrderPaidy',
    { params: { packId }, body: usedPoint === undefined ? {} : { usedPoint } },
    { session: buyer.session, ...(key ? { idempotencyKey: key } : {}) },
  )

/** buy-paidy. */
export const buyPaidy = (world: TestWorld, buyer: SeededMember, packId: string, orderID: string) =>
  world.call('buyPaidy', { params: { packId }, body: { orderID } }, { session: buyer.session })

/**
 * The buyer goes through the provider's checkout, as the page launches it; returns the provider's
 * id of the payment.
 */
export async function authorise(
  world: TestWorld,
  checkout: Checkout,
  { amount = checkout.amountYen, ref = checkout.orderRef, choice = 'authorized' as 'authorized' | 'rejected' } = {},
): Promise<string> {
  const { item, buyer } = checkout
  const payload = {
    amount,
    currency: 'JPY',
    store_name: 'Kura',
    buyer: { name1: buyer.name1, email: buyer.email },
    order: {
      items: [{ id: item.id, quantity: 1, title: item.title.ja, unit_price: amount - item.taxYen }],
      tax: item.taxYen,
      shipping: 0,
      order_ref: ref,
    },
    shipping_address: { line2: '1-2-3', city: '千代田区', state: '東京都', zip: '100-0001' },
  }
  const end = await paidyBuyer(pagesOf(world), publicKey).pay(payload, choice)
  if ('lost' in end) throw new Error('the checkout was lost')
  return end.id
}

/** A reservation by deferred payment that its buyer has agreed to at the provider. */
export async function enterAndAuthorise(world: TestWorld, buyer: SeededMember, packId: string, usedPoint?: number) {
  const entered = await enterPaidy(world, buyer, packId, usedPoint)
  if (!entered.ok) throw new Error(JSON.stringify(entered.body))
  return { ...entered.data, payId: await authorise(world, entered.data) }
}

/** Faults of the deferred-payment provider. */
export async function setPaidy(world: TestWorld, switches: Record<string, unknown>): Promise<void> {
  const answer = await fetch(`${pagesOf(world)}/sandbox/paidy/switches`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(switches),
  })
  if (!answer.ok) throw new Error(await answer.text())
}

/** The provider's books. */
export async function listPaidy(world: TestWorld): Promise<SeenPaidy[]> {
  const answer = await fetch(`${pagesOf(world)}/sandbox/paidy`)
  return ((await answer.json()) as { payments: SeenPaidy[] }).payments
}

/** A notice of the provider, as anybody can send one. */
export async function sendPaidyNotice(world: TestWorld, payId: string, status = 'authorize_success') {
  const payment = (await listPaidy(world)).find(({ id }) => id === payId)
  return world.http.inject({
    method: 'POST',
    url: '/api/notices/paidy',
    payload: {
      payment_id: payId,
      order_ref: payment?.order.order_ref ?? 'x',
      status,
      event_type: 'payment',
      timestamp: '2026-11-21T00:00:00.000Z',
    },
  })
}

/** entry-order/new-card and the way through 3-D Secure, with points. */
export async function enterByCard(world: TestWorld, buyer: SeededMember, packId: string, usedPoint?: number) {
  const body = { retUrl: '/', paymentToken: await cardToken(world, okCard), ...(usedPoint ? { usedPoint } : {}) }
  const entered = await world.call('entryOrderNewCard', { params: { packId }, body }, { session: buyer.session })
  if (entered.ok && entered.data.redirectUrl) await passChallenge(entered.data.redirectUrl)
  return entered
}

export type Mix = 'card' | 'paidy' | 'point' | 'card-point' | 'paidy-point'
export const mixes: readonly Mix[] = ['card', 'paidy', 'point', 'card-point', 'paidy-point']

/**
 * Buys a pack of 1,100 yen whole by a tender, 300 points of it where points are mixed in; returns
 * the order.
 */
export async function buyBy(world: TestWorld, buyer: SeededMember, packId: string, mix: Mix) {
  const usedPoint = mix.endsWith('-point') ? 300 : undefined
  if (mix === 'point') {
    const body = { usedPoint: 1100 }
    const bought = await world.call('buyPoint', { params: { packId }, body }, { session: buyer.session })
    if (!bought.ok) throw new Error(JSON.stringify(bought.body))
    return bought.data.order
  }
  if (mix.startsWith('paidy')) {
    const { payId } = await enterAndAuthorise(world, buyer, packId, usedPoint)
    const bought = await buyPaidy(world, buyer, packId, payId)
    if (!bought.ok) throw new Error(JSON.stringify(bought.body))
    return bought.data.order
  }
  const entered = await enterByCard(world, buyer, packId, usedPoint)
  if (!entered.ok) throw new Error(JSON.stringify(entered.body))
  const bought = await buy(world, buyer, packId, entered.data.accessID)
  if (!bought.ok) throw new Error(JSON.stringify(bought.body))
  return bought.data
}

/** Free points for a member. */
export const givePoints = (world: TestWorld, { memberId }: SeededMember, amount: number): Promise<string> =>
  seedLot(world.deps.sql, memberId, { amount })

/** A member's points in total. */
export async function pointsOf(world: TestWorld, { session }: SeededMember): Promise<number> {
  const summary = await world.call('pointSummary', {}, { session })
  if (!summary.ok) throw new Error(JSON.stringify(summary.body))
  return summary.data.balance
}

/** Balances that are not zero. */
export async function books(sql: Sql): Promise<Record<string, number>> {
  const rows = await sql<{ id: string; balance: number }[]>`
    select id, balance::int from ledger_accounts where balance <> 0 and unit = 'yen'`
  return Object.fromEntries(rows.map(({ id, balance }) => [id, balance]))
}

/** Runs all the worker's due jobs to the end. */
export async function work({ deps }: TestWorld, rounds = 3): Promise<void> {
  for (let round = 0; round < rounds; round += 1) {
    await handleNotices(deps, 'card')
    await handleNotices(deps, 'paidy')
    for (const id of await listDuePayments(deps)) await settlePayment(deps, id)
  }
}

/** Asserts the invariants, here and at the gateways. */
export async function allWell(world: TestWorld): Promise<unknown[]> {
  await world.deps.background.settled()
  return checkInvariants(world.deps, { withGateway: true })
}
