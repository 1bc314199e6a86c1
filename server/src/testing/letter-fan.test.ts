// Finding, following and collecting by a client written to the letter of the specification.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { seedSeries, seedTokens } from '../discovery/testing/seed-tokens.ts'
import { letterClient } from './letter-client.ts'
import { seedMember } from './seed-member.ts'
import { testWorld } from './test-world.ts'

const world = await testWorld({ after })
const { deps } = world
const { send, refusal } = letterClient(world)
const nobody = '00000000-0000-4000-8000-000000000000'

/** The body of a call that has to succeed. */
async function get(url: string, session?: string) {
  const answer = await send('GET', url, session === undefined ? {} : { session })
  assert.equal(answer.statusCode, 200, `${url}: ${answer.body}`)
  return answer.json()
}

test('series and collections are read with the parameters of the specification', async () => {
  const { memberId, flowAddress } = await seedMember(deps, { flowAddress: '0xf8d6e0586b0a20c7' })
  const { seriesId, itemIds } = await seedSeries(deps.sql, 2)
  await seedTokens(deps.sql, flowAddress, itemIds)
  const owned = '/api/v1/item-ownership'
  for (const whose of [`userId=${memberId}`, `flowAddress=${flowAddress}`]) {
    const { items } = await get(`${owned}/series-summaries?${whose}`)
    assert.equal(items[0].ownedItemCount, 2)
    assert.equal((await get(`${owned}/series-summaries/${seriesId}?${whose}`)).works.length, 2)
    assert.equal((await get(`${owned}/conditions?${whose}`)).series[0].count, 2)
  }
  assert.equal((await get(`${owned}/series-summaries`)).items[0].ownedItemCount, 0)
  assert.deepEqual(await get(`${owned}/conditions`), { series: [], rarities: [] })
  assert.deepEqual((await get('/api/v1/series-sellingPack')).items, [])
  const base = '/api/v1/series-collector/series-summaries'
  assert.equal((await get(base)).items[0].seriesId, seriesId)
  for (const [order, sort] of [
    ['desc', 'items'],
    ['asc', 'tokens'],
  ]) {
    const shown = await get(`${base}/${seriesId}?user_id=${memberId}&limit=10&offset=0&order=${order}&sort=${sort}`)
    assert.deepEqual([shown.collectors.length, shown.user.tokenCount], [1, 2])
  }
  for (const unknown of [`${owned}/series-summaries/nothing`, `${base}/nothing`])
    assert.deepEqual((await refusal('GET', unknown)).status, 404, unknown)

  const filters = 'excludeRegulatedItems=true&sort=new&order=desc&limit=10&offset=0'
  for (const slugs of ['', 'categorySlugs=&q=&', 'categorySlugs=night,gold&'])
    for (const kind of ['items', 'tokens']) {
      const { items } = await get(`/api/v1/display-categories/-/${kind}?${slugs}${filters}`)
      assert.equal(items.length, slugs.includes('night') ? 0 : 2, `${kind} ${slugs}`)
    }
  assert.equal((await get('/api/tokens')).items.length, 2)
  assert.equal((await get('/api/v1/display-categories/-/tokens?q=nothing')).items.length, 0)
})

test('follows and favourites are made, listed and ended with the fields of the specification', async () => {
  const [one, other] = [await seedMember(deps, { displayName: '花子' }), await seedMember(deps)]
  const { session } = one
  const self = '/api/users/self'
  const followed = await send('POST', `${self}/followings`, { session, form: [['targetUserId', other.memberId]] })
  assert.ok(followed.statusCode < 300, followed.body)
  const users = '/api/users'
  assert.deepEqual(await get(`${users}/${one.memberId}/follow-count`), { followings: 1, followers: 0 })
  const query = `offset=0&limit=10&selfUserId=${one.memberId}`
  const following = await get(`${users}/${one.memberId}/followings?${query}&direction=followings`, session)
  assert.deepEqual(
    following.items.map((each: { userId: string }) => each.userId),
    [other.memberId],
  )
  const followers = await get(`${users}/${other.memberId}/followings?${query}&direction=followers`, session)
  assert.equal(followers.items[0].userId, one.memberId)
  assert.equal((await get(`${users}/${one.memberId}/followings/${other.memberId}`)).isFollowing, true)
  assert.ok((await send('DELETE', `${self}/followings/${other.memberId}`, { session })).statusCode < 300)
  assert.equal((await get(`${users}/${one.memberId}/followings/${other.memberId}`)).isFollowing, false)
  assert.equal((await refusal('GET', `${users}/${nobody}/followings`)).status, 404)

  const { itemIds } = await seedSeries(deps.sql, 1)
  const added = await send('POST', `${self}/favorites`, { session, json: { itemId: itemIds[0] } })
  assert.ok(added.statusCode < 300, added.body)
  assert.equal((await get(`${users}/${one.memberId}/favorites?offset=0&limit=10`)).items[0].id, itemIds[0])
  assert.ok((await send('DELETE', `${self}/favorites/${itemIds[0]}`, { session })).statusCode < 300)
  assert.equal((await get(`${users}/${one.memberId}/favorites?offset=0&limit=10`)).items.length, 0)

  for (const match of ['perfect', 'partial']) {
    const { items } = await get(`${users}/search-only-${match}-match?q=${encodeURIComponent('花子')}`)
    assert.equal(items[0].userId, one.memberId, match)
    assert.deepEqual((await get(`${users}/search-only-${match}-match`)).items, [], match)
  }
  assert.deepEqual((await get('/api/notification?limit=10&offset=0', session)).items, [])
  assert.equal((await get('/api/notification/check', session)).hasUnread, false)
  assert.equal((await refusal('PUT', `/api/notification/${nobody}`, { session })).status, 404)
  assert.equal((await refusal('GET', '/api/notification')).status, 401)
})
