// A25 to A28: another site can neither act for a member, nor read an answer, nor frame a page, nor
// be believed.
import assert from 'node:assert/strict'
import { after, beforeEach, test } from 'node:test'
import { api } from '@kura/contract/api'
import type { Endpoint } from '@kura/contract/endpoint'
import type { CallName } from '@kura/contract/paths'
import { contentSecurityPolicy } from '../../platform/pages/csp.ts'
import { startAccountNode } from '../../identity/wallet/testing/account-node.ts'
import { walletHand } from '../../identity/wallet/testing/wallet-hand.ts'
import type { Wallet } from '../../identity/wallet/testing/wallet-hand.ts'
import { seedMember } from '../seed-member.ts'
import { testWorld } from '../test-world.ts'
import { sendCall } from './send-call.ts'

const node = await startAccountNode()
after(node.close)
const world = await testWorld({ after }, { FLOW_ACCESS_NODE: node.url })
const { deps, http } = world
const { wallets, nonce, sign, prove } = walletHand(world, node)
const [alice, bob, carol] = wallets as [Wallet, Wallet, Wallet]
beforeEach(() => deps.sql`delete from rate_limits`)

const calls = Object.entries(api) as [CallName, Endpoint][]
const urlOf = (name: CallName) => api[name].path.replace(/:\w+/g, 'x')

test('A25: what a form of another site can send is refused: no header of ours, and no JSON', async () => {
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

test('A25: a link or an image of another site changes nothing: no write accepts GET', async () => {
  const reads = new Set(calls.filter(([, { method }]) => method === 'GET').map(([, { path }]) => path))
  for (const [name, { method, path }] of calls) {
    if (method === 'GET' || reads.has(path)) continue
    assert.ok([401, 404].includes((await http.inject({ method: 'GET', url: urlOf(name) })).statusCode), name)
  }
})

test('A26: no origin is allowed to read an answer or to send our headers', async () => {
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
      assert.notEqual(plain.statusCode, 404, `${name} is answered, to whomever may read it`)
      for (const { headers } of [plain, preflight])
        assert.deepEqual(
          Object.keys(headers).filter((header) => header.startsWith('access-control-')),
          [],
          `${name} ${origin}`,
        )
    }
})

test('A27: no page may be framed, and its forms send to this site only', () => {
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

test('A28: what a forged message could make the browser send is not believed: address and e-mail need their proofs', async () => {
  const [member, victim] = [await seedMember(deps), await seedMember(deps, { flowAddress: alice.address })]
  // the accounts are there and could prove themselves; what is sent was signed by somebody else
  const forged = async (session?: string, claimed = bob.address) => {
    const over = await nonce(session === undefined ? undefined : { session })
    const liar = { address: claimed, key: carol.key }
    return { nonce: over, keyId: 0, signature: await sign(liar, over), address: claimed }
  }
  const claim = { ...(await forged(member.session)), email: victim.email }
  const added = await sendCall(world, http, 'flowAdd', { session: member.session, payload: claim })
  assert.equal(added.json().errorCode, 'WALLET_PROOF_INVALID')
  const signedIn = await sendCall(world, http, 'flowSignIn', { payload: await forged(undefined, alice.address) })
  assert.equal(signedIn.json().errorCode, 'WALLET_PROOF_INVALID')
  const account = (await sendCall(world, http, 'account', { session: member.session })).json()
  assert.deepEqual([account.flowAddress, account.email], ['', member.email])

  const proof = { ...(await prove(bob, member)), address: bob.address }
  const taken = await sendCall(world, http, 'flowAdd', {
    session: member.session,
    payload: { ...proof, email: victim.email },
  })
  assert.equal(
    taken.json().errorCode,
    'EMAIL_EXISTS_IN_AUTH',
    'an address in the message is compared, never taken over',
  )
  const own = { ...(await prove(alice)), address: alice.address, email: member.email }
  const owner = await sendCall(world, http, 'flowSignIn', { payload: own })
  assert.equal(owner.json().userId, victim.memberId, 'a true proof is believed, the address beside it is not')
})
