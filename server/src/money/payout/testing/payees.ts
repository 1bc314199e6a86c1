import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { checkInvariants } from '../../../audit/check/check.ts'
import { transaction } from '../../../platform/db/transaction.ts'
import { seedMember } from '../../../testing/seed-member.ts'
import type { SeededMember } from '../../../testing/seed-member.ts'
import { testWorld } from '../../../testing/test-world.ts'
import type { TestWorld } from '../../../testing/test-world.ts'
import { creditProceeds, holdProceeds } from '../../ledger/credit-proceeds.ts'
import { loadBanks } from '../banks.ts'

const name = { ja: '月', en: 'Moon' }
export const account = {
  financialInstitutionCode: '0001',
  branchCode: '001',
  accountType: 'ordinary',
  accountNumber: '7654321',
  fullName: '山田 花子',
  fullNameKana: 'ヤマダ ハナコ',
  password: 'a good long password',
} as const
export const payer = {
  code: '1234567890',
  name: 'ｶ)ｸﾗ',
  bank: { bankCode: '0001', bankName: 'ﾐｽﾞﾎ', branchCode: '001', branchName: 'ﾄｳｷﾖｳ' },
  account: { type: 'ordinary', number: '1111111' },
} as const

/** A shop with banks, and nothing in its books at the end but that these sales have no trades. */
export async function payoutWorld(t: TestContext): Promise<TestWorld> {
  const world = await testWorld(t)
  await loadBanks(world.deps)
  return world
}
export async function seedSeller(world: TestWorld, yen: number): Promise<SeededMember> {
  const member = await seedMember(world.deps, { password: account.password })
  await credit(world, member, [yen])
  return member
}
/** Credits the proceeds of some sales at one moment. */
export const credit = (world: TestWorld, { memberId }: SeededMember, amounts: readonly number[]): Promise<void> =>
  transaction(world.deps.sql, async (db) => {
    for (const amountYen of amounts) {
      const tradeId = randomUUID()
      await holdProceeds(db, { tradeId, memberId, amountYen, name })
      await creditProceeds(db, { tradeId, name })
    }
  })
export async function seedPayee(world: TestWorld, yen: number, change: object = {}): Promise<SeededMember> {
  const member = await seedSeller(world, yen)
  const answer = await world.call('setPayoutAccount', { body: { ...account, ...change } }, member)
  assert.ok(answer.ok, JSON.stringify(answer))
  return member
}
export async function summaryOf(world: TestWorld, { session }: SeededMember) {
  const answer = await world.call('salesSummary', {}, { session })
  assert.ok(answer.ok)
  const { clearingYen, payableYen, onItsWayYen, paidOutYen, usedAsPointsYen } = answer.data
  return { clearingYen, payableYen, onItsWayYen, paidOutYen, usedAsPointsYen }
}
export const request = (world: TestWorld, { session }: SeededMember, balance: number, amount: number, key?: string) =>
  world.call('requestPayout', { body: { balance, amount } }, { session, ...(key ? { idempotencyKey: key } : {}) })
export async function assertBooksHold({ deps: { sql } }: TestWorld): Promise<void> {
  const found = await checkInvariants({ sql })
  assert.deepEqual(
    found.filter(({ what }) => what !== 'a seller was credited for a trade that is not there'),
    [],
  )
}

/** The file as the bank gives it back: a result for each transfer, by its place. */
export async function answerOf(path: string, results: string[]): Promise<string> {
  const lines = (await readFile(path, 'latin1')).split('\r\n')
  const marked = lines.map((line, at) =>
    line.startsWith('2') ? line.slice(0, 113) + results[at - 1] + line.slice(114) : line,
  )
  const answer = `${path}.result`
  await writeFile(answer, marked.join('\r\n'), 'latin1')
  return answer
}
export async function folder(t: TestContext): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), 'payout-'))
  t.after(() => rm(path, { recursive: true }))
  return path
}
