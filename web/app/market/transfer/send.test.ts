import assert from 'node:assert/strict'
import test from 'node:test'
import type { Result } from '@kura/contract/result'
import { WalletError } from '../../identity/wallet/wallet-error.ts'
import { send } from './send.ts'

const ok: Result<unknown> = { ok: true, data: {} }
const sent = { transactionId: 'ab', waitForSeal: async () => undefined }

async function run(wallet: () => Promise<typeof sent>, drafted: Result<string> = { ok: true, data: 'draft' }) {
  const told: string[] = []
  const end = await send<string>({
    draft: async () => drafted,
    run: async (draft) => {
      told.push(`wallet ${draft}`)
      return wallet()
    },
    report: async (draft, transactionId) => {
      told.push(`report ${draft} ${transactionId}`)
      return ok
    },
    giveUp: async (draft) => {
      told.push(`give up ${draft}`)
      return ok
    },
    onStage: (stage) => told.push(stage),
  })
  return { end, told }
}

test('the wish is noted before the wallet opens, and the transaction told afterwards', async () => {
  const { end, told } = await run(async () => sent)
  assert.equal(end.status, 'sent')
  assert.deepEqual(told, ['drafting', 'wallet', 'wallet draft', 'report draft ab'])
})

test('what is refused never opens the wallet', async () => {
  const body = { errorCode: 'TOKEN_LISTED', message: '' } as const
  const { end, told } = await run(async () => sent, { ok: false, status: 409, body })
  assert.deepEqual(end, { status: 'refused', body })
  assert.deepEqual(told, ['drafting'])
})

test('what the wallet did not send is given up, and told as what it was', async () => {
  for (const kind of ['user-rejected', 'session-expired', 'incorrect-device', 'storage-full'] as const) {
    const { end, told } = await run(async () => {
      throw new WalletError(kind, 'the wallet said so')
    })
    assert.equal(end.status === 'stopped' && end.error.kind, kind)
    assert.equal(told.at(-1), 'give up draft')
  }
})

test('what may have been sent is not given up: only the chain can tell', async () => {
  for (const thrown of [new TypeError('Failed to fetch'), new Error('something nobody knows')]) {
    const { end, told } = await run(() => Promise.reject(thrown))
    assert.equal(end.status, 'unknown')
    assert.ok(!told.some((each) => each.startsWith('give up')))
  }
})
