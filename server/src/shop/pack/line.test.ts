import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import { AppError } from '@kura/contract/errors'
import { limits, termsVersion } from '@kura/contract/limits'
import { rates } from '@kura/contract/rates'
import type { QueueView } from '@kura/contract/shop/pack'
import { seedBuyer, seedPack } from '../../checkout/order/testing/shop.ts'
import type { Sql } from '../../platform/db/connect.ts'
import { testWorld } from '../../testing/test-world.ts'
import type { TestWorld } from '../../testing/test-world.ts'
import { drawLines, ensureAdmitted, joinLine, showLine } from './line.ts'

const perSecond = 10

/** A pack with a line, on sale in an hour unless set otherwise. */
async function packWithLine(
  world: TestWorld,
  seed: Parameters<typeof seedPack>[1] = { saleStartsAt: '1 hour' },
): Promise<string> {
  const packId = await seedPack(world.deps.sql, { units: 5, ...seed })
  await world.deps.sql`update packs set queue_per_second = ${perSecond} where id = ${packId}`
  return packId
}

const sessionOf = (n: number): string => createHash('sha256').update(`line ${n}`).digest('base64url')

/** Signed-in members by the thousand: rows only. */
async function addMembers(sql: Sql, count: number): Promise<string[]> {
  const rows = await sql<{ id: string }[]>`
    insert into members (id, email, terms_version, terms_agreed_at)
    select gen_random_uuid(), 'line-' || n || '@example.jp', ${termsVersion}, kura_now() from generate_series(1, ${count}::int) n
    returning id`
  const ids = rows.map(({ id }) => id)
  const hashes = ids.map((_, n) => createHash('sha256').update(sessionOf(n)).digest('hex'))
  await sql`
    insert into sessions (token_hash, family_id, member_id, expires_at)
    select decode(hash, 'hex'), gen_random_uuid(), id, kura_now() + interval '30 d'
      from unnest(${ids}::uuid[], ${hashes}::text[]) e (id, hash)`
  return ids
}

async function inParallel<T>(list: readonly T[], width: number, work: (one: T) => Promise<unknown>): Promise<void> {
  const waiting = [...list]
  const run = async () => {
    for (let one = waiting.pop(); one !== undefined; one = waiting.pop()) await work(one)
  }
  await Promise.all(Array.from({ length: width }, run))
}

const admittedNow = async (sql: Sql, packId: string, ids: string[]): Promise<number> => {
  let count = 0
  await inParallel(ids, 8, async (memberId) => {
    try {
      await ensureAdmitted(sql, packId, memberId)
      count += 1
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'QUEUE_FIRST') throw error
    }
  })
  return count
}

test('A46: ten thousand accounts: drawn at the start, let in at the rate of the line, the latecomers behind', async (t) => {
  const world = await testWorld(t)
  const { sql } = world.deps
  const packId = await packWithLine(world)
  const ids = await addMembers(sql, 10_000)
  const [early, late] = [ids.slice(0, 9_000), ids.slice(9_000)]
  await inParallel(early, 8, (memberId) => joinLine({ sql }, packId, memberId))
  const first = early[0] ?? ''
  assert.deepEqual(await showLine({ sql }, packId, first), {
    packId,
    state: 'waiting',
    ahead: null,
    waitSeconds: null,
    admittedUntil: null,
  })
  await assert.rejects(ensureAdmitted(sql, packId, first), { code: 'QUEUE_FIRST' })

  await sql`update packs set sale_starts_at = kura_now() where id = ${packId}`
  await inParallel(late, 8, (memberId) => joinLine({ sql }, packId, memberId))
  const tickets = await sql<{ memberId: string; number: number }[]>`
    select member_id as "memberId", number::float8 as number from pack_tickets where pack_id = ${packId} order by number`
  assert.equal(tickets.length, 10_000)
  assert.equal(new Set(tickets.map(({ number }) => number)).size, 10_000)
  // everyone who came before the sale stands before everyone who came after
  const isEarly = new Set(early)
  assert.ok(tickets.slice(0, 9_000).every(({ memberId }) => isEarly.has(memberId)))
  assert.deepEqual(
    tickets.slice(0, 9_000).map(({ number }) => number),
    Array.from({ length: 9_000 }, (_, n) => n),
  )
  // and coming first before the sale is worth nothing
  const placeOf = new Map(tickets.map(({ memberId, number }) => [memberId, number]))
  const ofFirst = early.slice(0, 1000).map((memberId) => placeOf.get(memberId) ?? 0)
  const mean = ofFirst.reduce((sum, place) => sum + place, 0) / ofFirst.length
  assert.ok(mean > 4_000 && mean < 5_000, `the first thousand stand at ${mean} on average`)

  // a minute into the sale six hundred have been let in, regardless of how often they ask
  await sql`update packs set sale_starts_at = kura_now() - interval '60 s' where id = ${packId}`
  const asked = Date.now()
  const admitted = await admittedNow(sql, packId, ids)
  const most = (61 + (Date.now() - asked) / 1000) * perSecond
  assert.ok(admitted >= 60 * perSecond && admitted <= most, `${admitted} were let in`)
  const last = tickets.at(-1)?.memberId ?? ''
  const view = await showLine({ sql }, packId, last)
  assert.equal(view.state, 'waiting')
  assert.ok((view.ahead ?? 0) > 0 && (view.waitSeconds ?? 0) > 0, JSON.stringify(view))

  // a member who misses the turn may join again, at the end
  await sql`update packs set sale_starts_at = kura_now() - make_interval(mins => ${limits.queueAdmittedMinutes}, secs => 2) where id = ${packId}`
  const head = tickets[0]?.memberId ?? ''
  assert.equal((await showLine({ sql }, packId, head)).state, 'none')
  const again = await joinLine({ sql }, packId, head)
  assert.equal(again.state, 'waiting')
  assert.ok((again.ahead ?? 0) > 0, JSON.stringify(again))
})

test('an empty line makes no member wait, and lets no crowd in at once', async (t) => {
  const world = await testWorld(t)
  const { sql } = world.deps
  const packId = await packWithLine(world, { saleStartsAt: '-1 hour' })
  const ids = await addMembers(sql, 100)
  const views: QueueView[] = []
  // a slow machine lets one of them in after the other, as slowly as the line does
  await world.stopClock()
  for (const memberId of ids) views.push(await joinLine({ sql }, packId, memberId))
  assert.equal(views[0]?.state, 'admitted')
  // an hour without anybody is no credit for a hundred
  assert.equal(views.at(-1)?.state, 'waiting')
  assert.deepEqual(
    (await Promise.all(ids.map((memberId) => joinLine({ sql }, packId, memberId)))).map(({ packId: id }) => id),
    ids.map(() => packId),
  )
  const [count] = await sql<{ count: number }[]>`select count(*)::int from pack_tickets where pack_id = ${packId}`
  assert.equal(count?.count, 100)
})

test('A46: one source comes through the bot check a few hundred times, many sources all come through', async (t) => {
  const world = await testWorld(t)
  const { sql } = world.deps
  const packId = await packWithLine(world)
  await addMembers(sql, 10_000)
  const { burst, perMinute } = rates.botCheckPerSource
  const join = async (n: number, ip: string, token: string): Promise<string> => {
    const answer = await world.http.inject({
      method: 'POST',
      url: `/api/packs/${packId}/queue`,
      remoteAddress: ip,
      headers: { 'x-auth-session': `Bearer ${sessionOf(n)}`, 'x-recaptcha-token-v3': token },
    })
    return answer.statusCode === 200 ? 'joined' : (answer.json() as { errorCode: string }).errorCode
  }
  const outcomes = new Map<string, number>()
  const started = Date.now()
  await inParallel(
    Array.from({ length: 10_000 }, (_, n) => n),
    16,
    async (n) => {
      // proper tokens for as many as could come through
      const token = n >= 9_700 ? (await world.bot('pack_queue')).token : 'none-at-all'
      const outcome = await join(n, '203.0.113.7', token)
      outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1)
    },
  )
  const refilled = (perMinute * (Date.now() - started)) / 60_000
  const refused = outcomes.get('TOO_MANY_REQUESTS') ?? 0
  assert.ok(refused >= 10_000 - burst - refilled - 1, JSON.stringify([...outcomes]))
  assert.ok((outcomes.get('joined') ?? 0) > 0, JSON.stringify([...outcomes]))
  for (let n = 0; n < 20; n += 1)
    assert.equal(await join(n, `198.51.100.${n}`, (await world.bot('pack_queue')).token), 'joined')
})

test('sold out, the line closes with a clear answer; while others may give back, it waits', async (t) => {
  const world = await testWorld(t)
  const { sql } = world.deps
  const packId = await packWithLine(world, { saleStartsAt: '-1 minute' })
  const buyer = await seedBuyer(world)
  const who = { session: buyer.session }
  const look = () => showLine({ sql }, packId, buyer.memberId)
  assert.equal((await look()).state, 'none')
  const joined = await world.call('joinQueue', { params: { packId } }, { ...who, bot: await world.bot('pack_queue') })
  assert.ok(joined.ok && joined.data.state === 'admitted' && joined.data.admittedUntil !== null, JSON.stringify(joined))
  await ensureAdmitted(sql, packId, buyer.memberId)

  await sql`update pack_stocks set remaining = 0, reserved = issued where pack_id = ${packId}`
  assert.equal((await look()).state, 'waiting')
  await sql`update pack_stocks set reserved = 0, sold = issued where pack_id = ${packId}`
  assert.equal((await look()).state, 'closed')
  const other = await seedBuyer(world)
  const refused = await world.call(
    'joinQueue',
    { params: { packId } },
    { session: other.session, bot: await world.bot('pack_queue') },
  )
  assert.equal(!refused.ok && refused.body.errorCode, 'PACK_OUT_OF_STOCK')
  await sql`update pack_stocks set sold = issued - 1, remaining = 1 where pack_id = ${packId}`
  assert.equal((await look()).state, 'admitted')
  await sql`update packs set closed_at = kura_now() where id = ${packId}`
  assert.equal((await look()).state, 'closed')
})

test('a pack without a line asks for none, an unknown one is not found, and the job draws lines that nobody reads', async (t) => {
  const world = await testWorld(t)
  const { sql } = world.deps
  const [member = ''] = await addMembers(sql, 1)
  const plain = await seedPack(sql)
  assert.equal((await joinLine({ sql }, plain, member)).state, 'none')
  await ensureAdmitted(sql, plain, member)
  await assert.rejects(showLine({ sql }, 'nothing-here', member), { code: 'NOT_FOUND' })
  const packId = await packWithLine(world)
  await joinLine({ sql }, packId, member)
  await drawLines({ sql })
  const numberOf = async () =>
    (await sql<{ number: number }[]>`select number::float8 as number from pack_tickets where pack_id = ${packId}`)[0]
      ?.number
  assert.ok(Number(await numberOf()) < 0)
  await sql`update packs set sale_starts_at = kura_now() where id = ${packId}`
  await drawLines({ sql })
  assert.equal(await numberOf(), 0)
})
