import assert from 'node:assert/strict'
import test from 'node:test'
import { timelineEvents, timelineSources } from '@kura/contract/transaction'
import { orderWords as en } from '../words/en/order.ts'
import { orderWords as ja } from '../words/ja/order.ts'
import { isSentAgain, timelineWord } from './timeline-words.ts'

test('whatever moved money, points or pieces has words in both languages', () => {
  const told = timelineSources.flatMap((source) =>
    timelineEvents[source].map((event) => ({ source, event, word: timelineWord({ source, event }) })),
  )
  assert.ok(told.length > 30)
  for (const { source, event, word } of told) {
    if (word !== undefined) assert.ok(word in en && word in ja, word)
    const matters = source === 'point' || source === 'receipt' || ['captured', 'refunded', 'declined'].includes(event)
    if (matters && !(source === 'order' && event === 'captured') && !(source === 'chain' && event === 'refunded'))
      assert.ok(word !== undefined, `${source} ${event}`)
  }
})

test('an event nobody knows is left out', () => {
  assert.equal(timelineWord({ source: 'chain', event: 'rewound' }), undefined)
})

test('pieces are on their way again from the lost transaction to the seal', () => {
  const chain = (...events: string[]) => events.map((event) => ({ source: 'chain', event }) as const)
  assert.equal(isSentAgain(chain('opened', 'sent')), false)
  assert.equal(isSentAgain(chain('opened', 'sent', 'given-up')), true)
  assert.equal(isSentAgain(chain('opened', 'sent', 'given-up', 'sent', 'sealed')), false)
})
