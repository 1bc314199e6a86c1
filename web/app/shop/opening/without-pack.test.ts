import assert from 'node:assert/strict'
import test from 'node:test'
import type { UnopenedPackView } from '@kura/contract/checkout/order'
import { withoutPack } from './without-pack.ts'

const packs = ['one', 'two'].map((id) => ({ unopenedPackId: id, orderId: `order-${id}` }) as UnopenedPackView)

test('an opened pack leaves a kept list, and all else of it stays', () => {
  const list = { items: packs, cursor: 'next', total: 5 }
  assert.deepEqual(withoutPack('one')(list), { items: packs.slice(1), cursor: 'next', total: 5 })
  assert.deepEqual(withoutPack('three')(list), list)
  assert.equal(list.items.length, 2)
})

test('what was never asked for stays so', () => assert.equal(withoutPack('one')(undefined), undefined))
