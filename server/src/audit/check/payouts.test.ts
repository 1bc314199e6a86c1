import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { makePayoutBatch, releasePayoutBatch } from '../../money/payout/batch.ts'
import { readPayoutResult } from '../../money/payout/result.ts'
import {
  answerOf,
  assertBooksHold,
  folder,
  payer,
  payoutWorld,
  request,
  seedPayee,
} from '../../money/payout/testing/payees.ts'
import type { Sql } from '../../platform/db/connect.ts'
import { armFaults } from '../../testing/fault-plan.ts'
import { newId } from '../../platform/db/id.ts'
import { plantIn } from './testing/plant.ts'

/** What the invariant of payouts says of a planted contradiction. */
const plant = async (sql: Sql, change: (db: Sql) => Promise<unknown>, since: Date | null): Promise<string[]> =>
  (await plantIn({ sql }, change, { since })).filter((line) => line.startsWith('I23 ')).map((line) => line.slice(4))

type Plant = [name: string, change: (db: Sql) => Promise<unknown>, found: RegExp, onlyWhole?: true]
const plants: Plant[] = [
  [
    'a payout that is paid and was not booked',
    (db) => db`update payouts set state = 'paid', paid_at = kura_now(), ended_at = kura_now() where number = 2`,
    /the payout is paid, booked are 1\/0\/0\/0/,
  ],
  [
    'a payout that is cancelled while its yen are on their way',
    (db) => db`update payouts set state = 'cancelled', batch = null, ended_at = kura_now() where number = 4`,
    /the payout is cancelled, booked are 1\/0\/0\/0/,
  ],
  [
    'a payment that was booked twice',
    (db) => db`
      insert into ledger_movements (id, kind, cause, reason, member_id)
      select ${newId()}, 'payout-return', cause, '', member_id from ledger_movements where kind = 'payout-paid'`,
    /the payout is paid, booked are 1\/0\/1\/1/,
  ],
  [
    'more on its way than the payouts are',
    (db) => db`update ledger_accounts set balance = balance + 1 where id like 'member:%:payouts' and balance > 0`,
    /yen on their way, the payouts/,
  ],
  [
    'a batch that says less than its transfers',
    (db) => db`update payout_batches set total_yen = total_yen - 1 where number = 1`,
    /the batch says 2 payouts of 4599 yen, it has 2 of 4600/,
  ],
  [
    'a settled batch with an open transfer',
    (db) => db`update payout_batches set state = 'settled', ended_at = kura_now() where number = 1`,
    /the batch is settled, and payouts of it are released/,
  ],
  [
    'a batch that went to the bank without its booking',
    (db) => db`delete from ledger_movements where kind = 'payout-release'`,
    /the batch is released, and 0 of its 4600 yen were booked as sent/,
  ],
  [
    'a batch whose maker released it',
    async (db) => {
      await db`alter table payout_batches drop constraint payout_batches_check`
      await db`update payout_batches set released_by = 'Ｉ ＴＯ' where number = 1`
    },
    /the batch was made and released by ito/,
  ],
  [
    'less with the bank than was released and has no result',
    (db) => db`update ledger_accounts set balance = balance - 1 where id = 'bank:sent'`,
    /the bank has 2799 yen without a result, the released payouts are 2800/,
  ],
  [
    'a request that vanished',
    (db) => db`delete from payouts where number = 4`,
    /requested were 11000 yen, and 0\/3000\/2000\/2000\/0 are waiting\/with the bank\/paid\/cancelled\/returned/,
    true,
  ],
  [
    'a seller who owes and has payable proceeds',
    (db) => db`
      insert into proceeds_claims (trade_id, member_id, name_ja, name_en, claimed_yen, missing_yen)
      select ${newId()}, a.member_id, 'x', 'x', 10, 10 from ledger_accounts a
       where a.id like 'member:%:proceeds' and a.balance > 0 limit 1`,
    /yen are payable to a seller who owes 10/,
  ],
]

test('requested is what waits, is with the bank, was paid, cancelled and returned; and every contradiction is found', async (t) => {
  const world = await payoutWorld(t)
  const { sql } = world.deps
  const path = join(await folder(t), 'transfers.txt')
  const member = await seedPayee(world, 12_000)
  let balance = 12_000
  for (const yen of [2000, 3000, 2000, 4000]) {
    const asked = await request(world, member, balance, yen)
    assert.ok(asked.ok)
    balance -= yen
    if (asked.data.number === 3)
      assert.ok((await world.call('cancelPayout', { params: { payoutId: asked.data.payoutId } }, member)).ok)
    if (asked.data.number === 3) balance += yen
    if (asked.data.number === 2)
      await makePayoutBatch(world.deps, { payOn: '2026-12-01', by: 'ito', isDryRun: false }, () => {})
  }
  await releasePayoutBatch(world.deps, { number: 1, by: 'sato', path, payer }, () => {})
  // one of the two has its result, as after an interruption
  const answer = await answerOf(path, ['0', '1'])
  armFaults('throw:after payout.result')
  await assert.rejects(
    readPayoutResult(world.deps, { number: 1, path: answer, by: 'ito' }, () => {}),
    /fault planned/,
  )
  armFaults('')
  await assertBooksHold(world)
  for (const [name, change, expected, onlyWhole] of plants)
    for (const since of onlyWhole ? [null] : [null, new Date(0)]) {
      const found = await plant(sql, change, since)
      assert.ok(
        found.some((line) => expected.test(line)),
        `${name}: ${JSON.stringify(found)}`,
      )
    }
})
