import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { paths } from '@kura/contract/paths'
import { buildRequest } from '@kura/contract/request'
import { chainNetwork } from '../../chain/testing/chain-world.ts'
import { marketWorld } from '../listing/testing/market-world.ts'
import type { MarketWorld } from '../listing/testing/market-world.ts'
import { transaction } from '../../platform/db/transaction.ts'
import { creditProceeds } from '../../money/ledger/credit-proceeds.ts'
import { sendWaitingMails } from '../../platform/mail/send-waiting-mails.ts'
import { wipe } from '../../identity/account/standing-queries.ts'
import { memberDeleted } from '../../identity/member/member-events.ts'
import { mailsTo } from '../../identity/account/testing/mail-to.ts'
import { importOperator } from '../../catalogue/operator/operator.ts'
import { refundByHand } from '../../checkout/order/refund-by-hand.ts'
import { writeLetters } from '../../checkout/order/letters.ts'
import { allWell, work } from '../../checkout/order/testing/tenders.ts'
import { deliverTrades } from '../../checkout/order/testing/trading.ts'
import { readPdf } from '../../money/receipt/testing/read-pdf.ts'
import type { SeededMember } from '../../testing/seed-member.ts'
import { failTrade } from './settle-trade.ts'
import { payRoyalties, RoyaltyRefusedError, reportRoyalties } from './royalties.ts'
import { settleCleared } from './trade-proceeds.ts'
import { payForToken } from './testing/paid-trade.ts'
import { operator } from '../../money/receipt/testing/operator.ts'

const { world } = chainNetwork()

type Asked = (session: string) => { url: string; headers: Record<string, string> }
const receipt =
  (orderId: string, query: { language?: string } = {}): Asked =>
  (session) =>
    buildRequest(paths.showReceipt, { params: { orderId }, query }, { session })
const statement =
  (listingId: string, query: { kind?: string; language?: string } = {}): Asked =>
  (session) =>
    buildRequest(paths.showStatement, { params: { listingId }, query }, { session })
const fetchPdf = (market: MarketWorld, { session }: SeededMember, asked: Asked) => {
  const { url, headers } = asked(session)
  return market.http.inject({ url, headers })
}
async function linesOf(market: MarketWorld, who: SeededMember, request: Asked): Promise<string[]> {
  const answer = await fetchPdf(market, who, request)
  assert.equal(answer.statusCode, 200, answer.body.slice(0, 200))
  assert.equal(answer.headers['content-type'], 'application/pdf')
  const { lines, pages } = readPdf(answer.rawPayload)
  assert.equal(pages, 1)
  return lines
}
const codeOf = async (market: MarketWorld, who: SeededMember, request: Asked): Promise<string> =>
  (await fetchPdf(market, who, request)).json().errorCode
const after = (lines: string[], name: string): string | undefined => lines[lines.indexOf(name) + 1]
/** What the worker does for letters; then the mails of a member, newest first. */
async function read(market: MarketWorld, { email }: SeededMember) {
  await Promise.all(Array.from({ length: 3 }, () => writeLetters(market.deps)))
  while ((await sendWaitingMails(market.deps)) > 0);
  return mailsTo(market, email)
}

test('the receipt of a member’s sale names no tax where the seller is not registered, and ours in the seller’s place where they are', async (t) => {
  const market = await marketWorld(t, world())
  const { sql } = market.deps
  await importOperator(sql, operator)
  const plain = await payForToken(market, { way: 'new-card-point' })
  // not before it is delivered
  assert.equal(await codeOf(market, plain.buyer, receipt(plain.tradeId)), 'ORDER_STATE')
  assert.equal(await codeOf(market, plain.seller, statement(plain.drafted.listingId)), 'ORDER_STATE')
  await deliverTrades(market)
  const lines = await linesOf(market, plain.buyer, receipt(plain.tradeId))
  for (const said of ['領収書', '月 #1', '¥1,100', '株式会社見本蔵'])
    assert.ok(lines.includes(said), `${said}: ${lines.join(' | ')}`)
  assert.equal(after(lines, '出品者'), '出品 花子')
  assert.equal(after(lines, 'クレジットカード'), '¥800')
  assert.equal(after(lines, 'ポイント利用'), '¥300')
  // the notes say that there is none, and nothing else speaks of tax
  assert.ok(!lines.some((line) => /登録番号$|うち消費税/.test(line)), lines.join(' | '))
  const taxed = lines.filter((line) => /税込|消費税/.test(line) && !line.includes('消費税額の記載はありません'))
  assert.deepEqual(taxed, [])
  const english = await linesOf(market, plain.buyer, receipt(plain.tradeId, { language: 'en' }))
  assert.ok(
    english.includes('Total') && !english.some((line) => /tax included|tax is that of/i.test(line)),
    english.join(' | '),
  )
  assert.ok(lines.some((line) => line.includes('適格請求書発行事業者ではない')))
  assert.equal(await codeOf(market, plain.seller, receipt(plain.tradeId)), 'NOT_FOUND')

  const seller = await market.trader(1)
  await sql`
    insert into professional_sellers (member_id, name, address, contact, registration_number)
    values (${seller.memberId}, '古物商 山本', '京都市0-0', 'yamamoto@example.jp', 'T9876543210987')`
  const [token] = seller.tokens
  assert.ok(token)
  const drafted = await market.list(seller, token, { price: 2200 })
  const purchase = { refId: token.refId, priceYen: 2200, contentAccessFee: 0 }
  const registered = await payForToken(market, { buyer: plain.buyer, listed: { seller, token, drafted, purchase } })
  await deliverTrades(market)
  const copy = await linesOf(market, seller, statement(drafted.listingId))
  assert.ok(copy.includes('古物商 山本 様') && copy.some((line) => line.includes('媒介者交付特例')))
  assert.deepEqual(await allWell(market), [])
  // the receipt is asked for when its seller has left: the name has to be there still, and nothing
  // else is
  const { memberId: id, email, flowAddress } = seller
  await sql.begin(async (db) => {
    await wipe(db, { id, email })
    await memberDeleted.publish(db, { id, email, flowAddress })
  })
  const kept = await sql`
    select name, address, contact, registration_number from professional_sellers where member_id = ${seller.memberId}`
  assert.deepEqual([...kept], [{ name: '古物商 山本', address: '', contact: '', registration_number: '' }])
  const qualified = await linesOf(market, plain.buyer, receipt(registered.tradeId))
  assert.ok(qualified.includes('領収書（適格請求書）'))
  assert.equal(after(qualified, '登録番号'), 'T1234567890123')
  assert.equal(after(qualified, 'うち消費税（10%）'), '¥200')
  assert.ok(qualified.includes('合計金額（税込）'))
  assert.equal(after(qualified, '出品者'), '古物商 山本')
  assert.ok(qualified.some((line) => line.includes('媒介者交付特例')))
})

test('a statement shows its seller the parts of the price, is our invoice for the fee, and is reversed with the sale', async (t) => {
  const market = await marketWorld(t, world())
  const { sql } = market.deps
  await importOperator(sql, operator)
  const { tradeId, seller, buyer, drafted } = await payForToken(market, { price: 11_003, contentAccessYen: 220 })
  await deliverTrades(market)
  const request = statement(drafted.listingId)
  const [first, ...others] = await Promise.all(Array.from({ length: 4 }, () => fetchPdf(market, seller, request)))
  assert.ok(first)
  for (const other of others) assert.deepEqual(other.rawPayload, first.rawPayload)
  assert.match(String(first.headers['content-disposition']), /^attachment; filename="statement-1\.pdf"$/)
  const { lines } = readPdf(first.rawPayload)
  for (const said of [
    '販売明細書（手数料の適格請求書）',
    '番号 00000001',
    '出品 花子 様',
    '−¥1,100',
    '−¥220',
    '−¥550',
    tradeId,
  ])
    assert.ok(lines.includes(said), `${said}: ${lines.join(' | ')}`)
  assert.equal(after(lines, 'お受け取り額'), '¥9,133')
  assert.equal(after(lines, '10%対象（税込）'), '¥1,320')
  assert.equal(after(lines, 'うち消費税（10%）'), '¥120')
  assert.equal(after(lines, '登録番号'), 'T1234567890123')
  assert.ok(!lines.some((line) => line.includes('媒介者交付特例')))
  const english = await linesOf(market, seller, statement(drafted.listingId, { language: 'en' }))
  assert.ok(english.includes('Sales statement (qualified invoice for our fee)'))
  assert.equal(await codeOf(market, buyer, request), 'NOT_FOUND')
  const taken = statement(drafted.listingId, { kind: 'statement-return' })
  assert.equal(await codeOf(market, seller, taken), 'ORDER_STATE')
  await refundByHand(market.deps, { orderId: tradeId, by: 't', reason: 'r', isDryRun: false }, () => {})
  await work(market)
  const [undone] = await read(market, seller)
  assert.equal(undone?.subject, '【Kura 蔵】売買が取り消されました')
  for (const said of [
    '月 #1の売買',
    '¥11,003',
    '¥9,133',
    '¥1,320（うち消費税 ¥120）',
    '番号 00000002（対象の明細書番号 00000001）',
  ])
    assert.ok(undone.text.includes(said), `${said}: ${undone.text}`)
  const back = await linesOf(market, seller, taken)
  assert.ok(back.includes('販売取消明細書（手数料の適格返還請求書）'))
  assert.equal(after(back, '対象の明細書番号'), '00000001')
  assert.equal(after(back, 'うち消費税（10%）'), '¥120')
  assert.deepEqual(await linesOf(market, seller, request), lines)
  assert.deepEqual(await allWell(market), [])
})

test('the buyer gets letters of payment and delivery, the seller one of the sale with all its figures; of a failure both do', async (t) => {
  const market = await marketWorld(t, world())
  const { sql } = market.deps
  await importOperator(sql, operator)
  const sold = await payForToken(market, { price: 11_003, contentAccessYen: 220, way: 'new-card' })
  const [paid, ...none] = await read(market, sold.buyer)
  assert.deepEqual([paid?.subject, none.length], ['【Kura 蔵】お支払いが完了しました', 0])
  assert.ok(
    paid?.text.includes('月 #1 1点') && paid.text.includes('お届けしています') && !/消費税|税込/.test(paid.text),
  )
  await deliverTrades(market)
  const [arrived] = await read(market, sold.buyer)
  assert.equal(arrived?.subject, '【Kura 蔵】アイテムをお届けしました')
  assert.ok(arrived && !arrived.text.includes('税'))
  for (const said of ['月 #1が', '¥11,003', sold.tradeId, `/tokens/${sold.token.tokenId}`, '#receipt'])
    assert.ok(arrived?.text.includes(said), said)
  const mails = await read(market, sold.seller)
  assert.equal(mails.length, 1)
  const text = mails[0]?.text ?? ''
  assert.equal(mails[0]?.subject, '【Kura 蔵】出品したアイテムが売れました')
  for (const said of [
    '販売代金: ¥11,003',
    '−¥1,100',
    '−¥220',
    '−¥550',
    'お受け取り額: ¥9,133',
    '番号 00000001',
    '¥1,320（うち消費税 ¥120）',
    'T1234567890123',
  ])
    assert.ok(text.includes(said), `${said}: ${text}`)
  assert.ok((await linesOf(market, sold.seller, statement(sold.drafted.listingId))).includes('番号 00000001'))

  const failed = await payForToken(market, { way: 'point' })
  await sql`update members set locale = 'en' where id in (${failed.buyer.memberId}, ${failed.seller.memberId})`
  await sql`update chain_transactions set state = 'failed' where cause = ${failed.tradeId}`
  const trade = { id: failed.tradeId, listingId: failed.drafted.listingId }
  assert.equal(await failTrade(market.deps, trade, { error: 'the token is gone', order: 'dead' }), true)
  const [toSeller] = await read(market, failed.seller)
  assert.equal(toSeller?.subject, 'Kura 蔵: a sale was not completed')
  assert.ok(toSeller.text.includes('Moon #1 was bought'))
  const toBuyer = await read(market, failed.buyer)
  const refund = toBuyer.find(({ subject }) => subject === 'Kura 蔵: your payment was returned')
  assert.ok(refund?.text.includes('could not be delivered any more') && !refund.text.includes('#receipt'))
  assert.deepEqual(await allWell(market), [])
})

test('royalties are reported by rights holder from the ledger, payable when they have cleared, and booked as paid up to that', async (t) => {
  const market = await marketWorld(t, world())
  const { deps } = market
  const { sql } = deps
  await sql`insert into rights_holders (id, name_ja, name_en) values ('studio', '工房', 'Studio'), ('guest', '=客演', '=Guest')`
  const seller = await market.trader(2)
  await sql`update series set rights_holder_id = 'studio' where id = ${seller.tokens[0]!.itemId}`
  const buyer = await market.trader(0)
  for (const token of seller.tokens) {
    const drafted = await market.list(seller, token, { price: 2000 })
    const purchase = { refId: token.refId, priceYen: 2000, contentAccessFee: 0 }
    await payForToken(market, { buyer, listed: { seller, token, drafted, purchase } })
  }
  const unnamed = await payForToken(market, { buyer })
  await deliverTrades(market)
  const holders = async (from?: string, to?: string) => {
    const found = await reportRoyalties(deps, { from, to })
    assert.ok(found)
    return Object.fromEntries(
      found.holders.map(({ rightsHolderId, sales, salesYen, royaltyYen, undoneYen, paidYen, heldYen, payableYen }) => [
        rightsHolderId ?? 'unnamed',
        [sales, salesYen, royaltyYen, undoneYen, paidYen, heldYen, payableYen],
      ]),
    )
  }
  const held = {
    studio: [2, 4000, 200, 0, 0, 200, 0],
    guest: [0, 0, 0, 0, 0, 0, 0],
    unnamed: [1, 1100, 55, 0, 0, 55, 0],
  }
  assert.deepEqual(await holders(), held)
  const pay = (amountYen: number, once?: string, isDryRun = false) =>
    payRoyalties(deps, { rightsHolderId: 'studio', amountYen, by: 't', reason: 'r', once, isDryRun }, () => {})
  await assert.rejects(pay(1), RoyaltyRefusedError)
  await market.moveClock('8 days')
  // all of it on one day
  await market.stopClock()
  assert.equal(await settleCleared(deps), 3)
  await refundByHand(deps, { orderId: unnamed.tradeId, by: 't', reason: 'r', isDryRun: false }, () => {})
  await pay(200, 'june', true)
  for (const wrong of [0, -1, 1.5, 201]) await assert.rejects(pay(wrong), RoyaltyRefusedError)
  await Promise.all([pay(150, 'june'), pay(150, 'june'), pay(150, 'june')])
  await assert.rejects(pay(51), /only 50 yen are payable/)
  assert.deepEqual(await holders(), {
    studio: [2, 4000, 200, 0, 150, 0, 50],
    guest: [0, 0, 0, 0, 0, 0, 0],
    unnamed: [1, 1100, 55, 55, 0, 0, 0],
  })
  // the time asked for is of what moved, in days of Japan
  const [clock] = await sql`select to_char(kura_now() at time zone 'Asia/Tokyo', 'YYYY-MM-DD') as today`
  const today = String(clock?.['today'])
  assert.deepEqual((await holders(today))['studio'], [0, 0, 0, 0, 150, 0, 50])
  assert.deepEqual((await holders(undefined, '2020-01-01'))['studio'], [0, 0, 0, 0, 0, 0, 50])
  for (const [from, to] of [['2026-02-30'], ['x'], ['2026-02-02', '2026-02-01']])
    assert.equal(await reportRoyalties(deps, { from, to }), undefined)
  const acts = await sql`select actor, subject from audit_rows where act = 'royalties.paid'`
  assert.deepEqual(
    acts.map((act) => ({ ...act })),
    [{ actor: 'operator:t', subject: 'studio' }],
  )
  assert.deepEqual(await allWell(market), [])

  const output = await kura(market, 'royalties', 'report', '--csv')
  assert.deepEqual(output.trim().split('\n'), [
    'rights holder,name (ja),name (en),sales,salesYen,royaltyYen,undoneYen,paidYen,heldYen,payableYen',
    "guest,'=客演,'=Guest,0,0,0,0,0,0,0",
    'studio,工房,Studio,2,4000,200,0,150,0,50',
    ',,,1,1100,55,55,0,0,0',
  ])
  assert.match(await kura(market, 'royalties', 'report'), /^studio +2 +4000 +200 +0 +150 +0 +50$/m)
  assert.match(
    await kura(market, 'royalties', 'pay', 'studio', '50', '--reason', 'July'),
    /booked 50 yen paid to Studio; 0 yen are left/,
  )
})

/** A command as the operator runs it, on the market's database. */
async function kura(market: MarketWorld, ...words: string[]): Promise<string> {
  const home = mkdtempSync(join(tmpdir(), 'kura-royalties-'))
  const env = { ...process.env, INIT_CWD: home, KURA_HOME: home, DATABASE_URL: market.deps.env.DATABASE_URL }
  const child = spawn(process.execPath, [join(import.meta.dirname, '../../../../ops/src/kura.ts'), ...words], { env })
  let output = ''
  child.stdout.on('data', (chunk) => (output += chunk))
  child.stderr.on('data', (chunk) => (output += chunk))
  const code = await new Promise((resolve) => child.on('close', resolve))
  rmSync(home, { recursive: true, force: true })
  assert.equal(code, 0, output)
  return output
}

test('a trade whose books contradict it calls a person and keeps no other seller from the money', async (t) => {
  const market = await marketWorld(t, world())
  const { deps } = market
  const [bad, good] = [await payForToken(market), await payForToken(market)]
  await deliverTrades(market)
  await deps.sql`update trades set clears_at = clears_at - interval '1 hour' where id = ${bad.tradeId}`
  // a repaired row, or a restore: the seller was paid already, the trade does not say so
  const name = { ja: '月 #1', en: 'Moon #1' }
  await transaction(deps.sql, (db) => creditProceeds(db, { tradeId: bad.tradeId, name }))
  await market.moveClock('8 days')
  assert.equal(await settleCleared(deps), 1)
  const stateOf = async ({ tradeId }: { tradeId: string }) =>
    (await deps.sql<{ state: string }[]>`select state from trades where id = ${tradeId}`)[0]?.state
  assert.deepEqual([await stateOf(bad), await stateOf(good)], ['delivered', 'settled'])
  const alarms = async () => [
    ...(await deps.sql<{ kind: string; subject: string }[]>`select kind, subject from alarms where cleared_at is null`),
  ]
  assert.deepEqual(await alarms(), [{ kind: 'settling-failed', subject: bad.tradeId }])
  // checked again each time, reported once
  assert.equal(await settleCleared(deps), 0)
  assert.equal((await alarms()).length, 1)
})
