import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { api } from '@kura/contract/api'
import { rates } from '@kura/contract/rates'
import { deleteMember } from '../../identity/account/delete-member.ts'
import { seedMember } from '../../testing/seed-member.ts'
import { testWorld } from '../../testing/test-world.ts'
import { seedSeries } from '../testing/seed-tokens.ts'
import { listFollowersOf, listFollowersOfSeries } from './queries.ts'

const { deps, call } = await testWorld({ after })
const { sql } = deps
type Member = Awaited<ReturnType<typeof seedMember>>
const member = (displayName: string) => seedMember(deps, { displayName })

const follow = async ({ session }: Member, { memberId: targetUserId }: Member) => {
  const result = await call('followMember', { body: { targetUserId } }, { session })
  return result.ok ? 'ok' : [result.body.errorCode, result.body.details?.[0]?.fault].filter(Boolean).join()
}
const counts = async ({ memberId: userId }: Member, session?: string) => {
  const result = await call('countFollows', { params: { userId } }, { session })
  return result.ok ? [result.data.followings, result.data.followers] : result.body.errorCode
}
const names = async ({ memberId: userId }: Member, direction?: 'followings' | 'followers', session?: string) => {
  const query = direction ? { direction } : {}
  const result = await call('listFollowings', { params: { userId }, query }, { session })
  return result.ok ? result.data.items.map(({ displayName }) => displayName) : result.body.errorCode
}

test('a member follows others, sees who follows back, and stops again', async () => {
  const [ai, bo, chie] = [await member('あい'), await member('ぼう'), await member('ちえ')]
  assert.equal(await follow(ai, bo), 'ok')
  assert.equal(await follow(ai, bo), 'ok')
  assert.equal(await follow(ai, chie), 'ok')
  assert.equal(await follow(chie, ai), 'ok')
  assert.deepEqual(await counts(ai), [2, 1])
  assert.deepEqual(await names(ai), ['ちえ', 'ぼう'])
  assert.deepEqual(await names(ai, 'followers'), ['ちえ'])
  const params = { userId: ai.memberId }
  const query = { selfUserId: ai.memberId }
  const list = await call('listFollowings', { params, query }, { session: ai.session })
  assert.ok(list.ok)
  assert.deepEqual(api.listFollowings.output.parse(list.data), list.data)
  assert.deepEqual(
    list.data.items.map(({ isFollowing, isFollower }) => [isFollowing, isFollower]),
    [
      [true, true],
      [true, false],
    ],
  )
  const one = await call('showFollowing', { params: { ...params, targetId: bo.memberId } })
  assert.ok(one.ok && one.data.isFollowing)
  const first = await call('listFollowings', { params, query: { limit: 1 } })
  assert.ok(first.ok && first.data.cursor)
  const second = await call('listFollowings', { params, query: { limit: 1, cursor: first.data.cursor } })
  assert.ok(second.ok && second.data.items[0]?.displayName === 'ぼう' && second.data.cursor === undefined)
  const ended = await call('unfollowMember', { params: { targetId: bo.memberId } }, { session: ai.session })
  assert.ok(ended.ok && !ended.data.isFollowing)
  assert.deepEqual(await counts(ai), [1, 1])
  assert.deepEqual(await counts(bo), [0, 0])
})

test('nobody follows themselves, somebody unknown, or hundreds at once', async () => {
  const dai = await member('だい')
  assert.equal(await follow(dai, dai), 'INVALID_INPUT,yourself')
  assert.equal(await follow(dai, { ...dai, memberId: '00000000-0000-4000-8000-000000000000' }), 'NOT_FOUND')
  const many = await Promise.all(Array.from({ length: 12 }, () => member('数')))
  for (const each of many) assert.equal(await follow(dai, each), 'ok')
  await sql`update rate_limits set tokens = 0.1 where key like 'followPerMember:%'`
  assert.equal(await follow(dai, many[0]!), 'TOO_MANY_REQUESTS')
  assert.ok(rates.followPerMember.burst + rates.followPerMember.perMinute * 1440 < 500)
})

test('banned and deleted members are in no list and no count, and a deletion removes the rows', async () => {
  const [eri, fumi, gen] = [await member('えり'), await member('ふみ'), await member('げん')]
  for (const [one, other] of [
    [eri, fumi],
    [eri, gen],
    [fumi, eri],
    [gen, eri],
  ] as const)
    assert.equal(await follow(one, other), 'ok')
  await sql`update members set banned_at = kura_now() where id = ${fumi.memberId}`
  assert.deepEqual(await counts(eri), [1, 1])
  assert.deepEqual(await names(eri), ['げん'])
  assert.equal(await names(fumi), 'NOT_FOUND')
  assert.equal(await follow(gen, fumi), 'NOT_FOUND')
  await sql`update members set banned_at = null where id = ${fumi.memberId}`
  assert.deepEqual(await counts(eri), [2, 2])
  const deletion = await deleteMember(deps, { memberId: gen.memberId, actor: 'test', reason: 'test' })
  assert.ok(deletion.isDeleted)
  assert.deepEqual(await counts(eri), [1, 1])
  const rows = await sql`
    select 1 from member_follows where follower_id = ${gen.memberId} or target_id = ${gen.memberId}
    union all select 1 from follow_counts where member_id = ${gen.memberId}`
  assert.equal(rows.length, 0)
})

test('a member who does not show their follows is the only one to see them', async () => {
  const [hana, ito, jun] = [await member('はな'), await member('いと'), await member('じゅん')]
  await follow(hana, ito)
  await follow(ito, jun)
  const hidden = await call('updateProfile', { body: { showsFollows: false } }, { session: hana.session })
  assert.ok(hidden.ok && !hidden.data.showsFollows)
  assert.equal(await counts(hana), 'NOT_FOUND')
  assert.equal(await names(hana, 'followings', jun.session), 'NOT_FOUND')
  assert.deepEqual(await names(hana, 'followings', hana.session), ['いと'])
  const params = { userId: hana.memberId, targetId: ito.memberId }
  assert.equal((await call('showFollowing', { params }, { session: jun.session })).ok, false)
  const seen = await call('showFollowing', { params }, { session: ito.session })
  assert.ok(seen.ok && seen.data.isFollowing)
  // nor through the lists of others
  const query = { selfUserId: hana.memberId, direction: 'followers' as const }
  const peek = await call('listFollowings', { params: { userId: jun.memberId }, query })
  assert.ok(peek.ok && peek.data.items.every(({ isFollowing }) => !isFollowing))
  const ofJun = await call('listFollowings', { params: { userId: ito.memberId }, query: { selfUserId: hana.memberId } })
  assert.ok(ofJun.ok && ofJun.data.items[0]?.isFollower === false)
})

test('members who follow each other at the same moment are both counted once', async () => {
  const all = await Promise.all(Array.from({ length: 6 }, (_, n) => member(`同${n}`)))
  await Promise.all(all.flatMap((one) => all.filter((other) => other !== one).map((other) => follow(one, other))))
  for (const each of all) assert.deepEqual(await counts(each), [5, 5])
})

test('a series is followed and left, and both audiences are read in batches for a fan-out', async () => {
  const { seriesId } = await seedSeries(sql, 1)
  const fans = await Promise.all(Array.from({ length: 5 }, (_, n) => member(`追${n}`)))
  const star = await member('星')
  for (const { session } of fans) {
    assert.ok((await call('followSeries', { body: { seriesId } }, { session })).ok)
    assert.ok((await call('followMember', { body: { targetUserId: star.memberId } }, { session })).ok)
  }
  const followed = await call('listFollowedSeries', { query: {} }, { session: fans[0]!.session })
  assert.ok(followed.ok && followed.data.items[0]?.seriesId === seriesId)
  const listed = await call('listSeries', { query: {} })
  assert.ok(listed.ok && listed.data.items.find((each) => each.seriesId === seriesId)?.followerCount === 5)
  for (const read of [
    (last: string) => listFollowersOf(sql, star.memberId, last, 2),
    (last: string) => listFollowersOfSeries(sql, seriesId, last, 2),
  ]) {
    const found: string[] = []
    for (let last = '0'; ;) {
      const batch = await read(last)
      if (batch.length === 0) break
      found.push(...batch.map(({ memberId }) => memberId))
      last = batch.at(-1)!.number
    }
    assert.deepEqual(
      found,
      fans.map(({ memberId }) => memberId),
    )
  }
  const left = await call('unfollowSeries', { params: { seriesId } }, { session: fans[0]!.session })
  assert.ok(left.ok && !left.data.isFollowing)
  const none = await call('followSeries', { body: { seriesId: 'no-such' } }, { session: star.session })
  assert.ok(!none.ok && none.body.errorCode === 'NOT_FOUND')
})
