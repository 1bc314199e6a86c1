import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { after, test } from 'node:test'
import { api } from '@kura/contract/api'
import { seedPack } from '../../checkout/order/testing/shop.ts'
import { seedMember } from '../../testing/seed-member.ts'
import { testWorld } from '../../testing/test-world.ts'
import { seedSeries, seedTokens } from '../testing/seed-tokens.ts'

const { deps, call } = await testWorld({ after })
const { sql } = deps
const collector = (displayName = '集') =>
  seedMember(deps, { displayName, flowAddress: `0x${randomBytes(8).toString('hex')}` })

const ranking = async (
  seriesId: string,
  query: { sort?: 'items' | 'tokens'; order?: 'asc' | 'desc'; user_id?: string } = {},
) => {
  const result = await call('showSeriesCollectors', { params: { seriesId }, query })
  assert.ok(result.ok, JSON.stringify(result))
  assert.deepEqual(api.showSeriesCollectors.output.parse(result.data), result.data)
  return result.data
}

test('a collection says how complete each series is, and what of the missing is listed from what price', async () => {
  const { flowAddress, memberId: userId, session } = await collector()
  const { seriesId, itemIds } = await seedSeries(sql, 5)
  const [one = '', two = '', three = '', four = ''] = itemIds
  await seedTokens(sql, flowAddress, [one, one, two])
  await sql`
    insert into item_listings (item_id, listed, floor_yen) values (${one}, 1, 100), (${three}, 2, 800), (${four}, 1, 500)`
  const list = await call('listOwnedSeries', { query: { userId } })
  assert.ok(list.ok)
  assert.deepEqual(api.listOwnedSeries.output.parse(list.data), list.data)
  const [found] = list.data.items
  assert.ok(found)
  assert.deepEqual(
    [
      found.seriesId,
      found.itemCount,
      found.ownedItemCount,
      found.ownedTokenCount,
      found.missingListedCount,
      found.missingFromYen,
    ],
    [seriesId, 5, 2, 3, 2, 500],
  )
  const one5 = await call('showOwnedSeries', { params: { seriesId }, query: {} }, { session })
  assert.ok(one5.ok)
  assert.deepEqual(api.showOwnedSeries.output.parse(one5.data), one5.data)
  assert.deepEqual(
    one5.data.works.map(({ owned, listedYen }) => [owned, listedYen]),
    [
      [2, 100],
      [1, null],
      [0, 800],
      [0, 500],
      [0, null],
    ],
  )
  const nobody = await call('showOwnedSeries', { params: { seriesId }, query: {} })
  assert.ok(nobody.ok && nobody.data.ownedItemCount === 0 && nobody.data.missingListedCount === 3)
  const all = await call('listOwnedSeries', { query: {} })
  assert.ok(all.ok && all.data.items.some((each) => each.seriesId === seriesId && each.ownedItemCount === 0))
  const conditions = await call('showOwnershipConditions', { query: { flowAddress } })
  assert.ok(conditions.ok)
  assert.deepEqual(
    [conditions.data.series.map(({ count }) => count), conditions.data.rarities],
    [[3], [{ rarity: 'common', count: 3 }]],
  )
  const item = await call('showItem', { params: { itemId: one }, query: { userId } })
  assert.ok(item.ok && item.data.ownedCount === 2)
  const plain = await call('showItem', { params: { itemId: one }, query: {} })
  assert.ok(plain.ok && plain.data.ownedCount === null)
})

test('holdings follow tokens that are sold, given, burned, and made again by the index', async () => {
  const { seriesId, itemIds } = await seedSeries(sql, 2)
  const [one = '', two = ''] = itemIds
  const [from, to] = [await collector('元'), await collector('先')]
  const [first = '', , third = ''] = await seedTokens(sql, from.flowAddress, [one, one, two])
  const held = async () => {
    const { collectors, collectorCount, tokenCount } = await ranking(seriesId)
    return [
      collectorCount,
      tokenCount,
      ...collectors.map((each) => [each.collector?.displayName, each.itemCount, each.tokenCount]),
    ]
  }
  assert.deepEqual(await held(), [1, 3, ['元', 2, 3]])
  await sql`update tokens set owner_address = null where id = ${first}::numeric`
  assert.deepEqual(await held(), [1, 2, ['元', 2, 2]])
  await sql`update tokens set owner_address = ${to.flowAddress} where id = any(${[first, third]}::text[]::numeric[])`
  assert.deepEqual(await held(), [2, 3, ['先', 2, 2], ['元', 1, 1]])
  await sql`update tokens set burned_at = kura_now() where id = ${third}::numeric`
  assert.deepEqual((await held()).slice(0, 2), [2, 2])
  await sql`create table kept as select * from tokens`
  await sql`delete from tokens`
  assert.deepEqual(await held(), [0, 0])
  await sql`insert into tokens select * from kept`
  assert.deepEqual((await held()).slice(0, 2), [2, 2])
})

test('a token that the chain knew before the catalogue counts once its item is imported', async () => {
  const { flowAddress, memberId } = await collector()
  const { seriesId } = await seedSeries(sql, 1)
  const late = `${seriesId}-late`
  await seedTokens(sql, flowAddress, [late, late])
  const counted = async () => {
    const result = await call('countTokens', { params: { userId: memberId } })
    return result.ok ? result.data.count : undefined
  }
  assert.equal(await counted(), 0)
  await sql`
    insert into items (id, series_id, name_ja, name_en, edition_size, picture, position)
    select ${late}, series_id, name_ja, name_en, edition_size, picture, position + 1 from items where series_id = ${seriesId}`
  assert.equal(await counted(), 2)
  const { collectors } = await ranking(seriesId)
  assert.deepEqual(
    collectors.map(({ itemCount, tokenCount }) => [itemCount, tokenCount]),
    [[1, 2]],
  )
})

test('collectors are ranked by works or tokens; who hides the collection has a place without a name', async () => {
  const { seriesId, itemIds } = await seedSeries(sql, 3)
  const [one = '', two = '', three = ''] = itemIds
  const [all, some, hidden] = [await collector('全'), await collector('半'), await collector('秘')]
  await seedTokens(sql, all.flowAddress, [one, two, three])
  await seedTokens(sql, some.flowAddress, [one, two])
  await seedTokens(sql, hidden.flowAddress, [one, one, one, one])
  await seedTokens(sql, '0x00000000000000aa', [one, two])
  assert.ok((await call('updateProfile', { body: { showsCollection: false } }, { session: hidden.session })).ok)
  const byItems = await ranking(seriesId, { user_id: some.memberId })
  assert.deepEqual(
    byItems.collectors.map(({ rank, isComplete }) => [rank, isComplete]),
    [
      [1, true],
      [2, false],
      [2, false],
      [4, false],
    ],
  )
  assert.deepEqual(byItems.collectors.map(({ collector: who }) => who?.displayName ?? '').toSorted(), [
    '',
    '',
    '全',
    '半',
  ])
  assert.deepEqual([byItems.user?.rank, byItems.user?.itemCount], [2, 2])
  const byTokens = await ranking(seriesId, { sort: 'tokens', user_id: hidden.memberId })
  assert.deepEqual(
    [byTokens.collectors[0]?.tokenCount, byTokens.collectors[0]?.collector, byTokens.user],
    [4, null, null],
  )
  const reversed = await ranking(seriesId, { order: 'asc' })
  assert.equal(reversed.collectors.at(-1)?.collector?.displayName, '全')
  const nothing = await call('listTokens', { query: { userId: hidden.memberId } })
  assert.ok(nothing.ok && nothing.data.items.length === 0)
  const own = await call('listTokens', { query: { userId: hidden.memberId, seriesId } }, { session: hidden.session })
  assert.ok(own.ok && own.data.items.length === 4 && own.data.total === 4)
  const series = await call('listOwnedSeries', { query: { userId: hidden.memberId } })
  assert.ok(series.ok && series.data.items.length === 0)
})

test('tokens without an owner are the latest of everybody', async () => {
  const { itemIds } = await seedSeries(sql, 1)
  const ids = await seedTokens(sql, '0x00000000000000bb', [itemIds[0]!, itemIds[0]!])
  const latest = await call('listTokens', { query: { limit: 2 } })
  assert.ok(latest.ok)
  assert.deepEqual(
    latest.data.items.map(({ tokenId }) => tokenId),
    ids.toReversed(),
  )
})

test('a showcase has up to six own pieces in their order, and loses one that leaves the wallet', async () => {
  const { flowAddress, memberId: userId, session } = await collector()
  const { itemIds } = await seedSeries(sql, 3)
  const ids = await seedTokens(sql, flowAddress, itemIds)
  const [foreign = ''] = await seedTokens(sql, '0x00000000000000cc', [itemIds[0]!])
  const set = (tokenIds: string[]) => call('setShowcase', { body: { tokenIds } }, { session })
  const chosen = [ids[2]!, ids[0]!]
  assert.ok((await set(chosen)).ok)
  const shown = await call('showShowcase', { params: { userId } })
  assert.ok(shown.ok)
  assert.deepEqual(
    shown.data.items.map(({ tokenId }) => tokenId),
    chosen,
  )
  for (const wrong of [[foreign], [ids[0]!, ids[0]!]]) {
    const result = await set(wrong)
    assert.ok(!result.ok && result.body.errorCode === 'INVALID_INPUT')
  }
  await sql`update tokens set owner_address = '0x00000000000000dd' where id = ${ids[2]!}::numeric`
  const left = await call('showShowcase', { params: { userId } })
  assert.ok(left.ok && left.data.items.length === 1)
  await sql`update members set banned_at = kura_now() where id = ${userId}`
  assert.equal((await call('showShowcase', { params: { userId } })).ok, false)
})

test('a series is listed with its packs on sale', async () => {
  const packId = await seedPack(sql, { priceYen: 900 })
  await seedPack(sql, { saleStartsAt: '1 hour' })
  const result = await call('listSeriesSellingPacks', { query: {} })
  assert.ok(result.ok)
  assert.deepEqual(api.listSeriesSellingPacks.output.parse(result.data), result.data)
  assert.deepEqual(
    result.data.items.flatMap(({ packs }) => packs.map((pack) => pack.packId)),
    [packId],
  )
})
