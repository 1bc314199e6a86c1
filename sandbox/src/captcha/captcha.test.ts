import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { sendJson, testSandbox } from '../testing/test-sandbox.ts'
import type { Verification } from './captcha-tokens.ts'

async function captcha(t: TestContext) {
  const { addresses } = await testSandbox(t)
  const post = async (url: string, fields: Record<string, string>) =>
    (await fetch(url, { method: 'POST', body: new URLSearchParams(fields) })).json() as Promise<unknown>
  return {
    pages: addresses.pages,
    verify: async (secret: string, response: string) =>
      (await post(addresses.captchaVerify, { secret, response })) as Verification,
    take: async (fields: Record<string, string>) =>
      ((await post(`${addresses.pages}/captcha/token`, fields)) as { token?: string }).token ?? '',
    issue: async (options: object) =>
      ((await sendJson('POST', `${addresses.pages}/sandbox/captcha/issue`, options)).body as { token: string }).token,
    put: (body: object) => sendJson('PUT', `${addresses.pages}/sandbox/captcha`, body),
  }
}

test('a token of version 3 returns its score, action and host once', async (t) => {
  const { take, verify, put } = await captcha(t)
  const token = await take({ sitekey: 'sandbox-v3-site-key', action: 'sign_up', hostname: 'kura.test' })
  assert.equal((await verify('sandbox-v2-secret', token)).success, false)
  const { challenge_ts: at, ...seen } = await verify('sandbox-v3-secret', token)
  assert.deepEqual(seen, { success: true, hostname: 'kura.test', score: 0.9, action: 'sign_up' })
  assert.ok(Math.abs(Date.now() - Date.parse(at ?? '')) < 60_000)
  assert.deepEqual((await verify('sandbox-v3-secret', token))['error-codes'], ['timeout-or-duplicate'])
  await put({ score: 0.1, hostname: 'evil.test', action: 'other' })
  const scripted = await verify('sandbox-v3-secret', await take({ sitekey: 'sandbox-v3-site-key', action: 'a' }))
  assert.deepEqual([scripted.score, scripted.hostname, scripted.action], [0.1, 'evil.test', 'other'])
})

test('a token of version 2 has no score, and grows old after two minutes', async (t) => {
  const { issue, verify } = await captcha(t)
  const fresh = await verify('sandbox-v2-secret', await issue({ version: 'v2', ageSeconds: 110 }))
  assert.deepEqual([fresh.success, 'score' in fresh, 'action' in fresh], [true, false, false])
  const old = await verify('sandbox-v2-secret', await issue({ version: 'v2', ageSeconds: 121 }))
  assert.deepEqual(old, { success: false, 'error-codes': ['timeout-or-duplicate'] })
})

test('every wrong question gets the provider’s code for it', async (t) => {
  const { verify, take } = await captcha(t)
  const codes = async (secret: string, token: string) => (await verify(secret, token))['error-codes']?.[0]
  assert.equal(await codes('', 'x'), 'missing-input-secret')
  assert.equal(await codes('nobody', 'x'), 'invalid-input-secret')
  assert.equal(await codes('sandbox-v3-secret', ''), 'missing-input-response')
  assert.equal(await codes('sandbox-v3-secret', 'x'), 'invalid-input-response')
  assert.equal(await take({ sitekey: 'another-key' }), '')
})

test('the verification can be down while the widget works, and any page may ask for a token', async (t) => {
  const { pages, put } = await captcha(t)
  await put({ verifyDown: true })
  const down = await fetch(`${pages}/captcha/siteverify`, { method: 'POST', body: new URLSearchParams() })
  assert.equal(down.status, 503)
  assert.equal((await fetch(`${pages}/captcha/api.js`)).status, 200)
  const preflight = await fetch(`${pages}/captcha/token`, {
    method: 'OPTIONS',
    headers: { origin: 'http://shop.test', 'access-control-request-method': 'POST' },
  })
  assert.deepEqual([preflight.status, preflight.headers.get('access-control-allow-origin')], [204, '*'])
  await put({ down: true })
  assert.equal((await fetch(`${pages}/captcha/api.js`)).status, 503)
})
