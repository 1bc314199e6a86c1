import assert from 'node:assert/strict'
import test from 'node:test'
import type { Tender } from '@kura/contract/checkout/order'
import type { StoredCard } from '@kura/contract/money/card'
import {
  chargedYen,
  faultsOfChoice,
  limitPoints,
  means,
  noChoice,
  pointsMissing,
  tenderOf,
  firstChoice,
} from './payment-choice.ts'
import type { ChoiceFaults, PaymentChoice } from './payment-choice.ts'

const stored = [
  {
    cardSeq: 'a',
    cardName: 'daily',
    maskedNumber: '****111',
    brand: 'Visa',
    expires: '3912',
    isExpired: false,
    holderName: '',
  },
  {
    cardSeq: 'b',
    cardName: 'old',
    maskedNumber: '****222',
    brand: 'Visa',
    expires: '2001',
    isExpired: true,
    holderName: '',
  },
  {
    cardSeq: 'c',
    cardName: 'amex',
    maskedNumber: '****333',
    brand: 'American Express',
    expires: '3912',
    isExpired: false,
    holderName: '',
  },
]
const faults = (choice: Partial<PaymentChoice>): ChoiceFaults =>
  faultsOfChoice({ ...noChoice, ...choice }, { priceYen: 1200, stored, now: new Date('2026-11-21T00:00:00+09:00') })
const card = { number: '4111 1111 1111 1111', expiry: '12 / 39', code: '123', holder: 'HANAKO SATO' }

test('means and points make the tender, and the whole price by points is points alone', () => {
  const found = means.flatMap((each) =>
    [0, 1, 1199, 1200].map((usedPoint) => tenderOf({ means: each, usedPoint }, 1200)),
  )
  const expected: Tender[] = ['card', 'card-point', 'card-point', 'point']
  assert.deepEqual(found, [...expected, ...expected, ...expected, 'paidy', 'paidy-point', 'paidy-point', 'point'])
})

test('points and charge make the price, whatever is typed', () => {
  for (const [wished, balance, used] of [
    [300, 500, 300],
    [900, 500, 500],
    [9_999_999, 5000, 1200],
    [-3, 500, 0],
    [1.9, 500, 1],
    [Number.NaN, 500, 0],
  ] as const) {
    const usedPoint = limitPoints(wished, 1200, balance)
    assert.equal(usedPoint, used, String(wished))
    assert.equal(chargedYen({ usedPoint }, 1200), 1200 - used)
  }
  assert.deepEqual([pointsMissing(1200, 500), pointsMissing(1200, 1200)], [700, 0])
})

test('a new card is checked field by field, and its name when it is to be stored', () => {
  assert.deepEqual(faults({ card }), {})
  assert.deepEqual(Object.keys(faults({})), ['number', 'expiry', 'code', 'holder'])
  assert.deepEqual(faults({ card, saveAs: ' ' }), { 'save-as': 'missing' })
  assert.deepEqual(faults({ card, saveAs: 'daily' }), {})
})

test('a stored card needs its security code, and one that is gone or has expired pays nothing', () => {
  const chosen = (cardSeq: string, securityCode: string) => faults({ means: 'stored-card', cardSeq, securityCode })
  assert.deepEqual(chosen('a', '123'), {})
  assert.deepEqual(chosen('a', ''), { 'security-code': 'missing' })
  assert.deepEqual(chosen('a', '1234'), { 'security-code': 'code' })
  assert.deepEqual(chosen('c', '1234'), {})
  assert.deepEqual(chosen('b', '123'), { means: 'expired' })
  assert.deepEqual(chosen('gone', '123'), { means: 'missing' })
})

test('deferred payment and points alone ask for nothing more', () => {
  assert.deepEqual(faults({ means: 'paidy', usedPoint: 5 }), {})
  assert.deepEqual(faults({ usedPoint: 1200 }), {})
})

const storedCard = (cardSeq: string, isExpired: boolean): StoredCard => ({
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
  assert.equal(firstChoice([storedCard('a', true)]).means, 'new-card')
  const chosen = firstChoice([storedCard('a', true), storedCard('b', false), storedCard('c', false)])
  assert.deepEqual([chosen.means, chosen.cardSeq], ['stored-card', 'b'])
})
