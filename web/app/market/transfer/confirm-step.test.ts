import assert from 'node:assert/strict'
import test from 'node:test'
import { stepAt } from './confirm-step.ts'

const both = [false, true]

test('the last screen is there only after the form, with valid input', () => {
  for (const isReached of both)
    for (const isRight of both) {
      assert.equal(stepAt({ isNamed: false, isReached, isRight }), 'form')
      assert.equal(stepAt({ isNamed: true, isReached, isRight }), isReached && isRight ? 'confirm' : 'back')
    }
})

test('after a reload at the last screen, or by a link to it, nothing that is typed leads there', () => {
  assert.equal(stepAt({ isNamed: true, isReached: false, isRight: true }), 'back')
})
