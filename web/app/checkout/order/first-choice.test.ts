import assert from 'node:assert/strict'
import test from 'node:test'
import type { StoredCard } from '@kura/contract/checkout/order'
import { firstChoice } from './first-choice.ts'

const card = (cardSeq: string, isExpired: boolean): StoredCard => ({
  cardSeq,
  isExpired,
  cardName: '',
  maskedNumber: '*1111',
  brand: 'Visa',
  expires: '3912',
  holderName: '',
})

test('the checkout begins with the card stored last that still pays, else with a new one', () => {
  assert.equal(firstChoice([]).means, 'new-card')
  assert.equal(firstChoice([card('a', true)]).means, 'new-card')
  const chosen = firstChoice([card('a', true), card('b', false), card('c', false)])
  assert.deepEqual([chosen.means, chosen.cardSeq], ['stored-card', 'b'])
})
