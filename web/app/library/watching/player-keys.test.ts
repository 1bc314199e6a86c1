import assert from 'node:assert/strict'
import { test } from 'node:test'
import { actOfPlayerKey, lengthText, speedNear } from './player-keys.ts'

test('keys of the player do what players usually do, with Caps Lock as well', () => {
  assert.deepEqual([' ', 'k', 'K', 'ArrowLeft', 'c', 'x'].map(actOfPlayerKey), [
    'play',
    'play',
    'play',
    'back',
    'captions',
    undefined,
  ])
})

test('the speed stays within what the player offers', () => {
  assert.deepEqual([speedNear(1, 1), speedNear(2, 1), speedNear(0.5, -1)], [1.25, 2, 0.5])
})

test('a length is read in minutes, and in hours where it has some', () => {
  assert.deepEqual([20, 61, 3723].map(lengthText), ['0:20', '1:01', '1:02:03'])
})
