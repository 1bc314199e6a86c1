import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import { test } from 'node:test'
import { api } from '@kura/contract/api'
import type { Endpoint } from '@kura/contract/endpoint'
import { isRefusedIn, maintenanceModes } from '@kura/contract/maintenance'
import type { MaintenanceMode } from '@kura/contract/maintenance'
import type { CallName } from '@kura/contract/paths'
import { buildRequest } from '@kura/contract/request'
import type { Sql } from '../db/connect.ts'
import { sendCall } from '../../testing/attacks/send-call.ts'
import { seedMember } from '../../testing/seed-member.ts'
import { testWorld } from '../../testing/test-world.ts'
import type { TestWorld } from '../../testing/test-world.ts'
import { samplesOf } from '../http/testing/bad-cases.ts'
import { cancelMaintenance, endMaintenance, planMaintenance } from './plan-maintenance.ts'
import { listMaintenances } from './queries.ts'

const text = { ja: '作業', en: 'Works' }
const hour = 3_600_000

/** Longer than a process keeps what it has read of the plan. */
const settled = () => sleep(300)

async function plan({ deps }: TestWorld, mode: MaintenanceMode, startsIn: number, endsIn: number) {
  const [clock] = await deps.sql<{ now: Date }[]>`select kura_now() as now`
  const at = (ms: number) => new Date((clock?.now.getTime() ?? 0) + ms)
  return planMaintenance(deps, { mode, startsAt: at(startsIn), endsAt: at(endsIn), text }, 'tester')
}

test('maintenance is shown before it begins, runs in its time and is gone after it', async (t) => {
  const world = await testWorld(t)
  await world.stopClock()
  const { session } = await seedMember(world.deps)
  const write = async () => {
    await settled()
    const answer = await world.http.inject({
      method: 'POST',
      url: '/api/users/self/favorites',
      headers: { 'x-auth-session': `Bearer ${session}`, 'content-type': 'application/json' },
      body: { itemId: 'nobody-has-this' },
    })
    return {
      code: answer.json().errorCode as string,
      status: answer.statusCode,
      headers: answer.headers,
      body: answer.json(),
    }
  }
  const shown = async () => {
    const answer = await world.call('listMaintenance', {})
    assert.ok(answer.ok)
    return answer.data.items.map(({ mode, text: words }) => `${mode} ${words.en}`)
  }
  assert.deepEqual(await shown(), [])
  await plan(world, 'read-only', hour, 2 * hour)
  assert.deepEqual(await shown(), ['read-only Works'])
  assert.equal((await write()).code, 'NOT_FOUND', 'it has not begun')
  await world.moveClock('1 hour')
  const refused = await write()
  assert.deepEqual([refused.status, refused.code], [503, 'MAINTENANCE'])
  assert.deepEqual(refused.body.details, [{ field: 'mode', fault: 'read-only' }])
  assert.equal(refused.headers['retry-after'], '600')
  const read = await world.call('listItems', { query: {} })
  assert.ok(read.ok, 'reading goes on')
  await world.moveClock('1 hour')
  assert.equal((await write()).code, 'NOT_FOUND', 'it is over')
  assert.deepEqual(await shown(), [])
})

test('signing out and what gateways report are never refused', async (t) => {
  const world = await testWorld(t)
  const { session } = await seedMember(world.deps)
  await plan(world, 'whole', 0, hour)
  await settled()
  const read = await world.call('listItems', { query: {} })
  assert.equal(!read.ok && read.body.errorCode, 'MAINTENANCE')
  for (const name of ['cardNotice', 'paidyNotice'] as const) {
    const endpoint: Endpoint = api[name]
    const answer = await world.http.inject({ method: endpoint.method, url: endpoint.path })
    assert.notEqual(answer.statusCode, 503, name)
  }
  const { method, url, headers } = buildRequest(api.signOut, {}, { session })
  const answer = await world.http.inject({ method: method as 'POST', url, headers })
  assert.equal(answer.statusCode, 200)
})

test('each mode refuses its calls: payments that began go on in all of them', () => {
  const names = Object.entries(api) as [string, Endpoint][]
  const refused = (mode: MaintenanceMode) => names.filter(([, call]) => isRefusedIn(mode, call)).map(([name]) => name)
  const [readOnly, noPayments, whole] = maintenanceModes.map(refused)
  assert.ok(readOnly && noPayments && whole)
  assert.deepEqual(
    noPayments.filter((name) => !readOnly.includes(name)),
    [],
    'read-only refuses what no-payments does',
  )
  assert.deepEqual(
    readOnly.filter((name) => !whole.includes(name)),
    [],
    'whole refuses what read-only does',
  )
  for (const name of ['entryOrderBuy', 'tradeNft', 'buyTokenPaidy', 'cancelOrder', 'reportListing', 'signOut'])
    assert.ok(!whole.includes(name), name)
  for (const name of ['entryOrderNewCard', 'enterTokenPaidy', 'buyPoint', 'requestPayout'])
    assert.ok(noPayments.includes(name), name)
  assert.ok(!noPayments.includes('updateProfile') && readOnly.includes('updateProfile'))
})

test('every call of the contract, by nobody, a member and a banned one: refused with MAINTENANCE where its mode says so, and nothing is written', async (t) => {
  const world = await testWorld(t)
  const { sql } = world.deps
  const member = await seedMember(world.deps)
  const banned = await seedMember(world.deps)
  await sql`update members set banned_at = kura_now() where id = ${banned.memberId}`
  const calls = Object.entries(api) as [CallName, Endpoint][]
  const written = await countWrites(sql)
  for (const mode of maintenanceModes) {
    const { id } = await plan(world, mode, 0, hour)
    await settled()
    const refused = calls.filter(([, call]) => isRefusedIn(mode, call))
    const before = await written()
    for (const session of [undefined, member.session, banned.session])
      for (const [name, endpoint] of refused) {
        const payload = endpoint.parts.body && samplesOf(endpoint.parts.body)
        const answer = await sendCall(world, world.http, name, { payload, session })
        assert.deepEqual([answer.statusCode, answer.json().errorCode], [503, 'MAINTENANCE'], `${mode} ${name}`)
        assert.deepEqual(answer.json().details, [{ field: 'mode', fault: mode }], name)
        assert.match(String(answer.headers['retry-after']), /^\d+$/, name)
      }
    assert.deepEqual(await written(), before, `${mode}: a refused call wrote something`)
    for (const [name] of calls.filter(([, call]) => !isRefusedIn(mode, call))) {
      await sql`delete from rate_limits`
      const { statusCode } = await sendCall(world, world.http, name, {})
      assert.ok(statusCode < 500, `${mode} ${name}: ${statusCode}`)
    }
    await endMaintenance(world.deps, id, 'tester')
  }
})

/** Counts each row that is written in any table from now on; the numbers survive a rollback. */
async function countWrites(sql: Sql): Promise<() => Promise<unknown>> {
  await sql`create sequence writes`
  await sql`create function note_write() returns trigger language plpgsql as
    $$ begin perform nextval('writes'); return null; end $$`
  const tables = await sql<{ name: string }[]>`
    select quote_ident(tablename) as name from pg_tables where schemaname = 'public'`
  assert.ok(tables.length > 100, `${tables.length} tables`)
  for (const { name } of tables)
    await sql.unsafe(
      `create trigger note_write after insert or update or delete on ${name} for each row execute function note_write()`,
    )
  return async () => (await sql`select last_value, is_called from writes`)[0]
}

test('maintenance does not overlap; what runs is ended and what is planned is cancelled, once', async (t) => {
  const world = await testWorld(t)
  const { deps } = world
  const first = await plan(world, 'whole', hour, 2 * hour)
  await assert.rejects(plan(world, 'read-only', 1.5 * hour, 3 * hour), { code: 'INVALID_INPUT' })
  await assert.rejects(plan(world, 'read-only', 4 * hour, 3 * hour), { code: 'INVALID_INPUT' })
  await assert.rejects(plan(world, 'read-only', -2 * hour, -hour), { code: 'INVALID_INPUT' })
  await assert.rejects(endMaintenance(deps, first.id, 'tester'), { code: 'NOT_FOUND' }, 'it does not run')
  await cancelMaintenance(deps, first.id, 'tester')
  await assert.rejects(cancelMaintenance(deps, first.id, 'tester'), { code: 'NOT_FOUND' })
  const second = await planMaintenance(
    deps,
    { mode: 'no-payments', startsAt: 'now', endsAt: new Date(Date.now() + hour), text },
    'tester',
  )
  await assert.rejects(cancelMaintenance(deps, second.id, 'tester'), { code: 'NOT_FOUND' }, 'it has begun')
  await endMaintenance(deps, second.id, 'tester')
  const states = (await listMaintenances(deps.sql)).map(({ state }) => state)
  assert.deepEqual(states, ['cancelled', 'ended'])
  const acts = await deps.sql<{ act: string }[]>`select act from audit_rows order by at, id`
  assert.deepEqual(
    acts.map(({ act }) => act),
    ['plan-maintenance', 'cancel-maintenance', 'plan-maintenance', 'end-maintenance'],
  )
})

test('a plan of maintenance drops every kept page', async (t) => {
  const world = await testWorld(t)
  await plan(world, 'read-only', hour, 2 * hour)
  const drops = await world.deps.sql<{ tag: string }[]>`select tag from page_drops`
  assert.ok(drops.some(({ tag }) => tag === '*'))
})
