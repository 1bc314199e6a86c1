// A42 and A43: nothing private is cached or set as a cookie, and no secret is in logs or tables.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { termsVersion } from '@kura/contract/limits'
import { testDatabase } from '@kura/db/test-database'
import { buildApp } from '../../app.ts'
import { buildDeps, buildLog } from '../../deps.ts'
import { mailTo, tokenIn } from '../../identity/account/testing/mail-to.ts'
import { startAccountNode } from '../../identity/wallet/testing/account-node.ts'
import { walletHand } from '../../identity/wallet/testing/wallet-hand.ts'
import type { Wallet } from '../../identity/wallet/testing/wallet-hand.ts'
import { startOutside, testEnv } from '../test-env.ts'
import { callOver } from '../test-world.ts'
import type { TestWorld } from '../test-world.ts'
import { sendCall } from './send-call.ts'

const lines: string[] = []
const node = await startAccountNode()
const database = await testDatabase()
const outside = await startOutside('http://localhost:3000')
const env = await testEnv(outside, database.url, { LOG_LEVEL: 'trace', FLOW_ACCESS_NODE: node.url })
const deps = await buildDeps(env, buildLog(env, { write: (line) => void lines.push(line) }))
const { http } = await buildApp(deps, { withPages: false })
after(async () => {
  await http.close()
  await deps.close()
  await outside.close()
  await database.close()
  await node.close()
})

const secrets = new Map<string, string>()
/** Remembers a secret by what it is, and hands it on. */
const secret = (what: string, value: string): string => {
  assert.ok(value.length > 7, what)
  secrets.set(`${what} ${value.slice(0, 6)}`, value)
  return value
}
const bot = async (action: string, version: 'v2' | 'v3' = 'v3') => {
  const answer = await fetch(`${outside.sandbox.addresses.pages}/sandbox/captcha/issue`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ version, action, hostname: 'localhost' }),
  })
  return { version, token: secret('bot token', ((await answer.json()) as { token: string }).token) }
}
const world: Pick<TestWorld, 'bot' | 'call' | 'deps' | 'outside'> = {
  deps,
  outside,
  bot,
  call: (name, input, options) => callOver(http, name, input, options),
}
const { wallets, prove } = walletHand(world, node)
const [alice, bob] = wallets as [Wallet, Wallet]

test('A10 A43: a whole life of an account leaves no secret in the log and none in the tables', async () => {
  const email = 'life@example.jp'
  const first = secret('password', 'correct horse battery staple')
  const second = secret('password', 'a different long passphrase')
  const ask = async (name: 'emailSignUp' | 'passwordResetPrepare' | 'onetimeTokenPrepare') =>
    void (await sendCall(world, http, name, { payload: { email } }))
  const signedIn = async (answer: { json: () => { sessionJwt?: string }; body: string }) =>
    secret('session token', answer.json().sessionJwt ?? assert.fail(answer.body))

  await ask('emailSignUp')
  const mail = await mailTo(world, email)
  secret('code', mail.code)
  secret('link token', tokenIn(mail.links, '/signup/complete'))
  const body = { email, code: mail.code, password: first, termsVersion }
  const session = await signedIn(await sendCall(world, http, 'emailSignUpComplete', { payload: body }))
  await signedIn(await sendCall(world, http, 'emailSignIn', { payload: { email, password: first } }))
  await sendCall(world, http, 'emailSignIn', { payload: { email, password: secret('password', 'a wrong password') } })
  await signedIn(await sendCall(world, http, 'refresh', { session }))

  const proof = await prove(alice, { session })
  secret('nonce', proof.nonce)
  secret('signature', proof.signature)
  const added = await sendCall(world, http, 'flowAdd', { session, payload: { ...proof, address: alice.address } })
  assert.equal(added.statusCode, 200, added.body)
  const open = await prove(alice)
  secret('nonce', open.nonce)
  await signedIn(await sendCall(world, http, 'flowSignIn', { payload: { ...open, address: alice.address } }))
  const next = { ...(await prove(bob, { session })), address: bob.address }
  const recovery = await sendCall(world, http, 'flowRecovery', { session, payload: { next, password: first } })
  assert.equal(recovery.statusCode, 202, recovery.body)
  secret('cancel token', tokenIn((await mailTo(world, email)).links, '/wallet/recovery/cancel'))

  await ask('onetimeTokenPrepare')
  const token = secret('link token', tokenIn((await mailTo(world, email)).links, '/login/link'))
  await signedIn(await sendCall(world, http, 'onetimeTokenSignIn', { payload: { token } }))
  await sendCall(world, http, 'passwordChange', { session, payload: { currentPassword: first, password: second } })
  await ask('passwordResetPrepare')
  const reset = await mailTo(world, email)
  secret('code', reset.code)
  const third = secret('password', 'yet another passphrase')
  await signedIn(
    await sendCall(world, http, 'passwordReset', { payload: { email, code: reset.code, password: third } }),
  )
  await deps.background.settled()

  assert.ok(lines.length > 3 && secrets.size > 20)
  const log = lines.join('')
  const tables = await deps.sql<{ name: string }[]>`select tablename as name from pg_tables where schemaname = 'public'`
  const dumps = await Promise.all(
    tables.map(async ({ name }) => {
      const [row] = await deps.sql<
        [{ dump: string }]
      >`select coalesce(string_agg(t::text, ' '), '') as dump from ${deps.sql(name)} t`
      return row.dump
    }),
  )
  const dump = dumps.join('\n')
  for (const [what, value] of secrets) {
    assert.ok(!log.includes(value), `${what} is in the log`)
    assert.ok(!dump.includes(value), `${what} is in a table`)
    assert.ok(!dump.includes(Buffer.from(value).toString('hex')), `${what} is in a table as bytes`)
  }
  assert.ok(!log.includes(email), 'the log knows members by their id')
})

test('A42: responses of identity are never cached, set no cookie, and do not repeat a forged host', async () => {
  const headers = { 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'gopher', 'x-original-url': '/evil' }
  for (const name of ['account', 'refresh', 'emailSignIn', 'listSessions', 'flowPrepare', 'showProfile'] as const) {
    const answer = await sendCall(world, http, name, { headers, payload: name === 'emailSignIn' ? {} : undefined })
    assert.equal(answer.headers['cache-control'], 'no-store', name)
    assert.equal(answer.headers['set-cookie'], undefined)
    assert.ok(!JSON.stringify([answer.headers, answer.body]).includes('evil'))
  }
  const shared = await http.inject({ url: '/api/packs', headers })
  assert.equal(shared.statusCode, 200)
  assert.equal(shared.headers['set-cookie'], undefined)
  assert.ok(!shared.body.includes('evil'))
})
