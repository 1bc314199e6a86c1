import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { QueueView } from '@kura/contract/shop/pack'
import { pauseOf } from './line-pause.ts'

const view = (more: Partial<QueueView>): QueueView => ({
  packId: 'p',
  state: 'waiting',
  ahead: 5,
  waitSeconds: 60,
  admittedUntil: null,
  ...more,
})

test('a line is asked the sooner the nearer the turn is, but neither in a rush nor too rarely', () => {
  const middle = (more: Partial<QueueView>, isBefore = false) => pauseOf(view(more), isBefore, 0.5)
  assert.equal(middle({ waitSeconds: 60 }), 15_000)
  assert.equal(middle({ waitSeconds: 3600 }), 30_000)
  assert.equal(middle({ waitSeconds: 1 }), 3_000)
  assert.equal(middle({ waitSeconds: null, ahead: null }), 3_000)
  assert.equal(middle({ waitSeconds: null, ahead: null }, true), 30_000)
  assert.equal(middle({ state: 'admitted' }), 30_000)
  assert.equal(pauseOf(undefined, false, 0.5), 30_000)
})

test('a member who is in no line does not poll for a place', () => {
  for (const state of ['none', 'closed'] as const)
    for (const isBefore of [false, true]) assert.equal(pauseOf(view({ state }), isBefore, 0.5), 0)
})

test('thousands who came together do not ask together', () => {
  const pauses = [0, 0.2, 0.4, 0.6, 0.8, 1].map((chance) => pauseOf(view({}), false, chance))
  assert.equal(new Set(pauses).size, 6)
  assert.deepEqual([Math.min(...pauses), Math.max(...pauses)], [11_250, 18_750])
})
