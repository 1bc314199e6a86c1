import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, beforeEach, test } from 'node:test'
import { limits } from '@kura/contract/limits'
import { seedPack } from '../../checkout/order/testing/shop.ts'
import { seedItem } from '../../market/listing/testing/market-world.ts'
import { seedListings } from '../../market/listing/testing/seed-listings.ts'
import { intendFulfilment, startTrade } from '../../market/trade/start-trade.ts'
import { newId } from '../../platform/db/id.ts'
import { untilLocked } from '../../platform/db/testing/until-locked.ts'
import { sendWaitingMails } from '../../platform/mail/send-waiting-mails.ts'
import { seedMember } from '../../testing/seed-member.ts'
import type { SeededMember } from '../../testing/seed-member.ts'
import { testWorld } from '../../testing/test-world.ts'
import { mailTo, mailsTo, tokenIn } from '../account/testing/mail-to.ts'
import { applyDueChanges } from './apply-due-changes.ts'
import { approveRecovery, refuseRecovery, decideByHand } from './decide-recovery.ts'
import { startAccountNode } from './testing/account-node.ts'
import { walletHand } from './testing/wallet-hand.ts'
import type { Wallet } from './testing/wallet-hand.ts'
import { codeOf } from '../../testing/code-of.ts'

const node = await startAccountNode()
after(node.close)
const world = await testWorld({ after }, { FLOW_ACCESS_NODE: node.url })
const { deps, call, bot } = world
const { wallets, prove } = walletHand(world, node)
const [alice, bob, carol, dave] = wallets as [Wallet, Wallet, Wallet, Wallet]
for (const { address } of wallets) node.collections.add(address.slice(2))
beforeEach(async () => {
  await deps.sql`delete from rate_limits`
  await deps.sql`update wallet_changes set state = 'void', ended_at = kura_now() where ended_at is null`
  await deps.sql`update members set flow_address = null where email is not null`
  await deps.sql`delete from alarms`
})

const password = 'correct horse battery staple'
type Try = { to?: Wallet; signedBy?: Wallet; password?: string; reason?: string }
const ask = async (member: SeededMember, { to = bob, signedBy = to, ...more }: Try = {}) => {
  const next = { ...(await prove(signedBy, member)), address: to.address }
  const body = { next, password, ...more }
  return call('flowRecovery', { body }, { session: member.session, bot: await bot('flow_recovery') })
}
const asked = async (member: SeededMember, more: Try = {}): Promise<string> => {
  const answer = await ask(member, more)
  assert.ok(answer.ok, JSON.stringify(answer))
  return answer.data.changeId
}
const stateOf = async (id: string) => (await deps.sql`select state from wallet_changes where id = ${id}`)[0]?.['state']
const addressOf = async ({ memberId }: SeededMember) =>
  (await deps.sql`select flow_address from members where id = ${memberId}`)[0]?.['flow_address']
const actsOf = async ({ memberId }: SeededMember) =>
  (await deps.sql`select actor, act from audit_rows where subject = ${memberId} order by at, id`).map(
    (row) => `${row['act']} by ${row['actor'] === memberId ? 'member' : row['actor']}`,
  )
const newMember = () => seedMember(deps, { flowAddress: alice.address, password })
const coolOff = async () => {
  await world.moveClock(`${limits.walletCoolingHours} hours 1 second`)
  await deps.sql`update sessions set last_used_at = kura_now()`
  return applyDueChanges(deps)
}

/** A paid pack of the member, opened as far as `state` says; unopened without one. */
async function paidPack({ memberId, flowAddress }: SeededMember, state?: string) {
  const packId = await seedPack(deps.sql, { units: 1 })
  const [unit] = await deps.sql`select id from pack_units where pack_id = ${packId}`
  const [orderId, openingId, unitId] = [newId(), newId(), String(unit?.['id'])]
  await deps.sql`insert into orders (id, member_id, pack_id, unit_id, price_yen, state)
    values (${orderId}, ${memberId}, ${packId}, ${unitId}, 1100, 'delivered')`
  if (state)
    await deps.sql`insert into openings (id, unit_id, order_id, member_id, flow_address, state)
      values (${openingId}, ${unitId}, ${orderId}, ${memberId}, ${flowAddress}, ${state})`
  return { unitId, openingId }
}

/** Sends everything that waits, after the mails that requests are still sending by themselves. */
async function sendMails(): Promise<void> {
  await deps.background.settled()
  await sendWaitingMails(deps)
}

test('asked, approved, cooled off, done: each step with a mail and in the audit', async () => {
  const member = await newMember()
  const id = await asked(member, { reason: 'the provider closed down' })
  assert.ok((await mailTo(world, member.email)).text.includes(bob.address))
  const [alarm] = await deps.sql`select kind, message from alarms where subject = ${id} and cleared_at is null`
  assert.equal(alarm?.['kind'], 'wallet-recovery')
  assert.equal(await applyDueChanges(deps), 0, 'nothing happens before a person approved it')
  const approved = await approveRecovery(deps, { id, by: 'sato' })
  assert.equal(approved.state, 'approved')
  assert.equal(await applyDueChanges(deps), 0, 'and nothing before the time is over')
  assert.equal(await addressOf(member), alice.address)
  assert.equal((await deps.sql`select 1 from alarms where subject = ${id} and cleared_at is null`).length, 0)
  assert.equal(await coolOff(), 1)
  assert.equal(await stateOf(id), 'done')
  assert.equal(await addressOf(member), bob.address)
  assert.equal(codeOf(await call('account', {}, { session: member.session })), 'INVALID_SESSION', 'all sessions end')
  await deps.background.settled()
  await sendMails()
  assert.equal((await mailsTo(world, member.email)).length, 3)
  assert.deepEqual(await actsOf(member), [
    'wallet.recovery-asked by member',
    'wallet.recovery-approved by operator:sato',
    'wallet.recovery-done by system',
    'wallet.changed by system',
  ])
  assert.equal(await applyDueChanges(deps), 0)
})

test('a completed recovery withdraws listings and gifts, and its mail says how many', async () => {
  const member = await newMember()
  const itemId = randomUUID()
  await seedItem(deps.sql, { itemId, editionSize: 100 })
  await seedListings(deps.sql, { count: 3, itemIds: [itemId], sellerId: member.memberId })
  const id = await asked(member)
  await approveRecovery(deps, { id, by: 'sato' })
  await sendMails()
  assert.equal(await coolOff(), 1)
  await sendMails()
  const mails = (await mailsTo(world, member.email)).map(({ text }) => /出品 (\d+) 件は取り消しました/.exec(text)?.[1])
  assert.deepEqual(mails, ['3', undefined, undefined], 'the newest alone says it')
  const open = await deps.sql`select 1 from listings where seller_id = ${member.memberId} and state <> 'ending'`
  assert.equal(open.length, 0)
})

test('requesting one withdraws the unsigned delivery of a bought token', async () => {
  const member = await newMember()
  const [itemId, seller] = [randomUUID(), await seedMember(deps, { flowAddress: carol.address })]
  await seedItem(deps.sql, { itemId, editionSize: 100 })
  await seedListings(deps.sql, { count: 2, itemIds: [itemId], sellerId: seller.memberId, firstToken: 2_000_000 })
  const listings = await deps.sql<{ id: string; priceYen: number }[]>`
    update listings set state = 'held' where seller_id = ${seller.memberId} returning id, price_yen as "priceYen"`
  const paid = []
  for (const { id, priceYen } of listings) {
    const orderId = newId()
    await deps.sql`
      insert into orders (id, member_id, listing_id, price_yen, state) values (${orderId}, ${member.memberId}, ${id}, ${priceYen}, 'captured')`
    await startTrade(deps.sql, { orderId })
    paid.push({ orderId, transactionId: await intendFulfilment(deps.sql, orderId) })
  }
  const [waits, sent] = paid
  assert.ok(waits?.transactionId && sent?.transactionId)
  await deps.sql`
    update chain_transactions set state = 'signed', tx_id = 'a', signed = '{}', key_index = 0, sequence_number = 0, reference_height = 1
     where id = ${sent.transactionId}`
  await asked(member)
  const rows = await deps.sql<{ id: string; state: string; transactionId: string | null }[]>`
    select t.id, x.state, t.transaction_id as "transactionId" from trades t join chain_transactions x on x.cause = t.id::text
     where t.buyer_id = ${member.memberId} order by t.id`
  assert.deepEqual(
    rows.map((row) => ({ ...row })),
    [
      { id: waits.orderId, state: 'failed', transactionId: null },
      { id: sent.orderId, state: 'signed', transactionId: sent.transactionId },
    ],
  )
  assert.equal(await intendFulfilment(deps.sql, waits.orderId), undefined, 'nothing begins while it is open')
})

test('one that fails stops none of the others, and is tried again', async (t) => {
  const [broken, good] = [await newMember(), await seedMember(deps, { flowAddress: carol.address, password })]
  const ids = [await asked(broken, { to: bob })]
  await deps.sql`delete from rate_limits`
  ids.push(await asked(good, { to: dave }))
  for (const id of ids) await approveRecovery(deps, { id, by: 'sato' })
  await deps.sql.unsafe(`
    create function break_link() returns trigger language plpgsql as $$
      begin if new.id = '${broken.memberId}' then raise 'broken'; end if; return new; end $$;
    create trigger break_link before update of flow_address on members for each row execute function break_link();`)
  const mend = () => deps.sql.unsafe('drop function if exists break_link() cascade')
  t.after(mend)
  assert.equal(await coolOff(), 1)
  assert.deepEqual([await stateOf(ids[0] ?? ''), await addressOf(broken)], ['approved', alice.address])
  assert.deepEqual([await stateOf(ids[1] ?? ''), await addressOf(good)], ['done', dave.address])
  await mend()
  assert.equal(await applyDueChanges(deps), 1)
  assert.deepEqual([await stateOf(ids[0] ?? ''), await addressOf(broken)], ['done', bob.address])
})

test('the member stops it in a session, or by any of its mails without one', async () => {
  const member = await newMember()
  const first = await asked(member)
  const shown = await call('showFlowRecovery', {}, { session: member.session })
  assert.ok(shown.ok && shown.data.change?.state === 'requested')
  const cancel = () => call('cancelFlowRecovery', {}, { session: member.session })
  const stopped = await cancel()
  assert.ok(stopped.ok && stopped.data.changeId === first && stopped.data.state === 'cancelled')
  assert.equal(codeOf(await cancel()), 'NOT_FOUND')
  await assert.rejects(approveRecovery(deps, { id: first, by: 'sato' }), { code: 'DECISION_REFUSED' })

  for (const which of [0, 1]) {
    await deps.sql`delete from rate_limits`
    const id = await asked(member)
    const tokens = [tokenIn((await mailTo(world, member.email)).links, '/wallet/recovery/cancel')]
    await approveRecovery(deps, { id, by: 'sato' })
    await sendMails()
    tokens.push(tokenIn((await mailTo(world, member.email)).links, '/wallet/recovery/cancel'))
    const stop = () => call('stopFlowRecovery', { body: { token: tokens[which] ?? '' } })
    const done = await stop()
    assert.ok(done.ok && done.data.state === 'cancelled', `mail ${which}`)
    assert.equal(codeOf(await stop()), 'TOKEN_NOTFOUND')
    assert.equal(await coolOff(), 0)
    assert.equal(await addressOf(member), alice.address)
  }
})

test('a new password and signing out everywhere cancel it, with a mail and in the audit', async () => {
  const renewed = 'a different long passphrase'
  const ways: Record<string, (member: SeededMember) => Promise<unknown>> = {
    change: async ({ session }) =>
      call(
        'passwordChange',
        { body: { currentPassword: password, password: renewed } },
        { session, bot: await bot('password_change') },
      ),
    reset: async ({ email }) => {
      await call('passwordResetPrepare', { body: { email } }, { bot: await bot('password_reset_prepare') })
      const { code } = await mailTo(world, email)
      return call('passwordReset', { body: { email, code, password: renewed } }, { bot: await bot('password_reset') })
    },
    'sign out': async ({ session }) => call('endSessions', { query: {} }, { session }),
    'sign out the others': async ({ session }) => call('endSessions', { query: { keep: 'current' } }, { session }),
  }
  for (const [name, go] of Object.entries(ways)) {
    await deps.sql`delete from rate_limits`
    await deps.sql`update members set flow_address = null where email is not null`
    const member = await newMember()
    const id = await asked(member)
    await approveRecovery(deps, { id, by: 'sato' })
    assert.ok(((await go(member)) as { ok: boolean }).ok, name)
    assert.equal(await stateOf(id), 'cancelled', name)
    assert.ok((await actsOf(member)).includes('wallet.recovery-cancelled by member'), name)
    await deps.background.settled()
    await sendMails()
    const mails =
      await deps.sql`select 1 from mails where recipient = ${member.email} and template = 'wallet-recovery-cancelled'`
    assert.equal(mails.length, 1, name)
    assert.equal(await coolOff(), 0)
    assert.equal(await addressOf(member), alice.address)
  }
})

test('an operator refuses, and the note reaches the member', async () => {
  const member = await newMember()
  const id = await asked(member)
  const said: string[] = []
  const order = { id: '', by: 'sato', note: '', asJson: false }
  await decideByHand(deps, { ...order, act: 'list' }, (line) => said.push(line))
  assert.ok(said.some((line) => line.includes(id)) && said.some((line) => line.includes(bob.address)))
  await decideByHand(deps, { ...order, act: 'refuse', id, note: 'Please call us.' }, (line) => said.push(line))
  await sendMails()
  assert.ok((await mailTo(world, member.email)).text.includes('Please call us.'))
  assert.equal(await stateOf(id), 'refused')
  await assert.rejects(refuseRecovery(deps, { id, by: 'sato', note: '' }), { code: 'DECISION_REFUSED' })
  await assert.rejects(approveRecovery(deps, { id: newId(), by: 'sato' }), { code: 'DECISION_REFUSED' })
})

test('it needs the password, the proof of the new wallet, a free wallet, and a mailbox', async () => {
  const member = await newMember()
  const other = await seedMember(deps, { flowAddress: carol.address })
  assert.equal(codeOf(await ask(member, { password: 'wrong one indeed' })), 'AUTHENTICATION_FAILED')
  assert.equal(codeOf(await ask(member, { signedBy: carol })), 'WALLET_PROOF_INVALID')
  assert.equal(codeOf(await ask(member, { to: carol })), 'AUTHENTICATION_DUPLICATED')
  assert.equal(codeOf(await ask(member, { to: alice })), 'INVALID_INPUT')
  assert.equal(codeOf(await ask(await seedMember(deps))), 'WALLET_REQUIRED')
  await asked(member)
  assert.equal(codeOf(await ask(member)), 'WALLET_CHANGING', 'one at a time')
  await deps.sql`update members set email = null where id = ${other.memberId}`
  assert.equal(codeOf(await ask(other, { password: '' })), 'INVALID_INPUT', 'nobody could be mailed')
  await deps.sql`update members set email = ${other.email} where id = ${other.memberId}`
})

test('openings follow to the new wallet, one on its way is waited for, and packs wait unopened', async () => {
  const member = await newMember()
  const [waiting, stuck, minting] = [
    await paidPack(member, 'opened'),
    await paidPack(member, 'stuck'),
    await paidPack(member, 'minting'),
  ]
  const closed = await paidPack(member)
  const open = () => call('mintTokens', { body: { unopenedPackId: closed.unitId } }, { session: member.session })
  const id = await asked(member)
  assert.equal(codeOf(await open()), 'WALLET_CHANGING')
  await approveRecovery(deps, { id, by: 'sato' })
  assert.equal(await coolOff(), 0, 'a mint is on its way')
  assert.equal(await stateOf(id), 'approved')
  await deps.sql`update openings set state = 'sealed' where id = ${minting.openingId}`
  assert.equal(await applyDueChanges(deps), 1)
  const where = async ({ openingId }: { openingId: string }) =>
    (await deps.sql`select flow_address from openings where id = ${openingId}`)[0]?.['flow_address']
  assert.deepEqual(
    [await where(waiting), await where(stuck), await where(minting)],
    [bob.address, bob.address, alice.address],
  )
  const session = await call('flowSignIn', { body: { ...(await prove(bob)), address: bob.address } })
  assert.ok(session.ok && session.data.userId === member.memberId)
  const packs = await call('listUnopenedPacks', { query: {} }, { session: session.data.sessionJwt })
  assert.ok(packs.ok && packs.data.items.some(({ unopenedPackId }) => unopenedPackId === closed.unitId))
})

test('a pack that is opened at the very moment of the change goes to the new wallet', async () => {
  const member = await newMember()
  const closed = await paidPack(member)
  let opening: Promise<unknown> | undefined
  await deps.sql.begin(async (db) => {
    await db`update members set flow_address = ${bob.address} where id = ${member.memberId}`
    opening = call('mintTokens', { body: { unopenedPackId: closed.unitId } }, { session: member.session })
    await untilLocked(deps.sql)
    assert.equal((await deps.sql`select 1 from openings where unit_id = ${closed.unitId}`).length, 0, 'it waits')
  })
  await opening
  const [row] = await deps.sql`select flow_address from openings where unit_id = ${closed.unitId}`
  assert.equal(row?.['flow_address'], bob.address)
})

test('when another member linked the new wallet meanwhile, the recovery is void and a mail says so', async () => {
  const member = await newMember()
  const id = await asked(member)
  await approveRecovery(deps, { id, by: 'sato' })
  await sendMails()
  const other = await seedMember(deps, { flowAddress: bob.address })
  assert.equal(await coolOff(), 1)
  assert.equal(await stateOf(id), 'void')
  assert.deepEqual([await addressOf(member), await addressOf(other)], [alice.address, bob.address])
  await sendMails()
  assert.match((await mailTo(world, member.email)).subject, /中止/)
})

test('two workers, and a member who stops at the last moment: one outcome', async () => {
  for (let round = 0; round < 4; round += 1) {
    await deps.sql`delete from rate_limits`
    await deps.sql`update members set flow_address = null where email is not null`
    const member = await newMember()
    const id = await asked(member)
    await approveRecovery(deps, { id, by: 'sato' })
    await world.moveClock(`${limits.walletCoolingHours} hours 1 second`)
    await deps.sql`update sessions set last_used_at = kura_now()`
    const [one, two, stopped] = await Promise.all([
      applyDueChanges(deps),
      applyDueChanges(deps),
      call('cancelFlowRecovery', {}, { session: member.session }),
    ])
    const isDone = (await stateOf(id)) === 'done'
    assert.equal(isDone, !stopped.ok)
    assert.equal(await addressOf(member), isDone ? bob.address : alice.address)
    const changes = (await actsOf(member)).filter((act) => act.startsWith('wallet.changed'))
    assert.equal(changes.length, isDone ? 1 : 0)
    assert.ok(one + two <= 2)
  }
})
