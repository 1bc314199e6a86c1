import assert from 'node:assert/strict'
import { after, afterEach, beforeEach, test } from 'node:test'
import { termsVersion } from '@kura/contract/limits'
import { seedMember } from '../../testing/seed-member.ts'
import { testWorld } from '../../testing/test-world.ts'
import { nodeKey, startAccountNode } from './testing/account-node.ts'
import { walletHand } from './testing/wallet-hand.ts'
import type { Wallet } from './testing/wallet-hand.ts'
import { codeOf } from '../../testing/code-of.ts'

const node = await startAccountNode()
after(node.close)
const world = await testWorld({ after }, { FLOW_ACCESS_NODE: node.url })
const { deps, call, bot } = world
const { wallets, nonce, sign, prove } = walletHand(world, node)
const [alice, bob, carol] = wallets as [Wallet, Wallet, Wallet]
beforeEach(() => deps.sql`delete from rate_limits`)
afterEach(async () => {
  node.isDown = false
  await deps.sql`update members set flow_address = null, email = coalesce(email, id || '@example.jp')`
})

type More = { termsVersion?: string; email?: string; app?: string; locale?: 'ja' | 'en' }
const signIn = async (wallet: Wallet, { app, ...more }: More = {}) =>
  call('flowSignIn', { body: { ...(await prove(wallet, undefined, app)), address: wallet.address, ...more } })
const account = async (session: string) => {
  const answer = await call('account', {}, { session })
  assert.ok(answer.ok)
  return answer.data
}

test('the member of a wallet signs in by it, and gets a new token each time', async () => {
  const member = await seedMember(deps, { flowAddress: alice.address })
  const [first, second] = [await signIn(alice), await signIn(alice)]
  assert.ok(first.ok && second.ok)
  assert.deepEqual(
    [first.data.userId, first.data.flowAddress, first.data.isNew],
    [member.memberId, alice.address, false],
  )
  assert.notEqual(first.data.sessionJwt, second.data.sessionJwt)
  assert.equal((await account(first.data.sessionJwt)).email, member.email)
})

test('a wallet nobody has makes a member, once, who is asked for the terms', async () => {
  const answers = await Promise.all([signIn(bob), signIn(bob), signIn(bob)])
  const made = answers.map((answer) => (answer.ok ? answer.data : assert.fail(answer.body.errorCode)))
  assert.equal(new Set(made.map(({ userId }) => userId)).size, 1)
  assert.equal(made.filter(({ isNew }) => isNew).length, 1)
  const [first] = made
  const seen = await account(first?.sessionJwt ?? '')
  const { userId, ...rest } = seen
  assert.equal(userId, first?.userId)
  const expected = { email: '', flowAddress: bob.address, displayName: '', termsVersion: '' }
  assert.deepEqual(rest, {
    ...expected,
    termsOutdated: true,
    hasPassword: false,
    birthday: null,
    isMinor: false,
    deletionDueAt: null,
  })
  const acts = await deps.sql`select act, details from audit_rows where subject = ${userId}`
  assert.deepEqual([...acts], [{ act: 'member.signed-up', details: { by: 'wallet', address: bob.address } }])
  const localeOf = async () => (await deps.sql`select locale from members where id = ${userId}`)[0]?.['locale']
  assert.ok((await signIn(bob, { locale: 'en' })).ok)
  assert.equal(await localeOf(), 'en')
  assert.ok((await signIn(bob)).ok)
  assert.equal(await localeOf(), 'en', 'mails stay in the language that was chosen')
})

test('the terms can be agreed to on the way, in their present version only', async () => {
  assert.equal(codeOf(await signIn(carol, { termsVersion: '2000-01-01' })), 'TERMS_OUTDATED')
  const agreed = await signIn(carol, { termsVersion, email: 'what the wallet says' })
  assert.ok(agreed.ok)
  const { termsOutdated, email } = await account(agreed.data.sessionJwt)
  assert.deepEqual([termsOutdated, email], [false, ''])
})

test('a nonce is good once, for five minutes, and only when it was fetched without a session', async () => {
  const member = await seedMember(deps)
  const body = { ...(await prove(alice)), address: alice.address }
  const answers = await Promise.all(Array.from({ length: 6 }, () => call('flowSignIn', { body })))
  const codes = answers.map(codeOf)
  assert.equal(codes.filter((code) => code === 'ok').length, 1)
  assert.ok(codes.every((code) => code === 'ok' || code === 'NONCE_NOT_FOUND'))

  const ofMember = { ...(await prove(alice, member)), address: alice.address }
  assert.equal(codeOf(await call('flowSignIn', { body: ofMember })), 'NONCE_NOT_FOUND')

  const late = { ...(await prove(alice)), address: alice.address }
  await world.moveClock('5 minutes 1 second')
  assert.equal(codeOf(await call('flowSignIn', { body: late })), 'NONCE_NOT_FOUND')
})

test('the purpose of a nonce is fixed by its first use, right or wrong', async () => {
  const member = await seedMember(deps)
  const open = await prove(alice)
  const body = { ...open, address: alice.address }
  const wrong = { ...body, signature: '00'.repeat(64) }
  assert.equal(codeOf(await call('flowSignIn', { body: wrong })), 'WALLET_PROOF_INVALID')
  assert.equal(codeOf(await call('flowSignIn', { body })), 'NONCE_NOT_FOUND')
  const add = await call('flowAdd', { body }, { session: member.session, bot: await bot('flow_add') })
  assert.equal(codeOf(add), 'NONCE_NOT_FOUND')
  const [row] = await deps.sql`select purpose from wallet_nonces order by used_at desc nulls last limit 1`
  assert.equal(row?.['purpose'], 'sign_in')
})

test('only our origins count as the app, never the name of the product', async () => {
  for (const app of [
    'Kura',
    'kura',
    '',
    'https://evil.example',
    'http://localhost:3000.evil.example',
    'http://localhost:3000/',
  ])
    assert.equal(codeOf(await signIn(alice, { app })), 'WALLET_PROOF_INVALID', app)
  assert.equal(codeOf(await signIn(alice, { app: 'http://127.0.0.1:3000' })), 'ok')
})

test('another wallet’s signature, a revoked or a light key, and no account at all are refused', async () => {
  const over = await nonce()
  const body = { nonce: over, keyId: 0, signature: await sign(bob, over), address: alice.address }
  assert.equal(codeOf(await call('flowSignIn', { body })), 'WALLET_PROOF_INVALID')
  const usual = node.accounts.get(carol.address.slice(2)) ?? []
  for (const keys of [[nodeKey('3', { revoked: true })], [nodeKey('3', { weight: 999 })], []]) {
    node.accounts.set(carol.address.slice(2), keys)
    assert.equal(codeOf(await signIn(carol)), 'WALLET_PROOF_INVALID')
  }
  node.accounts.delete(carol.address.slice(2))
  assert.equal(codeOf(await signIn(carol)), 'WALLET_PROOF_INVALID')
  node.accounts.set(carol.address.slice(2), usual)
})

test('banned and deleted members do not come in by their wallet', async () => {
  for (const column of ['banned_at', 'deleted_at']) {
    const member = await seedMember(deps, { flowAddress: alice.address })
    await deps.sql`update members set ${deps.sql(column)} = kura_now() where id = ${member.memberId}`
    assert.equal(codeOf(await signIn(alice)), 'AUTHENTICATION_FAILED')
    await deps.sql`update members set flow_address = null where id = ${member.memberId}`
  }
})

test('a node that is away costs no nonce', async () => {
  const body = { ...(await prove(alice)), address: alice.address }
  node.isDown = true
  assert.equal(codeOf(await call('flowSignIn', { body })), 'SERVICE_UNAVAILABLE')
  node.isDown = false
  assert.equal(codeOf(await call('flowSignIn', { body })), 'ok')
})
