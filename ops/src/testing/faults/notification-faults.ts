import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import { announce, notify } from '@kura/server/identity/notification/notify'
import { callAt } from '../arena/call.ts'
import { until } from '../arena/until.ts'
import { assertDies, membersOf, times } from './scene.ts'
import type { Fault, Scene } from './scene.ts'

const fanOutPoints = ['before notification.fan-out', 'after notification.fan-out'] as const

/**
 * Workers die while a fact goes to many members: before a batch, after one, and at any moment. It
 * is announced twice, to audiences that overlap. Everybody has it once.
 */
async function killFanOuts(scene: Scene): Promise<string> {
  const { arena } = scene
  const { sql } = arena.deps
  const many = scene.size(6000, 60_000)
  await sql`
    insert into members (id, email) select gen_random_uuid(), 'follower' || n || '@example.jp' from generate_series(1, ${many}) n`
  await Promise.all(arena.workers.splice(0).map((worker) => worker.kill()))
  const fact = {
    event: 'announcement' as const,
    subject: 'announcement:f25',
    cause: 'announcement:f25',
    facts: { name: { ja: '新作', en: 'New' } },
    audience: 'everybody' as const,
  }
  for (const audienceId of ['everybody', 'everybody', 'again']) await announce(sql, { ...fact, audienceId })
  for (const point of fanOutPoints)
    await assertDies(await scene.start({ role: 'worker', fault: `kill:${point}`, mayDie: true }), point)
  let killed: number = fanOutPoints.length
  for (const _ of times(scene.size(3, 10))) {
    const worker = await scene.start({ role: 'worker', mayDie: true })
    await sleep(scene.random() * 600)
    await worker.kill()
    killed += 1
  }
  arena.workers.push(...(await Promise.all([arena.start({ role: 'worker' }), arena.start({ role: 'worker' })])))
  await until('both announcements have ended', async () => {
    const rows = await sql`select 1 from notification_fan_outs where ended_at is null`
    return rows.length === 0
  })
  const [notified] = await sql`
    select count(*)::int as listed, count(distinct n.member_id)::int as members, max(n.count) as most
      from notifications n join members m on m.id = n.member_id where n.event = 'announcement' and m.email like 'follower%'`
  assert.deepEqual({ ...notified }, { listed: many, members: many, most: 1 })
  return `${killed} workers died while ${many} members were notified: each once`
}

export const fanOuts: Fault = { name: 'F25', title: 'workers die while many members are notified', run: killFanOuts }

/** Where a worker can die on the way from the list to the mailbox and the device. */
const deliveryPoints = [
  'before notification.deliver',
  'after notification.deliver',
  'before push.send',
  'after push.send',
  'before mail.send',
  'after mail.send',
] as const

type Notified = { memberId: string; email: string; browser: string; point: string }

/**
 * Workers die while notifications are mailed and pushed, also between the hand-over and its note. A
 * mail comes once at most, and is lost only where a sender died with it in its hands; a push comes
 * once at least.
 */
async function killDeliveries(scene: Scene): Promise<string> {
  const { arena } = scene
  await Promise.all(arena.workers.splice(0).map((worker) => worker.kill()))
  const notified: Notified[] = []
  for (const point of deliveryPoints) {
    notified.push(...(await tellSome(scene, point)))
    // later than what is settled, and than what the worker before held
    await arena.moveClock('3 minutes')
    await assertDies(await scene.start({ role: 'worker', fault: `kill:${point}`, mayDie: true }), point)
  }
  arena.workers.push(...(await Promise.all([arena.start({ role: 'worker' }), arena.start({ role: 'worker' })])))
  const isOver = async () => {
    await arena.moveClock('1 minute')
    const [row] = await arena.deps.sql<[{ open: number }]>`
      select (select count(*) from notifications where deliver_at is not null)::int
             + (select count(*) from notification_pushes)::int
             + (select count(*) from mails where is_once and state in ('waiting', 'sending'))::int as open`
    return row.open === 0
  }
  await until('everything was delivered', isOver)
  const lost: string[] = []
  for (const each of notified) {
    const mails = await readOutside<unknown[]>(scene, `/mail/messages?to=${encodeURIComponent(each.email)}`)
    const pushes = await readOutside<{ topic: string }[]>(scene, `/push/messages?browser=${each.browser}`)
    assert.ok(mails.length <= 1, `${mails.length} mails after a death ${each.point}`)
    if (mails.length === 0) lost.push(each.email)
    assert.ok(pushes.length > 0, `no push after a death ${each.point}`)
    assert.equal(new Set(pushes.map(({ topic }) => topic)).size, 1, 'a push that is repeated replaces itself')
    const list = await arena.deps.sql`select 1 from notifications where member_id = ${each.memberId}`
    assert.equal(list.length, 1)
  }
  // a worker has one mail in its hands when it dies; the others go to the next worker
  assert.ok(lost.length >= 1 && lost.length <= deliveryPoints.length, `${lost.length} mails were lost`)
  return `${deliveryPoints.length} workers died, ${notified.length} members have one mail at most (${lost.length} lost) and a push`
}

async function tellSome(scene: Scene, point: string): Promise<Notified[]> {
  const { arena } = scene
  const { sql } = arena.deps
  const members = await membersOf(scene, scene.size(5, 40))
  const notified: Notified[] = []
  for (const member of members) {
    const made = await fetch(`${arena.outside.pages}/sandbox/push/browsers`, { method: 'POST' })
    const body = (await made.json()) as { endpoint: string; keys: { p256dh: string; auth: string } }
    const { status, text } = await callAt(scene.anyWeb(), 'subscribePush', { body }, member)
    assert.equal(status, 200, text)
    const [row] = await sql<{ email: string }[]>`select email from members where id = ${member.memberId}`
    const facts = { name: { ja: '月の兎', en: 'Moon Hare' }, packId: 'moon' }
    const fact = { event: 'sale-soon', subject: 'pack:moon', cause: 'sale-soon:moon:f26', facts } as const
    // the second report of a fact changes nothing
    for (const _ of times(2)) await notify(sql, member.memberId, fact)
    const browser = body.endpoint.split('/').at(-1) ?? ''
    notified.push({ memberId: member.memberId, email: row?.email ?? '', browser, point })
  }
  return notified
}

const readOutside = async <T>({ arena }: Scene, path: string): Promise<T> =>
  (await fetch(arena.outside.pages + path)).json() as Promise<T>

export const notificationDeliveries: Fault = {
  name: 'F26',
  title: 'workers die while notifications are mailed and pushed',
  run: killDeliveries,
}
