import assert from 'node:assert/strict'
import test from 'node:test'
import type { ErrorBody } from '@kura/contract/errors'
import type { Result } from '@kura/contract/result'
import { makeDraft } from './use-draft.ts'

const body: ErrorBody = {
  errorCode: 'PRICE_FAR_BELOW_FLOOR',
  message: '',
  details: [
    { field: 'price', fault: 'far_below_floor' },
    { field: 'floor', fault: '12000' },
  ],
}
const far: Result<never> = { ok: false, status: 409, body }
const drafted: Result<string> = { ok: true, data: 'draft' }

function steps(answers: Result<string>[], isConfirmed = true) {
  const did: unknown[] = []
  return {
    did,
    all: {
      send: async (more: object) => (did.push(more), answers.shift() ?? assert.fail('asked too often')),
      confirmFloor: async (floor: number | undefined) => (did.push(floor), isConfirmed),
    },
  }
}

test('an ordinary price is sent once, without a confirmation', async () => {
  const { did, all } = steps([drafted])
  assert.deepEqual(await makeDraft(all), { status: 'drafted', draft: 'draft' })
  assert.deepEqual(did, [{}])
})

test('a price far below the floor is asked about with the floor, and sent again only when it is meant', async () => {
  const meant = steps([far, drafted])
  assert.deepEqual(await makeDraft(meant.all), { status: 'drafted', draft: 'draft' })
  assert.deepEqual(meant.did, [{}, 12_000, { confirmedBelowFloor: true }])
  const left = steps([far], false)
  assert.deepEqual(await makeDraft(left.all), { status: 'left' })
  assert.deepEqual(left.did, [{}, 12_000])
})

test('a refusal is shown as it is, also the one after the question', async () => {
  const paused: Result<never> = { ok: false, status: 409, body: { errorCode: 'SALES_PAUSED', message: '' } }
  assert.deepEqual(await makeDraft(steps([paused]).all), { status: 'refused', body: paused.body })
  assert.deepEqual(await makeDraft(steps([far, paused]).all), { status: 'refused', body: paused.body })
  const silent: Result<never> = { ok: false, status: 409, body: { errorCode: 'PRICE_FAR_BELOW_FLOOR', message: '' } }
  const shown = steps([silent, drafted])
  await makeDraft(shown.all)
  assert.deepEqual(shown.did[1], undefined)
})
