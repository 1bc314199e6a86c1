import assert from 'node:assert/strict'
import test from 'node:test'
import { identityWords as en } from '../../words/en/identity.ts'
import { identityWords as ja } from '../../words/ja/identity.ts'
import { failureAt, faultWord, namedFaults } from './form-faults.ts'

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

test('a part of a field belongs to the field', () => {
  const details = [{ field: 'next.address', fault: 'same_as_current' }]
  assert.equal(failureAt({ errorCode: 'INVALID_INPUT', details }, ['current', 'next']).field, 'next')
})

test('else at the form as a whole', () => {
  assert.equal(failureAt({ errorCode: 'TOO_MANY_REQUESTS' }, fields).field, undefined)
})

test('each fault of an input has a sentence of its own', () => {
  const word = (fault: string, errorCode: 'INVALID_INPUT' | 'FORBIDDEN' = 'INVALID_INPUT') =>
    faultWord({ errorCode, details: [{ field: 'email', fault }] })
  for (const fault of namedFaults) assert.equal(word(fault), `fault.${fault}`)
  assert.equal(word('too_big'), undefined)
  assert.equal(word('needed_first', 'FORBIDDEN'), undefined)
  assert.equal(faultWord({ errorCode: 'INVALID_INPUT' }), undefined)
  for (const words of [ja, en])
    assert.equal(new Set(namedFaults.map((fault) => words[`fault.${fault}`])).size, namedFaults.length)
})
