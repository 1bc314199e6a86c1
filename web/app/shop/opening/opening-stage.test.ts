import assert from 'node:assert/strict'
import test from 'node:test'
import type { UnopenedPackView } from '@kura/contract/shop/opening'
import { openingStage, inOrderOfShow, msPerCard, tearMs, withoutPack } from './opening-stage.ts'

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

test('what went wrong is shown', () => {
  assert.equal(stage({ opening: 'stuck' }), 'stuck')
  assert.equal(stage({ opening: 'refunded' }), 'refunded')
  assert.equal(stage({ isMissing: true }), 'missing')
  assert.equal(stage({ hasOrder: false, hasFailed: true }), 'failed')
  assert.equal(stage({ hasOrder: false }), 'loading')
})

test('an opening that nobody skips takes at most six seconds', () => {
  for (const count of [1, 2, 3, 5, 10, 50]) assert.ok(tearMs + count * msPerCard(count) <= 6000, String(count))
})

test('few cards do not linger', () => {
  assert.equal(msPerCard(1), 1000)
  assert.equal(msPerCard(5), 1000)
  assert.equal(msPerCard(0), 0)
})

test('the rarest card comes last, and those of one rarity as they lie in the pack', () => {
  const cards = (['epic', 'common', 'legendary', 'rare', 'common'] as const).map((rarity, id) => ({ rarity, id }))
  assert.deepEqual(
    inOrderOfShow(cards).map(({ id }) => id),
    [1, 4, 3, 0, 2],
  )
  assert.equal(cards[0]?.rarity, 'epic')
})

const packs = ['one', 'two'].map((id) => ({ unopenedPackId: id, orderId: `order-${id}` }) as UnopenedPackView)

test('an opened pack leaves a kept list, and all else of it stays', () => {
  const list = { items: packs, cursor: 'next', total: 5 }
  assert.deepEqual(withoutPack('one')(list), { items: packs.slice(1), cursor: 'next', total: 5 })
  assert.deepEqual(withoutPack('three')(list), list)
  assert.equal(list.items.length, 2)
})

test('what was never asked for stays so', () => assert.equal(withoutPack('one')(undefined), undefined))
