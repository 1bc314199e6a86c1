import assert from 'node:assert/strict'
import test from 'node:test'
import { listPicks, readPrice } from './read-price.ts'

const bounds = { least: 100, most: 1_000_000 }

test('a price is whole yen within the bounds, however it is typed', () => {
  for (const text of ['12000', ' 12,000 ', '¥12,000', '１２，０００円', '12 000'])
    assert.deepEqual(readPrice(text, bounds), { yen: 12_000 }, text)
  assert.deepEqual(readPrice('100', bounds), { yen: 100 })
  assert.deepEqual(readPrice('1000000', bounds), { yen: 1_000_000 })
})

test('anything else is told apart', () => {
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
