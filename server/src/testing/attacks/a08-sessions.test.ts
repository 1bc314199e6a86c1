// A8, A9 and A10: a session ends where it should, begins with a new token, and travels in its
// header only.
import assert from 'node:assert/strict'
import { after, beforeEach, test } from 'node:test'
import { api } from '@kura/contract/api'
import type { Endpoint } from '@kura/contract/endpoint'
import { termsVersion } from '@kura/contract/limits'
import type { CallName } from '@kura/contract/paths'
import { banMember, unbanMember } from '../../identity/account/ban-member.ts'
import { deleteMember } from '../../identity/account/delete-member.ts'
import { mailTo, tokenIn } from '../../identity/account/testing/mail-to.ts'
import { startSession } from '../../identity/session/session.ts'
import { seedMember } from '../seed-member.ts'
import type { SeededMember } from '../seed-member.ts'
import { testWorld } from '../test-world.ts'
import { startAccountNode } from '../../identity/wallet/testing/account-node.ts'
import { walletHand } from '../../identity/wallet/testing/wallet-hand.ts'
import { sendCall } from './send-call.ts'

const node = await startAccountNode()
after(node.close)
const world = await testWorld({ after }, { FLOW_ACCESS_NODE: node.url })
const { deps, http } = world
beforeEach(() => deps.sql`delete from rate_limits`)

const password = 'correct horse battery staple'
const operator = { by: 'ops', reason: 'a test' }
const next = 'a different long passphrase'
const seen = async (session: string) => (await sendCall(world, http, 'account', { session })).json().errorCode ?? 'ok'

const endings: Record<string, (member: SeededMember, other: string) => Promise<unknown>> = {
  'a refresh and 60 s': async ({ memberId, session }) => {
    await sendCall(world, http, 'refresh', { session })
    await deps.sql`update sessions set replaced_at = replaced_at - interval '61 seconds' where member_id = ${memberId}`
  },
  'signing out': ({ session }) => sendCall(world, http, 'signOut', { session }),
  'signing out everywhere': (_, session) => sendCall(world, http, 'endSessions', { session }),
  'a change of the password on another device': (_, session) =>
    sendCall(world, http, 'passwordChange', { session, payload: { currentPassword: password, password: next } }),
  'a reset of the password': async ({ email }) => {
    await sendCall(world, http, 'passwordResetPrepare', { payload: { email } })
    const { code } = await mailTo(world, email)
    await sendCall(world, http, 'passwordReset', { payload: { email, code, password: next } })
  },
  'a ban by an operator': ({ memberId }) => banMember(deps, { memberId, ...operator }),
  'a ban written by hand': ({ memberId }) => deps.sql`update members set banned_at = kura_now() where id = ${memberId}`,
  'a ban that was lifted': async ({ memberId }) => {
    await banMember(deps, { memberId, ...operator })
    await unbanMember(deps, { memberId, ...operator })
  },
  'deletion of the account': async ({ memberId }) =>
    assert.ok((await deleteMember(deps, { memberId, actor: memberId, reason: 'bye' })).isDeleted),
  'seven idle days': ({ memberId }) =>
    deps.sql`update sessions set last_used_at = last_used_at - interval '7 days 1 second' where member_id = ${memberId}`,
  'thirty days': ({ memberId }) =>
    deps.sql`update sessions set expires_at = expires_at - interval '30 days 1 second' where member_id = ${memberId}`,
}

for (const [what, end] of Object.entries(endings)) {
  test(`A8: after ${what} the token opens nothing and cannot be refreshed`, async () => {
    const member = await seedMember(deps, { password })
    const other = await startSession(deps.sql, { memberId: member.memberId, userAgent: 'other' })
    assert.deepEqual([await seen(member.session), await seen(other)], ['ok', 'ok'])
    await end(member, other)
    assert.equal(await seen(member.session), 'INVALID_SESSION')
    const refreshed = await sendCall(world, http, 'refresh', { session: member.session })
    assert.ok(['INVALID_SESSION', 'TOKEN_EXPIRED'].includes(refreshed.json().errorCode))
  })
}

test('A8: a dead token is refused by every call that takes a session', async () => {
  const { session } = await seedMember(deps)
  await sendCall(world, http, 'signOut', { session })
  const calls = (Object.entries(api) as [CallName, Endpoint][]).filter(([, { auth }]) => auth !== 'none')
  assert.ok(calls.length > 20)
  for (const [name] of calls) {
    await deps.sql`delete from rate_limits`
    const answer = await sendCall(world, http, name, { session, payload: api[name].method === 'GET' ? undefined : {} })
    assert.equal(answer.json().errorCode, 'INVALID_SESSION', name)
  }
})

test('A8: a replaced token ends its family, on any call', async () => {
  const calls = (Object.entries(api) as [CallName, Endpoint][]).filter(([, { auth }]) => auth !== 'none')
  assert.ok(calls.length > 20)
  for (const [name] of calls) {
    await deps.sql`delete from rate_limits`
    const { memberId, session } = await seedMember(deps)
    const stolen = (await sendCall(world, http, 'refresh', { session })).json().sessionJwt
    await deps.sql`update sessions set replaced_at = replaced_at - interval '61 seconds' where member_id = ${memberId}`
    assert.equal(await seen(stolen), 'ok')
    await sendCall(world, http, name, { session, payload: api[name].method === 'GET' ? undefined : {} })
    assert.equal(await seen(stolen), 'INVALID_SESSION', name)
  }
})

test('A9: every way in begins a new session, whatever token was brought along', async () => {
  const member = await seedMember(deps, { password })
  const { email, session } = member
  const tokens = [session]
  const keep = (answer: { json: () => { sessionJwt?: string } }) => tokens.push(answer.json().sessionJwt ?? 'none')
  keep(await sendCall(world, http, 'emailSignIn', { payload: { email, password }, session }))
  await sendCall(world, http, 'onetimeTokenPrepare', { payload: { email } })
  const token = tokenIn((await mailTo(world, email)).links, '/login/link')
  keep(await sendCall(world, http, 'onetimeTokenSignIn', { payload: { token }, session }))
  keep(await sendCall(world, http, 'refresh', { session }))
  await sendCall(world, http, 'passwordResetPrepare', { payload: { email } })
  const { code } = await mailTo(world, email)
  keep(await sendCall(world, http, 'passwordReset', { payload: { email, code, password: next }, session }))
  await sendCall(world, http, 'emailSignUp', { payload: { email: 'fixed@example.jp' } })
  const signUp = {
    email: 'fixed@example.jp',
    code: (await mailTo(world, 'fixed@example.jp')).code,
    password,
    termsVersion,
  }
  keep(await sendCall(world, http, 'emailSignUpComplete', { payload: signUp, session }))
  const { wallets, prove } = walletHand(world, node)
  const wallet = wallets[0] ?? assert.fail()
  const proof = { ...(await prove(wallet)), address: wallet.address }
  keep(await sendCall(world, http, 'flowSignIn', { payload: proof, session }))
  assert.equal(new Set(tokens).size, 7)
  assert.ok(tokens.every((each) => /^[\w-]{43}$/.test(each)))
  const families = await deps.sql`select distinct family_id from sessions where member_id = ${member.memberId}`
  assert.equal(families.length, 4, 'only the refresh goes on with its family')
})

test('A10: a token counts in its header only: not in the address, a cookie, a form or basic authentication', async () => {
  const { session } = await seedMember(deps)
  const tries: { url?: string; headers?: Record<string, string> }[] = [
    { url: `/auth/account?session=${session}&token=${session}&X-Auth-Session=Bearer%20${session}` },
    { headers: { cookie: `session=${session}; X-Auth-Session=Bearer ${session}` } },
    { headers: { 'x-auth-session': session } },
    { headers: { 'x-auth-session': `bearer ${session}` } },
    { headers: { 'x-auth-session': `Bearer ${session},Bearer ${session}` } },
    { headers: { 'x-auth-session': `Bearer  ${session}` } },
    { headers: { authorization: `Bearer ${session}` } },
    { headers: { authorization: `Basic ${Buffer.from(`session:${session}`).toString('base64')}` } },
  ]
  for (const { url = '/auth/account', headers = {} } of tries)
    assert.equal(
      (await http.inject({ url, headers })).json().errorCode,
      'UNAUTHORIZED',
      JSON.stringify({ url, headers }),
    )
})

test('A10: no answer leads a token into a referrer, a cookie or a cache', async () => {
  const member = await seedMember(deps, { password })
  const answer = await sendCall(world, http, 'emailSignIn', { payload: { email: member.email, password } })
  assert.equal(answer.headers['referrer-policy'], 'strict-origin-when-cross-origin')
  assert.equal(answer.headers['cache-control'], 'no-store')
  assert.equal(answer.headers['set-cookie'], undefined)
  assert.equal(answer.headers.location, undefined)
})
