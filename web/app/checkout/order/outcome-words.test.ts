import assert from 'node:assert/strict'
import test from 'node:test'
import type { OrderView } from '@kura/contract/checkout/order'
import { tenders } from '@kura/contract/checkout/order'
import { orderWords } from '../../words/en/order.ts'
import { tradeWords } from '../../words/en/trade.ts'
import { errorWords } from '../../words/en/error.ts'
import type { OrderOutcome } from './order-outcome.ts'
import { outcomes } from './order-outcome.ts'
import { outcomeSentences, sumOf } from './outcome-words.ts'
import type { Seen } from './outcome-words.ts'

const writing = {
  until: '12:00',
  points: (count: number) => `${count}P`,
  join: (yen: string, point: string) => `${yen}+${point}`,
}
const order = (tender: OrderView['tender'], usedPoint = 0, reason: string | null = null) => ({
  tender,
  usedPoint,
  priceYen: 1200,
  reason,
  token: null as OrderView['token'],
})
const said = (of: ReturnType<typeof order>, outcome: OrderOutcome, seen: Partial<Seen> = {}) =>
  outcomeSentences(of, outcome, { isAgain: false, hasLatePoints: false, ...seen }, writing).map(({ word }) => word)

test('every outcome of every tender has its words', () => {
  const known: Record<string, string> = { ...orderWords, ...tradeWords, ...errorWords }
  let count = 0
  for (const tender of tenders)
    for (const outcome of outcomes)
      for (const word of said(order(tender, tender.includes('point') ? 300 : 0), outcome)) {
        assert.ok(known[word], `${tender} ${outcome}: ${word}`)
        count += 1
      }
  assert.ok(count >= tenders.length * outcomes.length)
})

test('what comes back is told by how it was paid', () => {
  assert.deepEqual(said(order('card'), 'refunded'), ['order.outcome.refunded.text', 'order.outcome.refunded.card'])
  assert.deepEqual(said(order('paidy-point', 300, 'MINT_FAILED'), 'refunded'), [
    'order.undelivered',
    'order.outcome.refunded.text',
    'order.outcome.refunded.paidy',
    'order.points-back',
  ])
  assert.deepEqual(said(order('point', 1200), 'refunded'), ['order.outcome.refunded.text', 'order.points-back'])
  assert.deepEqual(said(order('card-point', 300, 'CANCELLED'), 'cancelled'), [
    'order.outcome.cancelled.text',
    'order.points-back',
  ])
})

test('a token that could not be delivered is told with its refund', () => {
  const failed = { ...order('card', 0, 'TRADE_FAILED'), token: { tokenId: '7' } as OrderView['token'] }
  assert.deepEqual(said(failed, 'refunding'), ['trade.undelivered', 'order.outcome.refunding.text'])
  assert.deepEqual(said({ ...failed, reason: null }, 'delivered'), ['trade.delivered.text'])
  assert.deepEqual(said(failed, 'sending', { isAgain: true }), ['trade.sending.again-text'])
})

test('points that had expired when they came back are not said to keep their expiry', () => {
  for (const [tender, outcome] of [
    ['card-point', 'refunded'],
    ['paidy-point', 'declined'],
    ['point', 'refunded'],
    ['card-point', 'expired'],
    ['card-point', 'cancelled'],
  ] as const) {
    assert.equal(said(order(tender, 300), outcome).at(-1), 'order.points-back')
    const late = said(order(tender, 300), outcome, { hasLatePoints: true })
    assert.equal(late.at(-1), 'order.points-back-late')
    assert.ok(!late.includes('order.points-back'))
  }
  assert.ok(!said(order('card'), 'refunded', { hasLatePoints: true }).includes('order.points-back-late'))
})

test('yen and points are summed up apart', () => {
  assert.equal(sumOf(order('card'), writing), '¥1,200')
  assert.equal(sumOf(order('card-point', 300), writing), '¥900+300P')
  assert.equal(sumOf(order('point', 1200), writing), '1200P')
})

test('pieces that are sent once more are told so', () => {
  assert.deepEqual(said(order('card'), 'minting', { isAgain: true }), ['order.outcome.minting.again-text'])
})
