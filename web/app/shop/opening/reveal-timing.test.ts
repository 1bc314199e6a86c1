import assert from 'node:assert/strict'
import test from 'node:test'
import { inOrderOfShow, msPerCard, tearMs } from './reveal-timing.ts'

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
