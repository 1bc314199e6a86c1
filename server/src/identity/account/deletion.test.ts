// A member leaves: asked for, waited for, cancelled or carried out, and what others do meanwhile.
import assert from 'node:assert/strict'
import { after, beforeEach, test } from 'node:test'
import { limits } from '@kura/contract/limits'
import { checkInvariants } from '../../audit/check/check.ts'
import { seedBuyer, seedPack, enter } from '../../checkout/order/testing/shop.ts'
import { givePoints } from '../../checkout/order/testing/tenders.ts'
import { cleanUp } from '../../clean-up.ts'
import { loadBanks } from '../../money/payout/banks.ts'
import { sendWaitingMails } from '../../platform/mail/send-waiting-mails.ts'
import { seedMember } from '../../testing/seed-member.ts'
import type { SeededMember } from '../../testing/seed-member.ts'
import { testWorld } from '../../testing/test-world.ts'
import { startAccountNode } from '../wallet/testing/account-node.ts'
import { walletHand } from '../wallet/testing/wallet-hand.ts'
import type { Wallet } from '../wallet/testing/wallet-hand.ts'
import { banMember } from './ban-member.ts'
import { deleteMember } from './delete-member.ts'
import { carryOutDeletions } from './deletion.ts'
import { deletionsIn, password } from './testing/deletions.ts'
import { mailTo, tokenIn } from './testing/mail-to.ts'
import { tablesWith } from './testing/tables-with.ts'
import { codeOf } from '../../testing/code-of.ts'

const node = await startAccountNode()
after(node.close)
const world = await testWorld({ after }, { FLOW_ACCESS_NODE: node.url })
const { deps, call, bot } = world
const { sql } = deps
const { wallets, prove } = walletHand(world, node)
const [alice, bob, carol] = wallets as [Wallet, Wallet, Wallet]
const { ask, cancel, statesOf, isGone, subjectsTo, waitOut } = deletionsIn(world)
beforeEach(async () => {
  await sql`delete from rate_limits`
  await sql`update account_deletions set state = 'cancelled', ended_at = kura_now() where state = 'requested'`
  await sql`update members set flow_address = null, email = coalesce(email, id || '@example.jp') where deleted_at is null`
})

const seen = async ({ session }: SeededMember) => codeOf(await call('account', {}, { session }))
const owe = ({ memberId }: SeededMember, account: string, yen: number) => sql`
  insert into ledger_accounts (id, unit, kind, member_id, balance)
  values (${`member:${memberId}:${account}`}, 'yen', 'member', ${memberId}, ${yen})
  on conflict (id) do update set balance = excluded.balance`

/** The device signed in a while ago, so that the session alone confirms nothing. */
const age = ({ memberId }: SeededMember) =>
  sql`update sessions set created_at = created_at - interval '11 minutes' where member_id = ${memberId}`

test('a request needs the password, names the day and is shown until it is cancelled', async () => {
  const member = await seedMember(deps, { password })
  const { session } = member
  await age(member)
  assert.equal(codeOf(await call('showDeletion', {}, { session })), 'NOT_FOUND')
  assert.equal(codeOf(await cancel(member)), 'NOT_FOUND')
  assert.equal(codeOf(await ask(member, {})), 'AUTHENTICATION_FAILED')
  assert.equal(codeOf(await ask(member, { password: 'a wrong password' })), 'AUTHENTICATION_FAILED')
  assert.deepEqual(await statesOf(member), [])

  const asked = await ask(member)
  assert.ok(asked.ok)
  const { requestedAt, dueAt } = asked.data
  assert.equal(Date.parse(dueAt) - Date.parse(requestedAt), limits.deletionDays * 86_400_000)
  const again = await ask(member, { password, reason: 'cost' })
  assert.deepEqual(again.ok && again.data, asked.data, 'asking again changes nothing')
  const open = await call('showDeletion', {}, { session })
  assert.deepEqual(open.ok && open.data, asked.data)
  const account = await call('account', {}, { session })
  assert.equal(account.ok && Date.parse(account.data.deletionDueAt ?? ''), Date.parse(dueAt))
  const body = { email: member.email, password }
  assert.ok((await call('emailSignIn', { body }, { bot: await bot('email_sign_in') })).ok, 'signing in still works')

  assert.equal(codeOf(await cancel(member)), 'ok')
  assert.equal(codeOf(await cancel(member)), 'NOT_FOUND')
  assert.equal(codeOf(await call('showDeletion', {}, { session })), 'NOT_FOUND')
  const kept = await call('account', {}, { session })
  assert.equal(kept.ok && kept.data.deletionDueAt, null)
  assert.deepEqual(await subjectsTo(member.email), [
    '【Kura 蔵】退会を取り消しました',
    '【Kura 蔵】退会のお申し込みを受け付けました',
  ])
  const listed = await call('listNotifications', { query: {} }, { session })
  assert.ok(listed.ok)
  const [cancelled, requested] = listed.data.items
  assert.deepEqual([cancelled?.title.en, requested?.title.en], ['You are not leaving', 'You asked to leave'])
  assert.match(requested?.body.ja ?? '', /^\d{4}年\d+月\d+日に退会となります/)
  await waitOut()
  assert.equal(await carryOutDeletions(deps), 0)
  assert.equal(await isGone(member), false)
})

test('the link of the mail cancels without a session, once', async () => {
  const member = await seedMember(deps, { password })
  assert.ok((await ask(member)).ok)
  const mail = await mailTo(world, member.email)
  const token = tokenIn(mail.links, '/leave/cancel')
  assert.match(token, /^[\w-]{43}$/)
  assert.equal(codeOf(await call('stopDeletion', { body: { token: 'x'.repeat(43) } })), 'TOKEN_NOTFOUND')
  assert.equal(codeOf(await call('stopDeletion', { body: { token } })), 'ok')
  assert.equal(codeOf(await call('stopDeletion', { body: { token } })), 'TOKEN_NOTFOUND')
  assert.deepEqual(await statesOf(member), ['cancelled'])
  // a request made later is not cancelled by the old link
  assert.ok((await ask(member)).ok)
  assert.equal(codeOf(await call('stopDeletion', { body: { token } })), 'TOKEN_NOTFOUND')
  assert.deepEqual(await statesOf(member), ['cancelled', 'requested'])
  assert.equal(codeOf(await cancel(member)), 'ok')
})

test('a member without a password confirms by the wallet, and one without an address gets no mail', async () => {
  const member = await seedMember(deps, { flowAddress: alice.address })
  await sql`update members set email = null where id = ${member.memberId}`
  await age(member)
  assert.equal(codeOf(await ask(member, {})), 'AUTHENTICATION_FAILED')
  assert.equal(codeOf(await ask(member, { proof: await prove(bob, member) })), 'WALLET_PROOF_INVALID')
  assert.ok((await ask(member, { proof: await prove(alice, member) })).ok)
  await waitOut()
  assert.equal(await carryOutDeletions(deps), 1)
  assert.ok(await isGone(member))
  assert.deepEqual(await subjectsTo(member.email), [])
  const again = await call('flowSignIn', { body: { ...(await prove(alice)), address: alice.address } })
  assert.ok(
    again.ok && again.data.isNew && again.data.userId !== member.memberId,
    'the wallet is free for who proves it',
  )
})

test('after seven days the member is gone, the last mail is sent and the address is free for who proves it', async () => {
  const member = await seedMember(deps, { password, displayName: 'Hanako' })
  await givePoints(world, member, 70)
  const checked = await call('checkDeletion', {}, member)
  assert.deepEqual(checked.ok && checked.data, { obstacles: [], points: 70 })
  assert.ok((await ask(member, { password, reason: 'my own words' })).ok)
  await world.moveClock(`${limits.deletionDays} days -1 minute`)
  // signed in a day ago
  await sql`update sessions set last_used_at = kura_now() where member_id = ${member.memberId}`
  assert.equal(await carryOutDeletions(deps), 0)
  assert.equal(await seen(member), 'ok')
  await world.moveClock('1 minute')
  assert.equal(await carryOutDeletions(deps), 1)
  assert.equal(await carryOutDeletions(deps), 0)
  assert.equal(await seen(member), 'INVALID_SESSION')
  assert.ok(await isGone(member))
  await sendWaitingMails(deps)
  assert.equal((await subjectsTo(member.email))[0], '【Kura 蔵】退会の手続きが完了しました')
  assert.equal((await sql`select 1 from mails where recipient = ${member.email}`).length, 0)
  const [request] = await sql`select state, reason from account_deletions where member_id = ${member.memberId}`
  assert.deepEqual({ ...request }, { state: 'done', reason: 'other' })
  const acts = await sql`
    select act, actor, details->>'reason' as reason from audit_rows where subject = ${member.memberId} order by at, id`
  assert.deepEqual(
    acts.map((row) => [row['act'], row['actor'], row['reason']]),
    [
      ['member.deletion-requested', member.memberId, 'other'],
      ['member.deleted', 'system', 'other'],
    ],
  )
  const profile = await call('showUser', { params: { userId: member.memberId } })
  assert.equal(codeOf(profile), 'NOT_FOUND')
  const signUp = { body: { email: member.email, locale: 'ja' } } as const
  assert.ok((await call('emailSignUp', signUp, { bot: await bot('email_sign_up') })).ok)
  const { subject } = await mailTo(world, member.email)
  assert.match(subject, /メールアドレスの確認/)
  assert.equal((await sql`select 1 from members where email = ${member.email}`).length, 0, 'not before it is proven')
  assert.deepEqual(await checkInvariants(deps), [])
})

test('a last mail that cannot be sent is forgotten, too', async () => {
  const member = await seedMember(deps, { email: 'gone@refused.example', password })
  assert.ok((await ask(member)).ok)
  await deps.background.settled()
  await waitOut()
  await carryOutDeletions(deps)
  const broken = {
    ...deps,
    mailer: { ...deps.mailer, send: () => Promise.reject(new Error('the server is away')) },
  }
  const left = () => sql`select state from mails where recipient = ${member.email}`
  for (let tries = 0; tries < 12; tries += 1) {
    assert.equal((await left()).length, 1, 'it is tried again')
    await sendWaitingMails(broken)
    await world.moveClock('61 minutes')
  }
  assert.equal((await left()).length, 0)
})

test('what is open is named, nothing is asked for, and everything stays as it was', async () => {
  const member = await seedBuyer(world)
  await sql`update members set password_hash = ${await deps.passwords.hash(password)} where id = ${member.memberId}`
  assert.ok((await enter(world, member, await seedPack(sql))).ok)
  await owe(member, 'proceeds-held', 300)
  await owe(member, 'proceeds', 4500)
  await owe(member, 'payouts', 2000)
  const refused = await ask(member)
  assert.ok(!refused.ok)
  assert.deepEqual([refused.status, refused.body.errorCode], [409, 'USER_DELETE_CONFLICT'])
  const expected = { orders_open: 1, proceeds_clearing: 300, proceeds_left: 4500, payouts_open: 2000 }
  assert.deepEqual(
    Object.fromEntries((refused.body.details ?? []).map(({ field, fault }) => [field, Number(fault)])),
    expected,
  )
  const checked = await call('checkDeletion', {}, member)
  assert.ok(checked.ok)
  assert.deepEqual(Object.fromEntries(checked.data.obstacles.map(({ kind, amount }) => [kind, amount])), expected)
  assert.deepEqual([await statesOf(member), await seen(member)], [[], 'ok'])
  assert.deepEqual(await subjectsTo(member.email), [])
  await sql`delete from ledger_accounts where member_id = ${member.memberId} and unit = 'yen'`
})

test('what came meanwhile ends the request with a mail, and the member can ask again once it is solved', async () => {
  const member = await seedMember(deps, { password })
  assert.ok((await ask(member)).ok)
  await owe(member, 'proceeds', 900)
  await waitOut()
  assert.equal(await carryOutDeletions(deps), 1)
  assert.deepEqual([await isGone(member), await statesOf(member)], [false, ['blocked']])
  await sendWaitingMails(deps)
  const mail = await mailTo(world, member.email)
  assert.match(mail.subject, /完了できませんでした/)
  assert.match(mail.text, /受け取っていない売上/)
  const account = await call('account', {}, member)
  // seven days without a visit have ended the session
  assert.equal(codeOf(account), 'INVALID_SESSION')
  const body = { email: member.email, password }
  const back = await call('emailSignIn', { body }, { bot: await bot('email_sign_in') })
  assert.ok(back.ok)
  const again = { ...member, session: back.data.sessionJwt }
  const listed = await call('listNotifications', { query: {} }, again)
  assert.equal(listed.ok && listed.data.items[0]?.title.en, 'Your account could not be deleted')
  assert.equal(codeOf(await ask(again)), 'USER_DELETE_CONFLICT')
  await owe(member, 'proceeds', 0)
  assert.ok((await ask(again)).ok)
  await waitOut()
  assert.equal(await carryOutDeletions(deps), 1)
  assert.deepEqual([await isGone(member), await statesOf(member)], [true, ['blocked', 'done']])
})

test('a new password cancels the request: who made it may have known the old one', async () => {
  const member = await seedMember(deps, { password })
  assert.ok((await ask(member)).ok)
  const change = { body: { currentPassword: password, password: 'another good long one' } }
  const changed = await call('passwordChange', change, { ...member, bot: await bot('password_change') })
  assert.equal(codeOf(changed), 'ok')
  assert.deepEqual(await statesOf(member), ['cancelled'])

  assert.ok((await ask(member, { password: 'another good long one' })).ok)
  const prepared = { body: { email: member.email } }
  assert.ok((await call('passwordResetPrepare', prepared, { bot: await bot('password_reset_prepare') })).ok)
  const token = tokenIn((await mailTo(world, member.email)).links, '/login/reset')
  const reset = await call('passwordReset', { body: { token, password } }, { bot: await bot('password_reset') })
  assert.ok(reset.ok, JSON.stringify(reset))
  assert.deepEqual(await statesOf(member), ['cancelled', 'cancelled'])
  assert.ok((await subjectsTo(member.email)).filter((subject) => subject.includes('退会を取り消しました')).length === 2)
})

test('a ban cancels the request, and an operator who deletes at once ends it', async () => {
  const banned = await seedMember(deps, { password })
  assert.ok((await ask(banned)).ok)
  await banMember(deps, { memberId: banned.memberId, by: 't', reason: 'r' })
  await waitOut()
  assert.equal(await carryOutDeletions(deps), 0)
  assert.deepEqual([await isGone(banned), await statesOf(banned)], [false, ['cancelled']])

  const helped = await seedMember(deps, { password })
  assert.ok((await ask(helped)).ok)
  assert.ok((await deleteMember(deps, { memberId: helped.memberId, actor: 'operator:t', reason: 'r' })).isDeleted)
  assert.deepEqual(await statesOf(helped), ['done'])
})

const bankAccount = {
  financialInstitutionCode: '0001',
  branchCode: '001',
  accountType: 'ordinary',
  accountNumber: '7654321',
  fullName: '鏑木 花子',
  fullNameKana: 'カブラギ ハナコ',
} as const

test('of what a member wrote on the way through the shop nothing is left in any table', async () => {
  await loadBanks(deps)
  const email = 'kaburagi@example.jp'
  const member = await seedMember(deps, { email, password, flowAddress: carol.address, displayName: '鏑木花子' })
  const { session } = member
  const other = 'hanako-at-work@example.jp'
  const changed = await call(
    'emailChange',
    { body: { email: other, password } },
    { session, bot: await bot('email_change') },
  )
  assert.equal(codeOf(changed), 'ok')
  const enquiry = { topic: 'other', message: 'I live in 3-2-1 Kaburagi', email } as const
  const sent = await call('sendEnquiry', { body: enquiry }, { session, bot: await bot('enquiry') })
  assert.equal(codeOf(sent), 'ok')
  assert.equal(codeOf(await call('setPayoutAccount', { body: { ...bankAccount, password } }, { session })), 'ok')
  assert.ok((await ask(member, { password, reason: 'I move away from 3-2-1 Kaburagi' })).ok)
  await deps.background.settled()
  const words = [email, other, '鏑木', 'カブラギ', 'ｶﾌﾞﾗｷﾞ', '7654321', '3-2-1 Kaburagi', carol.address]
  assert.ok((await tablesWith(sql, words)).length >= 8)
  await waitOut()
  assert.equal(await carryOutDeletions(deps), 1)
  await sendWaitingMails(deps)
  await deps.background.settled()
  // an address that was never the account's own goes with the mails to it
  assert.deepEqual(await tablesWith(sql, words), [`mails: ${other}`])
  await world.moveClock(`${limits.mailDays + 1} days`)
  await cleanUp(deps)
  assert.deepEqual(await tablesWith(sql, words), [])
})

test('the account that a payout went to is kept as long as the law asks, then emptied', async () => {
  await loadBanks(deps)
  const member = await seedMember(deps, { password })
  const { memberId, session } = member
  assert.equal(codeOf(await call('setPayoutAccount', { body: { ...bankAccount, password } }, { session })), 'ok')
  await sql`
    with batch as (
      insert into payout_batches (pay_on, made_by) values (current_date, 't') returning number
    )
    insert into payouts (id, member_id, account_id, amount_yen, fee_yen, state, batch, paid_at, ended_at)
    select gen_random_uuid(), ${memberId}, a.id, 3000, 200, 'paid', b.number, kura_now(), kura_now()
      from payout_accounts a, batch b where a.member_id = ${memberId}`
  assert.equal(
    codeOf(
      await call('setPayoutAccount', { body: { ...bankAccount, accountNumber: '1111111', password } }, { session }),
    ),
    'ok',
  )
  assert.ok((await deleteMember(deps, { memberId, actor: 't', reason: 'r' })).isDeleted)
  const accounts = async () => {
    const rows = await sql`
      select account_number as number, holder from payout_accounts where member_id = ${memberId} order by registered_at`
    return rows.map((row) => `${row['number']} ${row['holder']}`)
  }
  assert.deepEqual(await accounts(), ['7654321 鏑木 花子', ' '], 'one that nothing was paid to goes at once')
  await world.moveClock(`${limits.payoutPapersMonths - 1} months`)
  await cleanUp(deps)
  assert.deepEqual(await accounts(), ['7654321 鏑木 花子', ' '])
  await world.moveClock('2 months')
  await cleanUp(deps)
  assert.deepEqual(await accounts(), [' ', ' '])
})
