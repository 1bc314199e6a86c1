import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readPasscode } from './read-passcode.ts'

test('a passcode is read however people write it', () => {
  for (const text of ['KURA-2026', ' kura 2026 ', 'ＫＵＲＡー２０２６', 'KURA–2026', 'K-U-R-A-2026'])
    assert.equal(readPasscode(text)?.toUpperCase(), 'KURA2026', text)
})

test('what cannot be one is told before anybody is asked', () => {
  for (const text of ['', '   ', 'abc', 'a-b-c', 'くら2026', 'KURA_2026', 'KURA/2026', 'x'.repeat(65)])
    assert.equal(readPasscode(text), undefined, text)
  assert.equal(readPasscode('x'.repeat(64)), 'x'.repeat(64))
})
