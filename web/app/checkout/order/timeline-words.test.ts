import assert from 'node:assert/strict'
import test from 'node:test'
import { timelineEvents, timelineSources } from '@kura/contract/chain/transaction'
import { orderWords } from '../../words/en/order.ts'
import { tradeWords } from '../../words/en/trade.ts'
import { orderWords as jaOrderWords } from '../../words/ja/order.ts'
import { tradeWords as jaTradeWords } from '../../words/ja/trade.ts'
import { seenIn, timelineWord } from './timeline-words.ts'

const en = { ...orderWords, ...tradeWords }
const ja = { ...jaOrderWords, ...jaTradeWords }

test('whatever moved money, points or pieces has words in both languages', () => {
  const told = timelineSources.flatMap((source) =>
    timelineEvents[source].flatMap((event) =>
      [false, true].map((isToken) => ({ source, event, word: timelineWord({ source, event }, isToken) })),
    ),
  )
  assert.ok(told.length > 30)
  for (const { source, event, word } of told) {
    if (word !== undefined) assert.ok(word in en && word in ja, word)
    const matters = source === 'point' || source === 'receipt' || ['captured', 'refunded', 'declined'].includes(event)
    if (matters && !(source === 'order' && event === 'captured') && !(source === 'chain' && event === 'refunded'))
      assert.ok(word !== undefined, `${source} ${event}`)
  }
})

test('the delivery of a token is told as such, not as the opening of a pack', () => {
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
