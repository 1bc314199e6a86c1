import assert from 'node:assert/strict'
import { after, beforeEach, test } from 'node:test'
import { newId } from '../../platform/db/id.ts'
import { seedMember } from '../../testing/seed-member.ts'
import { testWorld } from '../../testing/test-world.ts'
import { startSession } from '../session/session.ts'
import { startAccountNode } from '../wallet/testing/account-node.ts'
import { walletHand } from '../wallet/testing/wallet-hand.ts'
import type { Wallet } from '../wallet/testing/wallet-hand.ts'
import { mailTo, mailsTo, tokenIn } from './testing/mail-to.ts'
import { codeOf } from '../../testing/code-of.ts'

const node = await startAccountNode()
after(node.close)
const world = await testWorld({ after }, { FLOW_ACCESS_NODE: node.url })
const { deps, call, bot } = world
const { wallets, prove } = walletHand(world, node)
const [alice, bob] = wallets as [Wallet, Wallet]
type Proof = Awaited<ReturnType<typeof prove>>
beforeEach(() => deps.sql`delete from rate_limits`)

const password = 'correct horse battery staple'
const change = async (session: string, email: string, tried: string | undefined = password) =>
  codeOf(
    await call(
      'emailChange',
      { body: { email, locale: 'ja', ...(tried === '' ? {} : { password: tried }) } },
      { session, bot: await bot('email_change') },
    ),
  )
const confirm = async (session: string, body: { code?: string; token?: string }) =>
  call('emailChangeComplete', { body }, { session, bot: await bot('email_change_complete') })
const addBy = async (session: string, email: string, shown: { proof?: Proof; password?: string }) =>
  codeOf(await call('emailAdd', { body: { email, ...shown } }, { session, bot: await bot('email_add') }))
const add = async (session: string, email: string) => addBy(session, email, { proof: await prove(alice, { session }) })
const confirmAdded = async (session: string, body: { code?: string; token?: string; password?: string }) =>
  call('emailAddComplete', { body }, { session, bot: await bot('email_add_complete') })

async function walletMember() {
  const id = newId()
  await deps.sql`update members set flow_address = null, email = coalesce(email, id || '@example.jp')`
  await deps.sql`insert into members (id, flow_address) values (${id}, ${alice.address})`
  return { id, session: await startSession(deps.sql, { memberId: id, userAgent: 'wallet' }) }
}

test('an address is changed by its code after the password, and the old one gets two mails', async () => {
  const member = await seedMember(deps, { password })
  assert.equal(await change(member.session, 'New.Hanako@example.jp'), 'ok')
  const old = await mailTo(world, member.email)
  assert.ok(old.text.includes('n***@example.jp') && !old.text.includes('hanako'))
  const { code } = await mailTo(world, 'new.hanako@example.jp')
  const before = await call('account', {}, { session: member.session })
  assert.ok(before.ok && before.data.email === member.email, 'nothing changes before it is confirmed')
  const done = await confirm(member.session, { code })
  assert.ok(done.ok)
  assert.equal(done.data.email, 'new.hanako@example.jp')
  assert.equal((await mailsTo(world, member.email)).length, 2)
  const listed = await call('listNotifications', { query: {} }, { session: member.session })
  assert.deepEqual(listed.ok && listed.data.items.map(({ title }) => title.en), [
    'Your e-mail address was changed',
    'A change of your e-mail address was asked for',
  ])
  assert.equal(codeOf(await confirm(member.session, { code })), 'TOKEN_NOTFOUND', 'once')
})

test('the link is good too, but only in a session of the same member', async () => {
  const [member, thief] = [await seedMember(deps, { password }), await seedMember(deps, { password })]
  await change(member.session, 'linked@example.jp')
  const mail = await mailTo(world, 'linked@example.jp')
  const token = tokenIn(mail.links, '/mypage/email')
  assert.equal(codeOf(await confirm(thief.session, { token })), 'TOKEN_NOTFOUND')
  assert.equal(codeOf(await confirm(thief.session, { code: mail.code })), 'TOKEN_NOTFOUND')
  assert.equal(codeOf(await confirmAdded(member.session, { token })), 'TOKEN_NOTFOUND', 'of another purpose')
  assert.equal(codeOf(await confirm(member.session, { token })), 'ok')
})

test('without the password nothing is mailed; who guesses is slowed down', async () => {
  const member = await seedMember(deps, { password })
  assert.equal(await change(member.session, 'x@example.jp', ''), 'AUTHENTICATION_FAILED')
  const codes = []
  for (let tries = 0; tries < 12; tries += 1) codes.push(await change(member.session, 'x@example.jp', `guess ${tries}`))
  assert.equal(codes[0], 'AUTHENTICATION_FAILED')
  assert.ok(codes.includes('TOO_MANY_REQUESTS'))
  assert.deepEqual(await mailsTo(world, 'x@example.jp'), [])
})

test('the same address, and one of somebody else, are refused, and that can be asked only rarely', async () => {
  const [member, other] = [await seedMember(deps, { password }), await seedMember(deps)]
  assert.equal(await change(member.session, member.email.toUpperCase()), 'EMAIL_IS_SAME')
  const codes = []
  for (let tries = 0; tries < 7; tries += 1) codes.push(await change(member.session, other.email))
  assert.deepEqual([...new Set(codes)], ['EMAIL_EXISTS_IN_AUTH', 'TOO_MANY_REQUESTS'])
  assert.equal((await mailsTo(world, other.email)).length, 0)
})

test('two members who confirm one address at once: one gets it', async () => {
  const members = [await seedMember(deps, { password }), await seedMember(deps, { password })]
  const codes: string[] = []
  for (const { session } of members) {
    assert.equal(await change(session, 'next@example.jp'), 'ok')
    codes.push((await mailTo(world, 'next@example.jp')).code)
  }
  const answers = await Promise.all(members.map(({ session }, at) => confirm(session, { code: codes[at] ?? '' })))
  assert.deepEqual(answers.map(codeOf).toSorted(), ['EMAIL_EXISTS_IN_AUTH', 'ok'])
})

test('what was mailed to the old address ends with the change', async () => {
  const member = await seedMember(deps, { password })
  await call('passwordResetPrepare', { body: { email: member.email } }, { bot: await bot('password_reset_prepare') })
  const { code } = await mailTo(world, member.email)
  await change(member.session, 'safe@example.jp')
  assert.ok((await confirm(member.session, { code: (await mailTo(world, 'safe@example.jp')).code })).ok)
  const body = { email: member.email, code, password: 'another long passphrase' }
  assert.equal(codeOf(await call('passwordReset', { body }, { bot: await bot('password_reset') })), 'TOKEN_NOTFOUND')
})

test('a member of a wallet adds an address, with a first password if they like', async () => {
  const { id, session } = await walletMember()
  const other = await seedMember(deps)
  assert.equal(await change(session, 'a@example.jp', ''), 'INVALID_INPUT', 'there is none to change')
  assert.equal(await add(session, other.email), 'EMAIL_EXISTS_IN_AUTH')
  assert.equal(await add(session, 'added@example.jp'), 'ok')
  const { code } = await mailTo(world, 'added@example.jp')
  assert.equal(codeOf(await confirmAdded(session, { code, password: 'short' })), 'INVALID_PASSWORD_FORMAT')
  const done = await confirmAdded(session, { code, password })
  assert.ok(done.ok)
  assert.deepEqual([done.data.userId, done.data.email, done.data.hasPassword], [id, 'added@example.jp', true])
  assert.equal(await add(session, 'second@example.jp'), 'INVALID_INPUT', 'from now on it is a change')
  const body = { email: 'added@example.jp', password }
  assert.ok((await call('emailSignIn', { body }, { bot: await bot('email_sign_in') })).ok)
})

test('the session of a member of a wallet takes over nothing: address and recovery need more', async () => {
  const { id, session } = await walletMember()
  const thief = 'thief@example.jp'
  assert.equal(await addBy(session, thief, {}), 'AUTHENTICATION_FAILED')
  assert.equal(await addBy(session, thief, { password: 'any password at all' }), 'AUTHENTICATION_FAILED')
  assert.equal(await addBy(session, thief, { proof: await prove(bob, { session }) }), 'WALLET_PROOF_INVALID')
  assert.equal(await addBy(session, thief, { proof: await prove(alice) }), 'NONCE_NOT_FOUND', 'of no session')
  assert.deepEqual(await mailsTo(world, thief), [])

  await deps.sql`update members set email = 'owner@example.jp' where id = ${id}`
  assert.equal(await change(session, thief, ''), 'AUTHENTICATION_FAILED')
  const next = { ...(await prove(bob, { session })), address: bob.address }
  const recover = async () =>
    codeOf(await call('flowRecovery', { body: { next } }, { session, bot: await bot('flow_recovery') }))
  assert.equal(await recover(), 'AUTHENTICATION_FAILED')
  const proof = await prove(alice, { session })
  const body = { email: 'moved@example.jp', proof }
  const moved = async () => codeOf(await call('emailChange', { body }, { session, bot: await bot('email_change') }))
  assert.equal(await moved(), 'ok')
  assert.equal(await moved(), 'NONCE_NOT_FOUND', 'a proof is good once')
  const purposes =
    await deps.sql`select distinct purpose from wallet_nonces where used_at is not null and member_id = ${id}`
  assert.deepEqual([...purposes], [{ purpose: 'confirm' }])
  assert.deepEqual(await mailsTo(world, thief), [])
})

test('where there is a password the wallet does not stand in for it', async () => {
  const member = await seedMember(deps, { password })
  await deps.sql`update members set flow_address = null, email = coalesce(email, id || '@example.jp')`
  await deps.sql`update members set flow_address = ${alice.address} where id = ${member.memberId}`
  const body = { email: 'x2@example.jp', proof: await prove(alice, member) }
  const sent = await call('emailChange', { body }, { session: member.session, bot: await bot('email_change') })
  assert.equal(codeOf(sent), 'AUTHENTICATION_FAILED')
})

test('a code is guessed at five times at most, however many come at once', async () => {
  const { session } = await walletMember()
  await add(session, 'guessed@example.jp')
  const { code } = await mailTo(world, 'guessed@example.jp')
  const guesses = Array.from({ length: 9 }, (_, at) => String(at).padStart(8, '0')).filter((guess) => guess !== code)
  await Promise.all(guesses.map((guess) => confirmAdded(session, { code: guess })))
  assert.equal(codeOf(await confirmAdded(session, { code })), 'TOKEN_NOTFOUND')
})
