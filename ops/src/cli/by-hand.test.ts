import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { testDatabase } from '@kura/db/test-database'
import type { TestDatabase } from '@kura/db/test-database'
import { connect } from '@kura/server/platform/db/connect'
import { captureOrder } from '@kura/server/checkout/order/capture'
import { reservePack } from '@kura/server/checkout/order/testing/shop'
import postgres from 'postgres'

const home = mkdtempSync(join(tmpdir(), 'kura-by-hand-'))
let database: TestDatabase
let sql: postgres.Sql
const member = '018f0000-0000-7000-8000-000000000001'
const orderId = '018f0000-0000-7000-8000-000000000002'

before(async () => {
  database = await testDatabase()
  sql = postgres(database.url, { max: 1 })
  await sql`
    insert into members (id, email, display_name, birthday) values (${member}, 'hanako@example.jp', 'Hanako', '2000-01-02')`
  await sql`insert into media (id, width, height, colour, sizes) values ('m', 640, 800, '#123456', '{160}')`
  await sql`insert into series (id, name_ja, name_en, token_cap) values ('s', 'シリーズ', 'Series', 10)`
  for (const [id, channel, price] of [
    ['sold', 'sale', 500],
    ['given', 'passcode', 0],
    ['dropped', 'airdrop', 0],
  ] as const) {
    await sql`
      insert into packs (id, series_id, name_ja, name_en, picture, kind, price_yen, cards_per_pack, per_member_limit, salt,
                         commitment, channel)
      values (${id}, 's', 'パック', 'Pack', 'm', 'random', ${price}, 1, ${price === 0 ? null : 5}, '\\x00', '\\x00', ${channel})`
    await sql`insert into pack_stocks (pack_id, issued, remaining) values (${id}, 2, 2)`
  }
  await sql`
    insert into airdrops (id, name_ja, name_en, pack_id, packs_each, is_for_all) values ('gift', '贈り物', 'Gift', 'dropped', 1, false)`
})
after(async () => {
  await sql.end()
  await database.close()
  rmSync(home, { recursive: true, force: true })
})

/** Runs a command as a person does, on a database that no running Kura uses. */
function kura(...words: string[]): Promise<{ code: number | null; output: string }> {
  const main = join(import.meta.dirname, '..', 'kura.ts')
  const env = { ...process.env, INIT_CWD: home, KURA_HOME: home, DATABASE_URL: database.url }
  const child = spawn(process.execPath, [main, ...words], { env })
  let output = ''
  child.stdout.on('data', (chunk) => (output += chunk))
  child.stderr.on('data', (chunk) => (output += chunk))
  return new Promise((resolve) => child.on('close', (code) => resolve({ code, output })))
}
async function succeeds(words: string[], sentence: RegExp): Promise<string> {
  const { code, output } = await kura(...words)
  assert.equal(code, 0, output)
  assert.match(output, sentence)
  return output
}
/** Asserts exit code 1 and a sentence with a remedy, without a stack. */
async function refuses(words: string[], sentence: RegExp): Promise<void> {
  const { code, output } = await kura(...words)
  assert.equal(code, 1, output)
  assert.match(output, sentence)
  assert.match(output, /→/)
  assert.doesNotMatch(output, /^\s+at .*:\d+:\d+|Unexpected:/m)
}
const audit = async () =>
  (await sql`select act, actor, details->>'reason' as reason from audit_rows order by at, id`).map((row) =>
    Object.values(row).join(' | '),
  )

/** Runs it dry, which writes no audit row; then for real, which writes one. */
async function dryThenDone(words: string[], wouldBe: RegExp, done: RegExp): Promise<string> {
  const before_ = await audit()
  await succeeds([...words, '--dry-run'], wouldBe)
  assert.deepEqual(await audit(), before_)
  const output = await succeeds([...words, '--reason', 'because', '--by', 'tester'], done)
  assert.equal((await audit()).length, before_.length + 1)
  return output
}

test('points grant and report', async () => {
  const words = [
    'points',
    'grant',
    'hanako@example.jp',
    '300',
    '--kind',
    'free',
    '--reason-ja',
    'お詫び',
    '--reason-en',
    'Sorry',
  ]
  await succeeds(
    [...words, '--dry-run'],
    /would get 300 free points for 180 days: Sorry \/ お詫び; nothing was changed/,
  )
  assert.equal((await sql`select 1 from point_lots`).length, 0)
  await succeeds([...words, '--once', 'sorry', '--by', 'tester'], /got 300 free points/)
  await refuses([...words, '--once', 'sorry'], /Nothing was changed: .* got points as "sorry" before/)
  assert.deepEqual([...(await sql`select remaining, kind from point_lots`)], [{ remaining: 300, kind: 'free' }])
  assert.deepEqual(await audit(), ['points.granted | operator:tester | '])
  await succeeds(['points', 'report', '--date', '2099-03-31'], /still change[^]*free +(0 +300|300 +0) +0 +0 +300/)
  const json = await succeeds(['points', 'report', '--date', '2099-03-31', '--json'], /^\{/)
  assert.equal(JSON.parse(json).kinds.length, 2)
  await refuses(['points', 'report', '--date', '2026-12-31'], /31 March and 30 September/)
  await refuses(
    ['points', 'grant', member, 'many', '--kind', 'free', '--reason-ja', 'あ', '--reason-en', 'a'],
    /whole number/,
  )
  await refuses(['points', 'grant', member, '1', '--kind', 'golden'], /Paid or free/)
  await refuses(['points', 'grant', member, '1', '--kind', 'free'], /^Why\?/)
  await refuses(['points', 'burn'], /What is to be done with points\?/)
  await refuses(['points', 'grant', member, '1', '--dance'], /Unknown option '--dance'/)
})

test('member birthday', async () => {
  const words = ['member', 'birthday', 'hanako@example.jp', '2012-05-06']
  await dryThenDone(words, /would be born on 2012-05-06: at most 5000 yen/, /is born on 2012-05-06/)
  assert.equal((await sql`select birthday::text from members`)[0]?.['birthday'], '2012-05-06')
  await refuses([...words, '--reason', 'x'], /has this date of birth already/)
  await refuses(['member', 'birthday', member, '2012-02-30', '--reason', 'x'], /is no date of birth/)
  await refuses(['member', 'birthday', member, '2012-02-03'], /^Why\?/)
  await refuses(['member', 'birthday', member], /What is to be done with which member/)
})

test('member professional, and the report of the market', async () => {
  const words = ['member', 'professional', 'hanako@example.jp']
  const notice = ['--name', '月の店', '--address', '東京都', '--contact', '03-1234-5678']
  await dryThenDone(
    [...words, ...notice],
    /is a private seller; nothing was changed/,
    /the notice is shown with every listing/,
  )
  await refuses([...words, ...notice, '--reason', 'x'], /has this notice already/)
  await refuses([...words, ...notice, '--registration', 'T1', '--reason', 'x'], /no registration number/)
  await refuses([...words, ...notice, '--end', '--reason', 'x'], /Who sells by trade/)
  await refuses([...words, '--reason', 'x'], /Who sells by trade/)
  await refuses([...words, ...notice], /^Why\?/)
  await succeeds(['market', 'report'], /sell by trade: 1\n +018f0000-0000-7000-8000-000000000001 +月の店, 0 listings\n/)
  await succeeds(
    [...words, '--name', '月の店', '--reason', 'moved'],
    /cannot list until name, address and contact are given/,
  )
  await succeeds(['market', 'report'], /the notice is not complete/)
  await succeeds([...words, '--end', '--reason', 'stopped'], /is a private seller/)
  const report = JSON.parse(await succeeds(['market', 'report', '--days', '7', '--json'], /^\{/))
  assert.deepEqual(report, { days: 7, flags: [], professionals: [], busySellers: [] })
  await refuses(['market', 'report', '--days', '0'], /What is to be reported/)
  await refuses(['market'], /What is to be reported/)
})

test('pack open and close', async () => {
  await dryThenDone(['pack', 'close', 'sold'], /would be off sale; nothing was changed/, /is off sale/)
  await refuses(['pack', 'close', 'sold', '--reason', 'x'], /Nothing was changed: its sale is closed already/)
  await dryThenDone(['pack', 'open', 'sold'], /would be on sale from now/, /is on sale from now/)
  await refuses(['pack', 'open', 'sold'], /^Why\?/)
  await refuses(['pack', 'open', 'sold', '--for-good', '--reason', 'x'], /Only closing can be for good/)
  await refuses(['pack', 'close', 'nothing', '--reason', 'x'], /there is no pack nothing/)
})

test('passcode make', async () => {
  const words = ['passcode', 'make', 'given', '--count', '3']
  const output = await dryThenDone(
    words,
    /would make 3 passcodes of given, 1 uses each; nothing was made/,
    /^[0-9A-Z-]{19}$/m,
  )
  assert.equal(output.match(/^[0-9A-Z]{4}(-[0-9A-Z]{4}){3}$/gm)?.length, 3)
  assert.equal((await sql`select 1 from passcodes`).length, 3)
  await refuses(['passcode', 'make', 'sold', '--reason', 'x'], /Nothing was made: .* not given by passcode/)
  await refuses(['passcode', 'make', 'given', '--count', 'x', '--reason', 'x'], /whole number/)
  await refuses(['passcode', 'make', 'given'], /What for\?/)
  await refuses(['passcode', 'burn'], /Passcodes of which pack/)
})

test('airdrop list, add, close and open', async () => {
  writeFileSync(join(home, 'who.txt'), '0x0000000000000001\n\nhanako@example.jp\n')
  const file = ['--file', join(home, 'who.txt')]
  await dryThenDone(['airdrop', 'add', 'gift', member, ...file], /would be named for 3 more/, /is named for 3 more/)
  await dryThenDone(['airdrop', 'close', 'gift'], /would be closed; nothing was changed/, /is closed/)
  await succeeds(['airdrop', 'list'], /^gift Gift: closed, for 3, 0 claims, 2 packs left$/m)
  await dryThenDone(['airdrop', 'open', 'gift'], /would be open for claims/, /is open for claims/)
  assert.equal(JSON.parse(await succeeds(['airdrop', 'list', '--json'], /^\[/)).length, 1)
  await refuses(['airdrop', 'close', 'none', '--reason', 'x'], /Nothing was changed: there is no airdrop none/)
  await refuses(['airdrop', 'add', 'gift', 'nobody', '--reason', 'x'], /neither an e-mail address/)
  await refuses(['airdrop', 'add', 'gift', '--file', join(home, 'none.txt'), '--reason', 'x'], /cannot be read/)
  await refuses(['airdrop', 'close', 'gift'], /^Why\?/)
  await refuses(['airdrop', 'eat', 'gift'], /What is to be done with which airdrop/)
})

test('refund gives a delivered pack’s points back', async () => {
  const words = ['points', 'grant', member, '500', '--kind', 'paid', '--reason-ja', '試し', '--reason-en', 'Trial']
  await succeeds(words, /got 500 paid points/)
  const pool = connect(database.url, 2)
  try {
    const unitId = '018f0000-0000-7000-8000-000000000003'
    await sql`insert into pack_units (id, pack_id, number, draw_number) values (${unitId}, 'sold', 1, 1)`
    const { orderId: bought } = await reservePack(
      { sql: pool },
      { memberId: member, packId: 'sold', isAdult: true },
      { by: 'point', usedPoint: 500 },
      { afterwards: (db, reserved) => captureOrder(db, reserved.orderId) },
    )
    const stock = async () => (await sql`select remaining, sold from pack_stocks where pack_id = 'sold'`)[0]
    assert.deepEqual({ ...(await stock()) }, { remaining: 1, sold: 1 })
    await dryThenDone(['refund', bought], /would give back 500 points; nothing was changed/, /gives back 500 points/)
    assert.deepEqual({ ...(await stock()) }, { remaining: 2, sold: 0 })
    const [lot] = await sql`select remaining, kind from point_lots where kind = 'paid'`
    assert.deepEqual({ ...lot }, { remaining: 500, kind: 'paid' })
    await refuses(['refund', bought, '--reason', 'x'], /Nothing was changed: it is refunded already/)
  } finally {
    await pool.end()
  }
})

test('refund refuses what is not delivered or not there', async () => {
  await refuses(['refund', orderId, '--reason', 'x'], new RegExp(`Nothing was changed: there is no order ${orderId}`))
  await refuses(['refund', orderId], /^Why\?/)
  await refuses(['refund', 'all', '--reason', 'x'], /is not an id of an order/)
  await refuses(['refund'], /Which order/)
})

test('maintenance is planned, listed, cancelled and ended by hand', async () => {
  const plan = ['maintenance', 'plan', '--mode', 'whole']
  await refuses([...plan, '--from', 'soon', '--until', '2036-12-01T04:00'], /--from is a time such as/)
  await refuses(['maintenance', 'plan', '--from', 'now', '--until', '2036-12-01T04:00'], /--mode is one of/)
  await refuses([...plan, '--from', 'now', '--until', '2020-12-01T04:00'], /is over already/)
  const times = ['--from', '2036-12-01T02:00', '--until', '2036-12-01T04:00', '--by', 'tester']
  const output = await succeeds([...plan, ...times], /planned .*: whole, 2036-11-30T17:00:00\.000Z to /)
  await refuses([...plan, ...times], /overlaps another/)
  const id = /planned (\S+):/.exec(output)?.[1] ?? ''
  await refuses(['maintenance', 'end', id], /no such maintenance/)
  await succeeds(['maintenance', 'cancel', id], /cancelled/)
  await succeeds(['maintenance', 'list'], /cancelled +whole/)
  const now = await succeeds([...plan, '--from', 'now', '--until', '2036-12-01T04:00'], /planned/)
  await succeeds(['maintenance', 'end', /planned (\S+):/.exec(now)?.[1] ?? ''], /ended/)
})
