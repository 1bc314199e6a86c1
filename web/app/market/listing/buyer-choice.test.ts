import assert from 'node:assert/strict'
import test from 'node:test'
import { knownOf, startOf } from './buyer-choice.ts'

const [first, second] = ['01990000-0000-7000-8000-00000000000a', '01990000-0000-7000-8000-00000000000b']
const buyer = { userId: first, name: '旅人' }

test('another price for an offer that is meant for one member begins with that member', () => {
  assert.deepEqual(startOf(undefined, first), { isWanted: true, text: first, answer: undefined })
  assert.deepEqual(startOf(undefined, null), { isWanted: false, text: '', answer: undefined })
})

test('what was chosen on the way counts, whatever stands: another member, and anyone', () => {
  const start = startOf({ buyer }, second)
  assert.deepEqual([start.isWanted, start.text], [true, first])
  assert.deepEqual(knownOf(start.text, start.answer).found, buyer)
  assert.deepEqual(startOf({ buyer: undefined }, second), { isWanted: false, text: '', answer: undefined })
})

test('an answer that comes after something else was typed says nothing of it', () => {
  const nothing = { found: undefined, fault: undefined }
  assert.deepEqual(knownOf(second, { text: first, result: buyer }), nothing)
  assert.deepEqual(knownOf(second, { text: first, result: 'sell.only.unknown' }), nothing)
  assert.deepEqual(knownOf(first, { text: first, result: buyer }), { found: buyer, fault: undefined })
  assert.deepEqual(knownOf(first, { text: first, result: 'sell.only.unknown' }), {
    found: undefined,
    fault: 'sell.only.unknown',
  })
  assert.deepEqual(knownOf('', undefined), nothing)
})
