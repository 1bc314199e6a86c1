import assert from 'node:assert/strict'
import { test } from 'node:test'
import { errors } from '@kura/contract/errors'
import type { ErrorCode } from '@kura/contract/errors'
import {
  PackOutOfStockError,
  packErrorOf,
  readIssue,
  SelectablePackError,
  SellingTermAfterError,
  SellingTermBeforeError,
  UnauthorizedError,
  UnexpectedDataError,
} from './pack-error.ts'

type Row = [status: number, message: string, error: (new (message: string) => Error) | undefined]

/**
 * Every error text and status of packs that the specification names, and what is close to one and
 * is none.
 */
const table: Row[] = [
  [401, 'sign in first, and send the session in the header X-Auth-Session', UnauthorizedError],
  [401, 'the session is not valid any more', UnauthorizedError],
  [401, '', UnauthorizedError],
  [500, 'pack item out of stock', PackOutOfStockError],
  [403, 'pack is out of selling term (before)', SellingTermBeforeError],
  [500, 'pack is out of selling term (before): 2026-12-01T10:00:00Z', SellingTermBeforeError],
  [403, 'pack is out of selling term (after)', SellingTermAfterError],
  [400, 'pack is out of selling term (after): closed', SellingTermAfterError],
  [409, 'pack item out of stock', undefined],
  [500, 'something went wrong on our side', undefined],
  [500, 'another pack item out of stock', undefined],
  [403, 'the pack is out of selling term (before)', undefined],
  [403, 'pack is out of selling term', undefined],
  [404, 'not found', undefined],
  [0, 'the server could not be reached or did not answer as it should', undefined],
]

test('every error text and status of packs is its own error', () => {
  for (const [status, message, expected] of table) {
    const found = packErrorOf({ status, body: { message } }, 'passcode')
    assert.equal(found?.constructor, expected, `${status} ${message}`)
    assert.equal(found?.name, expected?.name)
    assert.equal(found?.message, expected && message)
  }
})

test('a 401 is unauthorized on the calls of passcodes, and nothing of packs on the others', () => {
  for (const call of ['pack', 'airdrop'] as const) {
    assert.equal(packErrorOf({ status: 401, body: { message: 'sign in first' } }, call), undefined)
    assert.ok(packErrorOf({ status: 500, body: { message: 'pack item out of stock' } }, call))
  }
})

test('every declared pack error is recognised, with the same code', () => {
  const pairs: [ErrorCode, ErrorCode | undefined][] = [
    ['UNAUTHORIZED', 'UNAUTHORIZED'],
    ['INVALID_SESSION', 'UNAUTHORIZED'],
    ['PACK_OUT_OF_STOCK', 'PACK_OUT_OF_STOCK'],
    ['PACK_SELLING_TERM_BEFORE', 'PACK_SELLING_TERM_BEFORE'],
    ['PACK_SELLING_TERM_AFTER', 'PACK_SELLING_TERM_AFTER'],
    ['INTERNAL_SERVER_ERROR', undefined],
    ['PASSCODE_USED', undefined],
    ['PACK_LIMIT_REACHED', undefined],
    ['BOT_DENY', undefined],
    ['AirdropOutOfStock', undefined],
  ]
  for (const [answered, code] of pairs) {
    const { status, message } = errors[answered]
    assert.equal(packErrorOf({ status, body: { message } }, 'passcode')?.code, code, answered)
  }
})

type Answer = [answer: unknown, error: (new (...parts: never[]) => Error) | undefined]

/** Responses of a call that gives a pack. */
const answers: Answer[] = [
  [{ status: 'accepted', packId: 'p', orderIds: ['o'] }, undefined],
  [{ status: 'accepted', packId: 'p', orderIds: [] }, undefined],
  [{ status: 'rejectForSelectable', packId: 'p' }, SelectablePackError],
  [{ status: 'rejectForSelectable' }, UnexpectedDataError],
  [{ status: 'rejectForSelectable', packId: '' }, UnexpectedDataError],
  [{ status: 'rejectForSelectable', packId: null }, UnexpectedDataError],
  [{ status: 'accepted' }, UnexpectedDataError],
  [{ status: 'accepted', packId: 'p', orderIds: [1] }, UnexpectedDataError],
  [{ status: 'perhaps', packId: 'p' }, UnexpectedDataError],
  [{}, UnexpectedDataError],
  [null, UnexpectedDataError],
  ['accepted', UnexpectedDataError],
]

test('an answer is accepted, or asks for a choice and names the pack, or makes no sense', () => {
  for (const [answer, expected] of answers) {
    if (expected === undefined) assert.deepEqual(readIssue(answer), answer)
    else assert.throws(() => readIssue(answer), expected, JSON.stringify(answer))
  }
  assert.throws(
    () => readIssue({ status: 'rejectForSelectable', packId: 'moon-choice' }),
    (error: Error) => error instanceof SelectablePackError && error.packId === 'moon-choice',
  )
})

test('there are six of them: five plain, one with a pack', () => {
  const plain = [
    UnauthorizedError,
    PackOutOfStockError,
    SellingTermBeforeError,
    SellingTermAfterError,
    UnexpectedDataError,
  ].map((Kind) => new Kind('why'))
  for (const error of plain) {
    assert.ok(error instanceof Error && error.name === error.constructor.name && errors[error.code])
    assert.ok(!('packId' in error))
  }
  assert.equal(new Set(plain.map(({ name }) => name)).size, 5)
  assert.equal(new SelectablePackError('p').name, 'SelectablePackError')
})
