import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { AirdropStatus } from '@kura/contract/shop/pack'
import { isOnItsWay, statusPauseMs } from './claim-progress.ts'

const counts = (opened: number, delivered: number, status: AirdropStatus['status'] = 'claimed') => ({
  status,
  packs: 5,
  opened,
  delivered,
})

test('packs that open by themselves are on their way until all are delivered', () => {
  assert.deepEqual(
    [counts(0, 0), counts(3, 1), counts(5, 4), counts(5, 5)].map((each) => isOnItsWay(each, 'single')),
    [true, true, true, false],
  )
  assert.equal(isOnItsWay(counts(0, 0), 'selectable'), true)
})

test('of packs that wait for their owner only the opened ones are', () => {
  assert.deepEqual(
    [counts(0, 0), counts(2, 1), counts(2, 2), counts(5, 5)].map((each) => isOnItsWay(each, 'random')),
    [false, true, false, false],
  )
})

test('it is asked often while something moves, rarely while it waits, and not at all at the end', () => {
  assert.ok(statusPauseMs(counts(5, 4), 'single') <= 3000)
  assert.ok(statusPauseMs(counts(2, 2), 'random') >= 10_000)
  assert.ok(statusPauseMs(counts(0, 0, 'before'), 'single') >= 10_000)
  assert.equal(statusPauseMs(counts(5, 5), 'single'), 0)
  assert.equal(statusPauseMs(undefined, 'single'), 0)
})

test('in a list only what moves is asked again', () => {
  assert.equal(statusPauseMs(counts(5, 4), 'single', true), statusPauseMs(counts(5, 4), 'single'))
  for (const still of [counts(2, 2), counts(0, 0, 'before'), counts(0, 0, 'claimable'), counts(0, 0, 'out-of-stock')])
    assert.equal(statusPauseMs(still, 'random', true), 0, still.status)
})
