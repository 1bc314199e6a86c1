import assert from 'node:assert/strict'
import test from 'node:test'
import type { ErrorBody } from '@kura/contract/errors'
import { isTermsRefusal, makeTermsRequest, withTerms } from './terms-request.ts'

type Answer = { body?: Pick<ErrorBody, 'errorCode' | 'details'> }
const outdated: Answer = {
  body: { errorCode: 'FORBIDDEN', details: [{ field: 'termsVersion', fault: 'terms_outdated' }] },
}
const paid: Answer = {}

async function buy(answers: Answer[], isAgreed: boolean) {
  let asked = 0
  const left = [...answers]
  const answer = await withTerms(
    async () => left.shift() ?? assert.fail('bought once too often'),
    ({ body }) => body,
    async () => ((asked += 1), isAgreed),
  )
  return { answer, asked, tries: answers.length - left.length }
}

test('refused for older terms, a member agrees and the same act is done again', async () => {
  assert.deepEqual(await buy([outdated, paid], true), { answer: paid, asked: 1, tries: 2 })
})

test('who does not agree buys nothing; who was not refused is not asked', async () => {
  assert.deepEqual(await buy([outdated, paid], false), { answer: outdated, asked: 1, tries: 1 })
  assert.deepEqual(await buy([paid], true), { answer: paid, asked: 0, tries: 1 })
})

test('it is asked once for one act, whatever comes after', async () => {
  assert.deepEqual(await buy([outdated, outdated], true), { answer: outdated, asked: 1, tries: 2 })
})

test('other refusals are not about the terms', () => {
  assert.equal(isTermsRefusal({ errorCode: 'FORBIDDEN' }), false)
  assert.equal(isTermsRefusal({ errorCode: 'FORBIDDEN', details: [{ field: 'x', fault: 'banned' }] }), false)
  assert.equal(isTermsRefusal({ errorCode: 'WALLET_REQUIRED' }), false)
  assert.equal(isTermsRefusal({ errorCode: 'TERMS_OUTDATED' }), true)
})

test('all who wait get the one answer', async () => {
  const request = makeTermsRequest()
  let calls = 0
  request.subscribe(() => (calls += 1))
  const answers = Promise.all([request.ask(), request.ask()])
  assert.equal(request.isOpen(), true)
  request.end(true)
  assert.deepEqual([await answers, request.isOpen(), calls], [[true, true], false, 3])
})
