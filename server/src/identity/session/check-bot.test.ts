import assert from 'node:assert/strict'
import { after, afterEach, test } from 'node:test'
import { paths } from '@kura/contract/paths'
import { seedMember } from '../../testing/seed-member.ts'
import { testWorld } from '../../testing/test-world.ts'
import { whenProviderIsDown } from './check-bot.ts'

const world = await testWorld({ after })
const { deps, http, bot, outside } = world
const pages = outside.sandbox.addresses.pages

const sandbox = async (method: string, path: string, body: object) => {
  const answer = await fetch(`${pages}/sandbox/captcha${path}`, {
    method,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  return (await answer.json()) as { token: string }
}
const issue = async (options: object) =>
  (await sandbox('POST', '/issue', { version: 'v3', action: 'email_sign_in', hostname: 'localhost', ...options })).token
const usual = { verifyDown: false, down: false, score: 0.9, hostname: null, action: null, lifeSeconds: 120 }

afterEach(async () => {
  await sandbox('PUT', '', usual)
  await deps.sql`delete from rate_limits`
})

const signIn = async (headers: Record<string, string>) => {
  const payload = { email: 'nobody@example.jp', password: 'whatever it is' }
  const answer = await http.inject({ method: 'POST', url: '/auth/email_sign_in', headers, payload })
  return answer.json().errorCode as string
}
const passed = 'AUTHENTICATION_FAILED'

test('a good token of either version lets the call through, once', async () => {
  for (const version of ['v2', 'v3'] as const) {
    const { token } = await bot('email_sign_in', version)
    assert.equal(await signIn({ [`x-recaptcha-token-${version}`]: token }), passed)
    assert.equal(await signIn({ [`x-recaptcha-token-${version}`]: token }), 'BOT_DENY')
  }
})

test('a token is used once even where the provider would accept it again', async () => {
  const captcha = deps.captcha
  const token = 'same-token'
  const verdict = { isPassed: true, hostname: 'localhost', action: 'email_sign_in', score: 0.9, solvedAtMs: Date.now() }
  deps.captcha = { verify: async () => verdict }
  const answers = await Promise.all(Array.from({ length: 5 }, () => signIn({ 'x-recaptcha-token-v3': token })))
  deps.captcha = captcha
  assert.deepEqual(answers.toSorted(), [passed, 'BOT_DENY', 'BOT_DENY', 'BOT_DENY', 'BOT_DENY'])
})

test('every other request is denied', async () => {
  const v3 = 'x-recaptcha-token-v3'
  const denied: [string, () => Promise<Record<string, string>>][] = [
    ['no token', async () => ({})],
    ['an empty token', async () => ({ [v3]: '' })],
    ['both tokens', async () => ({ [v3]: await issue({}), 'x-recaptcha-token-v2': await issue({ version: 'v2' }) })],
    ['a made-up token', async () => ({ [v3]: 'made-up' })],
    ['an endless token', async () => ({ [v3]: 'x'.repeat(5000) })],
    ['a token of the other version', async () => ({ 'x-recaptcha-token-v2': await issue({}) })],
    ['another site', async () => ({ [v3]: await issue({ hostname: 'evil.example' }) })],
    ['a look-alike site', async () => ({ [v3]: await issue({ hostname: 'localhost.evil.example' }) })],
    ['another action', async () => ({ [v3]: await issue({ action: 'email_sign_up' }) })],
    ['a low score', async () => ({ [v3]: await issue({ score: 0.4 }) })],
  ]
  for (const [what, headers] of denied) assert.equal(await signIn(await headers()), 'BOT_DENY', what)
})

test('a token older than two minutes is denied even where the provider still accepts it', async () => {
  await sandbox('PUT', '', { lifeSeconds: 600 })
  assert.equal(await signIn({ 'x-recaptcha-token-v3': await issue({ ageSeconds: 100 }) }), passed)
  assert.equal(await signIn({ 'x-recaptcha-token-v3': await issue({ ageSeconds: 125 }) }), 'BOT_DENY')
})

test('while the provider is away, signing in works slowly and the rest waits', async () => {
  await sandbox('PUT', '', { verifyDown: true })
  let count = 0
  const token = () => ({ 'x-recaptcha-token-v3': `unverified-${(count += 1)}` })
  const codes = []
  for (let tries = 0; tries < 14; tries += 1) codes.push(await signIn(token()))
  assert.equal(codes[0], passed)
  assert.ok(codes.includes('TOO_MANY_REQUESTS'))
  await deps.sql`delete from rate_limits`
  const member = await seedMember(deps)
  for (const spec of Object.values(paths)) {
    if (!('bot' in spec)) continue
    const headers = { ...token(), 'x-auth-session': `Bearer ${member.session}` }
    const answer = await http.inject({ method: spec.method, url: spec.path, headers, payload: {} })
    const isRefused = answer.json().errorCode === 'SERVICE_UNAVAILABLE'
    assert.equal(isRefused, whenProviderIsDown[spec.bot] === 'refuse', spec.bot)
  }
})

test('every call with a bot check says what happens when the provider is away', () => {
  for (const spec of Object.values(paths)) if ('bot' in spec) assert.ok(whenProviderIsDown[spec.bot], spec.bot)
})

test('the session is checked before the bot check, and that before the body', async () => {
  const send = async (headers: Record<string, string>) => {
    const json = { ...headers, 'content-type': 'application/json' }
    const url = '/auth/flow_add'
    const broken = await http.inject({ method: 'POST', url, headers: json, payload: '{"nonce":' })
    const { 'x-recaptcha-token-v3': spent, ...others } = json as Record<string, string>
    const fresh = spent === undefined ? {} : { 'x-recaptcha-token-v3': (await bot('flow_add')).token }
    const strange = await http.inject({
      method: 'POST',
      url,
      headers: { ...others, ...fresh },
      payload: { nonsense: 1 },
    })
    assert.equal(
      broken.json().errorCode,
      strange.json().errorCode,
      'a body that is no JSON is not checked first either',
    )
    return strange.json().errorCode
  }
  const member = await seedMember(deps)
  const session = { 'x-auth-session': `Bearer ${member.session}` }
  assert.equal(await send({}), 'UNAUTHORIZED')
  assert.equal(await send({ 'x-auth-session': `Bearer ${'x'.repeat(43)}` }), 'INVALID_SESSION')
  assert.equal(await send(session), 'BOT_DENY')
  const good = { 'x-recaptcha-token-v3': (await bot('flow_add')).token }
  assert.equal(await send({ ...session, ...good }), 'INVALID_REQUEST_FORMAT')
})
