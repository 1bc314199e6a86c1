import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { limits } from '@kura/contract/limits'
import { mailsTo } from '../../identity/account/testing/mail-to.ts'
import { sendMails } from '../../platform/mail/send-waiting-mails.ts'
import type { SeededMember } from '../../testing/seed-member.ts'
import { loadBanks } from './banks.ts'
import { discardPayoutBatch, makePayoutBatch, releasePayoutBatch, renamePayoutHolder } from './batch.ts'
import { writePayoutLetters } from './letters.ts'
import { readPayoutResult, returnPayout } from './result.ts'
import {
  account,
  answerOf,
  assertBooksHold,
  credit,
  folder,
  payer,
  payoutWorld,
  request,
  seedPayee,
  seedSeller,
  summaryOf,
} from './testing/payees.ts'

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
    [{ fullName: '山田\u202e花子' }, 'fullName', 'unseen_characters'],
    [{ fullNameKana: 'ア'.repeat(31) }, 'fullNameKana', 'too_long'],
    [{ branchCode: '998' }, 'branchCode', 'unknown'],
    [{ accountNumber: '0' }, 'accountNumber', 'required'],
    [{ symbol: '10520', number: '12345671' }, 'symbol', 'other_bank'],
    [{ financialInstitutionCode: '9900', symbol: '20530', number: '12345671' }, 'symbol', 'invalid'],
    [{ financialInstitutionCode: '9900', symbol: '10520', number: '12345672' }, 'number', 'invalid'],
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
  const post = await set({ financialInstitutionCode: '9900', symbol: '10520', number: '12345671' })
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

  await writePayoutLetters(world.deps)
  await sendMails(world.deps, 50)
  const subjects = (await mailsTo(world, paid.email)).map(({ subject }) => subject.replace('【Kura 蔵】', ''))
  assert.deepEqual(subjects.toSorted(), [
    '振込の手続きを銀行に依頼しました',
    '振込の申請を受け付けました',
    '振込先口座を変更しました',
    '販売代金を振り込みました',
    '販売代金を振り込めませんでした',
  ])
})

test('proceeds become points at once, and the lists show the outcome', async (t) => {
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

test('movements of one moment are on one page, so that the next page loses none', async (t) => {
  const world = await payoutWorld(t)
  const member = await seedSeller(world, 5000)
  await credit(world, member, [100, 200, 300])
  const page = async (query: object) => {
    const answer = await world.call('listProceeds', { query }, member)
    assert.ok(answer.ok)
    return answer.data.items
  }
  const first = await page({ pageSize: 2 })
  assert.deepEqual(first.map(({ amount }) => amount).toSorted(), [100, 200, 300])
  const next = await page({ pageSize: 2, registeredBefore: first.at(-1)?.registeredAt })
  assert.deepEqual(
    next.map(({ amount }) => amount),
    [5000],
  )
})

test('an amount larger than the books hold in one movement is refused, whatever is payable', async (t) => {
  const world = await payoutWorld(t)
  const member = await seedPayee(world, 2_000_000_000)
  await credit(world, member, [2_000_000_000])
  const seen = 4_000_000_000
  for (const answer of [
    await request(world, member, seen, 3_000_000_000),
    await request(world, member, seen, limits.payoutMostYen + 1),
    await world.call('useProceeds', { body: {} }, member),
    await world.call('useProceeds', { body: { amount: 3_000_000_000, balance: seen } }, member),
  ])
    assert.deepEqual(!answer.ok && answer.body.details, [{ field: 'amount', fault: 'too_large' }])
  for (const amount of [-1000, 1000.5, Number.MAX_SAFE_INTEGER + 2]) {
    const answer = await request(world, member, seen, amount)
    assert.equal(!answer.ok && answer.body.errorCode, 'INVALID_REQUEST_FORMAT', String(amount))
  }
  assert.ok((await request(world, member, seen, limits.payoutMostYen)).ok)
  await assertBooksHold(world)
})

test('points and a payout of the same balance at once: one of them has it', async (t) => {
  const world = await payoutWorld(t)
  const member = await seedPayee(world, 5000)
  const both = await Promise.all([
    request(world, member, 5000, 5000),
    world.call('useProceeds', { body: {} }, member),
    world.call('useProceeds', { body: { amount: 5000 } }, member),
    request(world, member, 5000, 5000),
  ])
  assert.equal(both.filter(({ ok }) => ok).length, 1)
  const { payableYen, onItsWayYen, usedAsPointsYen } = await summaryOf(world, member)
  assert.deepEqual([payableYen, onItsWayYen + usedAsPointsYen], [0, 5000])
  await assertBooksHold(world)
})

test('a batch or member that cannot be is refused by its code', async (t) => {
  const { deps } = await payoutWorld(t)
  const say = (): void => undefined
  const number = 99_999_999_999
  await assert.rejects(discardPayoutBatch(deps, { number, by: 'ito' }, say), { refusal: 'BATCH_UNKNOWN' })
  const rename = renamePayoutHolder(deps, { memberId: 'hanako', by: 'ito', reason: 'married' }, say)
  await assert.rejects(rename, { refusal: 'ACCOUNT_UNKNOWN' })
})
