import assert from 'node:assert/strict'
import test from 'node:test'
import { faultsInRefusal, faultsOfGift } from './gift-fault.ts'

test('an address is needed and has to look like one; a gift to a wallet needs none', () => {
  assert.deepEqual(faultsOfGift({ email: undefined }), {})
  assert.deepEqual(faultsOfGift({ email: ' ' }), { email: 'gift.email-missing' })
  assert.deepEqual(faultsOfGift({ email: 'hanako' }), { email: 'error.INVALID_EMAIL_FORMAT' })
  assert.deepEqual(faultsOfGift({ email: ' hanako@example.com ' }), {})
})

test('a refusal is told at its field', () => {
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
