import assert from 'node:assert/strict'
import test from 'node:test'
import { faultsInRefusal, faultsOfGift } from './gift-fault.ts'

test('an address is needed and has to look like one; a gift to a wallet needs none', () => {
  assert.deepEqual(faultsOfGift({ email: undefined, message: '' }), {})
  assert.deepEqual(faultsOfGift({ email: ' ', message: '' }), { email: 'gift.email-missing' })
  assert.deepEqual(faultsOfGift({ email: 'hanako', message: '' }), { email: 'error.INVALID_EMAIL_FORMAT' })
  assert.deepEqual(faultsOfGift({ email: ' hanako@example.com ', message: 'お誕生日おめでとう！' }), {})
})

test('nobody’s links travel in our letters', () => {
  for (const message of ['https://x.example', 'www.example', 'go to evil.com now', 'a@b.jp'])
    assert.equal(faultsOfGift({ email: undefined, message }).message, 'gift.message-wrong', message)
  for (const message of ['おめでとう。また明日', 'v1.2 です', '…', 'A. B.'])
    assert.equal(faultsOfGift({ email: undefined, message }).message, undefined, message)
})

test('a refusal is told at its field', () => {
  const refused = (field: string, fault: string) =>
    faultsInRefusal({ errorCode: 'INVALID_INPUT', details: [{ field, fault }] })
  assert.deepEqual(refused('email', 'yourself'), { email: 'gift.email-own' })
  assert.deepEqual(refused('email', 'undeliverable'), { email: 'gift.email-undeliverable' })
  assert.deepEqual(refused('message', 'link'), { message: 'gift.message-wrong' })
  assert.equal(refused('address', 'yourself'), undefined)
  assert.deepEqual(faultsInRefusal({ errorCode: 'INVALID_EMAIL_FORMAT' }), { email: 'error.INVALID_EMAIL_FORMAT' })
  assert.equal(faultsInRefusal({ errorCode: 'SALES_PAUSED' }), undefined)
})
