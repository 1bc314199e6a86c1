// A trade is undone after its proceeds cleared, while they are on their way to the seller's bank.
import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import type { TestContext } from 'node:test'
import { chainNetwork } from '../../chain/testing/chain-world.ts'
import { refundByHand } from '../../checkout/order/refund-by-hand.ts'
import { allWell } from '../../checkout/order/testing/tenders.ts'
import { deliverTrades } from '../../checkout/order/testing/trading.ts'
import { loadBanks } from '../../money/payout/banks.ts'
import { listPayoutBatches, makePayoutBatch, releasePayoutBatch } from '../../money/payout/batch.ts'
import { raisePayoutAlarms, writePayoutLetters } from '../../money/payout/letters.ts'
import { readPayoutResult, returnPayout } from '../../money/payout/result.ts'
import { account, answerOf, payer } from '../../money/payout/testing/payees.ts'
import { marketWorld } from '../listing/testing/market-world.ts'
import type { MarketWorld, Trader } from '../listing/testing/market-world.ts'
import { settleCleared } from './trade-proceeds.ts'
import { payForToken } from './testing/paid-trade.ts'

const { world } = chainNetwork()
const quiet = () => {}

/** A seller with sales of 1,100 yen that cleared, and a bank account. */
async function seedSales(t: TestContext, count: number) {
  const market = await marketWorld(t, world())
  await loadBanks(market.deps)
  const folder = await mkdtemp(join(tmpdir(), 'undone-'))
  t.after(() => rm(folder, { recursive: true }))
  const seller = await market.trader(count + 1)
  const buyer = await market.trader(0)
  const trades: string[] = []
  const sell = async (): Promise<string> => {
    const token = seller.tokens[trades.length]
    assert.ok(token)
    const drafted = await market.list(seller, token, { price: 2200 })
    const purchase = { refId: token.refId, priceYen: 2200, contentAccessFee: 0 }
    const { tradeId } = await payForToken(market, { buyer, listed: { seller, token, drafted, purchase } })
    await deliverTrades(market)
    trades.push(tradeId)
    return tradeId
  }
  for (let sold = 0; sold < count; sold += 1) await sell()
  await clear(market)
  const { sql } = market.deps
  // the account is registered by hand: what is tested comes later
  await sql`
    insert into payout_accounts (id, member_id, bank_code, branch_code, account_type, account_number, holder, holder_kana)
    values (gen_random_uuid(), ${seller.memberId}, ${account.financialInstitutionCode}, ${account.branchCode},
            ${account.accountType}, ${account.accountNumber}, '出品 花子', 'ｼﾕﾂﾋﾟﾝ ﾊﾅｺ')`
  const [row] = await sql<[{ yen: number }]>`select proceeds_yen as yen from trades limit 1`
  return { market, sql, seller, trades, sell, each: row.yen, path: join(folder, 'transfers.txt') }
}
async function clear(market: MarketWorld): Promise<void> {
  await market.deps.sql`update trades set clears_at = kura_now() where state = 'delivered'`
  await settleCleared(market.deps)
}
const undo = (market: MarketWorld, orderId: string): Promise<void> =>
  refundByHand(market.deps, { orderId, by: 't', reason: 'r', isDryRun: false }, quiet)
async function ask(market: MarketWorld, { session }: Trader, amount: number, balance: number): Promise<void> {
  const answer = await market.call('requestPayout', { body: { amount, balance } }, { session })
  assert.ok(answer.ok, JSON.stringify(answer))
}
const batchOf = ({ deps }: MarketWorld) =>
  makePayoutBatch(deps, { payOn: '2026-12-01', by: 'ito', isDryRun: false }, quiet)
const releaseOf = ({ deps }: MarketWorld, number: number, path: string) =>
  releasePayoutBatch(deps, { number, by: 'sato', path, payer }, quiet)
async function placesOf({ deps: { sql } }: MarketWorld, { memberId }: Trader) {
  const accounts = await sql<{ id: string; balance: string }[]>`
    select id, balance::text from ledger_accounts where member_id = ${memberId} and unit = 'yen' and balance <> 0 order by id`
  const states = await sql<{ state: string }[]>`select state from payouts order by number`
  const claims = await sql<{ missing: number }[]>`
    select missing_yen as missing from proceeds_claims where ended_at is null`
  return {
    balances: Object.fromEntries(accounts.map(({ id, balance }) => [id.split(':')[2], Number(balance)])),
    states: states.map(({ state }) => state),
    claims: claims.map(({ missing }) => missing),
  }
}
const alarmsOf = async ({ deps: { sql } }: MarketWorld) =>
  (
    await sql<{ kind: string; subject: string }[]>`
      select kind, subject from alarms where cleared_at is null and kind <> 'payout-returned'`
  ).map(({ kind, subject }) => `${kind} ${subject}`)

test('payouts that are not released are cancelled for an undone sale, the waiting one first, also out of a batch', async (t) => {
  const { market, sql, seller, trades, each, path } = await seedSales(t, 3)
  const [first, second] = trades as [string, string]
  await ask(market, seller, 1500, 3 * each)
  await batchOf(market)
  await ask(market, seller, 1200, 3 * each - 1500)
  await ask(market, seller, 1500, 3 * each - 2700)
  const rest = 3 * each - 4200
  assert.ok(rest < each, 'what is payable does not suffice')
  // one waiting request is enough, the newest
  await undo(market, first)
  assert.deepEqual(await placesOf(market, seller), {
    balances: { proceeds: rest + 1500 - each, payouts: 2700 },
    states: ['batched', 'requested', 'cancelled'],
    claims: [],
  })
  // the second sale takes the other one that waits
  await undo(market, second)
  assert.deepEqual(await placesOf(market, seller), {
    balances: { proceeds: rest + 2700 - 2 * each, payouts: 1500 },
    states: ['batched', 'cancelled', 'cancelled'],
    claims: [],
  })
  assert.deepEqual(await allWell(market), [])
  // the third one takes what the batch has, and the batch is empty then
  await undo(market, trades[2]!)
  assert.deepEqual(await placesOf(market, seller), {
    balances: {},
    states: ['cancelled', 'cancelled', 'cancelled'],
    claims: [],
  })
  assert.deepEqual(
    { ...(await sql`select state, transfers from payout_batches`)[0] },
    { state: 'discarded', transfers: 0 },
  )
  await assert.rejects(releaseOf(market, 1, path), { refusal: 'BATCH_STATE' })
  await writePayoutLetters(market.deps)
  const [mails] = await sql`select count(*)::int as count from mails where template = 'payout-withdrawn'`
  assert.equal(mails?.['count'], 3)
  await raisePayoutAlarms(market.deps)
  assert.deepEqual(await alarmsOf(market), [])
  assert.deepEqual(await allWell(market), [])
})

test('what the bank already has is a claim with an alarm, and the next sale pays it', async (t) => {
  const { market, seller, trades, sell, each, path } = await seedSales(t, 1)
  await ask(market, seller, each, each)
  await batchOf(market)
  await releaseOf(market, 1, path)
  await undo(market, trades[0]!)
  assert.deepEqual(await placesOf(market, seller), {
    balances: { payouts: each },
    states: ['released'],
    claims: [each],
  })
  await Promise.all([raisePayoutAlarms(market.deps), raisePayoutAlarms(market.deps)])
  assert.deepEqual(await alarmsOf(market), [`proceeds-missing ${trades[0]}`])
  const said: string[] = []
  await listPayoutBatches(market.deps, (line) => void said.push(line))
  assert.ok(said.includes(said.find((line) => line.includes(`owes ${each} of ${each} yen`)) ?? 'nothing'))
  assert.deepEqual(await allWell(market), [])
  await readPayoutResult(market.deps, { number: 1, path: await answerOf(path, ['0']), by: 'ito' }, quiet)
  assert.deepEqual(await allWell(market), [])
  // the next sale clears
  await sell()
  await clear(market)
  assert.deepEqual(await placesOf(market, seller), { balances: {}, states: ['paid'], claims: [] })
  assert.deepEqual(await alarmsOf(market), [])
  assert.deepEqual(await allWell(market), [])
})

test('a transfer that the bank returns pays the claim at once', async (t) => {
  const { market, seller, trades, each, path } = await seedSales(t, 1)
  await ask(market, seller, each, each)
  await batchOf(market)
  await releaseOf(market, 1, path)
  await undo(market, trades[0]!)
  await returnPayout(market.deps, { number: 1, reason: 'account-closed', by: 'ito' }, quiet)
  assert.deepEqual(await placesOf(market, seller), { balances: {}, states: ['returned'], claims: [] })
  assert.deepEqual(await allWell(market), [])
})
