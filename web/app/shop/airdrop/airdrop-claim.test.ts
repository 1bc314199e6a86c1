import assert from 'node:assert/strict'
import { test } from 'node:test'
import { claimAirdrop, showAirdropStatus } from '@kura/contract/shop/issue'
import type { AirdropStatus } from '@kura/contract/shop/issue'
import type { ErrorCode } from '@kura/contract/errors'
import { isOnItsWay, statusPauseMs, claimFault, termOf } from './airdrop-claim.ts'
import { serverI18n } from '../../words/server-i18n.ts'

const counts = (opened: number, delivered: number, status: AirdropStatus['status'] = 'claimed') => ({
  status,
  packs: 5,
  opened,
  delivered,
})

test('packs that open by themselves are on their way until all are delivered', () => {
  assert.deepEqual(
    [counts(0, 0), counts(3, 1), counts(5, 4), counts(5, 5)].map((each) => isOnItsWay(each, 'single')),
    [true, true, true, false],
  )
  assert.equal(isOnItsWay(counts(0, 0), 'selectable'), true)
})

test('of packs that wait for their owner only the opened ones are', () => {
  assert.deepEqual(
    [counts(0, 0), counts(2, 1), counts(2, 2), counts(5, 5)].map((each) => isOnItsWay(each, 'random')),
    [false, true, false, false],
  )
})

test('it is asked often while something moves, rarely while it waits, and not at all at the end', () => {
  assert.ok(statusPauseMs(counts(5, 4), 'single') <= 3000)
  assert.ok(statusPauseMs(counts(2, 2), 'random') >= 10_000)
  assert.ok(statusPauseMs(counts(0, 0, 'before'), 'single') >= 10_000)
  assert.equal(statusPauseMs(counts(5, 5), 'single'), 0)
  assert.equal(statusPauseMs(undefined, 'single'), 0)
})

test('in a list only what moves is asked again', () => {
  assert.equal(statusPauseMs(counts(5, 4), 'single', true), statusPauseMs(counts(5, 4), 'single'))
  for (const still of [counts(2, 2), counts(0, 0, 'before'), counts(0, 0, 'claimable'), counts(0, 0, 'out-of-stock')])
    assert.equal(statusPauseMs(still, 'random', true), 0, still.status)
})

const codes = [...new Set<ErrorCode>([...claimAirdrop.errors, ...showAirdropStatus.errors, 'TOO_MANY_REQUESTS'])]

test('every failure of a claim is shown at its button, each in words of its own in both languages', () => {
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

test('while the contents are chosen, what can be mended is shown at the choice, and what ends it at the button', () => {
  const faultOf = (code: ErrorCode) => claimFault({ code }, true)
  for (const code of ['AirdropOutOfStock', 'INVALID_INPUT'] as const)
    assert.deepEqual(faultOf(code), { at: 'choice', word: 'pick.refused' })
  for (const code of ['BOT_DENY', 'SERVICE_UNAVAILABLE', 'TOO_MANY_REQUESTS'] as const)
    assert.equal(faultOf(code).at, 'choice', code)
  for (const code of ['AirdropAlreadyClaimed', 'AirdropPackNotReserved', 'AirdropPackOutOfSellingTermAfter'] as const)
    assert.deepEqual(faultOf(code), { at: 'button', word: `error.${code}` })
})

const pack = (saleStartsAt: string | null, saleEndsAt: string | null) => ({
  saleStartsAt,
  saleEndsAt,
  state: 'on' as const,
})

test('an airdrop begins with the later start and ends with the earlier end, its own or its pack’s', () => {
  const own = { startsAt: '2026-12-01T00:00:00Z', endsAt: '2026-12-31T00:00:00Z' }
  assert.deepEqual(termOf({ ...own, pack: pack(null, null) }), {
    saleStartsAt: own.startsAt,
    saleEndsAt: own.endsAt,
    state: 'on',
  })
  const inner = pack('2026-12-05T00:00:00+09:00', '2026-12-20T00:00:00+09:00')
  assert.deepEqual(termOf({ ...own, pack: inner }), inner)
  const outer = pack('2026-11-01T00:00:00Z', '2027-12-20T00:00:00Z')
  assert.deepEqual(termOf({ ...own, pack: outer }).saleStartsAt, own.startsAt)
  assert.deepEqual(termOf({ ...own, pack: outer }).saleEndsAt, own.endsAt)
  assert.deepEqual(termOf({ startsAt: null, endsAt: null, pack: pack(null, null) }), pack(null, null))
})
