// Payouts under fire: what operators, banks and dying processes do wrong. Nothing is lost, and
// nothing is paid twice.
import assert from 'node:assert/strict'
import { access, copyFile, readdir, readFile, rename, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { test } from 'node:test'
import { mailsTo } from '../../identity/account/testing/mail-to.ts'
import { armFaults } from '../../testing/fault-plan.ts'
import { observeSteps } from '../../platform/step.ts'
import type { SeededMember } from '../../testing/seed-member.ts'
import { discardPayoutBatch, listPayoutBatches, releasePayoutBatch } from './batch.ts'
import { raisePayoutAlarms, writePayoutLetters } from './letters.ts'
import { readPayer } from './payer.ts'
import { payoutRefusals } from './refusal.ts'
import { returnPayout, returnPayoutBatch } from './result.ts'
import { answerOf, assertBooksHold, payer, request, summaryOf } from './testing/payees.ts'
import { scene, refusedAs, statesOf, alarmsOf, messageAbout, subjectsTo } from './testing/payout-scene.ts'

test('one person is one, in any case, width and spacing of the name, and the audit log names both', async (t) => {
  const { world, sql, batch, release } = await scene(t, [2000])
  await assert.rejects(batch(' \u200b '), refusedAs('NAME_REQUIRED'))
  await batch('  Taro   Ito ')
  for (const by of ['taro ito', 'ＴＡＲＯ　ＩＴＯ', 'TaroIto', ' taro\u200bito ', 'ﾀﾛｳ'])
    if (by === 'ﾀﾛｳ') await assert.rejects(release({ by: '' }), refusedAs('NAME_REQUIRED'))
    else await assert.rejects(release({ by }), refusedAs('SAME_PERSON'), by)
  for (const by of ['taroito', 'ＴＡＲＯ ＩＴＯ'])
    await assert.rejects(
      sql`update payout_batches set state = 'released', released_by = ${by}, released_at = kura_now()`,
      /violates check constraint/,
      'the database refuses it as well',
    )
  await release({ by: 'Hanako Sato' })
  const acts = await sql<{ act: string; actor: string; details: { madeBy?: string; releasedBy?: string } }[]>`
    select act, actor, details from audit_rows where act like 'payout-batch.%' order by at, act`
  assert.deepEqual(
    acts.map(({ act, actor, details }) => [act, actor, details.madeBy, details.releasedBy]),
    [
      ['payout-batch.made', 'operator:Taro Ito', undefined, undefined],
      ['payout-batch.released', 'operator:Hanako Sato', 'Taro Ito', 'Hanako Sato'],
    ],
  )
  await assertBooksHold(world)
})

test('a member is mailed once when the bank gets the transfer, with day, amount and account, and once about its result', async (t) => {
  const { world, members, path, batch, release, result } = await scene(t, [9000, 4000])
  const [paid, returned] = members as [SeededMember, SeededMember]
  await batch()
  await release()
  await release()
  assert.equal((await subjectsTo(world, paid)).filter((subject) => subject.includes('銀行に依頼')).length, 1)
  const mail = (await mailsTo(world, paid.email)).find(({ subject }) => subject.includes('銀行に依頼'))
  for (const fact of ['2026年12月1日', '¥8,800', '••••321']) assert.ok(mail?.text.includes(fact), fact)
  const answer = await answerOf(path, ['0', '2'])
  await result(answer)
  await result(answer)
  const usual = ['振込の手続きを銀行に依頼しました', '振込の申請を受け付けました', '振込先口座を変更しました']
  assert.deepEqual(await subjectsTo(world, paid), [...usual, '販売代金を振り込みました'])
  assert.deepEqual(await subjectsTo(world, returned), [...usual, '販売代金を振り込めませんでした'])
})

test('the mail about the release comes before that about the result, though the worker was away', async (t) => {
  const { world, members, sql, path, batch, release, result } = await scene(t, [9000])
  await batch()
  await release()
  await result(await answerOf(path, ['0']))
  const written = await Promise.all([writePayoutLetters(world.deps), writePayoutLetters(world.deps)])
  assert.equal(written[0] + written[1], 2)
  const mails = await sql<{ template: string }[]>`
    select template from mails where recipient = ${members[0]!.email} and template like 'payout-%' order by created_at, id`
  assert.deepEqual(mails.map(({ template }) => template).slice(-2), ['payout-released', 'payout-paid'])
})

test('two who release at once both succeed, with one file and no copy of it', async (t) => {
  const { path, said, batch, release } = await scene(t, [2000])
  await batch()
  let second: Promise<void> | undefined
  t.after(() => observeSteps(undefined))
  // the first waits between the mark and the name of its file until the second is done
  observeSteps(async (point) => {
    if (point === 'after payout.release' && !second) await (second = release({ by: 'suzuki' }))
  })
  await release()
  await second
  assert.equal(said.filter((line) => line.startsWith('WARNING: batch 1 was released before')).length, 1)
  assert.deepEqual(await readdir(dirname(path)), [basename(path)])
})

test('a payout to a branch that was closed stays out of the batch, and both are notified', async (t) => {
  const { world, members, sql, said, batch } = await scene(t, [2000, 3000])
  const [atClosed, open] = members as [SeededMember, SeededMember]
  const other = { bankCode: '0005', branchCode: '001' }
  await sql`
    update payout_accounts set bank_code = ${other.bankCode}, branch_code = ${other.branchCode} where member_id = ${atClosed.memberId}`
  await sql`
    update bank_branches set closed_at = kura_now() where bank_code = ${other.bankCode} and code = ${other.branchCode}`
  await batch()
  assert.deepEqual(await statesOf(world), ['requested', 'batched'])
  assert.match(said.join('\n'), /1 payouts are for branches that were closed/)
  // waiting once more, notified once
  await assert.rejects(batch(), refusedAs('NOTHING_WAITS'))
  const closed = '振込先の支店が廃止されたため、振込できません'
  assert.equal((await subjectsTo(world, atClosed)).filter((subject) => subject === closed).length, 1)
  assert.ok(!(await subjectsTo(world, open)).includes(closed))
  const account = await world.call('showPayoutAccount', {}, atClosed)
  assert.equal(account.ok && account.data.isBranchClosed, true)
  // a request at such a branch is refused, and the waiting one can be cancelled
  const again = await request(world, atClosed, 0, 2000)
  assert.equal(!again.ok && again.body.errorCode, 'PAYOUT_ACCOUNT_REQUIRED')
  const own = await world.call('listPayouts', { query: {} }, atClosed)
  assert.ok(own.ok)
  const { payoutId, isBranchClosed } = own.data.items[0]!
  assert.equal(isBranchClosed, true)
  assert.ok((await world.call('cancelPayout', { params: { payoutId } }, atClosed)).ok)
  assert.equal((await summaryOf(world, atClosed)).payableYen, 2000)
  await assertBooksHold(world)
})

test('a file of the bank that is cut off, malformed, of another batch or not as it was sent is refused by its code, and counts for nothing', async (t) => {
  const { world, path, batch, release, result } = await scene(t, [9000, 4000])
  await batch()
  await assert.rejects(result(path), refusedAs('BATCH_STATE'))
  await release()
  const good = await readFile(await answerOf(path, ['0', '1']), 'latin1')
  const lines = good.split('\r\n')
  const with114 = (sign: string) =>
    lines.map((line, at) => (at === 1 ? line.slice(0, 113) + sign + line.slice(114) : line))
  const swap = (from: string, to: string) => good.replace(from, to)
  const faulty: [refusal: keyof typeof payoutRefusals, text: string][] = [
    ['RESULT_CUT_OFF', ''],
    ['RESULT_CUT_OFF', good.slice(0, 300)],
    ['RESULT_CUT_OFF', lines.slice(0, 4).join('\r\n')],
    ['RESULT_CUT_OFF', lines.slice(0, 2).join('\r\n') + '\r\n'],
    ['RESULT_FORMAT', with114('X').join('\r\n')],
    ['RESULT_FORMAT', with114(' ').join('\r\n')],
    ['RESULT_FORMAT', `${good}${good}`],
    ['RESULT_FORMAT', 'type,amount\r\n'.repeat(30)],
    ['RESULT_FORMAT', lines.map((line) => line.slice(0, 119)).join('\n')],
    ['RESULT_SUMS', swap('0000008800', '0000008801')],
    ['RESULT_DIFFERS', swap('0000008800', '0000008801').replace('000000012600', '000000012601')],
    ['RESULT_DIFFERS', swap('7654321', '7654322')],
    ['RESULT_UNKNOWN', swap('00000000020000000001', '00000000010000000001')],
    ['RESULT_UNKNOWN', swap('00000000020000000001', '00000000090000000001')],
    ['RESULT_OTHER_BATCH', good.replaceAll(/(000000000[12])0000000001/g, '$10000000002')],
    [
      'RESULT_INCOMPLETE',
      [lines[0], lines[1], lines[3]!.replace('000002000000012600', '000001000000008800'), lines[4]].join('\r\n'),
    ],
  ]
  for (const [at, [refusal, text]] of faulty.entries()) {
    const file = `${path}.${at}`
    await writeFile(file, text, 'latin1')
    await assert.rejects(result(file), refusedAs(refusal), `${at} ${refusal}`)
  }
  await assert.rejects(result(`${path}.none`), refusedAs('FILE_UNREADABLE'))
  assert.deepEqual(await statesOf(world), ['released', 'released'])
  assert.deepEqual(await alarmsOf(world), [])
  // the same file with other line ends is the same file
  for (const [at, lineEnd] of ['\n', '', '\r\n\x1a'].entries()) {
    await writeFile(`${path}.end${at}`, lines.join(lineEnd), 'latin1')
    await result(`${path}.end${at}`)
  }
  assert.deepEqual(await statesOf(world), ['paid', 'returned'])
  await assertBooksHold(world)
})

test('a transfer that is twice in a long file of the bank is refused, however far apart, and counts for nothing', async (t) => {
  const { world, sql, members, path, batch, release, result } = await scene(t, [2000])
  const { memberId } = members[0]!
  await sql`
    insert into payouts (id, member_id, account_id, amount_yen, fee_yen)
    select gen_random_uuid(), member_id, id, 2000, 200 from payout_accounts, generate_series(2, 600) where member_id = ${memberId}`
  await batch()
  await release()
  const good = await readFile(await answerOf(path, Array<string>(600).fill('0')), 'latin1')
  await writeFile(`${path}.twice`, good.replace('00000006000000000001', '00000000010000000001'), 'latin1')
  await assert.rejects(result(`${path}.twice`), refusedAs('RESULT_UNKNOWN'))
  assert.deepEqual([...new Set(await statesOf(world))], ['released'])
})

test('a result that contradicts an earlier one is not booked, and an alarm names it', async (t) => {
  const { world, sql, members, path, said, batch, release, result } = await scene(t, [9000, 4000])
  await batch()
  await release()
  await copyFile(await answerOf(path, ['0', '1']), `${path}.first`)
  await result(`${path}.first`)
  await result(await answerOf(path, ['1', '0']))
  assert.deepEqual(await statesOf(world), ['paid', 'returned'])
  assert.deepEqual(await alarmsOf(world), [
    'payout-contradicted payout 1',
    'payout-contradicted payout 2',
    'payout-returned payout 2',
  ])
  assert.match(said.join('\n'), /2 results contradict what was known/)
  await returnPayout(world.deps, { number: 1, reason: 'account-closed', by: 'ito' }, () => {})
  assert.match(await messageAbout(sql, 'payout 1'), /the member was asked to check the account/)
  // the first file again: what it says of a later return was true then
  await result(`${path}.first`)
  assert.match(said.at(-1) ?? '', /0 paid, 0 returned, 2 known before/)
  assert.equal((await summaryOf(world, members[0]!)).payableYen, 9000)
  await assertBooksHold(world)
})

test('a transfer that comes back after its member has left stays owed, and the alarm says so', async (t) => {
  const { world, sql, members, path, batch, release, result } = await scene(t, [9000])
  const { memberId } = members[0]!
  await batch()
  await release()
  await result(await answerOf(path, ['0']))
  await sql`update members set deleted_at = kura_now() where id = ${memberId}`
  await returnPayout(world.deps, { number: 1, reason: 'account-closed', by: 'ito' }, () => {})
  assert.match(await messageAbout(sql, 'payout 1'), /its member has left, and 9000 yen stay owed to them/)
  await assertBooksHold(world)
})

test('a process that dies between file, release and the name of the file leaves one file and one release', async (t) => {
  const { world, sql, path, said, batch, release } = await scene(t, [9000, 4000])
  t.after(() => armFaults(''))
  await batch()
  // nothing is released before the database says so, and no file has the name
  armFaults('throw:before payout.release')
  await assert.rejects(release(), /fault planned/)
  await assert.rejects(access(path))
  assert.deepEqual(await statesOf(world), ['batched', 'batched'])
  // released, and dead before the file had its name: as a killed process leaves it
  armFaults('')
  await release()
  await rename(path, `${path}.dead0000.part`)
  const kept = await readFile(`${path}.dead0000.part`)
  await release()
  assert.deepEqual(await readFile(path), kept, 'a repeat writes the same bytes')
  assert.match(said.at(-2) ?? '', /WARNING: batch 1 was released before/)
  assert.deepEqual(
    (await readdir(join(path, '..'))).filter((name) => name.endsWith('.part')),
    [],
  )
  // the same, but a branch got another name meanwhile: the file of the dead process is the one
  await rename(path, `${path}.dead0000.part`)
  await sql`update bank_branches set kana = 'アタラシイ' where bank_code = '0001' and code = '001'`
  await release()
  assert.deepEqual(await readFile(path), kept)
  // with the file in its place another one is refused, and the file stays
  await assert.rejects(release(), refusedAs('FILE_DIFFERS'))
  assert.deepEqual(await readFile(path), kept)
  const [booked] = await sql`select count(*)::int as count from ledger_movements where kind = 'payout-release'`
  assert.equal(booked?.['count'], 1)
  await assertBooksHold(world)
})

test('two who release at once write one file, and never over one of another batch', async (t) => {
  const { world, sql, path, batch, release } = await scene(t, [9000])
  await batch()
  await writeFile(path, 'the file of another batch')
  await assert.rejects(release(), refusedAs('FILE_EXISTS'))
  assert.deepEqual(await statesOf(world), ['batched'])
  assert.equal(await readFile(path, 'utf8'), 'the file of another batch')
  const own = `${path}.own`
  const otherPayer = { ...payer, code: '99' }
  const ends = await Promise.allSettled([
    release({ path: own }),
    release({ path: own, by: 'kato', payer: otherPayer }),
    release({ path: own, by: 'endo' }),
  ])
  assert.ok(ends.some(({ status }) => status === 'fulfilled'))
  const [row] = await sql<{ sha256: string }[]>`select file_sha256 as sha256 from payout_batches`
  const { createHash } = await import('node:crypto')
  assert.equal(
    createHash('sha256')
      .update(await readFile(own))
      .digest('hex'),
    row?.sha256,
  )
  await assertBooksHold(world)
})

test('a payout that leaves its batch while the file is written is in no file', async (t) => {
  const { world, sql, path, batch, release } = await scene(t, [9000, 4000])
  t.after(() => armFaults(''))
  await batch()
  armFaults('sleep:before payout.release:400')
  const releasing = release()
  await new Promise((resolve) => setTimeout(resolve, 200))
  // as an undone sale does it
  await sql`update payouts set state = 'cancelled', batch = null, ended_at = kura_now() where number = 2`
  await sql`update payout_batches set transfers = 1, total_yen = 8800`
  await assert.rejects(releasing, refusedAs('BATCH_CHANGED'))
  await assert.rejects(access(path))
  assert.deepEqual(await statesOf(world), ['batched', 'cancelled'])
})

test('a file that the bank refused as a whole is returned in one act, and a batch that hears nothing calls a person', async (t) => {
  const { world, sql, members, path, say, batch, release, result } = await scene(t, [9000, 4000])
  await assert.rejects(
    returnPayoutBatch(world.deps, { number: 7, reason: 'stopped-by-sender', by: 'ito' }, say),
    refusedAs('BATCH_UNKNOWN'),
  )
  await batch()
  const back = () => returnPayoutBatch(world.deps, { number: 1, reason: 'stopped-by-sender', by: 'ito' }, say)
  await assert.rejects(back(), refusedAs('BATCH_STATE'))
  await release()
  await raisePayoutAlarms(world.deps)
  assert.deepEqual(await alarmsOf(world), [])
  await sql`update payout_batches set pay_on = '2026-01-05', released_at = kura_now() - interval '9 days'`
  await raisePayoutAlarms(world.deps)
  assert.deepEqual(await alarmsOf(world), ['payout-result-late batch 1'])
  await back()
  await back()
  assert.deepEqual(await alarmsOf(world), [])
  assert.deepEqual(await statesOf(world), ['returned', 'returned'])
  // a late result that says paid: nobody is paid twice without a person knowing
  await result(await answerOf(path, ['0', '1']))
  assert.deepEqual(await alarmsOf(world), ['payout-contradicted payout 1'])
  for (const [at, yen] of [9000, 4000].entries()) assert.equal((await summaryOf(world, members[at]!)).payableYen, yen)
  await assertBooksHold(world)
})

test('a day that banks refuse is named, and so are a wrong file about our account and a wrong reason', async (t) => {
  const { world, said, say, path, batch } = await scene(t, [9000])
  for (const none of ['2026-02-30', '0000-01-01', '2026-1-1', ''])
    await assert.rejects(batch('ito', none), refusedAs('DAY_INVALID'), none)
  await batch('ito', '2020-01-04')
  const warnings = /WARNING: 2020-01-04 is past[^]*WARNING: 2020-01-04 is at a weekend/
  assert.match(said.join('\n'), warnings)
  await discardPayoutBatch(world.deps, { number: 1, by: 'ito' }, say)
  await listPayoutBatches(world.deps, say)
  assert.match(said.at(-1) ?? '', /batch 1 discarded/)
  // its day passed between the batch and its release, as at midnight
  await batch('ito', '2020-01-04')
  said.length = 0
  const again = { number: 2, by: 'sato', path: `${path}.late`, payer }
  await releasePayoutBatch(world.deps, again, say)
  assert.match(said.join('\n'), warnings)
  await releasePayoutBatch(world.deps, again, say)
  assert.equal(said.filter((line) => line.includes('is past')).length, 1)
  await assert.rejects(readPayer(path), refusedAs('FILE_UNREADABLE'))
  for (const text of ['{', '{}', JSON.stringify({ ...payer, name: '株式会社' })]) {
    await writeFile(path, text)
    await assert.rejects(readPayer(path), refusedAs('PAYER_INVALID'), text)
  }
})

test('every code of a refusal is in the documentation', async () => {
  const docs = await readFile(join(import.meta.dirname, '../../../../docs/money.md'), 'utf8')
  assert.deepEqual(
    Object.keys(payoutRefusals).filter((code) => !docs.includes(`| \`${code}\` |`)),
    [],
  )
})
