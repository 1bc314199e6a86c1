import assert from 'node:assert/strict'
import test from 'node:test'
import { tenders } from '@kura/contract/checkout/order'
import type { OrderView } from '@kura/contract/checkout/order'
import { timelineEvents, timelineSources } from '@kura/contract/chain/transaction'
import { orderWords } from '../../words/en/order.ts'
import { tradeWords } from '../../words/en/trade.ts'
import { errorWords } from '../../words/en/error.ts'
import { outcomes } from './order-outcome.ts'
import type { OrderOutcome } from './order-outcome.ts'
import { outcomeSentences, sumOf, declineWord, seenIn, timelineWord } from './outcome-words.ts'
import type { Seen } from './outcome-words.ts'
import { orderWords as jaOrderWords } from '../../words/ja/order.ts'
import { tradeWords as jaTradeWords } from '../../words/ja/trade.ts'

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

test('what comes back is shown by how it was paid', () => {
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

test('a token that could not be delivered is shown with its refund', () => {
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

test('pieces that are sent once more are shown as such', () => {
  assert.deepEqual(said(order('card'), 'minting', { isAgain: true }), ['order.outcome.minting.again-text'])
})

test('every family of refusals has words of its own', () => {
  const table: [string | null, string][] = [
    ['42G020000', 'decline.balance'],
    ['42G030000', 'decline.limit'],
    ['42G050000', 'decline.limit'],
    ['42G550000', 'decline.limit'],
    ['42G440000', 'decline.code'],
    ['42G650000', 'decline.number'],
    ['E41170099', 'decline.number'],
    ['42G830000', 'decline.expiry'],
    ['E21020002', 'decline.cancelled'],
    ['E21010201', 'decline.no-secure'],
    ['E21010001', 'decline.secure'],
    ['E41170002', 'decline.unsupported'],
    ['EX1000302', 'decline.token'],
    ['42C030000', 'decline.busy'],
    ['E91019999', 'decline.busy'],
    ['42G120000', 'error.PAYMENT_DECLINED'],
    [null, 'error.PAYMENT_DECLINED'],
  ]
  for (const [code, word] of table) assert.equal(declineWord(code), word, String(code))
})

const en = { ...orderWords, ...tradeWords }
const ja = { ...jaOrderWords, ...jaTradeWords }

test('whatever moved money, points or pieces has words in both languages', () => {
  const events = timelineSources.flatMap((source) =>
    timelineEvents[source].flatMap((event) =>
      [false, true].map((isToken) => ({ source, event, word: timelineWord({ source, event }, isToken) })),
    ),
  )
  assert.ok(events.length > 30)
  for (const { source, event, word } of events) {
    if (word !== undefined) assert.ok(word in en && word in ja, word)
    const matters = source === 'point' || source === 'receipt' || ['captured', 'refunded', 'declined'].includes(event)
    if (matters && !(source === 'order' && event === 'captured') && !(source === 'chain' && event === 'refunded'))
      assert.ok(word !== undefined, `${source} ${event}`)
  }
})

test('the delivery of a token is shown as such, not as the opening of a pack', () => {
  for (const event of ['sent', 'given-up', 'delivered'] as const) {
    const [ofPack, ofToken] = [false, true].map((isToken) => timelineWord({ source: 'chain', event }, isToken))
    assert.notEqual(ofPack, ofToken, event)
    assert.ok(ofToken?.startsWith('trade.'), event)
  }
  assert.equal(timelineWord({ source: 'card', event: 'captured' }, true), 'timeline.card.captured')
})

test('an event nobody knows is left out', () => {
  assert.equal(timelineWord({ source: 'chain', event: 'rewound' }, false), undefined)
})

test('pieces are on their way again from the lost transaction to the seal', () => {
  const chain = (...events: string[]) => events.map((event) => ({ source: 'chain', event }) as const)
  const isSentAgain = (...events: string[]) => seenIn(chain(...events)).isAgain
  assert.equal(isSentAgain('opened', 'sent'), false)
  assert.equal(isSentAgain('opened', 'sent', 'given-up'), true)
  assert.equal(isSentAgain('opened', 'sent', 'given-up', 'sent', 'sealed'), false)
})

test('points that had expired when they came back are seen in the timeline', () => {
  const points = (...events: string[]) =>
    seenIn(events.map((event) => ({ source: 'point', event }) as const)).hasLatePoints
  assert.equal(points('spent', 'returned'), false)
  assert.equal(points('spent', 'returned', 'late-granted'), true)
  assert.ok(timelineEvents.point.includes('late-granted'))
})
