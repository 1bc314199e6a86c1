import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { buildApp } from '../../app.ts'
import { cleanUp } from '../../clean-up.ts'
import { seedMember } from '../../testing/seed-member.ts'
import type { SeededMember } from '../../testing/seed-member.ts'
import { callOver, testWorld } from '../../testing/test-world.ts'
import { countWork } from '../account/testing/count-work.ts'
import { mailTo, mailsTo } from '../account/testing/mail-to.ts'
import { findViewer, startSession } from './session.ts'
import { codeOf } from '../../testing/code-of.ts'

const world = await testWorld({ after })
const { deps, http, call } = world

const refresh = (session?: string) => call('refresh', {}, { session })
const seen = async (session: string) => {
  const answer = await call('account', {}, { session })
  return answer.ok ? 'ok' : answer.body.errorCode
}
/** Makes one member's sessions look older, as if they had been left alone. */
const age = (memberId: string, by: string) => deps.sql`
  update sessions set created_at = created_at - ${by}::interval, last_used_at = last_used_at - ${by}::interval,
         expires_at = expires_at - ${by}::interval, replaced_at = replaced_at - ${by}::interval where member_id = ${memberId}`
async function refreshed(session: string): Promise<string> {
  const answer = await refresh(session)
  assert.ok(answer.ok)
  return answer.data.sessionJwt
}
async function expectOneAlarm({ memberId, email }: SeededMember): Promise<void> {
  assert.match((await mailTo(world, email)).subject, /ログアウト/)
  assert.equal((await mailsTo(world, email)).length, 1, 'one mail, however often it is tried')
  const acts = await deps.sql`select act from audit_rows where subject = ${memberId}`
  assert.deepEqual([...acts], [{ act: 'session.reused' }])
}

test('a refresh replaces the token, and the old one stays good for a minute', async () => {
  const member = await seedMember(deps)
  const next = await refreshed(member.session)
  assert.notEqual(next, member.session)
  assert.deepEqual([await seen(member.session), await seen(next)], ['ok', 'ok'])
  await age(member.memberId, '30 seconds')
  assert.deepEqual([await seen(member.session), await seen(next)], ['ok', 'ok'])
  await age(member.memberId, '31 seconds')
  assert.deepEqual([await seen(next), await seen(member.session)], ['ok', 'INVALID_SESSION'])
})

test('tabs that refresh at once all get a usable token', async () => {
  const member = await seedMember(deps)
  const tokens = await Promise.all(Array.from({ length: 6 }, () => refreshed(member.session)))
  assert.equal(new Set(tokens).size, 6)
  for (const token of tokens) assert.equal(await seen(token), 'ok')
})

test('a replaced token used after its grace ends the whole family, and a mail informs the member', async () => {
  const member = await seedMember(deps)
  const other = await seedMember(deps)
  const next = await refreshed(member.session)
  await age(member.memberId, '61 seconds')
  assert.equal(codeOf(await refresh(member.session)), 'INVALID_SESSION')
  assert.equal(await seen(next), 'INVALID_SESSION')
  assert.equal(codeOf(await refresh(next)), 'INVALID_SESSION')
  assert.equal(codeOf(await refresh(member.session)), 'INVALID_SESSION')
  assert.equal(await seen(other.session), 'ok')
  await expectOneAlarm(member)
})

test('a thief who refreshes a stolen token loses the session with the owner’s next call, whichever it is', async () => {
  const member = await seedMember(deps)
  const phone = await startSession(deps.sql, { memberId: member.memberId, userAgent: 'phone' })
  const stolen = await refreshed(await refreshed(member.session))
  await age(member.memberId, '61 seconds')
  assert.equal(await seen(stolen), 'ok')
  assert.equal(await seen(member.session), 'INVALID_SESSION')
  assert.equal(await seen(stolen), 'INVALID_SESSION')
  assert.equal(codeOf(await refresh(stolen)), 'INVALID_SESSION')
  assert.equal(await seen(phone), 'ok', 'another device signed in by itself')
  await expectOneAlarm(member)
})

test('many calls with a replaced token, while its successor is refreshed, leave no session and one mail', async () => {
  for (let round = 0; round < 6; round += 1) {
    const member = await seedMember(deps)
    const next = await refreshed(member.session)
    await age(member.memberId, '61 seconds')
    const refreshes: ReturnType<typeof refresh>[] = []
    const calls: Promise<string>[] = []
    for (let at = 0; at < 6; at += 1) {
      calls.push(seen(member.session))
      refreshes.push(refresh(at % 2 === 0 ? next : member.session))
    }
    assert.deepEqual(new Set(await Promise.all(calls)), new Set(['INVALID_SESSION']))
    const answers = await Promise.all(refreshes)
    const tokens = answers.flatMap((answer) => (answer.ok ? [answer.data.sessionJwt] : []))
    for (const token of [...tokens, next]) assert.equal(await seen(token), 'INVALID_SESSION')
    await expectOneAlarm(member)
  }
})

test('a token that was signed out, is too old or is nobody’s raises no alarm', async () => {
  const member = await seedMember(deps)
  const next = await refreshed(member.session)
  await call('signOut', {}, { session: next })
  const old = await seedMember(deps)
  await refreshed(old.session)
  await age(old.memberId, '31 days')
  for (const { session } of [member, old, { session: 'x'.repeat(43) }])
    assert.equal(await seen(session), 'INVALID_SESSION')
  assert.equal(codeOf(await refresh(old.session)), 'TOKEN_EXPIRED')
  for (const { memberId, email } of [member, old]) {
    assert.equal((await mailsTo(world, email)).length, 0)
    assert.equal((await deps.sql`select 1 from audit_rows where subject = ${memberId}`).length, 0)
  }
})

test('a good token costs one statement', async (t) => {
  const member = await seedMember(deps)
  await refreshed(member.session)
  const counting = countWork(deps)
  t.after(counting.end)
  const { statements } = await counting.during(async () =>
    assert.equal((await findViewer(counting.deps, member.session))?.memberId, member.memberId),
  )
  assert.equal(statements.length, 1, statements.join('; '))
})

test('the four ways a refresh fails each have their code', async () => {
  const member = await seedMember(deps)
  assert.equal(codeOf(await refresh()), 'AUTHENTICATION_FAILED')
  assert.equal(codeOf(await refresh('not a token')), 'AUTHENTICATION_FAILED')
  assert.equal(codeOf(await refresh('x'.repeat(43))), 'TOKEN_NOTFOUND')
  await age(member.memberId, '8 days')
  assert.equal(codeOf(await refresh(member.session)), 'TOKEN_EXPIRED')
  const gone = await seedMember(deps)
  await call('signOut', {}, { session: gone.session })
  assert.equal(codeOf(await refresh(gone.session)), 'INVALID_SESSION')
})

test('refresh takes the token from X-Auth-Session and from Authorization', async () => {
  const member = await seedMember(deps)
  const answer = await http.inject({
    method: 'POST',
    url: '/auth/refresh',
    headers: { authorization: `Bearer ${member.session}` },
  })
  assert.equal(answer.statusCode, 200)
  assert.equal(answer.json().userId, member.memberId)
})

test('signing out ends every token of the device at once, and no other device', async () => {
  const member = await seedMember(deps)
  const next = await refreshed(member.session)
  const phone = await startSession(deps.sql, { memberId: member.memberId, userAgent: 'phone' })
  assert.ok((await call('signOut', {}, { session: next })).ok)
  assert.deepEqual(
    [await seen(member.session), await seen(next), await seen(phone)],
    ['INVALID_SESSION', 'INVALID_SESSION', 'ok'],
  )
  const again = await call('signOut', {}, { session: next })
  assert.equal(again.ok ? 'ok' : again.body.errorCode, 'INVALID_SESSION')
  assert.ok((await call('signOut', {})).ok, 'without a session there is nothing to do')
})

test('a refresh during a sign-out never leaves a session', async () => {
  for (let round = 0; round < 8; round += 1) {
    const member = await seedMember(deps)
    const [answer] = await Promise.all([refresh(member.session), call('signOut', {}, { session: member.session })])
    if (answer.ok) assert.equal(await seen(answer.data.sessionJwt), 'INVALID_SESSION')
  }
})

test('an idle session ends after seven days, a busy one after thirty', async () => {
  const idle = await seedMember(deps)
  await age(idle.memberId, '6 days 23 hours')
  assert.equal(await seen(idle.session), 'ok', 'using it counts')
  await age(idle.memberId, '6 days 23 hours')
  assert.equal(await seen(idle.session), 'ok')
  await age(idle.memberId, '7 days 1 minute')
  assert.equal(await seen(idle.session), 'INVALID_SESSION')

  const busy = await seedMember(deps)
  let session = busy.session
  for (let day = 0; day < 5; day += 1) {
    await age(busy.memberId, '5 days 23 hours')
    session = await refreshed(session)
  }
  await age(busy.memberId, '6 hours')
  assert.equal(await seen(session), 'INVALID_SESSION', 'refreshing does not make a family older than thirty days')
  assert.equal(codeOf(await refresh(session)), 'TOKEN_EXPIRED')
})

test('banning or deleting a member ends their sessions', async () => {
  for (const column of ['banned_at', 'deleted_at']) {
    const member = await seedMember(deps)
    await deps.sql`update members set ${deps.sql(column)} = kura_now() where id = ${member.memberId}`
    assert.equal(await seen(member.session), 'INVALID_SESSION')
    assert.equal(codeOf(await refresh(member.session)), 'INVALID_SESSION')
  }
})

test('tokens have 256 bits and are nowhere in the database', async () => {
  const member = await seedMember(deps)
  const next = await refreshed(member.session)
  const [{ dump } = { dump: '' }] = await deps.sql<{ dump: string }[]>`
    select string_agg(s::text, '') || (select coalesce(string_agg(a::text, ''), '') from audit_rows a) as dump from sessions s`
  for (const token of [member.session, next]) {
    assert.equal(Buffer.from(token, 'base64url').length, 32)
    assert.ok(!dump.includes(token))
    assert.ok(!dump.includes(Buffer.from(token, 'base64url').toString('hex')))
  }
})

test('sessions hold across server processes', async (t) => {
  const other = await buildApp(deps, { withPages: false })
  t.after(() => other.http.close())
  const member = await seedMember(deps)
  const answer = await callOver(other.http, 'account', {}, { session: member.session })
  assert.ok(answer.ok)
})

test('sweeping takes what can decide nothing any more, and nothing else', async () => {
  const [old, fresh] = [await seedMember(deps), await seedMember(deps)]
  await age(old.memberId, '38 days')
  await call('flowPrepare', {}, { bot: await world.bot('flow_prepare') })
  await cleanUp(deps)
  assert.equal(codeOf(await refresh(old.session)), 'TOKEN_NOTFOUND')
  assert.equal(await seen(fresh.session), 'ok')
  assert.equal((await deps.sql`select 1 from wallet_nonces`).length, 1)
  await world.moveClock('2 days')
  await cleanUp(deps)
  const [left] = await deps.sql`
    select (select count(*)::int from wallet_nonces) as nonces, (select count(*)::int from bot_tokens) as bots,
           (select count(*)::int from rate_limits) as rates`
  assert.deepEqual(left, { nonces: 0, bots: 0, rates: 0 })
})
