import assert from 'node:assert/strict'
import { after, beforeEach, test } from 'node:test'
import { api } from '@kura/contract/api'
import { errors } from '@kura/contract/errors'
import type { ErrorCode } from '@kura/contract/errors'
import { termsVersion } from '@kura/contract/limits'
import type { PathSpec } from '@kura/contract/path-spec'
import type { CallName } from '@kura/contract/paths'
import { seedMember } from '../../testing/seed-member.ts'
import { testWorld } from '../../testing/test-world.ts'

const world = await testWorld({ after })
const { deps, http, bot } = world
beforeEach(() => deps.sql`delete from rate_limits`)

/** Everything of identity that a call could change, as one fingerprint. */
async function fingerprint(): Promise<unknown> {
  const [row] = await deps.sql`
    select (select json_agg(m order by m.id) from members m) as members,
           (select json_agg(c order by c.id) from mail_codes c) as codes,
           (select json_agg(n order by n.nonce_hash) from wallet_nonces n) as nonces,
           (select count(*)::int from mails) as mails, (select count(*)::int from audit_rows) as acts,
           (select json_agg(s.token_hash order by s.token_hash) from sessions s where ended_at is null) as sessions`
  return row
}

type Sent = { payload?: unknown; type?: string; session?: string | undefined }
async function send(name: CallName, { payload, type = 'application/json', session }: Sent) {
  const spec: PathSpec = api[name]
  const token = spec.bot ? (await bot(spec.bot)).token : undefined
  return http.inject({
    method: spec.method,
    url: spec.path,
    headers: {
      ...(payload === undefined ? {} : { 'content-type': type }),
      ...(token ? { 'x-recaptcha-token-v3': token } : {}),
      ...(session === undefined ? {} : { 'x-auth-session': `Bearer ${session}` }),
    },
    ...(payload === undefined ? {} : { payload: typeof payload === 'string' ? payload : JSON.stringify(payload) }),
  })
}

const nonce = 'ab'.repeat(32)
const signature = 'cd'.repeat(64)
const address = '0xf8d6e0586b0a20c7'
const completion = { email: 'a@example.jp', code: '12345678', password: 'kuroi neko ga neru', termsVersion }
const password = 'kuroi neko ga neru'
const proof = { nonce, keyId: 0, signature }
const good: Partial<Record<CallName, Record<string, unknown>>> = {
  emailSignUp: { email: 'a@example.jp' },
  emailSignUpResend: { email: 'a@example.jp' },
  emailSignUpComplete: completion,
  emailSignIn: { email: 'a@example.jp', password: 'kuroi neko ga neru' },
  flowSetup: { address },
  flowAdd: { nonce, address, keyId: 0, signature },
  passwordResetPrepare: { email: 'a@example.jp' },
  passwordReset: { email: 'a@example.jp', code: '12345678', password },
  onetimeTokenPrepare: { email: 'a@example.jp' },
  onetimeTokenSignIn: { token: 'x'.repeat(43) },
  flowSignIn: { nonce, address, keyId: 0, signature },
  agreeTerms: { termsVersion },
  emailAdd: { email: 'b@example.jp' },
  emailAddComplete: { code: '12345678' },
  emailChange: { email: 'b@example.jp', password },
  emailChangeComplete: { code: '12345678' },
  passwordChange: { currentPassword: password, password: 'shiroi inu ga hoeru' },
  flowChange: { current: proof, next: { ...proof, address } },
  flowRecovery: { next: { ...proof, address } },
  stopFlowRecovery: { token: 'x'.repeat(43) },
}
const names = Object.keys(good) as CallName[]
const isIdentity = (name: string) =>
  api[name as CallName].path.startsWith('/auth/') ||
  ['showProfile', 'deleteThumbnail', 'updateProfile', 'confirmUser'].includes(name)
const required: Partial<Record<CallName, string[]>> = {
  emailSignUp: ['email'],
  emailSignUpResend: ['email'],
  emailSignUpComplete: ['password', 'termsVersion'],
  emailSignIn: ['email', 'password'],
  flowSetup: ['address'],
  flowAdd: ['nonce', 'address', 'keyId', 'signature'],
  passwordResetPrepare: ['email'],
  passwordReset: ['password'],
  onetimeTokenPrepare: ['email'],
  onetimeTokenSignIn: ['token'],
  flowSignIn: ['nonce', 'address', 'keyId', 'signature'],
  agreeTerms: ['termsVersion'],
  emailAdd: ['email'],
  emailChange: ['email'],
  passwordChange: ['currentPassword', 'password'],
  flowChange: ['current', 'next'],
  flowRecovery: ['next'],
  stopFlowRecovery: ['token'],
}

/**
 * Sends something wrong and checks: the code, its status, that the contract declares it, and that
 * nothing changed.
 */
async function refuses(name: CallName, sent: Sent, code: ErrorCode, what: string): Promise<void> {
  await deps.sql`delete from rate_limits`
  const before = await fingerprint()
  const answer = await send(name, sent)
  assert.equal(answer.json().errorCode, code, `${name}: ${what}: ${answer.body}`)
  assert.equal(answer.statusCode, errors[code].status)
  assert.ok((api[name].errors as readonly string[]).includes(code), `${name} declares ${code}`)
  assert.equal(answer.headers['cache-control'], 'no-store')
  assert.deepEqual(await fingerprint(), before, `${name}: ${what} changed something`)
}

test('a body that is missing, of another kind or of another form is refused', async () => {
  const { session } = await seedMember(deps)
  for (const name of names) {
    const body = good[name] ?? {}
    const refused: [Sent, ErrorCode, string][] = [
      [{ payload: undefined }, 'UNSUPPORTED_MEDIA', 'no body'],
      [{ payload: body, type: 'text/plain' }, 'UNSUPPORTED_MEDIA', 'text'],
      [{ payload: 'email=a', type: 'application/x-www-form-urlencoded' }, 'UNSUPPORTED_MEDIA', 'a form'],
      [{ payload: '{"email":' }, 'INVALID_REQUEST_FORMAT', 'half a JSON'],
      [{ payload: '' }, 'INVALID_REQUEST_FORMAT', 'an empty body'],
      // null is no body: it fails where a field is needed, and one of two is needed in the rest
      [{ payload: 'null' }, required[name] ? 'INVALID_REQUEST_FORMAT' : 'INVALID_INPUT', 'null'],
      [{ payload: [body] }, 'INVALID_REQUEST_FORMAT', 'a list'],
      [{ payload: '"text"' }, 'INVALID_REQUEST_FORMAT', 'a string'],
      [{ payload: { ...body, extra: 1 } }, 'INVALID_REQUEST_FORMAT', 'an unknown field'],
      [{ payload: { ...body, role: 'admin' } }, 'INVALID_REQUEST_FORMAT', 'a role'],
      [{ payload: { ...body, flowAddress: address, memberId: 'x' } }, 'INVALID_REQUEST_FORMAT', 'fields of the table'],
      [{ payload: `{"__proto__":{"a":1},${JSON.stringify(body).slice(1)}` }, 'INVALID_REQUEST_FORMAT', '__proto__'],
      [{ payload: { ...body, padding: 'x'.repeat(70_000) } }, 'UPLOAD_TOO_LARGE', 'too large'],
    ]
    for (const [sent, code, what] of refused) await refuses(name, { ...sent, session }, code, what)
  }
})

test('a field that is missing or of another type is refused', async () => {
  const { session } = await seedMember(deps)
  for (const name of names) {
    const body = good[name] ?? {}
    for (const field of required[name] ?? []) {
      const { [field]: _left, ...without } = body
      await refuses(name, { payload: without, session }, 'INVALID_REQUEST_FORMAT', `without ${field}`)
    }
    for (const field of Object.keys(body))
      for (const value of [
        null,
        true,
        ['x'],
        { a: 1 },
        field === 'keyId' ? '0' : 7,
        field === 'keyId' ? -1 : 'x'.repeat(5000),
      ])
        await refuses(
          name,
          { payload: { ...body, [field]: value }, session },
          'INVALID_REQUEST_FORMAT',
          `${field} ${typeof value}`,
        )
  }
})

test('values of the right type that cannot be are refused', async () => {
  const { session } = await seedMember(deps)
  for (const name of ['emailSignUp', 'emailSignUpResend'] as const)
    for (const email of ['', 'a', 'a@b', 'a@b.jp\r\nBcc: c@d.jp', "a@b.jp' or 1=1 --"])
      await refuses(name, { payload: { email } }, 'INVALID_EMAIL_FORMAT', email)
  await refuses('emailSignUp', { payload: { email: 'a@example.jp', locale: 'fr' } }, 'INVALID_REQUEST_FORMAT', 'locale')
  const wrong: [Record<string, unknown>, ErrorCode][] = [
    [{ email: 'nonsense' }, 'INVALID_EMAIL_FORMAT'],
    [{}, 'TOKEN_NOTFOUND'],
    [{ code: '' }, 'TOKEN_NOTFOUND'],
    [{ email: undefined, code: undefined, token: 'x'.repeat(43) }, 'TOKEN_NOTFOUND'],
    [{ email: undefined, code: undefined, token: '' }, 'TOKEN_NOTFOUND'],
    [{ password: '' }, 'INVALID_PASSWORD_FORMAT'],
    [{ termsVersion: '' }, 'TERMS_OUTDATED'],
  ]
  for (const [more, code] of wrong)
    await refuses('emailSignUpComplete', { payload: { ...completion, ...more } }, code, JSON.stringify(more))
  await refuses('flowAdd', { payload: { ...good.flowAdd, address: '0x1' }, session }, 'INVALID_INPUT', 'address')
  await refuses('flowAdd', { payload: good.flowAdd, session }, 'NONCE_NOT_FOUND', 'a nonce nobody asked for')
  for (const more of [
    { nonce: nonce.toUpperCase() },
    { nonce: 'ab' },
    { signature: 'zz' },
    { keyId: 1.5 },
    { keyId: 100_001 },
  ])
    await refuses(
      'flowAdd',
      { payload: { ...good.flowAdd, ...more }, session },
      'INVALID_REQUEST_FORMAT',
      JSON.stringify(more),
    )
  const moreSignatures = Array.from({ length: 9 }, (_, keyId) => ({ keyId, signature }))
  await refuses(
    'flowAdd',
    { payload: { ...good.flowAdd, moreSignatures }, session },
    'INVALID_REQUEST_FORMAT',
    'nine more',
  )
})

test('every call of identity with a body is in the table', () => {
  for (const [name, spec] of Object.entries(api))
    if (spec.path.startsWith('/auth/') && 'body' in spec) assert.ok(good[name as CallName], name)
})

test('a call of a member needs a session, whatever else is sent', async () => {
  const ofMembers = Object.entries(api).filter(([name, { auth }]) => auth === 'member' && isIdentity(name))
  assert.ok(ofMembers.length > 15)
  for (const name of ofMembers.map(([each]) => each as CallName)) {
    const payload = good[name]
    await refuses(name, { payload }, 'UNAUTHORIZED', 'no session')
    await refuses(name, { payload, session: 'not a token' }, 'UNAUTHORIZED', 'a garbled session')
    await refuses(name, { payload, session: 'x'.repeat(43) }, 'INVALID_SESSION', 'an unknown session')
  }
  for (const name of ['flowPrepare', 'signOut'] as const)
    await refuses(name, { session: 'x'.repeat(43) }, 'INVALID_SESSION', 'an unknown session')
})

test('values of the new calls that cannot be are refused', async () => {
  const { session } = await seedMember(deps, { password })
  const wrong: [CallName, Record<string, unknown>, ErrorCode][] = [
    ['passwordResetPrepare', { email: 'a@b' }, 'INVALID_EMAIL_FORMAT'],
    ['onetimeTokenPrepare', { email: 'a@b.jp\r\nBcc: c@d.jp' }, 'INVALID_EMAIL_FORMAT'],
    ['passwordResetPrepare', { locale: 'fr' }, 'INVALID_REQUEST_FORMAT'],
    ['passwordReset', {}, 'TOKEN_NOTFOUND'],
    ['passwordReset', { code: '' }, 'TOKEN_NOTFOUND'],
    ['passwordReset', { token: 'x' }, 'INVALID_INPUT'],
    ['passwordReset', { email: undefined }, 'INVALID_INPUT'],
    ['passwordReset', { email: undefined, code: undefined, token: '' }, 'TOKEN_NOTFOUND'],
    ['passwordReset', { password: 'short' }, 'INVALID_PASSWORD_FORMAT'],
    ['passwordReset', { email: 'nonsense' }, 'INVALID_EMAIL_FORMAT'],
    ['onetimeTokenSignIn', { token: '' }, 'TOKEN_NOTFOUND'],
    ['onetimeTokenSignIn', {}, 'TOKEN_NOTFOUND'],
    ['flowSignIn', {}, 'NONCE_NOT_FOUND'],
    ['flowSignIn', { address: '0x1' }, 'INVALID_INPUT'],
    ['flowSignIn', { termsVersion: '2000-01-01' }, 'TERMS_OUTDATED'],
    ['flowSignIn', { nonce: 'AB'.repeat(32) }, 'INVALID_REQUEST_FORMAT'],
    ['agreeTerms', { termsVersion: '2000-01-01' }, 'TERMS_OUTDATED'],
    ['emailAdd', {}, 'INVALID_INPUT'],
    ['emailAdd', { email: 'nonsense' }, 'INVALID_EMAIL_FORMAT'],
    ['emailAddComplete', {}, 'TOKEN_NOTFOUND'],
    ['emailAddComplete', { token: 'x' }, 'INVALID_INPUT'],
    ['emailAddComplete', { code: undefined }, 'INVALID_INPUT'],
    ['emailChange', { email: 'nonsense' }, 'INVALID_EMAIL_FORMAT'],
    ['emailChange', { password: 'not this one' }, 'AUTHENTICATION_FAILED'],
    ['emailChange', { password: undefined }, 'AUTHENTICATION_FAILED'],
    ['emailChangeComplete', {}, 'TOKEN_NOTFOUND'],
    ['emailChangeComplete', { code: undefined, token: '' }, 'TOKEN_NOTFOUND'],
    ['passwordChange', { password: 'short' }, 'INVALID_PASSWORD_FORMAT'],
    ['passwordChange', { currentPassword: '' }, 'AUTHENTICATION_FAILED'],
    ['flowChange', {}, 'WALLET_REQUIRED'],
    ['flowChange', { next: { ...proof, address, extra: 1 } }, 'INVALID_REQUEST_FORMAT'],
    ['flowChange', { current: { ...proof, keyId: -1 } }, 'INVALID_REQUEST_FORMAT'],
    ['flowRecovery', {}, 'WALLET_REQUIRED'],
    ['flowRecovery', { reason: 'x'.repeat(501) }, 'INVALID_REQUEST_FORMAT'],
    ['stopFlowRecovery', {}, 'TOKEN_NOTFOUND'],
  ]
  for (const [name, more, code] of wrong)
    await refuses(name, { payload: { ...good[name], ...more }, session }, code, JSON.stringify(more))
})

test('the deprecated sign-up takes its form, and refuses what it cannot be', async () => {
  const type = 'application/x-www-form-urlencoded'
  const wrong: [string, ErrorCode][] = [
    ['', 'INVALID_REQUEST_FORMAT'],
    ['email=a', 'INVALID_EMAIL_FORMAT'],
    ['email=a@example.jp&email=b@example.jp', 'INVALID_REQUEST_FORMAT'],
    ['email=a@example.jp&birthday=yesterday', 'INVALID_REQUEST_FORMAT'],
    ['email=a@example.jp&isSubscribe=perhaps', 'INVALID_REQUEST_FORMAT'],
    ['email=a@example.jp&password=x', 'INVALID_REQUEST_FORMAT'],
    [`email=a@example.jp&displayName=${'x'.repeat(41)}`, 'INVALID_REQUEST_FORMAT'],
    ['email=a@example.jp&__proto__=x', 'INVALID_REQUEST_FORMAT'],
  ]
  for (const [payload, code] of wrong) await refuses('usersSignUp', { payload, type }, code, payload)
  await refuses('usersSignUp', { payload: 'email=a@example.jp', type: 'text/plain' }, 'UNSUPPORTED_MEDIA', 'text')
  const whole = 'email=c@example.jp&displayName=C&flowAddress=0x1&birthday=1990-01-31&isSubscribe=true'
  const answer = await send('usersSignUp', { payload: whole, type })
  assert.deepEqual([answer.statusCode, answer.body], [202, '{}'])
})

test('queries and paths that cannot be are refused', async () => {
  const { session } = await seedMember(deps)
  const ask = async (method: 'POST' | 'DELETE', url: string) =>
    (await http.inject({ method, url, headers: { 'x-auth-session': `Bearer ${session}` } })).json().errorCode
  assert.equal(await ask('POST', '/api/users'), 'INVALID_REQUEST_FORMAT')
  assert.equal(await ask('POST', '/api/users?flowAddress=0x1'), 'INVALID_INPUT')
  assert.equal(await ask('POST', `/api/users?flowAddress=${address}`), 'WALLET_REQUIRED')
  assert.equal(await ask('POST', `/api/users?flowAddress=${address}&flowAddress=x`), 'INVALID_REQUEST_FORMAT')
  assert.equal(await ask('DELETE', '/auth/sessions?keep=all'), 'INVALID_REQUEST_FORMAT')
  assert.equal(await ask('DELETE', '/auth/sessions/self'), 'NOT_FOUND')
  assert.equal(await ask('DELETE', '/auth/sessions/00000000-0000-4000-8000-000000000000'), 'NOT_FOUND')
  assert.equal(await ask('DELETE', '/auth/flow_recovery'), 'NOT_FOUND')
})

test('steps in the wrong order lead nowhere', async () => {
  await refuses('emailSignUpComplete', { payload: completion }, 'TOKEN_NOTFOUND', 'completed before it began')
  const { session } = await seedMember(deps)
  await refuses('flowAdd', { payload: good.flowAdd, session }, 'NONCE_NOT_FOUND', 'added before it was prepared')
  await refuses('refresh', { session: undefined }, 'AUTHENTICATION_FAILED', 'refreshed before signing in')
})

test('a user id that is none, or nobody’s, is simply not found', async () => {
  const get = async (url: string) => (await http.inject({ method: 'GET', url })).json().errorCode
  for (const id of ['1', 'self', 'x'.repeat(150), '%00', "'%20or%201=1", '00000000-0000-4000-8000-000000000000']) {
    assert.equal(await get(`/api/users/${id}`), 'NOT_FOUND', id)
    assert.equal(await get(`/api/users/${id}/token-count`), 'NOT_FOUND', id)
  }
})

test('no call of identity ever failed in an undeclared way', async () => {
  assert.deepEqual((await deps.metrics.undeclaredErrors.get()).values, [])
})
