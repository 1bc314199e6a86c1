import assert from 'node:assert/strict'
import test from 'node:test'
import type { OrderView } from '@kura/contract/checkout/order'
import { publicSteps, tradeSteps } from '@kura/contract/states'
import { showTransaction } from '@kura/contract/chain/transaction'
import { errors } from '@kura/contract/errors'
import { isFinal, outcomeOf, pollMs, pollMsOfAll, wasPaid, isOrderGone } from './order-outcome.ts'

type Purchase = Parameters<typeof outcomeOf>[0]
const purchase = (state: OrderView['state'], reached: number, more: Partial<Purchase> = {}): Purchase => ({
  state,
  reason: null,
  token: null,
  unopenedPackId: null,
  steps: publicSteps.map((step, index) => ({ step, at: index < reached ? '2026-11-20T00:00:00Z' : null, txId: null })),
  ...more,
})

test('each state of a purchase is shown as what it means to its member', () => {
  const table: [Purchase, string][] = [
    [purchase('reserved', 0), 'paying'],
    [purchase('authorised', 0), 'paying'],
    [purchase('captured', 1), 'minting'],
    [purchase('delivered', 1, { unopenedPackId: 'p' }), 'unopened'],
    [purchase('delivered', 2), 'minting'],
    [purchase('delivered', 3), 'minting'],
    [purchase('delivered', 4), 'delivered'],
    [purchase('expired', 0, { reason: 'PAYMENT_EXPIRED' }), 'expired'],
    [purchase('expired', 0), 'expired'],
    [purchase('expired', 0, { reason: '42G120000' }), 'declined'],
    [purchase('expired', 0, { reason: 'CANCELLED' }), 'cancelled'],
    [purchase('refunding', 2), 'refunding'],
    [purchase('refunded', 2), 'refunded'],
    [purchase('quarantined', 1), 'checking'],
  ]
  for (const [order, outcome] of table) assert.equal(outcomeOf(order), outcome, JSON.stringify(order))
  assert.equal(outcomeOf(purchase('delivered', 2), { state: 'stuck' }), 'stuck')
})

test('a token that was paid for is on its way until it is there', () => {
  const token = { tokenId: '7' } as NonNullable<OrderView['token']>
  const ofToken = (state: OrderView['state'], reached: number): Purchase => ({
    ...purchase(state, 0),
    token,
    steps: tradeSteps.map((step, index) => ({ step, at: index < reached ? '2026-11-20T00:00:00Z' : null, txId: null })),
  })
  assert.equal(outcomeOf(ofToken('reserved', 0)), 'paying')
  assert.equal(outcomeOf(ofToken('captured', 1)), 'sending')
  assert.equal(outcomeOf(ofToken('captured', 2)), 'sending')
  assert.equal(outcomeOf(ofToken('delivered', 4)), 'delivered')
  assert.equal(outcomeOf(ofToken('refunding', 2)), 'refunding')
  assert.ok(!isFinal('sending') && pollMs('sending') > 0)
})

test('a purchase is asked about until nothing more happens by itself', () => {
  assert.ok(isFinal('delivered') && isFinal('unopened') && isFinal('declined') && isFinal('refunded'))
  assert.ok(!isFinal('minting') && !isFinal('paying') && !isFinal('stuck') && !isFinal('refunding'))
  assert.equal(pollMs('delivered'), 0)
  for (const outcome of ['paying', 'minting', undefined] as const)
    assert.ok(pollMs(outcome) >= 1000 && pollMs(outcome) <= 2000)
})

test('of several purchases the liveliest says when all are checked again', () => {
  const [checking, paying] = [purchase('quarantined', 1), purchase('reserved', 0)]
  const done = purchase('delivered', 4)
  assert.ok(pollMs('paying') < pollMs('checking'))
  assert.equal(pollMsOfAll([done, checking, paying]), pollMs('paying'))
  assert.equal(pollMsOfAll([checking, done]), pollMs('checking'))
  assert.equal(pollMsOfAll([done]), 0)
  assert.equal(pollMsOfAll([]), 0)
})

test('the steps are shown once money was taken', () => {
  assert.equal(wasPaid(purchase('expired', 0)), false)
  assert.equal(wasPaid(purchase('refunded', 2)), true)
})

test('an order is gone when the server says so, not when it cannot say', () => {
  assert.ok(showTransaction.errors.includes('NOT_FOUND'))
  assert.ok(isOrderGone(errors.NOT_FOUND))
  assert.ok(isOrderGone(errors.INVALID_REQUEST_FORMAT))
  for (const code of ['TOO_MANY_REQUESTS', 'INTERNAL_SERVER_ERROR', 'SERVICE_UNAVAILABLE', 'INVALID_SESSION'] as const)
    assert.equal(isOrderGone(errors[code]), false, code)
  assert.equal(isOrderGone({ status: 0 }), false)
})
