import assert from 'node:assert/strict'
import { access } from 'node:fs/promises'
import { after, beforeEach, test } from 'node:test'
import { enterAndPass, buy, enter, seedPack, stockOf } from '../../checkout/order/testing/shop.ts'
import { mediaFiles } from '../../platform/media/make-sizes.ts'
import { plainPicture } from '../../testing/catalogue-world.ts'
import { seedMember } from '../../testing/seed-member.ts'
import type { SeededMember } from '../../testing/seed-member.ts'
import { testWorld } from '../../testing/test-world.ts'
import { startSession } from '../session/session.ts'
import { startAccountNode } from '../wallet/testing/account-node.ts'
import { walletHand } from '../wallet/testing/wallet-hand.ts'
import type { Wallet } from '../wallet/testing/wallet-hand.ts'
import { actByHand } from './act-by-hand.ts'
import type { MemberAct } from './act-by-hand.ts'
import { deleteMember } from './delete-member.ts'
import { mailTo, tokenIn } from './testing/mail-to.ts'

const node = await startAccountNode()
after(node.close)
const world = await testWorld({ after }, { FLOW_ACCESS_NODE: node.url })
const { deps, call, bot } = world
const { wallets, prove } = walletHand(world, node)
const [alice, bob] = wallets as [Wallet, Wallet]
const password = 'correct horse battery staple'
beforeEach(async () => {
  await deps.sql`delete from rate_limits`
  await deps.sql`update members set flow_address = null, email = coalesce(email, id || '@example.jp') where deleted_at is null`
})

async function act(name: MemberAct, who: string, more: { isDryRun?: boolean } = {}): Promise<string> {
  const said: string[] = []
  const order = { act: name, who, by: 'ops', reason: 'sold stolen cards', isDryRun: false, ...more }
  await actByHand(deps, order, (line) => said.push(line))
  return said.join('\n')
}
const seen = async (session: string) => {
  const answer = await call('account', {}, { session })
  return answer.ok ? 'ok' : `${answer.status} ${answer.body.errorCode}`
}
const signIn = async (email: string, tried: string) =>
  call('emailSignIn', { body: { email, password: tried } }, { bot: await bot('email_sign_in') })
const auditOf = async (memberId: string) =>
  (await deps.sql`select actor, act, details from audit_rows where subject = ${memberId} order by at`).map((row) => row)
const rowOf = async (memberId: string) => (await deps.sql`select * from members where id = ${memberId}`)[0]
const shown = (row: object | undefined) => JSON.stringify(row)

test('a ban ends every session at once, and every way in fails as for a stranger', async () => {
  const member = await seedMember(deps, { password, flowAddress: alice.address })
  const phone = await startSession(deps.sql, { memberId: member.memberId, userAgent: 'phone' })
  await call('onetimeTokenPrepare', { body: { email: member.email } }, { bot: await bot('onetime_token_prepare') })
  const token = tokenIn((await mailTo(world, member.email)).links, '/login/link')
  const before = shown(await rowOf(member.memberId))
  assert.match(
    await act('ban', member.email, { isDryRun: true }),
    /would end the sessions of 2 devices; nothing was changed/,
  )
  assert.equal(shown(await rowOf(member.memberId)), before)
  assert.deepEqual([await seen(member.session), await seen(phone)], ['ok', 'ok'])
  assert.deepEqual(await auditOf(member.memberId), [], 'a dry run leaves no trace')

  assert.match(await act('ban', member.email), /is banned; signed out on 2 devices/)
  assert.deepEqual([await seen(member.session), await seen(phone)], ['401 INVALID_SESSION', '401 INVALID_SESSION'])
  const right = await signIn(member.email, password)
  const wrong = await signIn(member.email, 'not the password')
  assert.deepEqual(right, wrong)
  assert.equal(!right.ok && right.body.errorCode, 'AUTHENTICATION_FAILED')
  const byLink = await call('onetimeTokenSignIn', { body: { token } })
  assert.equal(!byLink.ok && byLink.body.errorCode, 'TOKEN_NOTFOUND')
  const byWallet = await call('flowSignIn', { body: { ...(await prove(alice)), address: alice.address } })
  assert.equal(!byWallet.ok && byWallet.body.errorCode, 'AUTHENTICATION_FAILED')
  const packId = await seedPack(deps.sql)
  const bought = await enter(world, member, packId)
  assert.deepEqual([bought.ok, (await stockOf(deps.sql, packId)).remaining], [false, 3])
  await assert.rejects(act('ban', member.memberId), /banned already/)

  await act('unban', member.memberId)
  assert.equal(await seen(member.session), '401 INVALID_SESSION', 'what was ended stays ended')
  assert.ok((await signIn(member.email, password)).ok)
  await assert.rejects(act('unban', member.memberId), /is not banned/)
  const reason = 'sold stolen cards'
  assert.deepEqual(await auditOf(member.memberId), [
    { actor: 'operator:ops', act: 'member.banned', details: { reason, ended: 2 } },
    { actor: 'operator:ops', act: 'member.unbanned', details: { reason } },
  ])
})

test('who signs in at the moment of a ban has no session after it', async () => {
  const member = await seedMember(deps, { password })
  const [signedIn] = await Promise.all([signIn(member.email, password), act('ban', member.memberId)])
  const [live] = await deps.sql`
    select count(*)::int as count from sessions where member_id = ${member.memberId} and ended_at is null`
  assert.equal(live?.['count'], 0)
  if (signedIn.ok) assert.equal(await seen(signedIn.data.sessionJwt), '401 INVALID_SESSION')
})

test('an operator who mistypes gets an error, and nothing happens', async () => {
  await assert.rejects(act('ban', 'nobody@example.jp'), { code: 'MEMBER_REFUSED' })
  await assert.rejects(act('delete', '00000000-0000-7000-8000-000000000000'), { code: 'MEMBER_REFUSED' })
  await assert.rejects(act('unban', 'Taro'), /neither a user id nor an e-mail address/)
})

async function putThumbnail({ session }: SeededMember, description: string) {
  const form = new FormData()
  form.append('description', description)
  form.append('thumbnail', new Blob([new Uint8Array(await plainPicture(77))], { type: 'image/png' }), 'me.png')
  const encoded = new Response(form)
  const answer = await world.http.inject({
    method: 'PUT',
    url: '/api/users/self/profiles',
    headers: {
      'x-auth-session': `Bearer ${session}`,
      'content-type': encoded.headers.get('content-type') ?? '',
    },
    payload: Buffer.from(await encoded.arrayBuffer()),
  })
  assert.equal(answer.statusCode, 200, answer.body)
  const [row] = await deps.sql<{ id: string; sizes: number[] }[]>`
    select id, sizes from media where id = ${answer.json().thumbnail.id}`
  assert.ok(row)
  return mediaFiles(deps.env.MEDIA_DIR, row)
}
const exists = (file: string) =>
  access(file).then(
    () => true,
    () => false,
  )

test('deletion removes what is personal, keeps orders and ledger, and frees address and wallet', async () => {
  const member = await seedMember(deps, { password, flowAddress: alice.address, displayName: '花子のなまえ' })
  const { memberId, email } = member
  const [files, twin] = [await putThumbnail(member, 'I live at 1-2-3'), await seedMember(deps)]
  await putThumbnail(twin, '')
  const packId = await seedPack(deps.sql, { kind: 'single' })
  const { accessID } = await enterAndPass(world, member, packId)
  assert.ok((await buy(world, member, packId, accessID)).ok)
  await deps.background.settled()
  await deps.sql`update openings set state = 'sealed', sealed_at = kura_now() where member_id = ${memberId}`
  await deps.sql`update payments set card_name = 'my card of 1-2-3', holder_name = 'HANAKO OF 1-2-3'`
  await deps.sql`
    insert into stored_cards (id, member_id, state, gateway_seq, name, holder_name)
    values (gen_random_uuid(), ${memberId}, 'stored', 0, 'card of 1-2-3', 'HANAKO OF 1-2-3')`
  await deps.sql`
    insert into enquiries (id, member_id, email, topic, message)
    values (gen_random_uuid(), ${memberId}, ${email}, 'other', 'I am Hanako of 1-2-3')`
  await deps.sql`
    insert into professional_sellers (member_id, name, address, contact, registration_number)
    values (${memberId}, '花子のなまえ', '1-2-3', ${email}, 'T1234567890123')`
  await call('passwordResetPrepare', { body: { email } }, { bot: await bot('password_reset_prepare') })
  const next = { ...(await prove(bob, member)), address: bob.address }
  const asked = await call(
    'flowRecovery',
    { body: { next, password, reason: 'I am Hanako of 1-2-3' } },
    { session: member.session, bot: await bot('flow_recovery') },
  )
  assert.ok(asked.ok)
  await deps.background.settled()
  const books = async () =>
    shown(
      await deps.sql`select o.id, o.state, e.amount::text from orders o join ledger_movements m on m.cause = o.id::text
                           join ledger_entries e on e.movement_id = m.id where o.member_id = ${memberId} order by 1, 3`,
    )
  const before = await books()
  assert.match(before, /delivered/)

  assert.match(await act('delete', email, { isDryRun: true }), /would remove address.*nothing was changed/)
  assert.equal(await seen(member.session), 'ok')
  assert.match(await act('delete', email), /is deleted; signed out on 1 devices/)
  assert.equal(await seen(member.session), '401 INVALID_SESSION')
  assert.equal(await books(), before)
  const tables = await deps.sql<{ name: string }[]>`select tablename as name from pg_tables where schemaname = 'public'`
  for (const { name } of tables) {
    const rows = await deps.sql`select t::text as row from ${deps.sql(name)} t`
    for (const personal of [email, '花子のなまえ', '1-2-3', 'T1234567890123'])
      assert.ok(!rows.some(({ row }) => String(row).includes(personal)), `${personal} is left in ${name}`)
  }
  assert.ok(await exists(files[0] ?? ''), 'the same picture of another member stays')
  assert.deepEqual(await deleteMember(deps, { memberId: twin.memberId, actor: 'test', reason: '' }), {
    isDeleted: true,
    ended: 1,
    lapsedPoints: 0,
  })
  for (const file of files) assert.ok(!(await exists(file)), file)

  const [card] = await deps.sql`select state from stored_cards where member_id = ${memberId}`
  assert.equal(card?.['state'], 'deleting', 'the gateway is to forget it, too')
  const acts = (await auditOf(memberId)).map((row) => row['act'])
  assert.ok(acts.includes('member.deleted') && acts.includes('wallet.recovery-cancelled'), acts.join(' '))
  const profile = await call('showUser', { params: { userId: memberId } })
  assert.equal(!profile.ok && profile.body.errorCode, 'NOT_FOUND')
  const again = await call('flowSignIn', { body: { ...(await prove(alice)), address: alice.address } })
  assert.ok(again.ok && again.data.isNew && again.data.userId !== memberId)
  assert.deepEqual(await deleteMember(deps, { memberId, actor: 'test', reason: '' }), {
    isDeleted: false,
    obstacles: [],
    isGone: true,
  })
})

test('an account is not deleted while something ordered is not in the vault, or proceeds are left', async () => {
  const member = await seedMember(deps, { flowAddress: alice.address })
  const { memberId } = member
  const obstacles = async () => {
    const before = shown(await rowOf(memberId))
    const tried = await deleteMember(deps, { memberId, actor: memberId, reason: 'bye' })
    if (!tried.isDeleted) assert.equal(shown(await rowOf(memberId)), before)
    return tried.isDeleted ? 'deleted' : tried.obstacles.map(({ kind, amount }) => `${kind} ${amount}`)
  }
  const packId = await seedPack(deps.sql)
  const { accessID } = await enterAndPass(world, member, packId)
  assert.deepEqual(await obstacles(), ['orders_open 1'])
  await assert.rejects(act('delete', memberId), /1 orders are not delivered yet/)
  const bought = await buy(world, member, packId, accessID)
  assert.ok(bought.ok)
  assert.deepEqual(await obstacles(), ['packs_unopened 1'])
  await deps.sql`
    insert into openings (id, unit_id, order_id, member_id, flow_address, state)
    select gen_random_uuid(), unit_id, id, member_id, ${alice.address}, 'stuck' from orders where member_id = ${memberId}`
  assert.deepEqual(await obstacles(), ['openings_open 1'])
  await deps.sql`update openings set state = 'sealed' where member_id = ${memberId}`
  await deps.sql`
    insert into ledger_accounts (id, unit, kind, member_id, balance)
    values (${`member:${memberId}:proceeds`}, 'yen', 'member', ${memberId}, 4500)`
  assert.match(await act('delete', memberId, { isDryRun: true }), /be refused: proceeds of 4500 yen are left/)
  assert.deepEqual(await obstacles(), ['proceeds_left 4500'])
  assert.equal(await seen(member.session), 'ok', 'a refusal changes nothing')
  await deps.sql`update ledger_accounts set balance = 0 where member_id = ${memberId}`
  assert.equal(await obstacles(), 'deleted')
})
