import assert from 'node:assert/strict'
import test from 'node:test'
import { refuseOnLive } from './refuse-on-live.ts'

test('a live site has no gallery', () => {
  assert.throws(
    () => refuseOnLive({ isLive: true }),
    (thrown: { init?: { status?: number } }) => thrown.init?.status === 404,
  )
  refuseOnLive({ isLive: false })
})
