import assert from 'node:assert/strict'
import { after, afterEach, test } from 'node:test'
import { seedMember } from '../../testing/seed-member.ts'
import type { SeededMember } from '../../testing/seed-member.ts'
import { testWorld } from '../../testing/test-world.ts'
import { mailTo, mailsTo } from '../account/testing/mail-to.ts'
import { proofMessage } from './account-proof.ts'
import { appIdentifiers } from './link-wallet.ts'
import { nodeKey, startAccountNode } from './testing/account-node.ts'
import { codeOf } from '../../testing/code-of.ts'

const node = await startAccountNode()
after(node.close)
const world = await testWorld({ after }, { FLOW_ACCESS_NODE: node.url })
const { deps, call, bot } = world
afterEach(async () => {
  node.isDown = false
  await deps.sql`delete from rate_limits`
})

const emulator = [
  '0xf8d6e0586b0a20c7',
  '0x01cf0e2f2f715450',
  '0x179b6b1cb6755e31',
  '0xf3fcd2c1a78f5eee',
  '0xe03daebed8ca0615',
]
const [alice = '', bob = '', carol = '', dora = '', emma = ''] = emulator
const keys = new Map(emulator.map((address, at) => [address, nodeKey(String(at + 1))]))
for (const [address, key] of keys) node.accounts.set(address.slice(2), [key])

const prepare = async (member?: SeededMember): Promise<string> => {
  const answer = await call('flowPrepare', {}, { session: member?.session, bot: await bot('flow_prepare') })
  assert.ok(answer.ok)
  return answer.data.nonce
}
const sign = async (address: string, nonce: string, appIdentifier = 'http://localhost:3000') =>
  Buffer.from((await keys.get(address)?.signer.sign(proofMessage({ appIdentifier, address, nonce }))) ?? '').toString(
    'hex',
  )
const add = async (member: SeededMember, body: { nonce: string; address: string; signature: string; email?: string }) =>
  codeOf(
    await call('flowAdd', { body: { keyId: 0, ...body } }, { session: member.session, bot: await bot('flow_add') }),
  )
const link = async (member: SeededMember, address: string, more: { app?: string; email?: string } = {}) => {
  const nonce = await prepare(member)
  const { app, ...body } = more
  return add(member, { nonce, address, signature: await sign(address, nonce, app), ...body })
}
const addressOf = async (member: SeededMember) => {
  const account = await call('account', {}, { session: member.session })
  return account.ok ? account.data.flowAddress : account.body.errorCode
}
const reset = () => deps.sql`update members set flow_address = null`

test('a member links a wallet by its proof; a mail and the audit say so', async () => {
  await reset()
  const member = await seedMember(deps)
  assert.equal(await addressOf(member), '')
  assert.equal(await link(member, alice), 'ok')
  assert.equal(await addressOf(member), alice)
  assert.ok((await mailTo(world, member.email)).text.includes(alice))
  const acts = await deps.sql`select actor, act, details from audit_rows where subject = ${member.memberId}`
  assert.deepEqual([...acts], [{ actor: member.memberId, act: 'wallet.linked', details: { address: alice } }])
  assert.equal(await link(member, alice), 'ok', 'again is no failure')
  assert.equal((await mailsTo(world, member.email)).length, 1)
  assert.equal(await link(member, bob), 'WALLET_DIFFERENT_ADDRESS')
  assert.equal(await addressOf(member), alice)
})

test('addresses of others are asked after as rarely as where one is changed, the own one as often as one likes', async () => {
  const [member, other] = [await seedMember(deps), await seedMember(deps)]
  const codes = []
  for (let tries = 0; tries < 7; tries += 1) {
    await reset()
    codes.push(await link(member, alice, { email: other.email }))
  }
  assert.deepEqual([...new Set(codes)], ['EMAIL_EXISTS_IN_AUTH', 'TOO_MANY_REQUESTS'])
  assert.equal(await link(member, alice, { email: 'nobody@example.jp' }), 'TOO_MANY_REQUESTS')
  assert.equal(await link(member, alice, { email: member.email.toUpperCase() }), 'ok')
})

test('a nonce is good once, for its member, for five minutes', async () => {
  await reset()
  const [member, other] = [await seedMember(deps), await seedMember(deps)]
  const used = await prepare(member)
  const wrong = { nonce: used, address: alice, signature: '00'.repeat(64) }
  assert.equal(await add(member, wrong), 'WALLET_PROOF_INVALID')
  const right = { ...wrong, signature: await sign(alice, used) }
  assert.equal(await add(member, right), 'NONCE_NOT_FOUND', 'a wrong try used it up')

  const theirs = await prepare(other)
  assert.equal(
    await add(member, { nonce: theirs, address: alice, signature: await sign(alice, theirs) }),
    'NONCE_NOT_FOUND',
  )
  const nobodys = await prepare()
  assert.equal(
    await add(member, { nonce: nobodys, address: alice, signature: await sign(alice, nobodys) }),
    'NONCE_NOT_FOUND',
  )
  const madeUp = 'ab'.repeat(32)
  assert.equal(
    await add(member, { nonce: madeUp, address: alice, signature: await sign(alice, madeUp) }),
    'NONCE_NOT_FOUND',
  )

  const late = await prepare(member)
  await world.moveClock('5 minutes 1 second')
  assert.equal(
    await add(member, { nonce: late, address: alice, signature: await sign(alice, late) }),
    'NONCE_NOT_FOUND',
  )
  assert.equal(await addressOf(member), '')
  assert.equal((await deps.sql`select 1 from wallet_nonces where nonce_hash = ${Buffer.from(late, 'hex')}`).length, 0)
})

test('one proof sent many times at once links once', async () => {
  await reset()
  const member = await seedMember(deps)
  const nonce = await prepare(member)
  const body = { nonce, address: alice, signature: await sign(alice, nonce) }
  const codes = await Promise.all(Array.from({ length: 8 }, () => add(member, body)))
  assert.equal(codes.filter((code) => code === 'ok').length, 1)
  assert.ok(codes.every((code) => code === 'ok' || code === 'NONCE_NOT_FOUND'))
})

test('a proof made for another site, address or key is refused', async () => {
  await reset()
  const member = await seedMember(deps)
  assert.equal(await link(member, alice, { app: 'https://evil.example' }), 'WALLET_PROOF_INVALID')
  assert.equal(await link(member, alice, { app: 'http://localhost:3000.evil.example' }), 'WALLET_PROOF_INVALID')
  const nonce = await prepare(member)
  assert.equal(await add(member, { nonce, address: alice, signature: await sign(bob, nonce) }), 'WALLET_PROOF_INVALID')
  node.accounts.set(emma.slice(2), [nodeKey('5', { revoked: true })])
  assert.equal(await link(member, emma), 'WALLET_PROOF_INVALID')
  node.accounts.set(emma.slice(2), [nodeKey('5', { weight: 999 })])
  assert.equal(await link(member, emma), 'WALLET_PROOF_INVALID')
  node.accounts.delete(emma.slice(2))
  assert.equal(await link(member, emma), 'WALLET_PROOF_INVALID', 'no such account')
  assert.equal(await addressOf(member), '')
})

test('our origins count as app, and the product name only outside a live site', async () => {
  await reset()
  for (const app of ['http://localhost:3000', 'http://127.0.0.1:3000', 'Kura']) {
    await reset()
    assert.equal(await link(await seedMember(deps), alice, { app }), 'ok', app)
  }
  const live = { PUBLIC_URL: 'https://kura.example', SITE_NAME: 'Kura', LIVE: true }
  assert.deepEqual(appIdentifiers(live), ['https://kura.example'])
})

test('a wallet of another member, and an e-mail address of another member, are refused', async () => {
  await reset()
  const [first, second] = [await seedMember(deps), await seedMember(deps)]
  assert.equal(await link(first, carol), 'ok')
  assert.equal(await link(second, carol), 'AUTHENTICATION_DUPLICATED')
  assert.equal(await link(second, dora, { email: first.email.toUpperCase() }), 'EMAIL_EXISTS_IN_AUTH')
  assert.equal(await addressOf(second), '')
  assert.equal(await link(second, dora, { email: second.email }), 'ok')
  const third = await seedMember(deps)
  assert.equal(await link(third, bob, { email: 'what the wallet says' }), 'ok', 'a hint that is no address is not used')
})

test('two members who link one wallet at once: one wins', async () => {
  await reset()
  const members = [await seedMember(deps), await seedMember(deps)]
  const codes = await Promise.all(members.map((member) => link(member, alice)))
  assert.deepEqual(codes.toSorted(), ['AUTHENTICATION_DUPLICATED', 'ok'])
})

test('one member who links two wallets at once gets one', async () => {
  await reset()
  const member = await seedMember(deps)
  const codes = await Promise.all([link(member, alice), link(member, bob)])
  assert.deepEqual(codes.toSorted(), ['WALLET_DIFFERENT_ADDRESS', 'ok'])
})

test('a first wallet needs the password unless the device signed in just now; the nonce stays good for the next try', async () => {
  await reset()
  const password = 'correct horse battery staple'
  const member = await seedMember(deps, { password })
  const age = (interval: string) =>
    deps.sql`update sessions set created_at = created_at - ${interval}::interval where member_id = ${member.memberId}`
  const nonce = await prepare(member)
  const body = { keyId: 0, nonce, address: alice, signature: await sign(alice, nonce) }
  const send = async (session: string, more: { password?: string } = {}) => {
    const answer = await call('flowAdd', { body: { ...body, ...more } }, { session, bot: await bot('flow_add') })
    return answer.ok ? 'ok' : `${answer.body.errorCode} ${answer.body.details?.[0]?.fault ?? ''}`.trim()
  }
  await age('10 minutes 1 second')
  assert.equal(await send(member.session), 'AUTHENTICATION_FAILED required')
  assert.equal(await send(member.session, { password: 'not the password' }), 'AUTHENTICATION_FAILED')
  const refreshed = await call('refresh', {}, { session: member.session })
  assert.ok(refreshed.ok)
  assert.equal(await send(refreshed.data.sessionJwt), 'AUTHENTICATION_FAILED required', 'a refresh is no sign-in')
  assert.equal(await addressOf(member), '')
  assert.equal(await send(refreshed.data.sessionJwt, { password }), 'ok')
  const again = await prepare(member)
  const linked = { nonce: again, address: alice, signature: await sign(alice, again) }
  assert.equal(await add(member, linked), 'ok', 'the wallet that is linked needs it no more')

  await reset()
  const signedIn = await call(
    'emailSignIn',
    { body: { email: member.email, password } },
    { bot: await bot('email_sign_in') },
  )
  assert.ok(signedIn.ok)
  assert.equal(await link({ ...member, session: signedIn.data.sessionJwt }, alice), 'ok', 'a fresh sign-in')
})

test('a session that is not fresh links nothing to an account without a password', async () => {
  await reset()
  const member = await seedMember(deps)
  await deps.sql`update sessions set created_at = created_at - interval '1 hour' where member_id = ${member.memberId}`
  assert.equal(await link(member, alice), 'AUTHENTICATION_FAILED')
  assert.equal(await addressOf(member), '')
})

test('a node that is away costs the member no nonce', async () => {
  await reset()
  const member = await seedMember(deps)
  const nonce = await prepare(member)
  const body = { nonce, address: alice, signature: await sign(alice, nonce) }
  node.isDown = true
  assert.equal(await add(member, body), 'SERVICE_UNAVAILABLE')
  node.isDown = false
  assert.equal(await add(member, body), 'ok')
})

test('set-up says whether the collection is missing, and hands out its transaction', async () => {
  await reset()
  const member = await seedMember(deps)
  const setUp = async (address: string) =>
    call('flowSetup', { body: { address } }, { session: member.session, bot: await bot('flow_setup') })
  const missing = await setUp(alice)
  assert.ok(missing.ok && missing.data.needsSetup)
  assert.equal(missing.data.transaction?.limit, 5000)
  assert.match(missing.data.transaction?.cadence ?? '', /import Collectible from 0x01cf0e2f2f715450/)
  node.collections.add(alice.slice(2))
  assert.deepEqual(await setUp(alice), { ok: true, data: { needsSetup: false, transaction: null } })
  for (const address of ['0xf8d6e0586b0a20c6', '0x1d7e57aa55817448', 'alice', '', '0x', '0xf8d6e0586b0a20c7 '])
    assert.equal(codeOf(await setUp(address)), 'INVALID_INPUT', address)
  assert.equal(await link(member, alice), 'ok')
  assert.equal(codeOf(await setUp(bob)), 'WALLET_DIFFERENT_ADDRESS')
  node.isDown = true
  assert.equal(codeOf(await setUp(alice)), 'SERVICE_UNAVAILABLE')
})
