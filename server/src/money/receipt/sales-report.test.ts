import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import type { TestContext } from 'node:test'
import { parse } from 'csv-parse/sync'
import { paths } from '@kura/contract/paths'
import type { CallName } from '@kura/contract/paths'
import { buildRequest } from '@kura/contract/request'
import { importOperator } from '../../catalogue/operator/operator.ts'
import { checkInvariants } from '../../audit/check/check.ts'
import { newId } from '../../platform/db/id.ts'
import { transaction } from '../../platform/db/transaction.ts'
import { addManyItems } from '../../testing/many-items.ts'
import { seedMember } from '../../testing/seed-member.ts'
import type { SeededMember } from '../../testing/seed-member.ts'
import { testWorld } from '../../testing/test-world.ts'
import type { TestWorld } from '../../testing/test-world.ts'
import { bookDelivery, bookUndoing } from '../ledger/book-trade.ts'
import { creditProceeds, holdProceeds, withdrawProceeds } from '../ledger/credit-proceeds.ts'
import { loadBanks } from '../payout/banks.ts'
import { makePayoutBatch } from '../payout/batch.ts'
import { returnPayout } from '../payout/result.ts'
import { bookPaid, bookRelease } from '../payout/book-payout.ts'
import { markPaid, releaseBatch } from '../payout/queries.ts'
import { readPdf } from './testing/read-pdf.ts'
import { operator } from './testing/operator.ts'

const password = 'a good long password'

type Market = TestWorld & { seller: SeededMember; buyer: SeededMember; sold: number }

async function marketOf(t: TestContext): Promise<Market> {
  const world = await testWorld(t)
  await importOperator(world.deps.sql, operator)
  await addManyItems(world.deps.sql, { count: 1 })
  await loadBanks(world.deps)
  const [seller, buyer] = [await seedMember(world.deps, { password }), await seedMember(world.deps)]
  return { ...world, seller, buyer, sold: 0 }
}

/** Stops the clock of Japan; sessions last, however far it moves. */
async function stopAt({ stopClock, deps: { sql } }: Market, at: string): Promise<void> {
  await stopClock(at)
  await sql`update sessions set last_used_at = kura_now(), expires_at = kura_now() + interval '1 day'`
}

const name = { ja: '月', en: 'Moon' }
/** Rows of a sale, delivered and booked at the moment the clock says; returns the trade. */
async function sell(market: Market, priceYen: number): Promise<string> {
  const { seller, buyer } = market
  const [tradeId, listingId] = [newId(), randomUUID()]
  const parts = {
    priceYen,
    feeYen: Math.floor(priceYen / 10),
    royaltyYen: Math.floor(priceYen / 20),
    contentAccessYen: 7,
  }
  const proceedsYen = priceYen - parts.feeYen - parts.royaltyYen - parts.contentAccessYen
  const serial = (market.sold += 1)
  await transaction(market.deps.sql, async (db) => {
    await db`
      insert into listings (id, state, seller_id, seller_address, token_id, token_uuid, ref_id, item_id, serial, version, price_yen, fee_yen,
                            royalty_yen, content_access_yen, issued_at, expires_at, key_index, order_hash, opened_at, ended_at)
      values (${listingId}, 'sold', ${seller.memberId}, '0x01cf0e2f2f715450', ${serial}, ${serial}, ${randomUUID()}, 'many-i1', ${serial}, 1,
              ${priceYen}, ${parts.feeYen}, ${parts.royaltyYen}, 7, kura_now(), kura_now() + interval '1 day', 0, ${listingId}, kura_now(), kura_now())`
    await db`
      insert into orders (id, member_id, listing_id, tender, price_yen, used_point, state)
      values (${tradeId}, ${buyer.memberId}, ${listingId}, 'point', ${priceYen}, ${priceYen}, 'delivered')`
    await db`
      insert into trades (id, listing_id, seller_id, buyer_id, seller_address, token_id, order_hash, price_yen, fee_yen, royalty_yen,
                          content_access_yen, proceeds_yen, deliver_until)
      values (${tradeId}, ${listingId}, ${seller.memberId}, ${buyer.memberId}, '0x01cf0e2f2f715450', ${serial}, ${listingId}, ${priceYen},
              ${parts.feeYen}, ${parts.royaltyYen}, 7, ${proceedsYen}, kura_now())`
    await db`update trades set state = 'delivered', delivered_at = kura_now(), clears_at = kura_now() + interval '7 days' where id = ${tradeId}`
    await bookDelivery(db, { ...parts, proceedsYen, tradeId, rightsHolderId: null, name })
    await holdProceeds(db, { tradeId, memberId: seller.memberId, amountYen: proceedsYen, name })
  })
  return tradeId
}
const undo = ({ deps: { sql } }: Market, tradeId: string) =>
  transaction(sql, async (db) => {
    const [trade] = await db`
      update trades set state = 'undone', ended_at = kura_now() where id = ${tradeId}
      returning price_yen, fee_yen, royalty_yen, content_access_yen, proceeds_yen`
    const {
      price_yen: priceYen,
      fee_yen: feeYen,
      royalty_yen: royaltyYen,
      content_access_yen: contentAccessYen,
    } = trade as never
    const parts = { priceYen, feeYen, royaltyYen, contentAccessYen, proceedsYen: trade?.['proceeds_yen'] as number }
    await withdrawProceeds(db, { tradeId, name })
    await bookUndoing(db, { ...parts, tradeId, rightsHolderId: null, name }, { isSettled: false })
  })

async function file(market: Market, call: CallName, params: object, query: object = {}, who = market.seller) {
  const { url, headers } = buildRequest(paths[call], { params, query } as never, { session: who.session })
  return market.http.inject({ url, headers })
}
async function pdfOf(market: Market, call: CallName, params: object, query: object = {}): Promise<string[]> {
  const answer = await file(market, call, params, query)
  assert.equal(answer.statusCode, 200, answer.body.slice(0, 200))
  const { lines, pages } = readPdf(answer.rawPayload)
  assert.equal(pages, 1)
  return lines
}
const after = (lines: string[], word: string): string | undefined => lines[lines.indexOf(word) + 1]
async function tableOf(market: Market, year: string, language: 'ja' | 'en' = 'en'): Promise<Record<string, string>[]> {
  const answer = await file(market, 'showSalesTable', { year }, { language })
  assert.equal(answer.statusCode, 200, answer.body.slice(0, 200))
  assert.deepEqual([...answer.rawPayload.subarray(0, 3)], [0xef, 0xbb, 0xbf], 'the mark by which Excel knows UTF-8')
  return parse(answer.rawPayload, { bom: true, columns: true })
}
async function yearsOf(market: Market): Promise<number[]> {
  const answer = await market.call('salesSummary', {}, { session: market.seller.session })
  assert.ok(answer.ok)
  return answer.data.years
}

test('the details of sales have the parts of each price, newest first, page by page, and say what was undone', async (t) => {
  const market = await marketOf(t)
  await stopAt(market, '2026-11-01 12:00:00')
  const first = await sell(market, 1000)
  await stopAt(market, '2026-11-02 12:00:00')
  const second = await sell(market, 2000)
  await undo(market, second)
  const page = async (query: { limit?: number; offset?: number }, who = market.seller) => {
    const answer = await market.call('salesDetails', { query }, { session: who.session })
    assert.ok(answer.ok, JSON.stringify(answer))
    return answer.data.items
  }
  assert.deepEqual(
    (await page({})).map(({ tradeId, state, undoneAt, ...sale }) => [
      tradeId,
      state,
      undoneAt !== null,
      sale.priceYen - sale.feeYen - sale.royaltyYen - sale.contentAccessYen === sale.proceedsYen,
      sale.priceYen,
    ]),
    [
      [second, 'undone', true, true, 2000],
      [first, 'clearing', false, true, 1000],
    ],
  )
  assert.deepEqual(
    (await page({ limit: 1, offset: 1 })).map(({ tradeId }) => tradeId),
    [first],
  )
  assert.deepEqual(await page({}, market.buyer), [], 'not of the buyer')
})

test('a sale of the last millisecond of a year is of that year, and one of midnight of the next', async (t) => {
  const market = await marketOf(t)
  await stopAt(market, '2026-12-31 23:59:59.999')
  await sell(market, 1000)
  assert.deepEqual(await yearsOf(market), [2026])
  assert.equal((await file(market, 'showSalesReport', { year: '2027' })).statusCode, 404, 'the year has not begun')
  await stopAt(market, '2027-01-01 00:00:00')
  await sell(market, 2000)
  assert.deepEqual(await yearsOf(market), [2027, 2026])
  for (const [year, month, price] of [
    ['2026', '12月', '¥1,000'],
    ['2027', '1月', '¥2,000'],
  ] as const) {
    const lines = await pdfOf(market, 'showSalesReport', { year }, { language: 'ja' })
    assert.deepEqual(lines.slice(lines.indexOf(month), lines.indexOf(month) + 3), [month, '1', price])
    const rows = await tableOf(market, year)
    assert.deepEqual(
      rows.map(({ Price }) => Price),
      [price.replace(/\D/g, ''), price.replace(/\D/g, '')],
      'the sale and the total',
    )
  }
  const answer = await market.call('salesSummary', {}, { session: market.seller.session })
  assert.ok(answer.ok)
  assert.deepEqual(
    answer.data.months.map(({ month, priceYen }) => [month, priceYen]),
    [
      ['2027-01', 2000],
      ['2026-12', 1000],
    ],
  )
  for (const year of ['2025', '2028'])
    for (const call of ['showSalesReport', 'showSalesTable'] as const)
      assert.equal((await file(market, call, { year })).json().errorCode, 'NOT_FOUND')
  assert.equal((await file(market, 'showSalesReport', { year: '2026' }, {}, market.buyer)).statusCode, 404)
})

test('a sale that is undone in the next year is taken off that year, and the year before stays as it was', async (t) => {
  const market = await marketOf(t)
  await stopAt(market, '2026-12-31 12:00:00')
  const tradeId = await sell(market, 1000)
  await sell(market, 3000)
  const before = await tableOf(market, '2026')
  await stopAt(market, '2027-01-02 12:00:00')
  await undo(market, tradeId)
  assert.deepEqual(await tableOf(market, '2026'), before)
  const [undone, total] = await tableOf(market, '2027')
  assert.deepEqual([undone?.['Kind'], undone?.['Price'], total?.['Price']], ['sale undone', '-1000', '-1000'])
  const lines = await pdfOf(market, 'showSalesReport', { year: '2027' }, { language: 'en' })
  assert.equal(after(lines, 'You received in the year'), '−¥843')
  // the month of the sale has only what stands
  const answer = await market.call('salesSummary', {}, { session: market.seller.session })
  assert.ok(answer.ok)
  assert.deepEqual(
    answer.data.months.map(({ month, sales, priceYen }) => [month, sales, priceYen]),
    [['2026-12', 1, 3000]],
  )
})

/** What the ledger has of a year in Japan: sums of entries of some movements, without their signs. */
async function booked({ deps: { sql } }: Market, year: number, kinds: string[], account: string): Promise<number> {
  const [row] = await sql<[{ yen: number }]>`
    select coalesce(-sum(e.amount), 0)::int as yen from ledger_movements m join ledger_entries e on e.movement_id = m.id
     where m.kind = any(${kinds}) and e.account_id like ${account} and extract(year from m.at at time zone 'Asia/Tokyo') = ${year}`
  return row.yen
}

test('the sums of a year are those of the ledger, and payouts and points of the year are in it', async (t) => {
  const market = await marketOf(t)
  const { sql } = market.deps
  const { session } = market.seller
  await stopAt(market, '2026-06-01 12:00:00')
  const ids: string[] = []
  for (const price of [1111, 2345, 9876, 54_321]) ids.push(await sell(market, price))
  await undo(market, ids[1] ?? '')
  await market.moveClock('8 days')
  for (const tradeId of [ids[0], ids[2], ids[3]]) {
    await sql`update trades set state = 'settled', settled_at = kura_now() where id = ${tradeId ?? ''}`
    await transaction(sql, (db) => creditProceeds(db, { tradeId: tradeId ?? '', name }))
  }
  await stopAt(market, '2026-07-01 12:00:00')
  const account = {
    financialInstitutionCode: '0001',
    branchCode: '001',
    accountType: 'ordinary' as const,
    accountNumber: '7654321',
    fullName: '山田 花子',
    fullNameKana: 'ヤマダ ハナコ',
    password,
  }
  assert.ok((await market.call('setPayoutAccount', { body: account }, { session })).ok)
  const payable = await market.call('salesSummary', {}, { session })
  assert.ok(payable.ok)
  const balance = payable.data.payableYen
  const paid = await market.call('requestPayout', { body: { balance, amount: 20_000 } }, { session })
  assert.ok(paid.ok)
  const early = await file(market, 'showPayoutStatement', { payoutId: paid.data.payoutId })
  assert.equal(early.json().errorCode, 'PAYOUT_STATE')
  await makePayoutBatch(market.deps, { payOn: '2026-07-02', by: 'ito', isDryRun: false }, () => {})
  await transaction(sql, async (db) => {
    await releaseBatch(db, 1, 'sato', 'a'.repeat(64))
    await bookRelease(db, { number: 1, totalYen: 19_800 })
    await bookPaid(db, await markPaid(db, 1, [paid.data.number]))
  })
  assert.ok((await market.call('useProceeds', { body: { amount: 500 } }, { session })).ok)

  const total = (await tableOf(market, '2026')).at(-1) ?? {}
  const [delivery, undoing] = [
    ['trade-delivery', 'trade-undo'],
    ['proceeds-hold', 'proceeds-return'],
  ]
  const kept = Number(total['Sales fee']) + Number(total['Content access fee'])
  const tax = await booked(market, 2026, delivery, 'tax:consumption')
  assert.equal(Number(total['Price']), -(await booked(market, 2026, delivery, 'trades:open')))
  assert.equal(kept, tax + (await booked(market, 2026, delivery, 'sales:%')))
  assert.equal(Number(total['Consumption tax in the fees']), tax)
  assert.equal(Number(total['Royalty']), await booked(market, 2026, delivery, 'royalties:%'))
  assert.equal(Number(total['Proceeds']), await booked(market, 2026, undoing, 'proceeds:credited'))
  assert.equal(Number(total['Transferred']), await booked(market, 2026, ['payout-paid'], 'bank:sent'))
  assert.equal(Number(total['Transfer fee']), 200)
  assert.equal(Number(total['Points']), await booked(market, 2026, ['proceeds-use'], 'points:from-proceeds'))

  const lines = await pdfOf(market, 'showSalesReport', { year: '2026' }, { language: 'en' })
  const yen = (of: string | undefined): number => Number((of ?? '').replace(/[¥,]/g, ''))
  assert.equal(yen(after(lines, 'You received in the year')), Number(total['Proceeds']))
  assert.equal(yen(after(lines, 'Our fees, tax included')), kept)
  assert.equal(yen(after(lines, 'Consumption tax in them (10%)')), tax)
  assert.equal(yen(after(lines, 'To the rights holders')), Number(total['Royalty']))
  assert.equal(yen(after(lines, 'Paid to your bank account, without fees')), 19_800)
  assert.equal(yen(after(lines, 'Transfer fees, tax included')), 200)
  assert.equal(yen(after(lines, 'Taken as points')), 500)
  assert.equal(after(lines, 'Registration number'), 'T1234567890123')

  await papersOf(market, paid.data)
  assert.deepEqual((await tableOf(market, '2026', 'ja')).find((each) => each['区分'] === '振込')?.['明細書番号'], '1')
  const found = await checkInvariants(market.deps)
  assert.deepEqual(
    found.filter(({ invariant, what }) => invariant === 'I19' && /statement|payout|month/.test(what)),
    [],
  )
})

/** The statement of a paid payout, and what reverses it once the bank returned the transfer. */
async function papersOf(market: Market, { payoutId, number }: { payoutId: string; number: number }): Promise<void> {
  const lines = await pdfOf(market, 'showPayoutStatement', { payoutId }, { language: 'ja' })
  assert.equal(lines[0], '振込明細書（振込手数料の適格請求書）')
  assert.equal(after(lines, '振込額'), '¥19,800')
  assert.equal(after(lines, '振込手数料（税込）'), '−¥200')
  assert.equal(after(lines, 'うち消費税（10%）'), '¥18')
  assert.equal(after(lines, '登録番号'), 'T1234567890123')
  assert.ok(lines.includes('山田 花子 様'))
  assert.equal(after(lines, '受付番号'), String(number))
  const again = await Promise.all([1, 2].map(() => file(market, 'showPayoutStatement', { payoutId })))
  assert.deepEqual(again[0]?.rawPayload, again[1]?.rawPayload)
  const back = await file(market, 'showPayoutStatement', { payoutId }, { kind: 'payout-return' })
  assert.equal(back.json().errorCode, 'PAYOUT_STATE')
  assert.equal(
    (await file(market, 'showPayoutStatement', { payoutId }, {}, market.buyer)).json().errorCode,
    'NOT_FOUND',
  )
  await returnPayout(market.deps, { number, reason: 'no-account', by: 'ito' }, () => {})
  const returned = await pdfOf(market, 'showPayoutStatement', { payoutId }, { language: 'ja', kind: 'payout-return' })
  assert.equal(returned[0], '振込取消明細書（振込手数料の適格返還請求書）')
  assert.equal(after(returned, '対象の明細書番号'), '00000001')
}
