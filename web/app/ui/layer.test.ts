import assert from 'node:assert/strict'
import test from 'node:test'
import { makeLayerStack } from './layer.ts'

const part = () => ({ inert: false })

test('the page and every window but the highest are inert, and come back as windows go', () => {
  const frame = part()
  const stack = makeLayerStack(() => frame)
  const [low, high] = [part(), part()]
  const closeLow = stack.push(low)
  assert.deepEqual([frame.inert, low.inert, stack.isTop(low)], [true, false, true])
  const closeHigh = stack.push(high)
  assert.deepEqual([frame.inert, low.inert, high.inert, stack.isTop(low)], [true, true, false, false])
  closeHigh()
  assert.deepEqual([frame.inert, low.inert], [true, false])
  closeLow()
  assert.deepEqual([frame.inert, low.inert, high.inert], [false, false, false])
})

test('a window may go before one that came later', () => {
  const frame = part()
  const stack = makeLayerStack(() => frame)
  const [low, high] = [part(), part()]
  const closeLow = stack.push(low)
  stack.push(high)
  closeLow()
  assert.deepEqual([frame.inert, low.inert, high.inert, stack.isTop(high)], [true, false, false, true])
})
