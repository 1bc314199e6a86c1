import assert from 'node:assert/strict'
import test from 'node:test'
import type { OwnListingView } from '@kura/contract/market/listing'
import { listingStates } from '@kura/contract/states'
import { isMoving } from './is-moving.ts'

test('what ends by itself is looked at often: being paid for, taken back, given or moved', () => {
  const listed = (state: OwnListingView['state']) => isMoving({ listing: { state } as OwnListingView, underWay: null })
  assert.deepEqual(listingStates.filter(listed), ['held', 'ending'])
  assert.equal(isMoving({ listing: null, underWay: { kind: 'gift', id: '', state: 'open' } }), true)
  assert.equal(isMoving({ listing: null, underWay: null }), false)
  assert.equal(isMoving(undefined), false)
})
