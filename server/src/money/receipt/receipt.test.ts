import assert from 'node:assert/strict'
import { test } from 'node:test'
import { rates } from '@kura/contract/rates'
import { paths } from '@kura/contract/paths'
import { buildRequest } from '@kura/contract/request'
import { importOperator } from '../../catalogue/operator/operator.ts'
import { grantPack } from '../../shop/pack/grant-packs.ts'
import { refundByHand } from '../../checkout/order/refund-by-hand.ts'
import { seedBuyer, seedPack } from '../../checkout/order/testing/shop.ts'
import { buyBy, enterPaidy, givePoints, mixes, work } from '../../checkout/order/testing/tenders.ts'
import type { SeededMember } from '../../testing/seed-member.ts'
import { testWorld } from '../../testing/test-world.ts'
import type { TestWorld } from '../../testing/test-world.ts'
import { readPdf } from './testing/read-pdf.ts'
import { operator } from './testing/operator.ts'

type Query = { kind?: 'receipt' | 'refund'; language?: 'ja' | 'en'; addressee?: string }
const ask = (world: TestWorld, { session }: SeededMember, orderId: string, query: Query = {}) => {
  const { url, headers } = buildRequest(paths.showReceipt, { params: { orderId }, query }, { session })
  return world.http.inject({ url, headers })
}
/** The bytes of a receipt that must be there. */
async function receiptOf(...args: Parameters<typeof ask>): Promise<Buffer> {
  const answer = await ask(...args)
  assert.equal(answer.statusCode, 200, answer.body.slice(0, 200))
  assert.equal(answer.headers['content-type'], 'application/pdf')
  assert.match(String(answer.headers['content-disposition']), /^attachment; filename="(receipt|refund)-\d+\.pdf"$/)
  assert.equal(answer.headers['cache-control'], 'no-store')
  return answer.rawPayload
}
const codeOf = async (...args: Parameters<typeof ask>): Promise<string> => (await ask(...args)).json().errorCode
/** The line that follows this one: a name and its value are drawn one after the other. */
const after = (lines: string[], name: string): string | undefined => lines[lines.indexOf(name) + 1]
const refund = (world: TestWorld, orderId: string) =>
  refundByHand(world.deps, { orderId, by: 't', reason: 'r', isDryRun: false }, () => {})

async function shop(t: Parameters<typeof testWorld>[0], isRun = true) {
  const world = await testWorld(t)
  const { sql } = world.deps
  if (isRun) await importOperator(sql, operator)
  const packId = await seedPack(sql, { units: 30 })
  const buyer = await seedBuyer(world)
  await givePoints(world, buyer, 6000)
  return { world, sql, packId, buyer }
}

test('who runs the shop is shown as imported, and empty before', async (t) => {
  const world = await testWorld(t)
  const shown = async () => {
    const answer = await world.call('showOperator', {})
    return answer.ok ? answer.data : assert.fail()
  }
  assert.deepEqual([(await shown()).name, (await shown()).invoiceNumber], [{ ja: '', en: '' }, ''])
  await importOperator(world.deps.sql, operator)
  assert.deepEqual(await shown(), operator)
})

test('a receipt says who sold what to whom and when, the tax per rate, and what was paid with points', async (t) => {
  const { world, packId, buyer } = await shop(t)
  // the day of the purchase stays the same when it is viewed later
  await world.stopClock()
  const [clock] = await world.deps.sql<[{ today: string }]>`
    select to_char(kura_now() at time zone 'Asia/Tokyo', 'YYYY"年"FMMM"月"FMDD"日"') as today`
  const { orderId } = await buyBy(world, buyer, packId, 'card-point')
  const bytes = await receiptOf(world, buyer, orderId, { addressee: '山田商店 経理部' })
  const { lines, pages } = readPdf(bytes)
  assert.equal(pages, 1)
  for (const said of [
    '領収書（適格請求書）',
    '番号 00000001',
    '山田商店 経理部 様',
    '株式会社見本蔵',
    'パック',
    orderId,
  ])
    assert.ok(lines.includes(said), `${said} is not among ${lines.join(' | ')}`)
  assert.equal(after(lines, '登録番号'), 'T1234567890123')
  assert.equal(after(lines, '合計金額（税込）'), '¥1,100')
  assert.equal(after(lines, '10%対象（税込）'), '¥1,100')
  assert.equal(after(lines, 'うち消費税（10%）'), '¥100')
  assert.equal(after(lines, 'クレジットカード'), '¥800')
  assert.equal(after(lines, 'ポイント利用'), '¥300')
  assert.equal(after(lines, '取引日'), clock.today)

  assert.deepEqual(await receiptOf(world, buyer, orderId, { addressee: '山田商店 経理部' }), bytes)
  assert.deepEqual(await receiptOf(world, buyer, orderId), bytes)
  assert.equal(await codeOf(world, buyer, orderId, { addressee: '別の会社' }), 'ORDER_STATE')
  const english = readPdf(await receiptOf(world, buyer, orderId, { language: 'en' })).lines
  assert.ok(english.includes('Receipt (qualified invoice)') && english.includes('No. 00000001'))
  assert.ok(english.includes('To: 山田商店 経理部') && english.includes('Sample Storehouse Co.'))
  assert.equal(after(english, 'Points used'), '¥300')
})

test('a receipt equals the books, for every tender, and never changes', async (t) => {
  const { world, sql, packId, buyer } = await shop(t)
  const names = { card: 'クレジットカード', paidy: 'あと払い（ペイディ）' }
  for (const [at, mix] of mixes.entries()) {
    const { orderId } = await buyBy(world, buyer, packId, mix)
    const bytes = await receiptOf(world, buyer, orderId)
    const { lines } = readPdf(bytes)
    assert.ok(lines.includes(`番号 0000000${at + 1}`))
    const booked = await sql<{ account: string; yen: number }[]>`
      select e.account_id as account, e.amount::int as yen from ledger_entries e join ledger_movements m on m.id = e.movement_id
       where m.kind = 'capture' and m.cause = ${orderId}`
    const yenOf = (account: string) => booked.find((entry) => entry.account === account)?.yen
    const said = (name: string) => {
      const value = lines.includes(name) ? after(lines, name) : undefined
      return value === undefined ? undefined : Number(value.replace(/[¥,]/g, ''))
    }
    assert.equal(said(names.card), yenOf('psp:card'))
    assert.equal(said(names.paidy), yenOf('psp:paidy'))
    assert.equal(said('ポイント利用'), yenOf('points:redeemed'))
    assert.equal(said('うち消費税（10%）'), -(yenOf('tax:consumption') ?? 0))
    assert.equal(said('合計金額（税込）'), -(yenOf('sales:packs') ?? 0) - (yenOf('tax:consumption') ?? 0))
    // neither another operator, nor another name of pack or member changes what was issued
    await importOperator(sql, { ...operator, invoiceNumber: 'T9999999999999' })
    await sql`update packs set name_ja = '新しい名前'`
    await sql`update members set display_name = 'Somebody'`
    assert.deepEqual(await receiptOf(world, buyer, orderId), bytes)
    await importOperator(sql, operator)
  }
  await assert.rejects(async () => sql`update receipts set number = number + 100`, /receipts are final/)
  await assert.rejects(async () => sql`delete from receipts`, /receipts are final/)
})

test('a refund has its own document that names the receipt it amends, also when that was never requested', async (t) => {
  const { world, packId, buyer } = await shop(t)
  const [asked, silent] = [await buyBy(world, buyer, packId, 'paidy-point'), await buyBy(world, buyer, packId, 'card')]
  const receipt = await receiptOf(world, buyer, asked.orderId, { addressee: '宛先' })
  assert.equal(await codeOf(world, buyer, asked.orderId, { kind: 'refund' }), 'ORDER_STATE')
  for (const { orderId } of [asked, silent]) await refund(world, orderId)
  await work(world)
  const { lines } = readPdf(await receiptOf(world, buyer, asked.orderId, { kind: 'refund' }))
  for (const said of ['返金明細書（適格返還請求書）', '番号 00000002', '宛先 様']) assert.ok(lines.includes(said), said)
  assert.equal(after(lines, '対象の領収書番号'), '00000001')
  assert.equal(after(lines, '返金金額（税込）'), '¥1,100')
  assert.equal(after(lines, 'うち消費税（10%）'), '¥100')
  assert.equal(after(lines, 'あと払い（ペイディ）'), '¥800')
  assert.equal(after(lines, 'ポイント'), '¥300')
  assert.match(after(lines, '返金日') ?? '', /年/)
  assert.equal(after(lines, '登録番号'), 'T1234567890123')
  assert.deepEqual(await receiptOf(world, buyer, asked.orderId), receipt)
  const second = readPdf(await receiptOf(world, buyer, silent.orderId, { kind: 'refund', language: 'en' })).lines
  assert.ok(second.includes('No. 00000004'))
  assert.equal(after(second, 'Amends receipt no.'), '00000003')
  const shown = await world.call(
    'showTransaction',
    { params: { type: 'pack', transactionId: asked.orderId } },
    { session: buyer.session },
  )
  assert.ok(shown.ok)
  const issued = shown.data.timeline.filter(({ source }) => source === 'receipt')
  assert.deepEqual(
    issued.map(({ event, code, amountYen }) => [event, code, amountYen]),
    [
      ['receipt', '1', 1100],
      ['refund', '2', 1100],
    ],
  )
})

test('numbers follow one another without a gap, however many ask at once and after one failed', async (t) => {
  const { world, sql, packId, buyer } = await shop(t)
  const orders = []
  for (let n = 0; n < 5; n += 1) orders.push(await buyBy(world, buyer, packId, 'point'))
  world.expectUndeclared('GET /api/orders/:orderId/receipt', 'the database refuses the first number on purpose')
  await sql`
    create function refuse() returns trigger language plpgsql as $$ begin raise exception 'planned'; end $$`
  await sql`create trigger receipts_refused before insert on receipts for each row execute function refuse()`
  const failed = await ask(world, buyer, orders[0]?.orderId ?? '')
  assert.equal(failed.statusCode, 500)
  await sql`drop trigger receipts_refused on receipts`
  const answers = await Promise.all([...orders, ...orders, ...orders].map(({ orderId }) => ask(world, buyer, orderId)))
  assert.ok(answers.every(({ statusCode }) => statusCode === 200))
  const rows = await sql<{ number: number }[]>`select number::int from receipts order by number`
  assert.deepEqual(
    rows.map(({ number }) => number),
    [1, 2, 3, 4, 5],
  )
  const [counter] = await sql`select last::int from receipt_counters where issuer = ${operator.invoiceNumber}`
  assert.equal(counter?.['last'], 5)
})

test('there is no receipt for another member’s, an unpaid or a granted order, and none while no operator is set', async (t) => {
  const { world, sql, packId, buyer } = await shop(t, false)
  const { orderId } = await buyBy(world, buyer, packId, 'card')
  assert.equal(await codeOf(world, buyer, orderId), 'NOT_FOUND')
  assert.equal((await sql`select 1 from receipts`).length, 0)
  await importOperator(sql, { ...operator, invoiceNumber: '' })
  const stranger = await seedBuyer(world)
  assert.equal(await codeOf(world, stranger, orderId), 'NOT_FOUND')
  const giftPackId = await seedPack(sql)
  await sql`update packs set channel = 'airdrop' where id = ${giftPackId}`
  const given = await sql.begin((db) =>
    grantPack(db, { memberId: buyer.memberId, packId: giftPackId, cause: 'airdrop:t' }),
  )
  assert.equal(await codeOf(world, buyer, given), 'ORDER_STATE')
  const reserved = await enterPaidy(world, buyer, packId)
  assert.ok(reserved.ok)
  for (const kind of ['receipt', 'refund'] as const)
    assert.equal(await codeOf(world, buyer, reserved.data.orderId, { kind }), 'ORDER_STATE')
  await sql`update members set display_name = ''`
  const { lines } = readPdf(await receiptOf(world, buyer, orderId))
  assert.ok(lines.includes('領収書') && !lines.some((line) => line.includes('登録番号')))
  assert.ok(lines.some((line) => line.includes('適格請求書ではありません')))
  assert.ok(
    lines.some((line) => /^　+様$/.test(line)),
    'a line to write the name on',
  )
  for (const addressee of ['', ' ', 'a\nb', 'x'.repeat(61)])
    assert.equal(await codeOf(world, buyer, orderId, { addressee }), 'INVALID_REQUEST_FORMAT')
  for (const addressee of ['山田\u202e商店', 'ㅤ', 'evil.рф', 'x\u0330\u0331\u0332'])
    assert.equal(await codeOf(world, buyer, orderId, { addressee }), 'INVALID_INPUT', addressee)
})

test('a flood of receipt requests is rate-limited', async (t) => {
  const { world, packId, buyer } = await shop(t)
  const { orderId } = await buyBy(world, buyer, packId, 'point')
  const { burst } = rates.receiptPerMember
  // drawing takes its time, in which the bucket would fill again
  await world.stopClock()
  const codes: number[] = []
  for (let time = 0; time < burst + 2; time += 1) codes.push((await ask(world, buyer, orderId)).statusCode)
  assert.deepEqual(codes, [...Array.from({ length: burst }, () => 200), 429, 429])
})
