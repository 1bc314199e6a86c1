import assert from 'node:assert/strict'
import { after, beforeEach, test } from 'node:test'
import { termsVersion } from '@kura/contract/limits'
import { seedMember } from '../../testing/seed-member.ts'
import { testWorld } from '../../testing/test-world.ts'
import { startSession } from '../session/session.ts'
import { mailTo, mailsTo, tokenIn } from './testing/mail-to.ts'
import { codeOf } from '../../testing/code-of.ts'

const world = await testWorld({ after })
const { deps, http, call, bot } = world
beforeEach(() => deps.sql`delete from rate_limits`)

const password = 'correct horse battery staple'
const renewed = 'a different long passphrase'
const change = async (session: string, currentPassword: string, next = renewed) =>
  codeOf(
    await call(
      'passwordChange',
      { body: { currentPassword, password: next } },
      { session, bot: await bot('password_change') },
    ),
  )
const seen = async (session: string) => codeOf(await call('account', {}, { session }))
const signIn = async (email: string, tried: string) =>
  codeOf(await call('emailSignIn', { body: { email, password: tried } }, { bot: await bot('email_sign_in') }))

test('changing the password ends the other sessions and the mailed codes, and a mail informs the member', async () => {
  const member = await seedMember(deps, { password })
  const phone = await startSession(deps.sql, { memberId: member.memberId, userAgent: 'phone' })
  await call('onetimeTokenPrepare', { body: { email: member.email } }, { bot: await bot('onetime_token_prepare') })
  const token = tokenIn((await mailTo(world, member.email)).links, '/login/link')
  assert.equal(await change(member.session, password), 'ok')
  assert.deepEqual([await seen(member.session), await seen(phone)], ['ok', 'INVALID_SESSION'])
  assert.equal(codeOf(await call('onetimeTokenSignIn', { body: { token } })), 'TOKEN_NOTFOUND')
  assert.deepEqual(
    [await signIn(member.email, password), await signIn(member.email, renewed)],
    ['AUTHENTICATION_FAILED', 'ok'],
  )
  assert.match((await mailTo(world, member.email)).subject, /パスワードを変更しました/)
})

test('a wrong present password, a weak new one, or no password at all changes nothing', async () => {
  const [member, without] = [await seedMember(deps, { password }), await seedMember(deps)]
  assert.equal(await change(member.session, 'wrong one indeed'), 'AUTHENTICATION_FAILED')
  assert.equal(await change(member.session, password, 'password1'), 'INVALID_PASSWORD_FORMAT')
  assert.equal(await change(member.session, password, member.email), 'INVALID_PASSWORD_FORMAT')
  assert.equal(await change(without.session, ''), 'AUTHENTICATION_FAILED')
  assert.equal(await signIn(member.email, password), 'ok')
  const codes = []
  for (let tries = 0; tries < 12; tries += 1) codes.push(await change(member.session, `guess ${tries}`))
  assert.ok(codes.includes('TOO_MANY_REQUESTS'))
})

test('two changes of one password at once: one holds', async () => {
  const member = await seedMember(deps, { password })
  const codes = await Promise.all([
    change(member.session, password, 'first of two new ones'),
    change(member.session, password, 'second of two new ones'),
  ])
  assert.deepEqual(codes.toSorted(), ['AUTHENTICATION_FAILED', 'ok'])
})

test('new terms are asked for until they are agreed to, with version and time', async () => {
  const member = await seedMember(deps)
  await deps.sql`update members set terms_version = '2020-01-01' where id = ${member.memberId}`
  const before = await call('account', {}, { session: member.session })
  assert.ok(before.ok && before.data.termsOutdated)
  const agree = (version: string) =>
    call('agreeTerms', { body: { termsVersion: version } }, { session: member.session })
  assert.equal(codeOf(await agree('2020-01-01')), 'TERMS_OUTDATED')
  for (let times = 0; times < 2; times += 1) {
    const done = await agree(termsVersion)
    assert.ok(done.ok && !done.data.termsOutdated)
  }
  const acts = await deps.sql`select act, details from audit_rows where subject = ${member.memberId}`
  assert.deepEqual([...acts], [{ act: 'terms.agreed', details: { termsVersion } }], 'noted once')
})

test('the deprecated sign-up mails a code and keeps its fields until it is used: no account, no session, no other response for known addresses', async () => {
  const known = await seedMember(deps)
  const send = async (email: string) => {
    const body = new URLSearchParams({
      email,
      displayName: '月子',
      flowAddress: '0xf8d6e0586b0a20c7',
      isSubscribe: 'true',
    })
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    const answer = await http.inject({ method: 'POST', url: '/api/users/signup', headers, payload: body.toString() })
    const { date: _date, ...others } = answer.headers
    return { status: answer.statusCode, body: answer.body, headers: others }
  }
  const before = (await deps.sql`select 1 from members`).length
  const unknown = await send('as-before@example.jp')
  assert.deepEqual([unknown.status, unknown.body], [202, '{}'])
  assert.deepEqual(await send(known.email), unknown)
  assert.equal((await deps.sql`select 1 from members`).length, before)
  const { code } = await mailTo(world, 'as-before@example.jp')
  const body = { email: 'as-before@example.jp', code, password, termsVersion }
  const done = await call('emailSignUpComplete', { body }, { bot: await bot('email_sign_up_complete') })
  assert.ok(done.ok && done.data.flowAddress === '')
  const account = await call('account', {}, { session: done.data.sessionJwt })
  assert.ok(account.ok && account.data.displayName === '月子')
  const [kept] = await deps.sql`select is_subscribed as "isSubscribed" from members where id = ${done.data.userId}`
  assert.equal(kept?.['isSubscribed'], true)
  const statuses = []
  for (let times = 0; times < 6; times += 1) statuses.push((await send(`many${times}@example.jp`)).status)
  assert.ok(statuses.includes(429), 'without a bot check it is rare')
  assert.ok((await mailsTo(world, known.email)).length === 1)
})

test('a user is confirmed by the linked wallet and by no other', async () => {
  const address = '0xf8d6e0586b0a20c7'
  const [linked, plain] = [await seedMember(deps, { flowAddress: address }), await seedMember(deps)]
  const ask = (session: string, flowAddress: string) => call('confirmUser', { query: { flowAddress } }, { session })
  const done = await ask(linked.session, 'F8D6E0586B0A20C7')
  assert.ok(done.ok && done.data.userId === linked.memberId)
  assert.equal(codeOf(await ask(linked.session, '0x01cf0e2f2f715450')), 'WALLET_DIFFERENT_ADDRESS')
  assert.equal(codeOf(await ask(plain.session, address)), 'WALLET_REQUIRED')
})
