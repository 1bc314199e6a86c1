import assert from 'node:assert/strict'
import test from 'node:test'
import type { ErrorCode } from '@kura/contract/errors'
import type { Result } from '@kura/contract/result'
import { makeDraftKeeper } from './use-mail-draft.ts'

type Made = { id: string; signUntil: string }
const minute = 60_000

/** A keeper whose requests are answered by the test, in their order, and whose clock it moves. */
function keeper(refusals: Record<number, ErrorCode> = {}) {
  let now = Date.UTC(2026, 10, 1)
  const keys: string[] = []
  const kept = makeDraftKeeper<Made>({
    request: async (key): Promise<Result<Made>> => {
      keys.push(key)
      const refusal = refusals[keys.length]
      if (refusal) return { ok: false, status: 400, body: { errorCode: refusal, message: '' } }
      return {
        ok: true,
        data: { id: `draft ${keys.length}`, signUntil: new Date(now + 30 * minute).toISOString() },
      }
    },
    now: async () => now,
    newKey: () => `key ${keys.length + 1}`,
  })
  const ask = async (): Promise<string> => {
    const answer = await kept.ask()
    return answer.ok ? answer.data.id : answer.body.errorCode
  }
  return { kept, ask, keys, pass: (ms: number) => (now += ms) }
}

test('what was made to be read is what the wallet gets: asked twice, or twice at once, it is the same draft', async () => {
  const { ask, keys } = keeper()
  assert.deepEqual(await Promise.all([ask(), ask()]), ['draft 1', 'draft 1'])
  assert.equal(await ask(), 'draft 1')
  assert.equal(keys.length, 1)
})

test('one that was used, or would run out while its giver still reads in the wallet, is made again', async () => {
  const { kept, ask, pass } = keeper()
  await ask()
  assert.equal((await kept.take())?.id, 'draft 1')
  assert.equal(await kept.take(), undefined)
  assert.equal(await ask(), 'draft 2')
  pass(20 * minute)
  assert.equal(await ask(), 'draft 2')
  pass(6 * minute)
  assert.equal(await ask(), 'draft 3')
  assert.equal((await kept.take())?.id, 'draft 3')
})

test('a refusal is not kept, and a request whose answer was lost is sent again as the same one', async () => {
  const { kept, ask, keys } = keeper({ 1: 'TOKEN_LISTED', 2: 'SERVICE_UNAVAILABLE' })
  assert.equal(await ask(), 'TOKEN_LISTED')
  assert.equal(await kept.take(), undefined)
  assert.equal(await ask(), 'SERVICE_UNAVAILABLE')
  assert.equal(await ask(), 'draft 3')
  assert.deepEqual(keys, ['key 1', 'key 2', 'key 2'])
})
