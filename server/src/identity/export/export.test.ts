import assert from 'node:assert/strict'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import type { TestContext } from 'node:test'
import type { ExportView } from '@kura/contract/identity/export'
import { limits } from '@kura/contract/limits'
import { rates } from '@kura/contract/rates'
import { newId } from '../../platform/db/id.ts'
import { readArchive } from '../../platform/export/testing/read-archive.ts'
import { observeSteps } from '../../platform/step.ts'
import { seedMember } from '../../testing/seed-member.ts'
import type { SeededMember } from '../../testing/seed-member.ts'
import { testWorld } from '../../testing/test-world.ts'
import type { TestWorld } from '../../testing/test-world.ts'
import { wireModules } from '../../wiring.ts'
import { deleteMember } from '../account/delete-member.ts'
import { startSession } from '../session/session.ts'
import { exportParts, sweepExports, writeExports } from './export.ts'

async function exportWorld(t: TestContext): Promise<TestWorld & { folder: string }> {
  const folder = await mkdtemp(join(tmpdir(), 'kura-exports-'))
  t.after(() => rm(folder, { recursive: true }))
  return { ...(await testWorld(t, { EXPORT_DIR: folder })), folder }
}
type World = Awaited<ReturnType<typeof exportWorld>>

async function show(world: World, session: string): Promise<ExportView> {
  const answer = await world.call('showExport', {}, { session })
  assert.ok(answer.ok)
  return answer.data
}
async function request(world: World, { session }: { session: string }): Promise<string> {
  const answer = await world.call('requestExport', {}, { session })
  return answer.ok ? answer.data.state : answer.body.errorCode
}
async function download(world: World, session?: string) {
  const headers = session === undefined ? {} : { 'x-auth-session': `Bearer ${session}` }
  return world.http.inject({ method: 'GET', url: '/api/users/self/export/file', headers })
}
async function whole(world: World, member: SeededMember) {
  assert.equal(await request(world, member), 'requested')
  assert.equal(await writeExports(world.deps), 1)
  const answer = await download(world, member.session)
  assert.equal(answer.statusCode, 200)
  return readArchive(answer.rawPayload)
}

/** Tables about members, at however many steps, that no part of an export covers, and why. */
const uncovered: Record<string, string> = {
  bot_passes: 'a proof of the bot check, valid for two minutes',
  content_reservations: 'which player streams a video; ended after two minutes, and the place is in content_places',
  exports: 'the request for this very file',
  gift_moves: 'the times of a gift are in gifts',
  idempotency_keys: 'repeats of requests; what they did is in the other parts',
  leases: 'a lock of a worker',
  listing_moves: 'the times of a listing are in listings',
  market_flags: 'a note of the operator about possible abuse',
  notification_fan_outs: 'facts for many; what each was sent is in notifications',
  notification_pushes: 'pushes on their way; the notifications are in notifications',
  opening_moves: 'the times of an opening are in openings',
  order_letters: 'which mails are due; those sent are in mails',
  payout_letters: 'the same, of payouts',
  pack_pool: 'copies that packs are filled from; what a member got is in openings',
  item_holdings: 'counts by address, from the tokens',
  series_holdings: 'counts by address, from the tokens',
  passcodes: 'hashes of codes, of no member',
  payment_moves: 'steps at the gateway; the result is in payments',
  payout_batches: 'files of the operator for the bank',
  service_records: 'hashes of tokens that services hold; what was allowed is in services',
  trade_moves: 'the times of a trade are in trades and sales',
  transaction_reports: 'hints of the browser; what happened is in the other parts',
  transfer_moves: 'the times of a transfer are in transfers',
  wallet_nonces: 'one-time secrets, valid for minutes',
}

test('every table about members is in the export, or is left out for a reason', async (t) => {
  const world = await exportWorld(t)
  const found = await world.deps.sql<{ table: string }[]>`
    with recursive keys as (
      select distinct conrelid::regclass::text as child, confrelid::regclass::text as parent from pg_constraint
       where contype = 'f' and connamespace = 'public'::regnamespace
    ), about (name) as (
      select 'members' union select k.child from about a join keys k on k.parent = a.name
    )
    select name as table from about
    union
    select table_name from information_schema.columns
     where table_schema = 'public' and column_name in ('member_id', 'recipient', 'who', 'email', 'owner_address', 'subject')
     order by 1`
  const covered = new Set(exportParts.call.flatMap(({ tables }) => tables))
  const notAboutMembers = new Set(['alarms', 'open_items', 'subject_counts'])
  const left = found.map(({ table }) => table).filter((name) => !covered.has(name) && !notAboutMembers.has(name))
  assert.deepEqual(
    left,
    Object.keys(uncovered)
      .filter((name) => left.includes(name))
      .toSorted(),
  )
  const tables = await world.deps.sql<
    { name: string }[]
  >`select tablename as name from pg_tables where schemaname = 'public'`
  const known = new Set(tables.map(({ name }) => name))
  for (const name of [...covered, ...Object.keys(uncovered)]) assert.ok(known.has(name), `there is no table ${name}`)
})

test('the page for operators names every part of an export, and no other', async () => {
  wireModules()
  const page = await readFile(new URL('../../../../docs/security.md', import.meta.url), 'utf8')
  const table = page.split('## Export of own data')[1]?.split('\n\n- ')[0] ?? ''
  const named = [...table.matchAll(/^\| (`.*?`) \|/gm)].flatMap(([, cell = '']) => cell.split(', '))
  assert.deepEqual(named.toSorted(), exportParts.call.map(({ name }) => `\`${name}\``).toSorted())
})

test('an export is one ZIP of data and pages in the language of the member, with everything escaped', async (t) => {
  const world = await exportWorld(t)
  const member = await seedMember(world.deps, { displayName: '<b>"月"&\'</b>', flowAddress: '0x1cf0e2f2f715450a' })
  const other = await seedMember(world.deps, { displayName: 'Somebody Else', email: 'else@example.jp' })
  await world.deps.sql`
    insert into enquiries (id, member_id, email, topic, message)
    values (${newId()}, ${member.memberId}, ${member.email}, 'other', '<script>alert(1)</script>'),
           (${newId()}, ${other.memberId}, ${other.email}, 'other', 'not yours')`
  const files = await whole(world, member)
  const parts = exportParts.call.map(({ name }) => name)
  assert.deepEqual(
    [...files.keys()],
    [...parts.flatMap((name) => [`data/${name}.json`, `pages/${name}.html`]), 'index.html'],
  )
  assert.equal(new Set(parts).size, parts.length)
  for (const { name, fields } of exportParts.call) {
    const data = JSON.parse(files.get(`data/${name}.json`) ?? '')
    assert.equal(data.subject, name)
    for (const row of data.items) assert.deepEqual(Object.keys(row).toSorted(), Object.keys(fields).toSorted(), name)
  }
  const [profile] = JSON.parse(files.get('data/profile.json') ?? '').items
  assert.deepEqual([profile.displayName, profile.birthday], ['<b>"月"&\'</b>', '1990-04-01'])
  assert.equal(JSON.parse(files.get('data/enquiries.json') ?? '').items.length, 1)
  for (const [name, text] of files)
    if (name.endsWith('.html')) {
      assert.match(text, /^<!doctype html>\n<html lang="ja">/)
      assert.doesNotMatch(text, /<script|<b>|https?:|src=| on\w+=/i, name)
    }
  assert.ok((files.get('pages/profile.html') ?? '').includes('&lt;b&gt;&quot;月&quot;&amp;&#39;&lt;/b&gt;'))
  const all = [...files.values()].join('\n')
  for (const secret of [other.email, other.memberId, 'Somebody Else', 'not yours', 'argon2'])
    assert.ok(!all.includes(secret), secret)
  await world.deps.sql`update members set locale = 'en' where id = ${other.memberId}`
  assert.match((await whole(world, other)).get('index.html') ?? '', /<html lang="en">[^]*Your data at/)
})

test('only the session that requested an export downloads it, for a day, and while it lasts', async (t) => {
  const world = await exportWorld(t)
  await world.stopClock()
  const member = await seedMember(world.deps)
  const stranger = await seedMember(world.deps)
  const second = await startSession(world.deps.sql, { memberId: member.memberId, userAgent: 'second' })
  assert.deepEqual(await show(world, member.session), {
    state: 'none',
    done: 0,
    total: 0,
    requestedAt: null,
    expiresAt: null,
    bytes: null,
    isOfThisSession: true,
  })
  assert.equal(await request(world, member), 'requested')
  assert.equal((await download(world, member.session)).statusCode, 404, 'before it is ready')
  await writeExports(world.deps)
  const { state, done, total, isOfThisSession } = await show(world, member.session)
  assert.deepEqual([state, done, isOfThisSession], ['ready', total, true])
  assert.equal((await show(world, second)).isOfThisSession, false)

  const refused = async (session?: string) => {
    const answer = await download(world, session)
    return [answer.statusCode, answer.json().errorCode]
  }
  assert.deepEqual(await refused(second), [403, 'FORBIDDEN'])
  assert.deepEqual(await refused(stranger.session), [404, 'NOT_FOUND'])
  assert.deepEqual(await refused(), [401, 'UNAUTHORIZED'])
  const answer = await download(world, member.session)
  assert.deepEqual(
    [answer.headers['content-type'], Number(answer.headers['content-length']), answer.headers['cache-control']],
    ['application/zip', answer.rawPayload.length, 'no-store'],
  )
  assert.match(String(answer.headers['content-disposition']), /^attachment; filename="kura-data-\d{4}-\d\d-\d\d\.zip"$/)

  await world.moveClock(`${limits.exportHours} hours`)
  assert.deepEqual(await refused(member.session), [404, 'NOT_FOUND'])
  assert.equal((await show(world, member.session)).state, 'expired')
  assert.equal((await readdir(world.folder)).length, 1)
  await sweepExports(world.deps)
  assert.deepEqual(await readdir(world.folder), [])

  // and a session that signs out takes its export along
  assert.equal(await request(world, { session: second }), 'requested')
  await writeExports(world.deps)
  await world.call('signOut', {}, { session: second })
  await sweepExports(world.deps)
  assert.deepEqual(await readdir(world.folder), [])
})

test('a member has one export at a time and a few a day, and a mail without a way in says when it is there', async (t) => {
  const world = await exportWorld(t)
  const member = await seedMember(world.deps)
  const both = await Promise.all([request(world, member), request(world, member)])
  assert.deepEqual(both.toSorted(), ['EXPORT_RUNNING', 'requested'])
  await Promise.all([writeExports(world.deps), writeExports(world.deps)])
  for (let more = 1; more < rates.exportPerMember.burst; more += 1) {
    const state = await request(world, member)
    // the loser of two requests at once may have used one up
    if (state !== 'TOO_MANY_REQUESTS') assert.equal(await writeExports(world.deps), 1)
  }
  assert.equal(await request(world, member), 'TOO_MANY_REQUESTS')
  await sweepExports(world.deps)
  assert.equal((await readdir(world.folder)).length, 1, 'the last one only')
  const mails = await world.deps.sql<{ words: object }[]>`
    select words from mails where recipient = ${member.email} and template = 'export-ready'`
  assert.ok(mails.length >= 2)
  assert.deepEqual(mails[0]?.words, { link: `${world.deps.env.PUBLIC_URL}/mypage/export` })
})

test('a worker that dies leaves no half export, and the next one begins again', async (t) => {
  const world = await exportWorld(t)
  const member = await seedMember(world.deps)
  assert.equal(await request(world, member), 'requested')
  const [row] = await world.deps.sql<{ id: string }[]>`
    update exports set state = 'writing', done = 3, tries = 1, worked_until = kura_now() + interval '30 s' returning id`
  await mkdir(world.folder, { recursive: true })
  await writeFile(join(world.folder, `${row?.id}.1.part`), 'half')
  await sweepExports(world.deps)
  assert.equal((await readdir(world.folder)).length, 1, 'its worker may still live')
  assert.equal(await writeExports(world.deps), 0)
  await world.moveClock('31 seconds')
  assert.equal(await writeExports(world.deps), 1)
  await sweepExports(world.deps)
  assert.deepEqual(await readdir(world.folder), [`${row?.id}.zip`])
  assert.ok((await readArchive((await download(world, member.session)).rawPayload)).has('index.html'))
})

test('a worker that dies between the file and its row is followed by one that writes it again', async (t) => {
  const world = await exportWorld(t)
  const member = await seedMember(world.deps)
  await request(world, member)
  t.after(() => observeSteps(undefined))
  observeSteps((point) => (point === 'before export.ready' ? Promise.reject(new Error('killed')) : Promise.resolve()))
  assert.equal(await writeExports(world.deps), 0)
  assert.equal((await download(world, member.session)).statusCode, 404)
  observeSteps(undefined)
  await world.moveClock('1 minute')
  assert.equal(await writeExports(world.deps), 1)
  await sweepExports(world.deps)
  assert.equal((await readdir(world.folder)).length, 1)
  assert.equal((await download(world, member.session)).statusCode, 200)
})

test('a worker that lost its export to another one ends without a file', async (t) => {
  const world = await exportWorld(t)
  await request(world, await seedMember(world.deps))
  t.after(() => observeSteps(undefined))
  observeSteps(async (point) => {
    if (point === 'before export.write') await world.deps.sql`update exports set tries = tries + 1`
  })
  assert.equal(await writeExports(world.deps), 0)
  assert.deepEqual(await readdir(world.folder), [])
})

test('an export that fails again and again ends, and calls an operator', async (t) => {
  const world = await exportWorld(t)
  const member = await seedMember(world.deps)
  await request(world, member)
  t.after(() => observeSteps(undefined))
  observeSteps((point) =>
    point === 'before export.write' ? Promise.reject(new Error('disk full')) : Promise.resolve(),
  )
  for (let tries = 0; tries < limits.exportTriesMost; tries += 1) {
    assert.equal(await writeExports(world.deps), 0)
    await world.moveClock('1 minute')
  }
  assert.equal((await show(world, member.session)).state, 'failed')
  assert.equal((await world.deps.sql`select 1 from alarms where kind = 'export-failed'`).length, 1)
  observeSteps(undefined)
  assert.equal(await request(world, member), 'requested')
})

test('an export goes with its member', async (t) => {
  const world = await exportWorld(t)
  const member = await seedMember(world.deps)
  await whole(world, member)
  assert.ok((await deleteMember(world.deps, { memberId: member.memberId, actor: 't', reason: 'r' })).isDeleted)
  assert.equal((await world.deps.sql`select 1 from exports`).length, 0)
  await sweepExports(world.deps)
  assert.deepEqual(await readdir(world.folder), [])
})
