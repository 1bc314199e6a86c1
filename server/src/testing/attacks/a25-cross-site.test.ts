// A25 to A28: another site can neither act for a member, nor read an answer, nor frame a page, nor be believed.
import assert from 'node:assert/strict'
import { after, beforeEach, test } from 'node:test'
import { api } from '@kura/contract/api'
import type { Endpoint } from '@kura/contract/endpoint'
import type { CallName } from '@kura/contract/paths'
import { contentSecurityPolicy } from '../../pages/csp.ts'
import { seedMember } from '../seed-member.ts'
import { testWorld } from '../test-world.ts'
import { sendCall } from './send-call.ts'

const world = await testWorld({ after })
const { deps, http } = world
beforeEach(() => deps.sql`delete from rate_limits`)

const calls = Object.entries(api) as [CallName, Endpoint][]
const urlOf = (name: CallName) => api[name].path.replace(/:\w+/g, 'x')

test('what a form of another site can send is refused: no header of ours, and no JSON', async () => {
  const { session } = await seedMember(deps)
  for (const [name, { auth, body }] of calls) {
    if (auth === 'member') {
      const answer = await sendCall(world, http, name, {
        headers: { cookie: `session=${session}`, origin: 'https://evil.example' },
      })
      assert.equal(answer.json().errorCode, 'UNAUTHORIZED', name)
    }
    if (body !== 'json') continue
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=b']) {
      await deps.sql`delete from rate_limits`
      const answer = await sendCall(world, http, name, { payload: '{"email":"a@example.jp"}', type, session })
      assert.equal(answer.json().errorCode, 'UNSUPPORTED_MEDIA', `${name} ${type}`)
    }
  }
})

test('a link or an image of another site changes nothing: no write answers to GET', async () => {
  const reads = new Set(calls.filter(([, { method }]) => method === 'GET').map(([, { path }]) => path))
  for (const [name, { method, path }] of calls) {
    if (method === 'GET' || reads.has(path)) continue
    assert.ok([401, 404].includes((await http.inject({ method: 'GET', url: urlOf(name) })).statusCode), name)
  }
})

test('no origin is allowed to read an answer or to send our headers', async () => {
  const origins = [
    'null',
    'https://evil.example',
    'http://localhost:3000.evil.example',
    'http://evil.localhost:3000',
    'file://',
  ]
  for (const origin of origins)
    for (const name of ['account', 'emailSignIn', 'refresh', 'listPacks', 'flowAdd'] as const) {
      const plain = await http.inject({ method: api[name].method, url: urlOf(name), headers: { origin } })
      const preflight = await http.inject({
        method: 'OPTIONS',
        url: urlOf(name),
        headers: {
          origin,
          'access-control-request-method': 'POST',
          'access-control-request-headers': 'x-auth-session',
        },
      })
      assert.equal(preflight.statusCode, 404)
      for (const { headers } of [plain, preflight])
        assert.deepEqual(
          Object.keys(headers).filter((header) => header.startsWith('access-control-')),
          [],
          `${name} ${origin}`,
        )
    }
})

test('no page may be framed, and its forms send to this site only', () => {
  for (const env of [deps.env, { ...deps.env, LIVE: true, PUBLIC_URL: 'https://kura.example' }]) {
    const policy = contentSecurityPolicy(env, [])
    for (const rule of [
      "frame-ancestors 'none'",
      "form-action 'self'",
      "base-uri 'none'",
      "object-src 'none'",
      "default-src 'none'",
    ])
      assert.ok(policy.split('; ').includes(rule), rule)
    assert.ok(!policy.includes('unsafe'))
  }
})

test('what a forged message could make the browser send is not believed: address and e-mail need their proofs', async () => {
  const [member, victim] = [await seedMember(deps), await seedMember(deps, { flowAddress: '0xf8d6e0586b0a20c7' })]
  const prepared = await sendCall(world, http, 'flowPrepare', { session: member.session })
  const { nonce } = prepared.json() as { nonce: string }
  const claim = { nonce, keyId: 0, signature: 'ab'.repeat(64), address: '0x01cf0e2f2f715450', email: victim.email }
  const added = await sendCall(world, http, 'flowAdd', { session: member.session, payload: claim })
  assert.equal(added.json().errorCode, 'SERVICE_UNAVAILABLE', 'the chain itself is asked; here it is away')
  const anonymous = ((await sendCall(world, http, 'flowPrepare')).json() as { nonce: string }).nonce
  const { email: _email, ...rest } = claim
  const signedIn = await sendCall(world, http, 'flowSignIn', {
    payload: { ...rest, nonce: anonymous, address: victim.flowAddress },
  })
  assert.equal(signedIn.json().errorCode, 'SERVICE_UNAVAILABLE')
  const account = (await sendCall(world, http, 'account', { session: member.session })).json()
  assert.deepEqual([account.flowAddress, account.email], ['', member.email])
})
