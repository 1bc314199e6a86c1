import assert from 'node:assert/strict'
import { test } from 'node:test'
import { seedBuyer, seedPack } from '../../checkout/order/testing/shop.ts'
import { testWorld } from '../../testing/test-world.ts'

test('a member’s units of a pack are shown for their own address only', async (t) => {
  const world = await testWorld(t)
  const { sql } = world.deps
  const [packId, free] = [await seedPack(sql, { perMemberLimit: 3 }), await seedPack(sql, { kind: 'single' })]
  const [buyer, other] = [await seedBuyer(world), await seedBuyer(world)]
  const { session, flowAddress, memberId } = buyer
  await sql`insert into pack_holdings (pack_id, member_id, held) values (${packId}, ${memberId}, 2)`
  const ask = (id: string, address: string) =>
    world.call('showPackLimit', { params: { packId: id, flowAddress: address } }, { session })
  const own = await ask(packId, flowAddress)
  assert.deepEqual(own.ok && own.data, { packId, limit: 3, held: 2, left: 1 })
  const unlimited = await ask(free, flowAddress)
  assert.deepEqual(unlimited.ok && unlimited.data, { packId: free, limit: null, held: 0, left: null })
  const refused = [await ask(packId, other.flowAddress), await ask('nothing-here', flowAddress)]
  assert.deepEqual(
    refused.map((answer) => !answer.ok && answer.body.errorCode),
    ['FORBIDDEN', 'NOT_FOUND'],
  )
  const stranger = await world.http.inject({ url: `/api/packs/limited/${packId}/${flowAddress}` })
  assert.equal(stranger.statusCode, 401)
})

test('several packs are asked for by repeating the key, with and without brackets', async (t) => {
  const world = await testWorld(t)
  const { sql } = world.deps
  const ids = [await seedPack(sql), await seedPack(sql), await seedPack(sql)]
  const [a, b] = ids.toSorted()
  const listed = async (query: string): Promise<string[]> => {
    const answer = await world.http.inject({ url: `/api/packs?${query}` })
    assert.equal(answer.statusCode, 200, answer.body)
    return (answer.json() as { items: { packId: string }[] }).items.map(({ packId }) => packId).toSorted()
  }
  for (const query of [`packId=${a}&packId=${b}`, `packId[]=${a}&packId[]=${b}`, `packId%5B%5D=${a}&packId=${b}`])
    assert.deepEqual(await listed(query), [a, b], query)
  assert.deepEqual(await listed(`packId[]=${a}`), [a])
  assert.equal((await listed('')).length, 3)
  const wrong = await world.http.inject({ url: '/api/packs?packId[]=NO!' })
  assert.equal(wrong.json<{ errorCode: string }>().errorCode, 'INVALID_REQUEST_FORMAT')
})

test('packs that are not sold are shown only forIssue, listed nowhere and not bought', async (t) => {
  const world = await testWorld(t)
  const { sql } = world.deps
  const hidden = await seedPack(sql)
  await sql`update packs set channel = 'airdrop', price_yen = 0 where id = ${hidden}`
  const show = (query: { forIssue?: string }) => world.call('showPack', { params: { packId: hidden }, query })
  const plain = await show({})
  assert.equal(!plain.ok && plain.body.errorCode, 'NOT_FOUND')
  const issued = await show({ forIssue: 'true' })
  assert.equal(issued.ok && issued.data.channel, 'airdrop')
  const list = await world.call('listPacks', { query: { packId: hidden } })
  assert.deepEqual(list.ok && [list.data.items, list.data.total], [[], 0])
  const selling = await world.call('showSellingPack', { params: { itemId: hidden } })
  assert.deepEqual(selling.ok && selling.data.items, [])
  const item = await world.call('showItem', { params: { itemId: hidden }, query: {} })
  assert.equal(item.ok && item.data.priceYen, null)
})
