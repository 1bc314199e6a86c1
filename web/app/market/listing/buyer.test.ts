import assert from 'node:assert/strict'
import test from 'node:test'
import { knownOf, startOf, wordOf, readBuyer, listPicks, readPrice } from './buyer.ts'

const [first, second] = ['01990000-0000-7000-8000-00000000000a', '01990000-0000-7000-8000-00000000000b']
const buyer = { userId: first, name: '旅人' }

test('another price for a listing that is meant for one member begins with that member', () => {
  assert.deepEqual(startOf(undefined, first), { isChosen: true, text: first, answer: undefined })
  assert.deepEqual(startOf(undefined, null), { isChosen: false, text: '', answer: undefined })
})

test('what was chosen on the way counts, whatever stands: another member, and anyone', () => {
  const start = startOf({ buyer }, second)
  assert.deepEqual([start.isChosen, start.text], [true, first])
  assert.deepEqual(knownOf(start.text, start.answer).found, buyer)
  assert.deepEqual(startOf({ buyer: undefined }, second), { isChosen: false, text: '', answer: undefined })
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

test('a refusal says what is wrong with the member who was typed', () => {
  const fault = (fault: string) => [{ field: 'targetUserId', fault }]
  assert.equal(wordOf({ errorCode: 'INVALID_INPUT', message: '', details: fault('yourself') }), 'sell.only.yourself')
  assert.equal(wordOf({ errorCode: 'INVALID_INPUT', message: '', details: fault('no_wallet') }), 'sell.only.no-wallet')
  assert.equal(wordOf({ errorCode: 'NOT_FOUND', message: '' }), 'sell.only.unknown')
  assert.equal(wordOf({ errorCode: 'INVALID_REQUEST_FORMAT', message: '' }), 'sell.only.malformed')
  assert.equal(wordOf({ errorCode: 'TOO_MANY_REQUESTS', message: '' }), 'error.TOO_MANY_REQUESTS')
})

test('a buyer is meant by id, by address or by the page of the profile', () => {
  const userId = '01990000-0000-7000-8000-00000000000a'
  assert.deepEqual(readBuyer(` ${userId.toUpperCase()} `), { by: 'id', userId })
  const flowAddress = '0x179b6b1cb6755e31'
  for (const text of [flowAddress, '0x179B6B1CB6755E31', `https://kura.example/profile?id=${flowAddress}`])
    assert.deepEqual(readBuyer(text), { by: 'address', flowAddress }, text)
  for (const text of ['', 'hanako', '0x179b', '179b6b1cb6755e31', `${flowAddress}00`])
    assert.equal(readBuyer(text), undefined, text)
})

const bounds = { least: 100, most: 1_000_000 }

test('a price is whole yen within the bounds, however it is typed', () => {
  for (const text of ['12000', ' 12,000 ', '¥12,000', '１２，０００円', '12 000'])
    assert.deepEqual(readPrice(text, bounds), { yen: 12_000 }, text)
  assert.deepEqual(readPrice('100', bounds), { yen: 100 })
  assert.deepEqual(readPrice('1000000', bounds), { yen: 1_000_000 })
})

test('anything else is distinguished', () => {
  for (const [text, fault] of [
    ['', 'empty'],
    ['  円 ', 'empty'],
    ['12.5', 'whole'],
    ['-300', 'whole'],
    ['abc', 'whole'],
    ['1e5', 'whole'],
    ['99', 'too-low'],
    ['0', 'too-low'],
    ['1000001', 'too-high'],
    ['99999999999999999999', 'too-high'],
  ] as const)
    assert.deepEqual(readPrice(text, bounds), { fault }, text)
})

test('what can be picked lies within the bounds, and no amount is there twice', () => {
  assert.deepEqual(listPicks({ ...bounds, now: null, floor: 12_345, last: 9000 }), [
    { kind: 'floor', yen: 12_345 },
    { kind: 'under', yen: 12_225 },
    { kind: 'last', yen: 9000 },
  ])
  assert.deepEqual(listPicks({ ...bounds, now: 500, floor: 500, last: 490 }), [
    { kind: 'now', yen: 500 },
    { kind: 'last', yen: 490 },
  ])
  assert.deepEqual(listPicks({ ...bounds, now: null, floor: 100, last: 2_000_000 }), [{ kind: 'floor', yen: 100 }])
  assert.deepEqual(listPicks({ ...bounds, now: null, floor: null, last: null }), [])
})
