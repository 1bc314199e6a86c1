import assert from 'node:assert/strict'
import test from 'node:test'
import { failureAt } from './failure-at.ts'

const fields = ['email', 'code', 'displayName'] as const

test('a failure stands at the field its code is about', () => {
  const failure = failureAt({ errorCode: 'TOKEN_EXPIRED' }, fields, { TOKEN_EXPIRED: 'code' })
  assert.deepEqual(failure, { field: 'code', code: 'TOKEN_EXPIRED' })
})

test('else at the first field the server names that the form has', () => {
  const details = [
    { field: 'body.other', fault: 'x' },
    { field: 'body.displayName', fault: 'unseen_characters' },
  ]
  assert.equal(failureAt({ errorCode: 'INVALID_INPUT', details }, fields).field, 'displayName')
})

test('else at the form as a whole', () => {
  assert.equal(failureAt({ errorCode: 'TOO_MANY_REQUESTS' }, fields).field, undefined)
})
