import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import type { TestContext } from 'node:test'
import { limits } from '@kura/contract/limits'
import { checkInvariants } from '../../audit/check/check.ts'
import { mailsTo } from '../../identity/account/testing/mail-to.ts'
import { transaction } from '../../platform/db/transaction.ts'
import { sendMails } from '../../platform/mail/send-waiting-mails.ts'
import { seedMember } from '../../testing/seed-member.ts'
import type { SeededMember } from '../../testing/seed-member.ts'
import { testWorld } from '../../testing/test-world.ts'
import type { TestWorld } from '../../testing/test-world.ts'
import { creditProceeds, holdProceeds } from '../ledger/credit-proceeds.ts'
import { loadBanks } from './banks.ts'
import { discardPayoutBatch, makePayoutBatch, readPayoutResult, releasePayoutBatch, returnPayout } from './batch.ts'

const name = { ja: '月', en: 'Moon' }
const account = {
  financialInstitutionCode: '0001',
  branchCode: '001',
  accountType: 'ordinary',
  accountNumber: '7654321',
  fullName: '山田 花子',
  fullNameKana: 'ヤマダ ハナコ',
  password: 'a good long password',
} as const
const payer = {
  code: '1234567890',
  name: 'ｶ)ｸﾗ',
  bank: { bankCode: '0001', bankName: 'ﾐｽﾞﾎ', branchCode: '001', branchName: 'ﾄｳｷﾖｳ' },
  account: { type: 'ordinary', number: '1111111' },
} as const

/** A shop with banks, and nothing in its books at the end but that these sales have no trades. */
async function payoutWorld(t: TestContext): Promise<TestWorld> {
  const world = await testWorld(t)
  await loadBanks(world.deps)
  return world
}
async function seedSeller(world: TestWorld, yen: number): Promise<SeededMember> {
  const member = await seedMember(world.deps, { password: account.password })
  const tradeId = randomUUID()
  await transaction(world.deps.sql, async (db) => {
    await holdProceeds(db, { tradeId, memberId: member.memberId, amountYen: yen, name })
    await creditProceeds(db, { tradeId, name })
  })
  return member
}
async function seedPayee(world: TestWorld, yen: number, change: object = {}): Promise<SeededMember> {
  const member = await seedSeller(world, yen)
  const answer = await world.call('setPayoutAccount', { body: { ...account, ...change } }, member)
  assert.ok(answer.ok, JSON.stringify(answer))
  return member
}
async function summaryOf(world: TestWorld, { session }: SeededMember) {
  const answer = await world.call('salesSummary', {}, { session })
  assert.ok(answer.ok)
  const { clearingYen, payableYen, onItsWayYen, paidOutYen, usedAsPointsYen } = answer.data
  return { clearingYen, payableYen, onItsWayYen, paidOutYen, usedAsPointsYen }
}
const request = (world: TestWorld, { session }: SeededMember, balance: number, amount: number, key?: string) =>
  world.call('requestPayout', { body: { balance, amount } }, { session, ...(key ? { idempotencyKey: key } : {}) })
async function assertBooksHold({ deps: { sql } }: TestWorld): Promise<void> {
  const found = await checkInvariants({ sql })
  assert.deepEqual(
    found.filter(({ what }) => what !== 'a seller was credited for a trade that is not there'),
    [],
  )
}

/** The file as the bank gives it back: a result for each transfer, by its place. */
async function answerOf(path: string, results: string[]): Promise<string> {
  const lines = (await readFile(path, 'latin1')).split('\r\n')
  const marked = lines.map((line, at) =>
    line.startsWith('2') ? line.slice(0, 113) + results[at - 1] + line.slice(114) : line,
  )
  const answer = `${path}.result`
  await writeFile(answer, marked.join('\r\n'), 'latin1')
  return answer
}
async function folder(t: TestContext): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), 'payout-'))
  t.after(() => rm(path, { recursive: true }))
  return path
}

test('banks and branches are found by name, reading and code, in any width', async (t) => {
  const world = await payoutWorld(t)
  assert.equal(await loadBanks(world.deps), undefined, 'loaded once')
  const find = async (query: { q?: string; bankCode?: string }) => {
    const answer = await world.call('searchBanks', { query })
    assert.ok(answer.ok)
    assert.match(answer.data.version, /^20\d\d-\d\d-\d\d$/)
    return answer.data.banks.map(({ name: found }) => found)
  }
  assert.equal((await find({}))[0], 'ゆうちょ')
  for (const q of ['みずほ', 'ミズホ', 'ﾐｽﾞﾎ', '0001', '０００１', 'みずほ銀行'])
    assert.ok((await find({ q })).includes('みずほ'), q)
  for (const q of ['まるのうち', 'マルノウチ', '丸の内', 'ﾏﾙﾉｳﾁ'])
    assert.ok(
      (await find({ q, bankCode: '0001' })).some((each) => each.startsWith('丸')),
      q,
    )
  assert.ok((await find({ q: 'とうきょう', bankCode: '0001' })).includes('東京営業部'))
  assert.deepEqual(await find({ q: '100%_' }), [])
  const unknown = await world.call('searchBanks', { query: { bankCode: '9999' } })
  assert.equal(!unknown.ok && unknown.body.errorCode, 'NOT_FOUND')
})

test('an account is registered with the password, shown without its number, and mailed', async (t) => {
  const world = await payoutWorld(t)
  const member = await seedSeller(world, 5000)
  const { session } = member
  const set = (change: object) => world.call('setPayoutAccount', { body: { ...account, ...change } }, { session })
  const none = await world.call('showPayoutAccount', {}, { session })
  assert.equal(!none.ok && none.body.errorCode, 'NOT_FOUND')

  const faults: [change: object, field: string, fault: string][] = [
    [{ fullNameKana: '山田花子' }, 'fullNameKana', 'kana'],
    [{ fullNameKana: 'ア'.repeat(31) }, 'fullNameKana', 'too_long'],
    [{ branchCode: '998' }, 'branchCode', 'unknown'],
    [{ accountNumber: '0' }, 'accountNumber', 'required'],
    [{ symbol: '10530', number: '12345671' }, 'symbol', 'other_bank'],
    [{ financialInstitutionCode: '9900', symbol: '20530', number: '12345671' }, 'symbol', 'invalid'],
    [{ financialInstitutionCode: '9900', symbol: '10530', number: '12345672' }, 'number', 'invalid'],
  ]
  for (const [change, field, fault] of faults) {
    const answer = await set(change)
    assert.deepEqual(!answer.ok && answer.body.details, [{ field, fault }])
  }
  const wrong = await set({ password: 'another password' })
  assert.equal(!wrong.ok && wrong.body.errorCode, 'AUTHENTICATION_FAILED')

  const first = await set({})
  assert.ok(first.ok)
  const { financialInstitutionName, branchName, accountNumber, fullNameKana } = first.data
  assert.deepEqual(
    [financialInstitutionName, branchName, accountNumber, fullNameKana],
    ['みずほ', '東京営業部', '••••321', 'ヤマダ ハナコ'],
  )
  const post = await set({ financialInstitutionCode: '9900', symbol: '10530', number: '12345671' })
  assert.deepEqual(post.ok && [post.data.branchCode, post.data.accountNumber], ['058', '••••567'])
  const other = await set({ fullNameKana: 'サトウ ハナコ' })
  assert.deepEqual(!other.ok && other.body.details, [{ field: 'fullNameKana', fault: 'holder_differs' }])

  await sendMails(world.deps, 10)
  const mails = await mailsTo(world, member.email)
  assert.deepEqual(
    mails.map(({ subject }) => subject),
    Array(2).fill('【Kura 蔵】振込先口座を変更しました'),
  )
  assert.ok(!JSON.stringify(mails).includes('7654321'))
})

test('a payout is asked for once with the balance that was seen, and cancelled until a batch takes it', async (t) => {
  const world = await payoutWorld(t)
  const poor = await seedSeller(world, 5000)
  const code = async (answer: ReturnType<typeof request>) => {
    const { ok, ...rest } = await answer
    return ok ? 'ok' : (rest as { body: { errorCode: string } }).body.errorCode
  }
  assert.equal(await code(request(world, poor, 5000, 5000)), 'PAYOUT_ACCOUNT_REQUIRED')
  const member = await seedPayee(world, 5000)
  assert.equal(await code(request(world, member, 5000, limits.payoutLeastYen - 1)), 'INVALID_INPUT')
  assert.equal(await code(request(world, member, 4999, 2000)), 'PROCEEDS_CHANGED')
  assert.equal(await code(request(world, member, 5000, 5001)), 'PROCEEDS_SHORT')

  // two at once that both saw the whole balance, and one key twice
  const both = await Promise.all([1, 2].map(() => code(request(world, member, 5000, 3000))))
  assert.deepEqual(both.toSorted(), ['PROCEEDS_CHANGED', 'ok'])
  const key = randomUUID()
  const twice = [await request(world, member, 2000, 1000, key), await request(world, member, 2000, 1000, key)]
  assert.deepEqual(twice[0], twice[1])
  assert.deepEqual(await summaryOf(world, member), {
    clearingYen: 0,
    payableYen: 1000,
    onItsWayYen: 4000,
    paidOutYen: 0,
    usedAsPointsYen: 0,
  })
  const [first] = twice
  assert.ok(first?.ok)
  const { payoutId } = first.data
  const cancel = (by: SeededMember) => world.call('cancelPayout', { params: { payoutId } }, by)
  assert.equal((await cancel(poor)).ok, false, 'not by others')
  for (const answer of await Promise.all([cancel(member), cancel(member), cancel(member)]))
    assert.equal(answer.ok && answer.data.state, 'cancelled')
  assert.equal((await summaryOf(world, member)).payableYen, 2000)

  // a batch and a cancellation at once: one of them has it
  const last = await request(world, member, 2000, 1000)
  assert.ok(last.ok)
  const say = () => undefined
  const [cancelled] = await Promise.all([
    world.call('cancelPayout', { params: { payoutId: last.data.payoutId } }, member),
    makePayoutBatch(world.deps, { payOn: '2026-12-01', by: 'ito', isDryRun: false }, say),
  ])
  const [row] = await world.deps.sql`select state from payouts where id = ${last.data.payoutId}`
  assert.equal(row?.['state'], cancelled.ok ? 'cancelled' : 'batched')
  if (!cancelled.ok) assert.equal(cancelled.body.errorCode, 'PAYOUT_STATE')
  await discardPayoutBatch(world.deps, { number: 1, by: 'ito' }, say)
  await assertBooksHold(world)
})

test('two people pay a batch out, and what the bank returns is payable again', async (t) => {
  const world = await payoutWorld(t)
  const path = join(await folder(t), 'transfers.txt')
  const said: string[] = []
  const say = (line: string): void => void said.push(line)
  const [paid, returned] = [await seedPayee(world, 9000), await seedPayee(world, 4000, { accountNumber: '42' })]
  for (const [member, yen] of [
    [paid, 9000],
    [returned, 4000],
  ] as const)
    assert.ok((await request(world, member, yen, yen)).ok)
  const batch = { number: 1 }
  const refused = (work: Promise<void>, message: RegExp) => assert.rejects(work, { code: 'PAYOUT_REFUSED', message })

  await refused(makePayoutBatch(world.deps, { payOn: '2026-02-30', by: 'ito', isDryRun: false }, say), /is no day/)
  await makePayoutBatch(world.deps, { payOn: '2026-12-01', by: 'ito', isDryRun: false }, say)
  await refused(
    makePayoutBatch(world.deps, { payOn: '2026-12-01', by: 'ito', isDryRun: false }, say),
    /no payout waits/,
  )
  await refused(releasePayoutBatch(world.deps, { ...batch, by: ' Ito ', path, payer }, say), /somebody else/)
  await refused(readPayoutResult(world.deps, { ...batch, path, by: 'ito' }, say), /it has no result/)
  await releasePayoutBatch(world.deps, { ...batch, by: 'sato', path, payer }, say)
  const file = await readFile(path)
  await rm(path)
  await releasePayoutBatch(world.deps, { ...batch, by: 'sato', path, payer }, say)
  assert.deepEqual(await readFile(path), file, 'released again it is the same file')
  assert.match(said.join('\n'), /WARNING: batch 1 was released before/)
  const otherPayer = { ...payer, code: '1234567891' }
  await refused(releasePayoutBatch(world.deps, { ...batch, by: 'sato', path, payer: otherPayer }, say), /another file/)

  const answer = await answerOf(path, ['0', '1'])
  const half = `${answer}.half`
  await writeFile(half, (await readFile(answer)).subarray(0, 300))
  await refused(readPayoutResult(world.deps, { ...batch, path: half, by: 'ito' }, say), /cut off/)
  assert.equal((await summaryOf(world, paid)).onItsWayYen, 9000, 'nothing of half a file counts')
  await readPayoutResult(world.deps, { ...batch, path: answer, by: 'ito' }, say)
  await readPayoutResult(world.deps, { ...batch, path: answer, by: 'ito' }, say)
  assert.deepEqual(said.slice(-2), [
    'batch 1: 1 paid, 1 returned, 0 known before',
    'batch 1: 0 paid, 0 returned, 2 known before',
  ])
  const nothing = { clearingYen: 0, onItsWayYen: 0, usedAsPointsYen: 0 }
  assert.deepEqual(await summaryOf(world, paid), { ...nothing, payableYen: 0, paidOutYen: 9000 })
  assert.deepEqual(await summaryOf(world, returned), { ...nothing, payableYen: 4000, paidOutYen: 0 })
  const alarms = await world.deps.sql`select subject from alarms where kind = 'payout-returned' and cleared_at is null`
  assert.equal(alarms.length, 1)

  // a result for another batch
  assert.ok((await request(world, returned, 4000, 4000)).ok)
  await makePayoutBatch(world.deps, { payOn: '2026-12-02', by: 'ito', isDryRun: false }, say)
  const second = Number(/^batch (\d+): 1 payouts of 3800 yen/m.exec(said.slice(-2).join('\n'))?.[1])
  await releasePayoutBatch(world.deps, { number: second, by: 'sato', path: `${path}.2`, payer }, say)
  await refused(readPayoutResult(world.deps, { number: second, path: answer, by: 'ito' }, say), /of batch 1, not/)
  // returned days after the bank had said that it was paid
  await returnPayout(world.deps, { number: 1, reason: 'account-closed', by: 'ito' }, say)
  await returnPayout(world.deps, { number: 1, reason: 'account-closed', by: 'ito' }, say)
  assert.deepEqual(await summaryOf(world, paid), { ...nothing, payableYen: 9000, paidOutYen: 0 })
  await assertBooksHold(world)

  await sendMails(world.deps, 50)
  const subjects = (await mailsTo(world, paid.email)).map(({ subject }) => subject.replace('【Kura 蔵】', ''))
  assert.deepEqual(subjects.toSorted(), [
    '振込の申請を受け付けました',
    '振込先口座を変更しました',
    '販売代金を振り込みました',
    '販売代金を振り込めませんでした',
  ])
})

test('proceeds become points at once, and the lists say what became of them', async (t) => {
  const world = await payoutWorld(t)
  const member = await seedPayee(world, 5000)
  const use = (body: { amount?: number; balance?: number }) => world.call('useProceeds', { body }, member)
  const short = await use({ amount: 5001 })
  assert.equal(!short.ok && short.body.errorCode, 'PROCEEDS_SHORT')
  assert.deepEqual(
    (await Promise.all([use({ amount: 3000, balance: 5000 }), use({ amount: 3000, balance: 5000 })]))
      .map(({ ok }) => ok)
      .toSorted(),
    [false, true],
  )
  const rest = await use({})
  assert.deepEqual(rest.ok && rest.data, { points: 2000, payableYen: 0 })
  const none = await use({})
  assert.equal(!none.ok && none.body.errorCode, 'INVALID_INPUT')
  const points = await world.call('pointSummary', {}, member)
  assert.deepEqual(points.ok && [points.data.paid, points.data.free], [5000, 0])
  const used = await world.call('listProceedsUsed', { query: { pageSize: 1 } }, member)
  assert.ok(used.ok)
  assert.deepEqual(
    used.data.items.map(({ event, amount }) => [event, amount]),
    [['used', -2000]],
  )
  const before = used.data.items[0]?.registeredAt
  assert.ok(before)
  const earlier = await world.call('listProceedsUsed', { query: { registeredBefore: before } }, member)
  assert.deepEqual(earlier.ok && earlier.data.items.map(({ amount }) => amount), [-3000])
  const others = await world.call('listProceeds', { query: {} }, member)
  assert.deepEqual(others.ok && others.data.items.map(({ event, amount }) => [event, amount]), [['credited', 5000]])
  await assertBooksHold(world)
})
