import assert from 'node:assert/strict'
import { createHash, randomUUID } from 'node:crypto'
import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { deleteMember } from '@kura/server/identity/account/delete-member'
import { settleCleared } from '@kura/server/market/trade/trade-proceeds'
import { loadBanks } from '@kura/server/money/payout/banks'
import { replaceAccount } from '@kura/server/money/payout/queries'
import { transaction } from '@kura/server/platform/db/transaction'
import { callAt } from '../arena/call.ts'
import type { Trader } from '../arena/traders.ts'
import { until } from '../arena/until.ts'
import { assertOnly, stateOf, tally, times } from './scene.ts'
import type { Fault, Scene } from './scene.ts'
import { buyersOf, list, payPoints, tradersOf } from './trading.ts'

const priceYen = 20_000
const program = 'ops/src/testing/faults/payout-act.ts'
const payer = {
  code: '1234567890',
  name: 'ｶ)ｸﾗ',
  bank: { bankCode: '0001', bankName: 'ﾐｽﾞﾎ', branchCode: '001', branchName: 'ﾄｳｷﾖｳ' },
  account: { type: 'ordinary', number: '1111111' },
}

type Payee = Trader & { tradeIds: string[] }

/** A member with a bank account who sold this many tokens, whose proceeds have cleared. */
async function payeeOf(scene: Scene, sales = 1): Promise<Payee> {
  const { deps } = scene.arena
  const [seller] = await tradersOf(scene, 1, sales)
  const [buyer] = await buyersOf(scene, 1, sales * priceYen)
  assert.ok(seller && buyer)
  const tradeIds: string[] = []
  for (const token of seller.tokens) {
    const offer = await list(scene, seller, token, { price: priceYen })
    const { data, text } = await payPoints(scene, buyer, offer)
    assert.ok(data, text)
    tradeIds.push(data.order.orderId)
  }
  for (const id of tradeIds) await until('the token is sold', async () => (await stateOf(scene, id)) === 'delivered')
  await deps.sql`update trades set clears_at = kura_now() where id = any(${tradeIds}::uuid[])`
  await until('the proceeds are payable', async () => {
    await settleCleared(deps)
    const [open] = await deps.sql`select 1 from trades where id = any(${tradeIds}::uuid[]) and state <> 'settled'`
    return open === undefined
  })
  await loadBanks(deps)
  await setAccount(scene, seller, '1234567')
  return { ...seller, tradeIds }
}

const setAccount = ({ arena: { deps } }: Scene, { memberId }: { memberId: string }, accountNumber: string) =>
  transaction(deps.sql, (db) =>
    replaceAccount(db, {
      id: randomUUID(),
      memberId,
      bankCode: '0001',
      branchCode: '001',
      accountType: 'ordinary',
      accountNumber,
      holder: '山田 花子',
      holderKana: 'ﾔﾏﾀﾞ ﾊﾅｺ',
    }),
  )

async function payableOf({ arena: { deps } }: Scene, { memberId }: { memberId: string }): Promise<number> {
  const [row] = await deps.sql<{ yen: number }[]>`
    select balance::int as yen from ledger_accounts where id = ${`member:${memberId}:proceeds`}`
  return row?.yen ?? 0
}

const ask = (scene: Scene, member: Trader, balance: number, amount: number, url = scene.anyWeb()) =>
  callAt(url, 'requestPayout', { body: { balance, amount } }, member)

/** Requests this many payouts of 2,000 yen. */
async function askFor(scene: Scene, member: Trader, count: number): Promise<void> {
  for (let asked = 0; asked < count; asked += 1) {
    const answer = await ask(scene, member, await payableOf(scene, member), 2000)
    assert.equal(answer.status, 200, answer.text)
  }
}

type Act = 'batch' | 'release' | 'result' | 'undo'
const act = ({ arena }: Scene, name: Act, options: object, fault?: string) =>
  arena.run([program, name, JSON.stringify(options)], fault)
/** The same, but must end well. */
async function succeed(scene: Scene, name: Act, options: object): Promise<string> {
  const { how, said } = await act(scene, name, options)
  assert.equal(how, 'code 0', said)
  return said
}

/** Puts what waits into a batch; returns its number and the options to release it. */
async function batchOf(scene: Scene) {
  const said = await succeed(scene, 'batch', { payOn: '2026-12-01', by: 'ito', isDryRun: false })
  const number = Number(/^batch (\d+):/m.exec(said)?.[1])
  assert.ok(number > 0, said)
  const path = join(scene.arena.home, `transfers-${number}.txt`)
  return { number, path, release: { number, by: 'sato', path, payer } }
}
const batchRow = async ({ arena: { deps } }: Scene, number: number) => {
  const [row] = await deps.sql<{ state: string; sha256: string | null }[]>`
    select state, file_sha256 as sha256 from payout_batches where number = ${number}`
  return row
}
const statesOf = async ({ arena: { deps } }: Scene, { memberId }: { memberId: string }): Promise<string[]> =>
  (await deps.sql<{ state: string }[]>`select state from payouts where member_id = ${memberId} order by number`).map(
    ({ state }) => state,
  )
const fileHash = async (path: string): Promise<string> =>
  createHash('sha256')
    .update(await readFile(path))
    .digest('hex')

/** The bank's answer about a file: a result for each transfer. */
async function resultOf(path: string, results: readonly string[]): Promise<string> {
  const lines = (await readFile(path, 'latin1')).split('\r\n')
  const marked = lines.map((line, at) =>
    line.startsWith('2') ? line.slice(0, 113) + results[at - 1] + line.slice(114) : line,
  )
  await writeFile(`${path}.result`, marked.join('\n'), 'latin1')
  return `${path}.result`
}

/** Every member is mailed once for each step, whatever died. */
async function assertMailedOnce({ arena: { deps } }: Scene, member: { memberId: string }, kinds: string[]) {
  const [row] = await deps.sql<{ email: string }[]>`select email from members where id = ${member.memberId}`
  const mailsOf = async () =>
    (
      await deps.sql<{ template: string }[]>`
        select template from mails where recipient = ${row?.email ?? ''}
           and template in ('payout-released', 'payout-paid', 'payout-returned', 'payout-withdrawn') order by template`
    ).map(({ template }) => template)
  await until('the mails are written', async () => (await mailsOf()).length >= kinds.length, 30)
  assert.deepEqual(await mailsOf(), kinds.toSorted())
}

async function killReleases(scene: Scene): Promise<string> {
  const member = await payeeOf(scene)
  const rounds = scene.size(1, 3)
  for (let round = 0; round < rounds; round += 1) {
    await askFor(scene, member, 2)
    const { number, path, release } = await batchOf(scene)
    const early = await act(scene, 'release', release, 'kill:before payout.release')
    assert.equal(early.how, 'SIGKILL', early.said)
    assert.equal((await batchRow(scene, number))?.state, 'made', 'nothing is released before the database says so')
    await assert.rejects(readFile(path), 'a file of a batch that is not released has its name')
    const late = await act(scene, 'release', release, 'kill:after payout.release')
    assert.equal(late.how, 'SIGKILL', late.said)
    const released = await batchRow(scene, number)
    assert.equal(released?.state, 'released')
    await assert.rejects(readFile(path))
    assert.match(await succeed(scene, 'release', release), /WARNING: batch \d+ was released before/)
    assert.equal(await fileHash(path), released.sha256, 'the file is the one that was released')
    await succeed(scene, 'result', { number, by: 'ito', path: await resultOf(path, ['0', '0']) })
  }
  assert.deepEqual(
    await statesOf(scene, member),
    times(2 * rounds).map(() => 'paid'),
  )
  const mails = times(2 * rounds).flatMap(() => ['payout-released', 'payout-paid'])
  await assertMailedOnce(scene, member, mails)
  return `${rounds} batches whose release was killed before and after it counted, then repeated`
}

async function readTwice(scene: Scene): Promise<string> {
  const member = await payeeOf(scene)
  await askFor(scene, member, 3)
  const { number, path, release } = await batchOf(scene)
  await succeed(scene, 'release', release)
  const before = await payableOf(scene, member)
  const options = { number, by: 'ito', path: await resultOf(path, ['0', '1', '0']) }
  const killed = await act(scene, 'result', options, 'kill:after payout.result')
  assert.equal(killed.how, 'SIGKILL', killed.said)
  assert.deepEqual(await statesOf(scene, member), ['paid', 'released', 'paid'])
  await Promise.all(times(scene.size(2, 6)).map(() => succeed(scene, 'result', options)))
  assert.match(await succeed(scene, 'result', options), /0 paid, 0 returned, 3 known before/)
  assert.deepEqual(await statesOf(scene, member), ['paid', 'returned', 'paid'])
  assert.equal((await batchRow(scene, number))?.state, 'settled')
  assert.equal(await payableOf(scene, member), before + 2000)
  await assertMailedOnce(scene, member, [
    ...times(3).map(() => 'payout-released'),
    'payout-paid',
    'payout-paid',
    'payout-returned',
  ])
  return 'a result whose reader was killed in the middle, read by several at once and again'
}

async function askAtOnce(scene: Scene): Promise<string> {
  const member = await payeeOf(scene)
  const rounds = scene.size(2, 3)
  for (let round = 0; round < rounds; round += 1) {
    const balance = await payableOf(scene, member)
    const answers = await Promise.all(times(scene.size(6, 20)).map(() => ask(scene, member, balance, 1000)))
    assertOnly(answers, ['200', 'PROCEEDS_CHANGED', 'TOO_MANY_REQUESTS'])
    assert.equal(tally(answers)['200'], 1, 'several requests saw the same proceeds')
    assert.equal(await payableOf(scene, member), balance - 1000)
  }
  const { number } = await batchOf(scene)
  const [row] = await scene.arena.deps.sql<{ transfers: number }[]>`
    select transfers from payout_batches where number = ${number}`
  assert.equal(row?.transfers, rounds)
  return `${rounds} balances, each asked for at several processes at once`
}

async function changeAccounts(scene: Scene): Promise<string> {
  const { deps } = scene.arena
  const member = await payeeOf(scene)
  const end = () => deleteMember(deps, { memberId: member.memberId, actor: 'operator:fault', reason: 'fault' })
  const isDeleted = async () => {
    const [row] = await deps.sql`select deleted_at from members where id = ${member.memberId}`
    return row?.['deleted_at'] !== null
  }
  const slow = await scene.start({ role: 'web', fault: 'sleep:before payout.request:600' })
  const all = await payableOf(scene, member)
  const [answer] = await Promise.all([ask(scene, member, all, all, slow.url), end().catch(() => undefined)])
  assert.equal(answer.status, 200, answer.text)
  await end().catch(() => undefined)
  assert.equal(await isDeleted(), false, 'a member was deleted whose payout is on its way')
  await setAccount(scene, member, '7654321')
  const { number, path, release } = await batchOf(scene)
  await setAccount(scene, member, '2222222')
  await succeed(scene, 'release', release)
  const [, transfer = ''] = (await readFile(path, 'latin1')).split('\r\n')
  assert.equal(transfer.slice(43, 50), '1234567', 'the account of the request is the one that is paid')
  const options = { number, by: 'ito', path: await resultOf(path, ['0']) }
  await succeed(scene, 'result', options)
  await end()
  assert.equal(await isDeleted(), true, 'a member who was paid can leave')
  assert.match(await succeed(scene, 'result', options), /1 known before/)
  return 'an account changed twice and a deletion tried after the request; deleted after the result'
}

async function releaseTwice(scene: Scene): Promise<string> {
  const member = await payeeOf(scene)
  await askFor(scene, member, 2)
  const { number, path, release } = await batchOf(scene)
  const refused = await act(scene, 'release', { ...release, by: ' ＩＴＯ' })
  assert.match(refused.said, /SAME_PERSON/)
  const ends = await Promise.all(
    times(scene.size(3, 8)).map((each) =>
      act(scene, 'release', each === 0 ? release : { ...release, by: `sato${each}` }),
    ),
  )
  for (const { how, said } of ends) assert.equal(how, 'code 0', said)
  const batch = await batchRow(scene, number)
  assert.equal(await fileHash(path), batch?.sha256)
  const isFirst = ends.filter(({ said }) => !said.includes('was released before')).length
  assert.equal(isFirst, 1, 'the release counted more than once')
  const other = await act(scene, 'release', { ...release, payer: { ...payer, code: '99' }, path: `${path}.other` })
  assert.match(other.said, /FILE_DIFFERS/)
  assert.deepEqual(
    (await readdir(scene.arena.home)).filter(
      (name) => name.startsWith(`transfers-${number}.`) && name !== `transfers-${number}.txt`,
    ),
    [],
  )
  await rm(path)
  await succeed(scene, 'release', release)
  assert.equal(await fileHash(path), batch?.sha256)
  await assertMailedOnce(scene, member, ['payout-released', 'payout-released'])
  return `${ends.length} at once and three more later, one file and one release`
}

async function undoCleared(scene: Scene): Promise<string> {
  const { deps } = scene.arena
  const member = await payeeOf(scene, 2)
  const [first, second] = member.tradeIds
  const undo = (orderId: string | undefined) => ({ orderId, by: 'fault', reason: 'fault', isDryRun: false })
  const half = (await payableOf(scene, member)) / 2
  for (const [balance, amount] of [
    [2 * half, half],
    [half, half - 1000],
  ] as const) {
    const answer = await ask(scene, member, balance, amount)
    assert.equal(answer.status, 200, answer.text)
  }
  // the file is being written when the sale is undone
  const { number, path, release } = await batchOf(scene)
  const releasing = act(scene, 'release', release, 'sleep:before payout.release:8000')
  await until('the file is written', async () =>
    (await readdir(scene.arena.home)).some((name) => join(scene.arena.home, name).startsWith(`${path}.`)),
  )
  await succeed(scene, 'undo', undo(first))
  assert.deepEqual(await statesOf(scene, member), ['batched', 'cancelled'])
  assert.match((await releasing).said, /BATCH_CHANGED/, 'a cancelled payout went to the bank')
  await assert.rejects(readFile(path))
  assert.equal(await payableOf(scene, member), 0)
  // what the bank has is owed
  await succeed(scene, 'release', release)
  await succeed(scene, 'undo', undo(second))
  const claims = await deps.sql<{ missing: number }[]>`
    select missing_yen as missing from proceeds_claims where member_id = ${member.memberId} and ended_at is null`
  assert.deepEqual(
    claims.map(({ missing }) => missing),
    [half],
  )
  // the bank returns it, and that pays the claim
  await succeed(scene, 'result', { number, by: 'ito', path: await resultOf(path, ['3']) })
  assert.equal(await payableOf(scene, member), 0)
  const [open] = await deps.sql`
    select 1 from proceeds_claims where member_id = ${member.memberId} and ended_at is null`
  assert.equal(open, undefined)
  await assertMailedOnce(scene, member, ['payout-withdrawn', 'payout-released', 'payout-returned'])
  return 'a sale undone while its payout is in a file that is being written, another while the bank has it'
}

/** Payouts of proceeds, with each act of an operator as a process of its own. */
export const payoutFaults: Fault[] = [
  { name: 'P1', title: 'killed between the file of transfers and its release', run: killReleases },
  { name: 'P2', title: 'the result of a bank is read twice, and its reader is killed', run: readTwice },
  { name: 'P3', title: 'the same proceeds are requested at several processes at once', run: askAtOnce },
  { name: 'P4', title: 'the account changes and the member leaves after the request', run: changeAccounts },
  { name: 'P5', title: 'a file of transfers is released twice', run: releaseTwice },
  { name: 'P6', title: 'a sale is undone after its proceeds cleared', run: undoCleared },
]
