import assert from 'node:assert/strict'
import test from 'node:test'
import { readReturn, returnOf, subjectName, subjectOf } from './subject.ts'
import type { Subject } from './subject.ts'

const pack: Subject = { kind: 'pack', packId: 'first-light' }
const token: Subject = { kind: 'token', refId: '0190c0de-0000-7000-8000-000000000001', tokenId: '18446744073709551615' }

test('the way back from a bank names what is paid, and the points in it', () => {
  for (const subject of [pack, token])
    for (const usedPoint of [0, 300]) {
      const url = new URL(returnOf(subject, usedPoint), 'https://shop.example')
      url.searchParams.append('AccessID', 'a1')
      const read = readReturn(url.searchParams)
      assert.deepEqual(read?.subject, subject)
      // the payment of a pack is completed without naming its points
      assert.equal(read?.usedPoint, subject.kind === 'token' ? usedPoint : 0)
    }
})

test('an address that was mistyped names nothing', () => {
  for (const query of ['', 'packId=', 'refId=x', 'tokenId=1', 'AccessID=a'])
    assert.equal(readReturn(new URLSearchParams(query)), undefined, query)
  for (const typed of ['-5', 'x', '1.5', '99999999', ' '])
    assert.equal(readReturn(new URLSearchParams({ packId: 'a', usedPoint: typed }))?.usedPoint, 0, typed)
})

test('no pack and no token are remembered under one name', () => {
  assert.notEqual(subjectName({ kind: 'pack', packId: 'a' }), subjectName({ kind: 'token', refId: 'a', tokenId: 'a' }))
  assert.doesNotMatch(subjectName(pack), /:/)
})

test('an order says what it is about', () => {
  assert.deepEqual(subjectOf({ packId: 'first-light', token: null }), pack)
  const ordered = {
    tokenId: token.kind === 'token' ? token.tokenId : '',
    tokenRefId: token.kind === 'token' ? token.refId : '',
  }
  assert.deepEqual(subjectOf({ packId: null, token: ordered as never }), token)
})
