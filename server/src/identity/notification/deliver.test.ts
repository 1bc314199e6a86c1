import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { limits } from '@kura/contract/limits'
import { endSession } from '../session/session.ts'
import { isKnownEndpoint } from '../../platform/gateways/push-service.ts'
import { hashOfToken } from '../../platform/secret-token.ts'
import { endLost } from '../../platform/mail/queries.ts'
import { sendWaitingMails } from '../../platform/mail/send-waiting-mails.ts'
import { seedMember } from '../../testing/seed-member.ts'
import { testWorld } from '../../testing/test-world.ts'
import { deliverNotifications, sendPushes } from './deliver.ts'
import { notify } from './notify.ts'
import type { NotificationEvent } from './notification-texts.ts'

const world = await testWorld({ after })
const { deps, call, http, outside } = world
const { sql } = deps
const { pages } = outside.sandbox.addresses
// by the hour of Japan, so that quiet hours are where they should be
await world.stopClock('2026-11-30 12:00:00')

const tell = (memberId: string, event: NotificationEvent, cause: string, subject = cause) =>
  notify(sql, memberId, {
    event,
    subject,
    cause,
    facts: { name: { ja: '月の兎', en: 'Moon Hare' }, packId: 'moon', airdropId: 'a', itemId: 'i', price: '¥500' },
  })
const settle = () => world.moveClock(`${limits.notificationSettleSeconds} seconds`)
const deliver = async () => {
  await deliverNotifications(deps)
  await sendPushes(deps)
  await sendWaitingMails(deps)
}

type Push = { endpoint: string; keys: { p256dh: string; auth: string } }
const newBrowser = async (): Promise<Push> =>
  (await fetch(`${pages}/sandbox/push/browsers`, { method: 'POST' })).json() as Promise<Push>
const idOf = ({ endpoint }: Push): string => endpoint.split('/').at(-1) ?? ''
type Received = { title: string; body: string; path: string; tag: string; topic: string; urgency: string }
const receivedBy = async (browser: Push): Promise<Received[]> => {
  const answer = await fetch(`${pages}/push/messages?browser=${idOf(browser)}`)
  const messages = (await answer.json()) as { text: string; topic: string; urgency: string }[]
  return messages.map(({ text, topic, urgency }) => ({ ...JSON.parse(text), topic, urgency }))
}
const plan = (answers: { answer: string; count: number; retryAfter?: number }[], slowMs = 0) =>
  fetch(`${pages}/sandbox/push`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ slowMs, answers: answers.map((each) => ({ call: 'send', retryAfter: 0, ...each })) }),
  })
async function seedSubscribed() {
  const member = await seedMember(deps)
  const browser = await newBrowser()
  const kept = await call('subscribePush', { body: browser }, member)
  assert.ok(kept.ok, JSON.stringify(kept))
  return { ...member, browser }
}
type Mail = { id: string; subject: string; text: string; listUnsubscribe?: string; listUnsubscribePost?: string }
const mailsTo = async (email: string): Promise<Mail[]> =>
  (await fetch(`${pages}/mail/messages?to=${encodeURIComponent(email)}`)).json() as Promise<Mail[]>
const emailOf = async (memberId: string): Promise<string> => {
  const [row] = await sql<{ email: string }[]>`select email from members where id = ${memberId}`
  return row?.email ?? ''
}
const set = (session: string, body: Parameters<typeof call<'setNotificationSettings'>>[1]['body']) =>
  call('setNotificationSettings', { body }, { session })

test('a push arrives encrypted for the browser, in the member’s language, and leads to its page', async () => {
  const { memberId, browser } = await seedSubscribed()
  await tell(memberId, 'sale-soon', 'push:1')
  await deliver()
  assert.deepEqual(await receivedBy(browser), [], 'it waits a moment for more of the same')
  await settle()
  await deliver()
  await deliver()
  const [push, ...more] = await receivedBy(browser)
  assert.deepEqual(more, [])
  assert.deepEqual(
    { ...push, tag: '', topic: '' },
    { title: 'まもなく販売開始です', body: '月の兎', path: '/packs/moon', tag: '', topic: '', urgency: 'high' },
  )
  assert.equal(push?.tag, push?.topic)
})

test('ten events of one subject are one push, and one more of them is a second that replaces it', async () => {
  const { memberId, browser } = await seedSubscribed()
  for (let n = 0; n < 10; n += 1) await tell(memberId, 'favorite-listed', `ten:${n}`, 'item:i')
  await settle()
  await deliver()
  await tell(memberId, 'favorite-listed', 'ten:10', 'item:i')
  await settle()
  await deliver()
  const pushes = await receivedBy(browser)
  assert.deepEqual(
    pushes.map(({ body }) => body),
    ['月の兎 10点（最新 ¥500）', '月の兎 11点（最新 ¥500）'],
  )
  assert.equal(new Set(pushes.map(({ tag }) => tag)).size, 1)
})

test('a push service that fails, is busy or goes silent gets the push later; one whose answer was lost may get it twice', async () => {
  const { memberId, browser } = await seedSubscribed()
  await plan([
    { answer: '500', count: 1 },
    { answer: '429', count: 1, retryAfter: 120 },
    { answer: 'silence', count: 1 },
    { answer: 'lost', count: 1 },
  ])
  await tell(memberId, 'sale-soon', 'faults:1')
  await settle()
  await deliver()
  await world.moveClock('4 seconds')
  await sendPushes(deps)
  await world.moveClock('119 seconds')
  assert.equal(await sendPushes(deps), 0, 'it waits as long as the service said')
  await world.moveClock('1 second')
  await sendPushes(deps)
  assert.deepEqual(await receivedBy(browser), [])
  for (const wait of ['64 seconds', '256 seconds', '1024 seconds']) {
    await world.moveClock(wait)
    await sendPushes(deps)
  }
  assert.equal((await receivedBy(browser)).length, 2)
  assert.equal((await sql`select 1 from notification_pushes`).length, 0)
})

test('a browser that is gone is forgotten, and so are the pushes to it', async () => {
  const { memberId, session, browser } = await seedSubscribed()
  await fetch(`${pages}/sandbox/push/browsers/${idOf(browser)}`, { method: 'DELETE' })
  await tell(memberId, 'sale-soon', 'gone:1')
  await settle()
  await deliver()
  const settings = await call('showNotificationSettings', {}, { session })
  assert.equal(settings.ok && settings.data.isPushed, false)
  assert.equal((await sql`select 1 from notification_pushes`).length, 0)
})

test('signing out ends the pushes of that device; another member who signs in there takes it over', async () => {
  const first = await seedSubscribed()
  const second = await seedMember(deps)
  assert.ok((await call('subscribePush', { body: first.browser }, second)).ok)
  await tell(first.memberId, 'sale-soon', 'out:1')
  await settle()
  await deliver()
  assert.deepEqual(await receivedBy(first.browser), [])
  const [viewer] = await sql<{ memberId: string; familyId: string }[]>`
    select member_id as "memberId", family_id as "familyId" from sessions where token_hash = ${hashOfToken(second.session)}`
  await endSession(deps, viewer as never)
  assert.equal((await sql`select 1 from push_subscriptions where member_id = ${second.memberId}`).length, 0)
  const late = await call('subscribePush', { body: await newBrowser() }, second)
  assert.equal(!late.ok && late.body.errorCode, 'INVALID_SESSION')
})

test('a device that unsubscribes gets no more pushes; doing it again changes nothing', async () => {
  const { memberId, browser, session } = await seedSubscribed()
  const other = await seedSubscribed()
  for (let times = 0; times < 2; times += 1) assert.ok((await call('unsubscribePush', {}, { session })).ok)
  for (const id of [memberId, other.memberId]) await tell(id, 'sale-soon', 'unsubscribed:1')
  await settle()
  await deliver()
  assert.deepEqual(await receivedBy(browser), [])
  assert.equal((await receivedBy(other.browser)).length, 1, 'devices of others stay')
})

test('pushes go to push services only: an endpoint elsewhere is refused', async () => {
  const member = await seedMember(deps)
  const { keys } = await newBrowser()
  for (const endpoint of [
    'http://127.0.0.1:5432/x',
    'https://example.com/push',
    'https://169.254.169.254/',
    'file:///etc/passwd',
  ]) {
    const refused = await call('subscribePush', { body: { endpoint, keys } }, member)
    assert.equal(!refused.ok && refused.body.errorCode, 'INVALID_INPUT', endpoint)
  }
  const live = { LIVE: true, PUSH_SERVICES: ['fcm.googleapis.com', 'push.apple.com', 'http://localhost:3001'] }
  const isKnown = (endpoint: string) => isKnownEndpoint(live, endpoint)
  assert.ok(isKnown('https://fcm.googleapis.com/fcm/send/abc'))
  assert.ok(isKnown('https://web.push.apple.com/abc'))
  for (const endpoint of [
    'http://fcm.googleapis.com/fcm/send/abc',
    'https://fcm.googleapis.com:8443/x',
    'https://fcm.googleapis.com.evil.example/x',
    'https://evilfcm.googleapis.com/x',
    'https://fcm.googleapis.com@evil.example/x',
    'https://user:pass@fcm.googleapis.com/x',
    'http://localhost:3001/push/send/x',
  ])
    assert.ok(!isKnown(endpoint), endpoint)
})

test('a mail goes once to who wants it, with the headers for one click; the next event does not mail again', async () => {
  const { memberId, session } = await seedMember(deps)
  const email = await emailOf(memberId)
  await tell(memberId, 'favorite-on-sale', 'mail:0')
  await settle()
  await deliver()
  assert.deepEqual(await mailsTo(email), [], 'favourites are not mailed unless the member wants it')
  assert.ok((await set(session, { kinds: [{ kind: 'favorite', mail: true }] })).ok)
  await tell(memberId, 'favorite-on-sale', 'mail:1', 'pack:p')
  await settle()
  await Promise.all([deliver(), deliver()])
  await tell(memberId, 'favorite-on-sale', 'mail:2', 'pack:p')
  await settle()
  await deliver()
  const [mail, ...more] = await mailsTo(email)
  assert.deepEqual(more, [])
  assert.equal(mail?.subject, '【Kura 蔵】お気に入りの販売が始まりました')
  assert.match(mail?.listUnsubscribe ?? '', /^<http:\/\/localhost:3000\/unsubscribe\?token=[^>]+>$/)
  assert.equal(mail?.listUnsubscribePost, 'List-Unsubscribe=One-Click')
  const address = new URL((mail?.listUnsubscribe ?? '').slice(1, -1))
  // as a mail program does it: a form of parts, without a session
  const boundary = 'x'
  const click = await http.inject({
    method: 'POST',
    url: address.pathname + address.search,
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
    payload: `--${boundary}\r\ncontent-disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--${boundary}--\r\n`,
  })
  assert.deepEqual([click.statusCode, click.json()], [200, { kind: 'favorite' }])
  const urlencoded = await http.inject({
    method: 'POST',
    url: address.pathname + address.search,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: 'List-Unsubscribe=One-Click',
  })
  assert.equal(urlencoded.statusCode, 200)
  const settings = await call('showNotificationSettings', {}, { session })
  assert.equal(settings.ok && settings.data.kinds.find(({ kind }) => kind === 'favorite')?.mail, 'off')
  const token = address.searchParams.get('token') ?? ''
  for (const forged of ['', 'x', token.replace('favorite', 'follow'), token.slice(0, -2), `${memberId}.order.x`]) {
    const refused = await call('unsubscribeMail', { query: { token: forged } })
    assert.equal(!refused.ok && refused.body.errorCode, 'TOKEN_NOTFOUND', forged)
  }
})

test('a mail whose sender died is lost rather than sent twice', async () => {
  const { memberId } = await seedMember(deps)
  await tell(memberId, 'airdrop-open', 'lost:1')
  await settle()
  await deliverNotifications(deps)
  const email = await emailOf(memberId)
  await sql`
    update mails set state = 'sending', attempts = 1, handed_at = kura_now(), locked_until = kura_now() + interval '2 minutes'
     where recipient = ${email}`
  await world.moveClock('3 minutes')
  await sendWaitingMails(deps)
  await endLost(sql)
  assert.deepEqual(await mailsTo(email), [])
  const [mail] = await sql`select state, words from mails where recipient = ${email}`
  assert.deepEqual({ ...mail }, { state: 'dead', words: {} })
})

test('in quiet hours what is not urgent waits for their end, in the member’s own time', async () => {
  const { memberId, session, browser } = await seedSubscribed()
  await world.stopClock('2026-11-30 23:30:00')
  const hours = { fromMinute: 22 * 60, toMinute: 7 * 60, timeZone: 'Asia/Tokyo' }
  assert.ok((await set(session, { quietHours: hours })).ok)
  await tell(memberId, 'favorite-on-sale', 'quiet:1')
  await tell(memberId, 'sale-soon', 'quiet:2')
  await settle()
  await deliver()
  const titles = async () => (await receivedBy(browser)).map(({ title }) => title)
  assert.deepEqual(await titles(), ['まもなく販売開始です'])
  await world.stopClock('2026-12-01 06:59:00')
  await deliver()
  assert.equal((await titles()).length, 1)
  await world.stopClock('2026-12-01 07:00:30')
  await deliver()
  assert.deepEqual(await titles(), ['まもなく販売開始です', 'お気に入りの販売が始まりました'])
  // at noon in Japan it is night in New York
  await world.stopClock('2026-12-01 12:00:00')
  assert.ok((await set(session, { quietHours: { ...hours, timeZone: 'America/New_York' } })).ok)
  await tell(memberId, 'favorite-on-sale', 'quiet:3')
  await settle()
  await deliver()
  assert.equal((await titles()).length, 2)
  assert.ok((await set(session, { quietHours: { ...hours, isOn: false } })).ok)
  await world.stopClock('2026-12-01 21:00:30')
  await deliver()
  assert.equal((await titles()).length, 3)
})

test('what was read before its push is not pushed, and a kind that is switched off is only in the list', async () => {
  const { memberId, session, browser } = await seedSubscribed()
  await tell(memberId, 'sale-soon', 'read:1')
  assert.ok((await call('readNotifications', { body: {} }, { session })).ok)
  assert.ok((await set(session, { kinds: [{ kind: 'follow', push: false }] })).ok)
  await tell(memberId, 'work-new', 'off:1')
  await settle()
  await deliver()
  assert.deepEqual(await receivedBy(browser), [])
  const list = await call('listNotifications', { query: {} }, { session })
  assert.equal(list.ok && list.data.items.length, 2)
})

test('announcements are mailed to those who subscribed, and the setting is the one of the profile', async () => {
  const [reader, other] = [await seedMember(deps), await seedMember(deps)]
  const form = new FormData()
  form.set('isSubscribed', 'true')
  assert.ok((await call('updateProfile', { body: { isSubscribed: true } }, reader)).ok)
  const settings = await call('showNotificationSettings', {}, reader)
  assert.equal(settings.ok && settings.data.kinds.find(({ kind }) => kind === 'announcement')?.mail, 'on')
  for (const { memberId } of [reader, other]) await tell(memberId, 'announcement', 'news:1')
  await settle()
  await deliver()
  assert.equal((await mailsTo(await emailOf(reader.memberId))).length, 1)
  assert.equal((await mailsTo(await emailOf(other.memberId))).length, 0)
  assert.ok((await set(reader.session, { kinds: [{ kind: 'announcement', mail: false }] })).ok)
  const profile = await call('showProfile', {}, reader)
  assert.equal(profile.ok && profile.data.isSubscribed, false)
})

test('mails of purchases cannot be switched off, and hours and zones must make sense', async () => {
  const { session } = await seedMember(deps)
  const faultOf = async (body: Parameters<typeof set>[1]) => {
    const refused = await set(session, body)
    return !refused.ok && [refused.body.errorCode, refused.body.details?.[0]?.field]
  }
  assert.deepEqual(await faultOf({ kinds: [{ kind: 'order', mail: false }] }), ['INVALID_INPUT', 'kinds'])
  const hours = { fromMinute: 60, toMinute: 60, timeZone: 'Asia/Tokyo' }
  assert.deepEqual(await faultOf({ quietHours: hours }), ['INVALID_INPUT', 'quietHours.toMinute'])
  const nowhere = { fromMinute: 60, toMinute: 120, timeZone: 'Nowhere/Land' }
  assert.deepEqual(await faultOf({ quietHours: nowhere }), ['INVALID_INPUT', 'quietHours.timeZone'])
})
