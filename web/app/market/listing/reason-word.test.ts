import assert from 'node:assert/strict'
import test from 'node:test'
import { controlReasons } from '@kura/contract/catalogue/control'
import { reasonWord } from './reason-word.ts'

test('what stands in the way has words; what the item says of other tokens, or is asked on the way, does not stand in it', () => {
  assert.equal(reasonWord({ isAllowed: true, reason: null }), undefined)
  const open = controlReasons.filter((reason) => reasonWord({ isAllowed: false, reason }) === undefined)
  assert.deepEqual(open.toSorted(), ['listed-already', 'offered-as-gift', 'terms-outdated'])
  assert.equal(reasonWord({ isAllowed: false, reason: 'sales-paused' }), 'own.why.sales-paused')
  assert.equal(reasonWord({ isAllowed: false, reason: 'not-listed' }), 'own.why.other')
})
