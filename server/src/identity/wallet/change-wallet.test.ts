import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, beforeEach, test } from 'node:test'
import { seedItem } from '../../market/listing/testing/market-world.ts'
import { seedListings } from '../../market/listing/testing/seed-listings.ts'
import { untilLocked } from '../../platform/db/testing/until-locked.ts'
import { transaction } from '../../platform/db/transaction.ts'
import { seedMember } from '../../testing/seed-member.ts'
import type { SeededMember } from '../../testing/seed-member.ts'
import { testWorld } from '../../testing/test-world.ts'
import { mailTo } from '../account/testing/mail-to.ts'
import { startSession } from '../session/session.ts'
import { startAccountNode } from './testing/account-node.ts'
import { walletHand } from './testing/wallet-hand.ts'
import type { Wallet } from './testing/wallet-hand.ts'
import { codeOf } from '../../testing/code-of.ts'

const node = await startAccountNode()
after(node.close)
const world = await testWorld({ after }, { FLOW_ACCESS_NODE: node.url })
const { deps, call, bot } = world
const { wallets, prove } = walletHand(world, node)
const [alice, bob, carol] = wallets as [Wallet, Wallet, Wallet]
beforeEach(async () => {
  await deps.sql`delete from rate_limits`
  await deps.sql`update members set flow_address = null, email = coalesce(email, id || '@example.jp')`
})

type Try = { from?: Wallet; to?: Wallet; app?: string; signedBy?: Wallet; provenBy?: SeededMember }
const change = async (member: SeededMember, { from = alice, to = bob, app, signedBy, provenBy = member }: Try = {}) => {
  const current = await prove(from, provenBy, app)
  const next = { ...(await prove(signedBy ?? to, provenBy, app)), address: to.address }
  return call('flowChange', { body: { current, next } }, { session: member.session, bot: await bot('flow_change') })
}
const addressOf = async (session: string) => {
  const account = await call('account', {}, { session })
  return account.ok ? account.data.flowAddress : account.body.errorCode
}

test('proven by the old and the new wallet, the link moves at once; other devices end, and a mail informs the member', async () => {
  const member = await seedMember(deps, { flowAddress: alice.address })
  const phone = await startSession(deps.sql, { memberId: member.memberId, userAgent: 'phone' })
  const done = await change(member)
  assert.ok(done.ok)
  assert.deepEqual([done.data.state, done.data.oldAddress, done.data.newAddress], ['done', alice.address, bob.address])
  assert.equal(await addressOf(member.session), bob.address)
  assert.equal(await addressOf(phone), 'INVALID_SESSION')
  const mail = await mailTo(world, member.email)
  assert.ok(mail.text.includes(alice.address) && mail.text.includes(bob.address))
  assert.doesNotMatch(mail.text, /出品/)
  const acts = await deps.sql`select actor, act, details from audit_rows where subject = ${member.memberId}`
  const details = { changeId: done.data.changeId, kind: 'proven', oldAddress: alice.address, newAddress: bob.address }
  assert.deepEqual([...acts], [{ actor: member.memberId, act: 'wallet.changed', details: { ...details, openings: 0 } }])
  const latest = await call('showFlowRecovery', {}, { session: member.session })
  assert.ok(latest.ok && latest.data.change?.changeId === done.data.changeId)
})

test('listings and gifts of the old wallet are withdrawn, those on their way too, and the mail says how many', async () => {
  const member = await seedMember(deps, { flowAddress: alice.address })
  const other = await seedMember(deps, { flowAddress: carol.address })
  const itemId = randomUUID()
  await seedItem(deps.sql, { itemId, editionSize: 100 })
  await seedListings(deps.sql, { count: 4, itemIds: [itemId], sellerId: member.memberId })
  await seedListings(deps.sql, { count: 2, itemIds: [itemId], sellerId: other.memberId, firstToken: 2_000_000 })
  const states = () => deps.sql`
    select state, count(*)::int as n from listings where seller_id = ${member.memberId} group by state order by state`
  await deps.sql`update listings set state = 'pending', opened_at = null where token_id = 1000003`
  await deps.sql`update listings set state = 'held' where token_id = 1000002`
  assert.ok((await change(member)).ok)
  assert.deepEqual(
    [...(await states())],
    [
      { state: 'ending', n: 2 },
      { state: 'held', n: 1 },
      { state: 'pending', n: 1 },
    ],
  )
  assert.match((await mailTo(world, member.email)).text, /出品 3 件は取り消しました/)
  const [act] =
    await deps.sql`select details from audit_rows where act = 'wallet.changed' and subject = ${member.memberId}`
  assert.equal(act?.['details'].listings, 3)
  assert.equal(
    (await deps.sql`select 1 from listings where seller_id = ${other.memberId} and state = 'open'`).length,
    2,
  )
})

test('the old wallet opens nothing any more: it is a stranger’s', async () => {
  const member = await seedMember(deps, { flowAddress: alice.address })
  assert.ok((await change(member)).ok)
  const old = await call('flowSignIn', { body: { ...(await prove(alice)), address: alice.address } })
  assert.ok(old.ok && old.data.isNew && old.data.userId !== member.memberId)
  const now = await call('flowSignIn', { body: { ...(await prove(bob)), address: bob.address } })
  assert.ok(now.ok && now.data.userId === member.memberId)
})

test('every half of it alone is refused', async () => {
  const member = await seedMember(deps, { flowAddress: alice.address })
  const other = await seedMember(deps, { flowAddress: carol.address })
  assert.equal(codeOf(await change(member, { from: bob })), 'WALLET_PROOF_INVALID', 'the old one did not sign')
  assert.equal(codeOf(await change(member, { signedBy: alice })), 'WALLET_PROOF_INVALID', 'the new one did not sign')
  assert.equal(codeOf(await change(member, { app: 'Kura' })), 'WALLET_PROOF_INVALID', 'signed for a name')
  assert.equal(codeOf(await change(member, { provenBy: other })), 'NONCE_NOT_FOUND', 'nonces of another member')
  assert.equal(codeOf(await change(member, { to: alice })), 'INVALID_INPUT', 'to itself')
  assert.equal(codeOf(await change(member, { to: carol })), 'AUTHENTICATION_DUPLICATED')
  assert.equal(codeOf(await change(await seedMember(deps))), 'WALLET_REQUIRED')
  const one = await prove(alice, member)
  const body = { current: one, next: { ...one, address: bob.address } }
  assert.equal(
    codeOf(await call('flowChange', { body }, { session: member.session, bot: await bot('flow_change') })),
    'NONCE_NOT_FOUND',
    'one nonce for both',
  )
  assert.equal(await addressOf(member.session), alice.address)
})

test('a wrong proof uses up its own nonce only: the other one need not be signed again', async () => {
  const member = await seedMember(deps, { flowAddress: alice.address })
  const send = async (current: object, next: object) => {
    const body = { current, next: { ...next, address: bob.address } } as never
    const answer = await call('flowChange', { body }, { session: member.session, bot: await bot('flow_change') })
    return answer.ok ? ['ok'] : [answer.body.errorCode, ...(answer.body.details ?? []).map(({ field }) => field)]
  }
  const current = await prove(alice, member)
  const wrongNext = await prove(carol, member)
  assert.deepEqual(await send(current, wrongNext), ['WALLET_PROOF_INVALID', 'next'])
  assert.deepEqual(await send(current, wrongNext), ['NONCE_NOT_FOUND'], 'the wrong one is used up')
  const next = await prove(bob, member)
  const wrongCurrent = await prove(carol, member)
  assert.deepEqual(await send(wrongCurrent, next), ['WALLET_PROOF_INVALID', 'current'])
  const open = await deps.sql`select 1 from wallet_nonces where member_id = ${member.memberId} and used_at is null`
  assert.equal(open.length, 2)
  assert.deepEqual(await send(current, next), ['ok'])
  const spent = await deps.sql`
    select purpose, count(*)::int, count(distinct used_at)::int as moments from wallet_nonces
     where member_id = ${member.memberId} group by purpose order by purpose`
  assert.deepEqual(
    [...spent],
    [
      { purpose: 'change_from', count: 2, moments: 2 },
      { purpose: 'change_to', count: 2, moments: 2 },
    ],
  )
  const [together] = await deps.sql`
    select count(*)::int as pairs from wallet_nonces a join wallet_nonces b on a.used_at = b.used_at
     where a.purpose = 'change_from' and b.purpose = 'change_to' and a.member_id = ${member.memberId}`
  assert.equal(together?.['pairs'], 1, 'the two that held were used up in one statement')
})

test('two changes at once: one holds', async () => {
  const member = await seedMember(deps, { flowAddress: alice.address })
  // both have passed every check before either may write
  const begun = await transaction(deps.sql, async (db) => {
    await db`select 1 from members where id = ${member.memberId} for no key update`
    const both = [change(member), change(member, { to: carol })]
    await untilLocked(deps.sql, { count: 2, words: 'from members' })
    return both
  })
  const codes = (await Promise.all(begun)).map(codeOf)
  assert.deepEqual(codes.toSorted(), ['WALLET_CHANGING', 'ok'])
  assert.equal((await deps.sql`select 1 from wallet_changes where member_id = ${member.memberId}`).length, 1)
})
