import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { AppError } from '@kura/contract/errors'
import { cleanUp } from '../../clean-up.ts'
import { deleteMember } from '../account/delete-member.ts'
import { seedMember } from '../../testing/seed-member.ts'
import { testWorld } from '../../testing/test-world.ts'
import { handleForm, setHandle } from './handle.ts'

const { deps, call, moveClock } = await testWorld({ after })

type Member = Awaited<ReturnType<typeof seedMember>>

/** A session would not outlive the months that some tests let pass. */
const choose = async ({ memberId, flowAddress, email }: Member, handle: string): Promise<string> => {
  const viewer = { memberId, flowAddress, email, sessionHash: Buffer.alloc(32), familyId: memberId }
  try {
    await setHandle(deps, viewer, { handle })
    return 'ok'
  } catch (error) {
    assert.ok(error instanceof AppError)
    return [error.code, error.details?.[0]?.fault].filter(Boolean).join()
  }
}
const find = async (handle: string) => {
  const result = await call('showUserByHandle', { params: { handle } })
  return result.ok ? [result.data.userId, result.data.handle] : result.body.errorCode
}

test('a member chooses a readable address, changes it once a month, and the former one still leads there', async () => {
  const member = await seedMember(deps)
  assert.equal(await choose(member, 'tsuki_usagi'), 'ok')
  assert.equal(await choose(member, 'tsuki_usagi'), 'ok')
  assert.deepEqual(await find('@Tsuki_Usagi'), [member.memberId, 'tsuki_usagi'])
  assert.equal(await choose(member, 'tsuki_kaeru'), 'ok')
  assert.equal(await choose(member, 'another_one'), 'HANDLE_RESTING')
  assert.deepEqual(await find('tsuki_usagi'), [member.memberId, 'tsuki_kaeru'])
  const other = await seedMember(deps)
  assert.equal(await choose(other, 'tsuki_usagi'), 'HANDLE_TAKEN')
  await moveClock('31 days')
  assert.equal(await choose(member, 'another_one'), 'ok')
  await moveClock('60 days')
  assert.equal(await find('tsuki_usagi'), 'NOT_FOUND')
  assert.equal(await choose(other, 'tsuki_usagi'), 'ok')
  assert.deepEqual(await find('tsuki_usagi'), [other.memberId, 'tsuki_usagi'])
})

test('a handle that looks like another, like a page or like the house is refused', async () => {
  const [one, other] = [await seedMember(deps), await seedMember(deps)]
  assert.equal(await choose(one, 'moon_lover'), 'ok')
  for (const handle of ['moonlover', 'm00n_lover', 'moon1over', 'rnoonlover'])
    assert.equal(await choose(other, handle), 'HANDLE_TAKEN', handle)
  for (const handle of ['admin', 'kura_shop', 'official_kura', 'support99', 'my_page', 'foll0wers'])
    assert.equal(await choose(other, handle), 'INVALID_INPUT,handle_reserved', handle)
  for (const handle of ['ab', 'Moon', '9lives', 'うさぎ', 'a'.repeat(21), 'a.b.c'])
    assert.equal((await call('setHandle', { body: { handle } }, { session: other.session })).ok, false, handle)
  const chosen = await call('setHandle', { body: { handle: 'sun_lover' } }, { session: other.session })
  assert.ok(chosen.ok && chosen.data.handle === 'sun_lover' && chosen.data.handleRestsUntil === null)
  assert.equal(handleForm('m_0'), handleForm('rno'))
})

test('of two who choose the same handle at once one gets it', async () => {
  const all = await Promise.all(Array.from({ length: 4 }, () => seedMember(deps)))
  const results = await Promise.all(all.map((member) => choose(member, 'same_time')))
  assert.deepEqual(results.toSorted(), ['HANDLE_TAKEN', 'HANDLE_TAKEN', 'HANDLE_TAKEN', 'ok'])
})

test('a deleted member’s handle is forgotten, and nobody takes it over at once', async () => {
  const [one, other] = [await seedMember(deps), await seedMember(deps)]
  await choose(one, 'gone_soon')
  assert.ok((await deleteMember(deps, { memberId: one.memberId, actor: 'test', reason: 'test' })).isDeleted)
  assert.equal(await find('gone_soon'), 'NOT_FOUND')
  assert.equal(await choose(other, 'gone_soon'), 'HANDLE_TAKEN')
  const hashes = async () => (await deps.sql`select 1 from member_handles where member_id = ${one.memberId}`).length
  await cleanUp(deps)
  assert.equal(await hashes(), 1)
  await moveClock('91 days')
  await cleanUp(deps)
  assert.equal(await hashes(), 0, 'not even the hash stays once the handle is free')
  assert.equal(await choose(other, 'gone_soon'), 'ok')
})

test('members are found exactly or in part, by name in any width and kana, by handle, wallet and id', async () => {
  const flowAddress = '0x1cf0e2f2f7154501'
  const usagi = await seedMember(deps, { displayName: '月夜ウサギ', flowAddress })
  await choose(usagi, 'usagi_tsukiyo')
  const banned = await seedMember(deps, { displayName: '月夜ウサギ' })
  await deps.sql`update members set banned_at = kura_now() where id = ${banned.memberId}`
  const ids = async (name: 'searchUsersPerfect' | 'searchUsersPartial', q: string) => {
    const result = await call(name, { query: { q } })
    assert.ok(result.ok, JSON.stringify(result))
    return result.data.items.map(({ userId }) => userId)
  }
  for (const q of ['月夜ウサギ', '月夜うさぎ', '月夜ｳｻｷﾞ', '@usagi_tsukiyo', flowAddress, usagi.memberId])
    assert.deepEqual(await ids('searchUsersPerfect', q), [usagi.memberId], q)
  for (const q of ['うさぎ', '夜ウ', '月', 'usagi', 'USAGI_T'])
    assert.deepEqual(await ids('searchUsersPartial', q), [usagi.memberId], q)
  for (const q of ['', '%', 'さぎ夜', '月夜うさぎさん']) assert.deepEqual(await ids('searchUsersPartial', q), [], q)
  assert.deepEqual(await ids('searchUsersPerfect', '月夜'), [])
  await seedMember(deps, { displayName: '月夜うさぎの友' })
  const first = await call('searchUsersPartial', { query: { q: 'うさぎ', limit: 1 } })
  assert.ok(first.ok && first.data.cursor && first.data.total === 2)
  const second = await call('searchUsersPartial', { query: { q: 'うさぎ', limit: 1, cursor: first.data.cursor } })
  assert.ok(second.ok && second.data.items.length === 1 && second.data.cursor === undefined)
})
