import assert from 'node:assert/strict'
import test from 'node:test'
import { openingStage } from './opening-stage.ts'

type Known = Parameters<typeof openingStage>[0]
type Show = Parameters<typeof openingStage>[1]
const stage = (known: Partial<Known>, show: Partial<Show> = {}) =>
  openingStage(
    { hasOrder: true, opening: undefined, isMissing: false, hasFailed: false, ...known },
    { isTorn: false, isTearOver: false, isSkipped: false, wasUnsealed: true, ...show },
  )

test('a pack goes from closed over the tear and the mint to its cards', () => {
  assert.equal(stage({}), 'closed')
  assert.equal(stage({}, { isTorn: true }), 'tearing')
  assert.equal(stage({}, { isTorn: true, isTearOver: true }), 'minting')
  assert.equal(stage({ opening: 'minting' }, { isTorn: true, isTearOver: true }), 'minting')
  assert.equal(stage({ opening: 'sealed' }, { isTorn: true, isTearOver: true }), 'reveal')
})

test('a fast seal does not cut the tear short, a skip does', () => {
  assert.equal(stage({ opening: 'sealed' }, { isTorn: true }), 'tearing')
  assert.equal(stage({ opening: 'sealed' }, { isTorn: true, isSkipped: true }), 'cards')
  assert.equal(stage({ opening: 'minting' }, { isTorn: true, isSkipped: true }), 'minting')
})

test('who comes back after the seal sees the cards at once', () => {
  assert.equal(stage({ opening: 'sealed' }, { wasUnsealed: false }), 'cards')
})

test('what went wrong is told', () => {
  assert.equal(stage({ opening: 'stuck' }), 'stuck')
  assert.equal(stage({ opening: 'refunded' }), 'refunded')
  assert.equal(stage({ isMissing: true }), 'missing')
  assert.equal(stage({ hasOrder: false, hasFailed: true }), 'failed')
  assert.equal(stage({ hasOrder: false }), 'loading')
})
