import assert from 'node:assert/strict'
import test from 'node:test'
import { transferObstacles } from '@kura/contract/market/transfer'
import { transferWords as en } from '../../words/en/transfer.ts'
import { transferWords as ja } from '../../words/ja/transfer.ts'
import { obstacleIn, obstacleOf } from './obstacle.ts'

const parts = ['member', 'token', 'address'] as const

test('every obstacle is shown once, of the token and of the address in words of its own', () => {
  for (const obstacle of transferObstacles) {
    const found = parts.filter((part) => obstacleOf([obstacle], part) === obstacle)
    assert.equal(found.length, 1, obstacle)
    if (found[0] === 'member') continue
    const word = `transfer.obstacle.${obstacle}`
    assert.ok(word in en && word in ja, word)
  }
})

test('of several obstacles the first of its part is shown', () => {
  const all = ['listed', 'offered-as-gift', 'no-collection', 'storage-full'] as const
  assert.equal(obstacleOf(all, 'token'), 'listed')
  assert.equal(obstacleOf(all, 'address'), 'no-collection')
  assert.equal(obstacleOf(all, 'member'), undefined)
  assert.equal(obstacleOf(undefined, 'token'), undefined)
})

test('a refusal names the obstacle that came up meanwhile', () => {
  const refused = (fault: string) => obstacleIn({ details: [{ field: 'x', fault }] })
  assert.equal(refused('listed'), 'listed')
  assert.equal(refused('offered_as_gift'), 'offered-as-gift')
  assert.equal(refused('no_collection'), 'no-collection')
  assert.equal(refused('storage_full'), 'storage-full')
  assert.equal(refused('not_an_address_of_the_network'), 'not-an-address')
  assert.equal(refused('yourself'), 'own-address')
  assert.equal(refused('not_owner'), 'not-owned')
  assert.equal(refused('too_long'), undefined)
  assert.equal(obstacleIn({}), undefined)
})
