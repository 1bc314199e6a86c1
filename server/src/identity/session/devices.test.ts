import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { seedMember } from '../../testing/seed-member.ts'
import { testWorld } from '../../testing/test-world.ts'
import { startSession } from './session.ts'
import { codeOf } from '../../testing/code-of.ts'

const world = await testWorld({ after })
const { deps, call } = world

const seen = async (session: string) => codeOf(await call('account', {}, { session }))
const devices = async (session: string) => {
  const answer = await call('listSessions', {}, { session })
  assert.ok(answer.ok)
  return answer.data.items
}
async function memberWithDevices() {
  const member = await seedMember(deps)
  const phone = await startSession(deps.sql, { memberId: member.memberId, userAgent: 'phone' })
  const tablet = await startSession(deps.sql, { memberId: member.memberId, userAgent: 'tablet' })
  return { ...member, phone, tablet }
}

test('the devices that are signed in are listed, this one first, without a token', async () => {
  const member = await memberWithDevices()
  const items = await devices(member.phone)
  assert.deepEqual(
    items.map(({ isCurrent }) => isCurrent),
    [true, false, false],
  )
  assert.equal(items[0]?.userAgent, 'phone')
  assert.deepEqual(items.map(({ userAgent }) => userAgent).toSorted(), ['phone', 'tablet', 'test'])
  assert.ok(!JSON.stringify(items).includes(member.phone))
  const renewed = await call('refresh', {}, { session: member.phone })
  assert.ok(renewed.ok)
  assert.equal((await devices(renewed.data.sessionJwt)).length, 3, 'a refreshed device is one device')
  await call('signOut', {}, { session: member.tablet })
  await deps.sql`update sessions set last_used_at = last_used_at - interval '8 days' where member_id = ${member.memberId} and user_agent = 'test'`
  assert.equal((await devices(renewed.data.sessionJwt)).length, 1, 'ended and idle ones are none')
})

test('one device is signed out, with all its tokens, and no other', async () => {
  const member = await memberWithDevices()
  const stranger = await seedMember(deps)
  const phone = (await devices(member.session)).find(({ userAgent }) => userAgent === 'phone')
  assert.ok(phone)
  const renewed = await call('refresh', {}, { session: member.phone })
  assert.ok(renewed.ok)
  const end = async (session: string) =>
    codeOf(await call('endOneSession', { params: { sessionId: phone.sessionId } }, { session }))
  assert.equal(await end(stranger.session), 'NOT_FOUND', 'not by somebody else')
  assert.equal(await end(member.session), 'ok')
  assert.equal(await end(member.session), 'NOT_FOUND')
  assert.deepEqual(
    [
      await seen(member.phone),
      await seen(renewed.data.sessionJwt),
      await seen(member.tablet),
      await seen(member.session),
    ],
    ['INVALID_SESSION', 'INVALID_SESSION', 'ok', 'ok'],
  )
})

test('signing out everywhere ends all sessions, or all but this one', async () => {
  const member = await memberWithDevices()
  const other = await seedMember(deps)
  assert.deepEqual(await call('endSessions', { query: { keep: 'current' } }, { session: member.session }), {
    ok: true,
    data: { ended: 2 },
  })
  assert.deepEqual([await seen(member.session), await seen(member.phone)], ['ok', 'INVALID_SESSION'])
  assert.deepEqual(await call('endSessions', { query: {} }, { session: member.session }), {
    ok: true,
    data: { ended: 1 },
  })
  assert.equal(await seen(member.session), 'INVALID_SESSION')
  assert.equal(await seen(other.session), 'ok')
})

test('a refresh during signing out everywhere leaves no session', async () => {
  for (let round = 0; round < 8; round += 1) {
    const member = await memberWithDevices()
    const [answer] = await Promise.all([
      call('refresh', {}, { session: member.phone }),
      call('endSessions', { query: {} }, { session: member.session }),
    ])
    if (answer.ok) assert.equal(await seen(answer.data.sessionJwt), 'INVALID_SESSION')
  }
})
