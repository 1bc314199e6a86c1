import assert from 'node:assert/strict'
import test from 'node:test'
import {
  faultsOf,
  formatExpiry,
  noCard,
  toGatewayCard,
  brandOf,
  formatCardNumber,
  lastFour,
  passesLuhn,
} from './card-fields.ts'

const now = new Date('2026-11-20T00:00:00Z')
const card = { number: '4111 1111 1111 1111', expiry: '12 / 28', code: '123', holder: 'HANAKO SATO' }

test('a card number is grouped as on its card, also typed full-width or pasted with signs', () => {
  assert.equal(formatCardNumber('4111111111111111'), '4111 1111 1111 1111')
  assert.equal(formatCardNumber('４１１１-1111'), '4111 1111')
  assert.equal(formatCardNumber('378282246310005'), '3782 822463 10005')
  assert.equal(formatCardNumber(''), '')
  assert.equal(formatCardNumber('41111'), '4111 1')
  assert.equal(lastFour('4111 1111 1111 1234'), '1234')
})

test('the brand is known from the first digits', () => {
  const names = ['4', '51', '2221', '35', '3530', '37', '36', '9', ''].map((digits) => brandOf(digits)?.name)
  const expected = [
    'Visa',
    'Mastercard',
    'Mastercard',
    undefined,
    'JCB',
    'American Express',
    'Diners Club',
    undefined,
    undefined,
  ]
  assert.deepEqual(names, expected)
})

test('a wrong check digit is found', () => {
  assert.ok(passesLuhn('5555555555554444'))
  assert.ok(!passesLuhn('5555555555554445'))
})

test('an expiry is written month first while it is typed, and can be deleted again', () => {
  const typed: [string, string, string][] = [
    ['1', '', '1'],
    ['12', '1', '12 / '],
    ['12 / 2', '12 / ', '12 / 2'],
    ['5', '', '05 / '],
    ['12 /', '12 / ', '1'],
    ['12/2028', '', '12 / 28'],
    ['０５/３０', '', '05 / 30'],
  ]
  for (const [text, before, expected] of typed) assert.equal(formatExpiry(text, before), expected, text)
})

test('every fault of a card is shown at its field', () => {
  assert.deepEqual(faultsOf(card, now), {})
  assert.deepEqual(faultsOf(noCard, now), { number: 'missing', expiry: 'missing', code: 'missing', holder: 'missing' })
  assert.deepEqual(faultsOf({ ...card, number: '4111 1111 1111 1112' }, now), { number: 'number' })
  assert.deepEqual(faultsOf({ ...card, expiry: '13 / 28' }, now), { expiry: 'expiry' })
  assert.deepEqual(faultsOf({ ...card, expiry: '10 / 26' }, now), { expiry: 'expired' })
  assert.deepEqual(faultsOf({ ...card, expiry: '11 / 26' }, now), {}, 'good to the end of its month')
  assert.deepEqual(faultsOf({ ...card, code: '12' }, now), { code: 'code' })
  assert.deepEqual(
    faultsOf({ ...card, number: '378282246310005' }, now),
    { code: 'code' },
    'four digits for this brand',
  )
  assert.deepEqual(faultsOf({ ...card, holder: '佐藤 花子' }, now), { holder: 'holder' })
})

test('the month of a card ends at midnight in Japan', () => {
  assert.deepEqual(faultsOf({ ...card, expiry: '11 / 26' }, new Date('2026-11-30T15:30:00Z')), { expiry: 'expired' })
})

test('the gateway gets digits, year first, and a name in capitals', () => {
  assert.deepEqual(toGatewayCard({ ...card, holder: ' ｈａｎａｋｏ  sato ' }), {
    cardno: '4111111111111111',
    expire: '2812',
    securitycode: '123',
    holdername: 'HANAKO SATO',
  })
})
