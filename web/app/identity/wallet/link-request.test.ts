import assert from 'node:assert/strict'
import test from 'node:test'
import { makeLinkRequest } from './link-request.ts'

const failure = { status: 'failed', messageKey: 'wallet.error.unknown' } as const

test('all who asked hear of the end, and who wants to of every failed try before it', async () => {
  const request = makeLinkRequest()
  const heard: unknown[] = []
  const answers = Promise.all([request.open({ onError: (each) => heard.push(each) }), request.open()])
  assert.equal(request.isOpen(), true)
  request.fail(failure)
  request.fail(failure)
  assert.equal(request.isOpen(), true, 'a failed try does not end it')
  request.close(true)
  assert.deepEqual([await answers, heard, request.isOpen()], [[true, true], [failure, failure], false])
  request.fail(failure)
  assert.equal(heard.length, 2, 'who is done hears nothing more')
})
