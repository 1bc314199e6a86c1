import assert from 'node:assert/strict'
import { afterEach, test } from 'node:test'
import { armFaults, fault } from './fault.ts'

afterEach(() => armFaults(''))

test('a point without a plan does nothing, a planned one breaks there', async () => {
  await fault('anywhere')
  armFaults('throw:here,sleep:there:1')
  await fault('anywhere')
  await fault('there')
  await assert.rejects(fault('here'), /here/)
})

test('a plan that does not read is refused', () => {
  assert.throws(() => armFaults('explode:here'), /not a fault/)
  assert.throws(() => armFaults('kill'), /not a fault/)
})
