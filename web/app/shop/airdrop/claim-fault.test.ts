import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ErrorCode } from '@kura/contract/errors'
import { claimAirdrop, showAirdropStatus } from '@kura/contract/shop/pack'
import { serverI18n } from '../../words/server-i18n.ts'
import { claimFault } from './claim-fault.ts'

const codes = [...new Set<ErrorCode>([...claimAirdrop.errors, ...showAirdropStatus.errors, 'TOO_MANY_REQUESTS'])]

test('every failure of a claim is told at its button, each in words of its own in both languages', () => {
  assert.ok(codes.length >= 12)
  for (const language of ['ja', 'en'] as const) {
    const texts = codes.map((code) => {
      const { at, word } = claimFault({ code }, false)
      assert.equal(at, 'button', code)
      return serverI18n(language).t(word)
    })
    assert.equal(new Set(texts).size, texts.length)
    for (const text of texts) assert.doesNotMatch(text, /^(error|pick)\.|支払|購入|charge|buy|sale/)
  }
})

test('while the contents are chosen, what can be mended is told at the choice, and what ends it at the button', () => {
  const told = (code: ErrorCode) => claimFault({ code }, true)
  for (const code of ['AirdropOutOfStock', 'INVALID_INPUT'] as const)
    assert.deepEqual(told(code), { at: 'choice', word: 'pick.refused' })
  for (const code of ['BOT_DENY', 'SERVICE_UNAVAILABLE', 'TOO_MANY_REQUESTS'] as const)
    assert.equal(told(code).at, 'choice', code)
  for (const code of ['AirdropAlreadyClaimed', 'AirdropPackNotReserved', 'AirdropPackOutOfSellingTermAfter'] as const)
    assert.deepEqual(told(code), { at: 'button', word: `error.${code}` })
})
