import assert from 'node:assert/strict'
import { test } from 'node:test'
import { errors } from '@kura/contract/errors'
import type { ErrorCode } from '@kura/contract/errors'
import { getPasscode, validatePasscode } from '@kura/contract/shop/issue'
import { serverI18n } from '../../words/server-i18n.ts'
import { passcodeFault, readPasscode } from './passcode-fault.ts'

const codes = [...new Set<ErrorCode>([...validatePasscode.errors, ...getPasscode.errors, 'TOO_MANY_REQUESTS'])]

test('every failure of a passcode is shown at the passcode, each in words of its own in both languages', () => {
  assert.ok(codes.length >= 10)
  for (const language of ['ja', 'en'] as const) {
    const texts = codes.map((code) => {
      const { at, word } = passcodeFault({ code }, false)
      assert.equal(at, 'code', code)
      return serverI18n(language).t(word)
    })
    assert.equal(new Set(texts).size, texts.length)
    for (const text of texts) assert.doesNotMatch(text, /^(error|passcode|pick)\./)
  }
})

test('while the contents are chosen, what can be mended stays there, and what ends it does not', () => {
  const at = (code: ErrorCode) => passcodeFault({ code }, true).at
  for (const code of [
    'PACK_OUT_OF_STOCK',
    'INVALID_INPUT',
    'BOT_DENY',
    'SERVICE_UNAVAILABLE',
    'TOO_MANY_REQUESTS',
  ] as const)
    assert.equal(at(code), 'choice', code)
  for (const code of [
    'PASSCODE_USED',
    'NOT_FOUND',
    'PACK_SELLING_TERM_AFTER',
    'PACK_LIMIT_REACHED',
    'FORBIDDEN',
  ] as const)
    assert.equal(at(code), 'code', code)
})

test('nothing a pack is refused for speaks of a payment: it is a gift', () => {
  for (const code of Object.keys(errors).filter((each) => each.startsWith('PACK_')) as ErrorCode[]) {
    if (code === 'PACK_ALREADY_OPENED') continue
    assert.doesNotMatch(serverI18n('ja').t(passcodeFault({ code }, false).word), /支払|購入|販売/, code)
    assert.doesNotMatch(serverI18n('en').t(passcodeFault({ code }, false).word), /charge|buy|sale|paid/, code)
  }
})

test('a passcode is read however people write it', () => {
  for (const text of ['KURA-2026', ' kura 2026 ', 'ＫＵＲＡー２０２６', 'KURA–2026', 'K-U-R-A-2026'])
    assert.equal(readPasscode(text)?.toUpperCase(), 'KURA2026', text)
})

test('what cannot be one is shown before anybody is asked', () => {
  for (const text of ['', '   ', 'abc', 'a-b-c', 'くら2026', 'KURA_2026', 'KURA/2026', 'x'.repeat(65)])
    assert.equal(readPasscode(text), undefined, text)
  assert.equal(readPasscode('x'.repeat(64)), 'x'.repeat(64))
})
