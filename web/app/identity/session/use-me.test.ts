import assert from 'node:assert/strict'
import test from 'node:test'
import type { AccountView } from '@kura/contract/identity/account'
import { meRecord } from './use-me.ts'

const me: AccountView = {
  userId: '01990000-0000-7000-8000-000000000001',
  email: 'me@visitor.example',
  flowAddress: '',
  displayName: '',
  termsVersion: '2026-11-01',
  termsOutdated: false,
  hasPassword: true,
  birthday: null,
  isMinor: false,
  deletionDueAt: null,
}

test('the account of a member is on its way, known, or failed', () => {
  const record = (me?: AccountView, error?: 'SERVICE_UNAVAILABLE') => meRecord({ isMember: true, me, error })
  assert.deepEqual(record(), { me: undefined, pending: true, error: undefined })
  assert.deepEqual(record(me), { me, pending: false, error: undefined })
  assert.deepEqual(record(undefined, 'SERVICE_UNAVAILABLE'), {
    me: undefined,
    pending: false,
    error: 'SERVICE_UNAVAILABLE',
  })
})

test('what was known stays shown while asking again fails', () => {
  const record = meRecord({ isMember: true, me, error: 'SERVICE_UNAVAILABLE' })
  assert.deepEqual(record, { me, pending: false, error: 'SERVICE_UNAVAILABLE' })
})

test('nothing of a member is left once nobody is signed in', () => {
  const nobody = { me: undefined, pending: false, error: undefined }
  assert.deepEqual(meRecord({ isMember: false, me, error: 'INVALID_SESSION' }), nobody)
  assert.deepEqual(meRecord({ isMember: false, me: undefined, error: undefined }), nobody)
})
