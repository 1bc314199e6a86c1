import assert from 'node:assert/strict'
import test from 'node:test'
import { giftEnds, giftStates } from '@kura/contract/states'
import type { GiftView } from '@kura/contract/market/gift'
import { giftWords as en } from '../../words/en/gift.ts'
import { transferWords } from '../../words/en/transfer.ts'
import { canCancel, giftText, faultsInRefusal, faultsOfGift } from './gift-state.ts'

const gift = (more: Partial<GiftView>) => ({
  kind: 'mail' as const,
  side: 'sent' as const,
  state: 'open' as const,
  endReason: null,
  failureCode: null,
  ...more,
})

test('every state and every end has its words, for both who take part', () => {
  const known: Record<string, string> = { ...en, ...transferWords }
  for (const side of ['sent', 'received'] as const) {
    for (const state of giftStates) assert.ok(known[giftText(gift({ side, state }))], `${side} ${state}`)
    for (const endReason of giftEnds)
      assert.ok(known[giftText(gift({ side, state: 'ended', endReason }))], `${side} ${endReason}`)
  }
  for (const state of giftStates) assert.ok(known[`gift.state.${state}`], state)
})

test('who gets a gift does not read what its giver did', () => {
  assert.equal(giftText(gift({ side: 'received', state: 'ended', endReason: 'cancelled' })), 'gift.end.for-recipient')
  assert.equal(giftText(gift({ side: 'received', state: 'ending' })), 'gift.end.for-recipient')
  assert.equal(giftText(gift({ side: 'sent', state: 'ending' })), 'gift.text.ending')
  assert.equal(giftText(gift({ side: 'sent', state: 'sealed' })), 'gift.text.sealed-sent')
})

test('a storage that is full is shown to whom it belongs: the giver of a gift by mail, else the receiver', () => {
  const full = { state: 'failed', failureCode: 1103 } as const
  assert.equal(giftText(gift(full)), 'signing.error.storage-full')
  assert.equal(giftText(gift({ ...full, kind: 'address' })), 'transfer.failed.storage')
})

test('a gift can be cancelled until it is claimed, and only by its giver', () => {
  assert.ok(canCancel(gift({ state: 'open' })))
  assert.ok(canCancel(gift({ kind: 'address', state: 'drafted' })))
  for (const kind of ['mail', 'address'] as const) assert.ok(!canCancel(gift({ kind, state: 'pending' })), kind)
  for (const state of ['claimed', 'sealed', 'ended', 'ending', 'given-up', 'failed'] as const)
    assert.ok(!canCancel(gift({ state })), state)
  assert.ok(!canCancel(gift({ side: 'received', state: 'claimed' })))
})

test('an address is needed and has to look like one; a gift to a wallet needs none', () => {
  assert.deepEqual(faultsOfGift({ email: undefined }), {})
  assert.deepEqual(faultsOfGift({ email: ' ' }), { email: 'gift.email-missing' })
  assert.deepEqual(faultsOfGift({ email: 'hanako' }), { email: 'error.INVALID_EMAIL_FORMAT' })
  assert.deepEqual(faultsOfGift({ email: ' hanako@example.com ' }), {})
})

test('a refusal is shown at its field', () => {
  const refused = (field: string, fault: string) =>
    faultsInRefusal({ errorCode: 'INVALID_INPUT', details: [{ field, fault }] })
  assert.deepEqual(refused('email', 'yourself'), { email: 'gift.email-own' })
  assert.deepEqual(refused('email', 'undeliverable'), { email: 'gift.email-undeliverable' })
  for (const fault of ['link', 'unseen_characters', 'stacked_accents'])
    assert.deepEqual(refused('message', fault), { message: 'gift.message-wrong' })
  assert.equal(refused('address', 'yourself'), undefined)
  assert.deepEqual(faultsInRefusal({ errorCode: 'INVALID_EMAIL_FORMAT' }), { email: 'error.INVALID_EMAIL_FORMAT' })
  assert.equal(faultsInRefusal({ errorCode: 'SALES_PAUSED' }), undefined)
})
