// A39, A40 and A41: nothing a visitor sends gets into a mail's headers or links, and nothing of the
// inside is shown.
import assert from 'node:assert/strict'
import { after, beforeEach, test } from 'node:test'
import type { CallName } from '@kura/contract/paths'
import { mailsTo, mailTo } from '../../identity/account/testing/mail-to.ts'
import { seedMember } from '../seed-member.ts'
import { testWorld } from '../test-world.ts'
import { sendCall } from './send-call.ts'

const world = await testWorld({ after })
const { deps, http } = world
beforeEach(() => deps.sql`delete from rate_limits`)

const password = 'correct horse battery staple'
const evilHosts = {
  host: 'evil.example',
  'x-forwarded-host': 'evil.example',
  'x-forwarded-proto': 'javascript',
  forwarded: 'host=evil.example',
  origin: 'https://evil.example',
  referer: 'https://evil.example/',
}

test('A39: the links of every mail lead to this site, whatever host the request names', async () => {
  const member = await seedMember(deps, { password })
  const sent: [CallName, string, object, string?][] = [
    ['emailSignUp', 'new1@example.jp', { email: 'new1@example.jp', redirect: 'https://evil.example' }],
    ['emailSignUp', member.email, { email: member.email, redirect: '//evil.example' }],
    ['emailSignUpResend', 'new2@example.jp', { email: 'new2@example.jp', redirect: '/\\evil.example' }],
    ['passwordResetPrepare', member.email, { email: member.email, redirect: '/.//evil.example' }],
    ['passwordResetPrepare', 'new3@example.jp', { email: 'new3@example.jp', redirect: 'evil.example' }],
    ['onetimeTokenPrepare', member.email, { email: member.email, redirect: '/\t/evil.example' }],
    ['usersSignUp', 'new4@example.jp', { email: 'new4@example.jp' }],
    ['emailChange', 'new5@example.jp', { email: 'new5@example.jp', password }, member.session],
  ]
  for (const [name, recipient, payload, session] of sent) {
    const answer = await sendCall(world, http, name, { payload, session, headers: evilHosts })
    assert.equal(answer.statusCode, 202, `${name}: ${answer.body}`)
    assert.ok(!answer.body.includes('evil'))
    const { links, text, html } = await mailTo(world, recipient)
    assert.ok(links.length > 0)
    for (const link of links) assert.equal(new URL(link).origin, 'http://localhost:3000', name)
    assert.ok(!`${text}${html}`.includes('evil'), name)
  }
})

test('A39: line breaks reach no header of a mail', async () => {
  const injected = [
    'a@example.jp\r\nBcc: b@example.jp',
    'a@example.jp\nX: y',
    'a@example.jp%0d%0aBcc:b@example.jp',
    '"a\r\n"@example.jp',
  ]
  for (const name of ['emailSignUp', 'passwordResetPrepare', 'onetimeTokenPrepare', 'usersSignUp'] as const)
    for (const email of injected) {
      await deps.sql`delete from rate_limits`
      const answer = await sendCall(world, http, name, { payload: { email } })
      assert.equal(answer.json().errorCode, 'INVALID_EMAIL_FORMAT', `${name} ${email}`)
    }
  assert.deepEqual(await mailsTo(world, 'b@example.jp'), [])
  const { session } = await seedMember(deps)
  const form =
    '--b\r\ncontent-disposition: form-data; name="displayName"\r\n\r\nHana\r\nBcc: all@example.jp\r\n--b--\r\n'
  const named = await sendCall(world, http, 'updateProfile', {
    payload: form,
    type: 'multipart/form-data; boundary=b',
    session,
  })
  assert.equal(named.json().errorCode, 'INVALID_INPUT')
})

test('A40: a failure shows nothing of code, database or files', async () => {
  const inside = /\bat .+\.ts|node_modules|\/server\/|select |insert |relation|postgres|ECONN|stack/i
  const tell = async (what: string, answer: { statusCode: number; body: string; headers: object }) => {
    assert.ok(answer.statusCode >= 400, what)
    assert.ok(!inside.test(answer.body), `${what}: ${answer.body}`)
    assert.ok(!('x-powered-by' in answer.headers || 'server' in answer.headers))
  }
  for (const url of [
    '/auth/%00',
    '/auth/nothing',
    '/api/users/%ff',
    `/api/${'x'.repeat(5000)}`,
    "/api/items/'; drop table",
  ])
    await tell(url, await http.inject(url))
  for (const payload of ['{', '[]', '"', '{"email":', '\u0000', '{"email":1e999}', `[${'['.repeat(9000)}`])
    await tell(payload.slice(0, 20), await sendCall(world, http, 'emailSignIn', { payload }))
  world.expectUndeclared('POST /auth/email_sign_in', 'a table is missing')
  await deps.sql`alter table members rename to members_away`
  const broken = await sendCall(world, http, 'emailSignIn', { payload: { email: 'a@example.jp', password } })
  await deps.sql`alter table members_away rename to members`
  assert.equal(broken.statusCode, 500)
  assert.deepEqual(broken.json(), { errorCode: 'INTERNAL_SERVER_ERROR', message: 'something went wrong on our side' })
})

test('A41: nothing of the inside lies on the public port', async () => {
  const paths = [
    '/.git/config',
    '/.git/HEAD',
    '/.env',
    '/package.json',
    '/server/src/main.ts',
    '/metrics',
    '/docs',
    '/debug',
  ].concat(['/keys/agent.key', '/images/../../.env', '/images/media/..%2f..%2f.env', '/api/docs'])
  for (const path of paths) {
    const answer = await http.inject(path)
    assert.ok(answer.statusCode === 404 || answer.statusCode === 400, `${path} ${answer.statusCode}`)
  }
})
