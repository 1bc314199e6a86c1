import assert from 'node:assert/strict'
import test from 'node:test'
import { ignoreEmptyMessages } from './ignore-empty-messages.ts'

test('a message without content reaches nobody, every other one does', () => {
  const page = new EventTarget()
  const heard: unknown[] = []
  ignoreEmptyMessages(page)
  page.addEventListener('message', (event) => heard.push((event as MessageEvent).data))
  for (const data of [null, { type: 'FCL:VIEW:READY' }, '', 0, undefined, null])
    page.dispatchEvent(new MessageEvent('message', data === undefined ? {} : { data }))
  // an event made without content has null, too
  assert.deepEqual(heard, [{ type: 'FCL:VIEW:READY' }, '', 0])
})
