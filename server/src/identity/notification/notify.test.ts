import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { limits } from '@kura/contract/limits'
import { transaction } from '../../platform/db/transaction.ts'
import { wireModules } from '../../wiring.ts'
import { seedMember } from '../../testing/seed-member.ts'
import { testWorld } from '../../testing/test-world.ts'
import { deleteMember } from '../account/delete-member.ts'
import { listMembers } from './fan-out-queries.ts'
import { deleteOldNotifications } from './queries.ts'
import { announce, audiences, notify, runFanOuts } from './notify.ts'
import { eventTexts, textOf } from './notification-texts.ts'
import type { NotificationEvent } from './notification-texts.ts'

const world = await testWorld({ after })
const { deps, call } = world
const { sql } = deps

const pack = (cause: string, packId = 'moon') => ({
  event: 'order-paid' as const,
  subject: `pack:${packId}`,
  cause,
  facts: { name: { ja: '月のパック', en: 'Moon pack' }, orderId: '0199f0a0-0000-7000-8000-000000000001' },
})
const listOf = async (session: string, query = {}) => {
  const list = await call('listNotifications', { query }, { session })
  return list.ok ? list.data : assert.fail(JSON.stringify(list.body))
}
const unreadOf = async (session: string) => {
  const check = await call('checkNotifications', {}, { session })
  return check.ok && check.data.unread
}

test('a fact that is reported twice is in the list once, also when both reports come at once', async () => {
  const { memberId, session } = await seedMember(deps)
  await Promise.all([1, 2, 3, 4].map(() => transaction(sql, (db) => notify(db, memberId, pack('paid:1')))))
  await notify(sql, memberId, pack('paid:1'))
  const { items } = await listOf(session)
  assert.deepEqual(
    items.map(({ count, title }) => [count, title.en]),
    [[1, 'Your payment is complete']],
  )
})

test('a fact whose transaction fails is in no list', async () => {
  const { memberId, session } = await seedMember(deps)
  const failing = transaction(sql, async (db) => {
    await notify(db, memberId, pack('paid:2'))
    throw new Error('no')
  })
  await assert.rejects(failing)
  assert.deepEqual((await listOf(session)).items, [])
})

test('ten packs are one message that leads to the list; after it was read, or half an hour later, it is another', async () => {
  const { memberId, session } = await seedMember(deps)
  for (let n = 0; n < 10; n += 1) await notify(sql, memberId, pack(`ten:${n}`))
  await notify(sql, memberId, pack('other', 'sea'))
  const { items } = await listOf(session)
  assert.deepEqual(
    items.map(({ count, body, path }) => [count, body.ja, path]),
    [
      [1, '月のパック', '/mypage/orders/0199f0a0-0000-7000-8000-000000000001'],
      [10, '月のパック 10点', '/mypage/orders'],
    ],
  )
  assert.equal(await unreadOf(session), 2)
  await call('readNotification', { params: { notificationId: items[1]?.id ?? '' } }, { session })
  await notify(sql, memberId, pack('ten:after-reading'))
  assert.deepEqual(
    (await listOf(session)).items.map(({ count, isRead }) => [count, isRead]),
    [
      [1, false],
      [1, false],
      [10, true],
    ],
  )
  await world.moveClock(`${limits.notificationGroupMinutes} minutes`)
  await notify(sql, memberId, pack('ten:later'))
  assert.equal((await listOf(session)).items.length, 4)
})

test('read marks are for one, for all up to a time, and for all; nobody reads those of another member', async () => {
  const [owner, stranger] = [await seedMember(deps), await seedMember(deps)]
  await notify(sql, owner.memberId, pack('read:1', 'a'))
  const [first] = (await listOf(owner.session)).items
  const byStranger = await call('readNotification', { params: { notificationId: first?.id ?? '' } }, stranger)
  assert.equal(!byStranger.ok && byStranger.body.errorCode, 'NOT_FOUND')
  await world.moveClock('1 second')
  await notify(sql, owner.memberId, pack('read:2', 'b'))
  const upTo = await call('readNotifications', { body: { until: first?.at } }, owner)
  assert.equal(upTo.ok && upTo.data.read, 1)
  assert.equal(await unreadOf(owner.session), 1)
  const all = await call('readNotifications', { body: {} }, owner)
  assert.equal(all.ok && all.data.read, 1)
  assert.equal(await unreadOf(owner.session), 0)
  const again = await call('readNotification', { params: { notificationId: first?.id ?? '' } }, owner)
  assert.ok(again.ok)
})

test('the list goes on by offset and by cursor, without a gap or a repeat', async () => {
  const { memberId, session } = await seedMember(deps)
  for (let n = 0; n < 7; n += 1) await notify(sql, memberId, pack(`page:${n}`, `p${n}`))
  const seen: string[] = []
  let cursor: string | undefined
  do {
    const page = await listOf(session, { limit: 3, ...(cursor === undefined ? {} : { cursor }) })
    seen.push(...page.items.map(({ id }) => id))
    cursor = page.cursor
  } while (cursor !== undefined)
  assert.equal(new Set(seen).size, 7)
  const byOffset = await listOf(session, { limit: 3, offset: 3 })
  assert.deepEqual(
    byOffset.items.map(({ id }) => id),
    seen.slice(3, 6),
  )
})

test('every event has words in both languages, for one and for several, and leads to a page of this site', () => {
  const facts = Object.fromEntries(
    [
      'name',
      'orderId',
      'tokenId',
      'giftId',
      'itemId',
      'packId',
      'seriesId',
      'airdropId',
      'price',
      'amount',
      'date',
    ].map((name) => [name, name === 'name' ? { ja: '名前', en: 'Name' } : `a ${name}`]),
  )
  for (const event of Object.keys(eventTexts) as NotificationEvent[])
    for (const count of [1, 3]) {
      const { title, body, path } = textOf(event, facts, count)
      for (const text of [title.en, body.en]) assert.match(text, /^[\u0020-\u007e×¥’–]+$/, event)
      for (const text of [title.ja, body.ja]) assert.ok(text.length > 0 && !/undefined|\[object/.test(text), event)
      assert.match(title.ja, /[ぁ-んァ-ン一-龠]/, event)
      assert.match(path, /^\/[a-z]/, event)
    }
})

test('a fact for many reaches each of them once: in batches, by several workers, and after one that died half-way', async (t) => {
  t.after(wireModules)
  const count = limits.fanOutBatch * 2 + 7
  await sql`
    insert into members (id, email) select gen_random_uuid(), 'crowd' || n || '@example.jp' from generate_series(1, ${count}) n`
  let calls = 0
  audiences.implementedBy({
    everybody: async (db, page) => {
      calls += 1
      const members = await listMembers(db, page)
      if (calls === 2) throw new Error('the worker dies')
      return members
    },
  })
  const fact = {
    event: 'announcement' as const,
    subject: 'announcement:1',
    cause: 'announcement:1',
    facts: { name: { ja: '展示', en: 'Show' } },
    audience: 'everybody' as const,
    audienceId: 'everybody',
  }
  await announce(sql, fact)
  await announce(sql, fact)
  await announce(sql, { ...fact, audience: 'series-followers' })
  await assert.rejects(runFanOuts(deps, 0), /the worker dies/)
  await Promise.all([runFanOuts(deps, 0), runFanOuts(deps, 0)])
  await announce(sql, fact)
  await runFanOuts(deps, 0)
  const [row] = await sql`
    select count(*)::int as members, count(distinct member_id)::int as different, max(n.count) as most
      from notifications n join members m on m.id = n.member_id where event = 'announcement' and m.email like 'crowd%'`
  assert.deepEqual({ ...row }, { members: count, different: count, most: 1 })
  const [open] = await sql`select count(*)::int as n from notification_fan_outs where ended_at is null`
  assert.equal(open?.['n'], 0, 'one to an audience that nobody knows has ended, too')
  const [left] = await sql`
    select count(*)::int as n from members m where deleted_at is null
       and not exists (select 1 from notifications n where n.member_id = m.id and event = 'announcement')`
  assert.equal(left?.['n'], 0, 'nobody is left out')
})

test('a deleted member keeps nothing, and is notified of nothing more', async () => {
  const { memberId } = await seedMember(deps)
  await notify(sql, memberId, pack('gone:1'))
  assert.ok((await deleteMember(deps, { memberId, actor: 't', reason: 'r' })).isDeleted)
  await notify(sql, memberId, pack('gone:2'))
  const [row] = await sql`
    select (select count(*)::int from notifications where member_id = ${memberId}) as listed,
           (select count(*)::int from notification_causes where member_id = ${memberId}) as causes`
  assert.deepEqual({ ...row }, { listed: 0, causes: 0 })
})

test('notifications that were read are forgotten after 90 days, the others after a year', async () => {
  const { memberId, session } = await seedMember(deps)
  await notify(sql, memberId, pack('old:1', 'a'))
  await call('readNotifications', { body: {} }, { session })
  await notify(sql, memberId, pack('old:2', 'b'))
  const left = async () => (await listOf(session)).items.length
  const age = (days: number) => sql`
    update notifications set changed_at = kura_now() - make_interval(days => ${days}) where member_id = ${memberId}`
  await age(limits.notificationReadDays - 1)
  await deleteOldNotifications(sql)
  assert.equal(await left(), 2)
  await age(limits.notificationReadDays + 1)
  await deleteOldNotifications(sql)
  assert.equal(await left(), 1)
  await age(limits.notificationDays + 1)
  await deleteOldNotifications(sql)
  assert.equal(await left(), 0)
})
