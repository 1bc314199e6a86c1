import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { api } from '@kura/contract/api'
import { seedPack } from '../../checkout/order/testing/shop.ts'
import { seedMember } from '../../testing/seed-member.ts'
import { testWorld } from '../../testing/test-world.ts'
import { seedSeries } from '../testing/seed-tokens.ts'
import { listAudience } from './queries.ts'

const { deps, call } = await testWorld({ after })
const { sql } = deps

test('works, series and packs are kept in mind once, listed latest first, counted and left again', async () => {
  const { session, memberId: userId } = await seedMember(deps)
  const { seriesId, itemIds } = await seedSeries(sql, 2)
  const packId = await seedPack(sql, { priceYen: 700 })
  const [itemId = ''] = itemIds
  for (const body of [{ itemId }, { seriesId }, { packId }, { itemId }])
    assert.ok((await call('addFavorite', { body }, { session })).ok)
  const list = await call('listFavorites', { params: { userId }, query: {} })
  assert.ok(list.ok)
  assert.deepEqual(api.listFavorites.output.parse(list.data), list.data)
  assert.deepEqual(
    list.data.items.map(({ kind, id }) => [kind, id]),
    [
      ['pack', packId],
      ['series', seriesId],
      ['item', itemId],
    ],
  )
  assert.equal(list.data.items[0]?.priceYen, 700)
  const packs = await call('listFavorites', { params: { userId }, query: { kind: 'pack', limit: 1, offset: 0 } })
  assert.ok(packs.ok && packs.data.items.length === 1 && packs.data.cursor === undefined)
  const marks = await call('listOwnMarks', {}, { session })
  assert.ok(marks.ok && marks.data.items.length === 3)
  const count = await call('countMarks', { params: { kind: 'item', subject: itemId } })
  assert.ok(count.ok && count.data.favorites === 1)
  for (const [id, kind] of [
    [itemId, undefined],
    [packId, 'pack'],
    [seriesId, 'series'],
    [itemId, undefined],
  ] as const)
    assert.ok((await call('deleteFavorite', { params: { itemId: id }, query: { kind } }, { session })).ok)
  const empty = await call('listFavorites', { params: { userId }, query: {} })
  assert.ok(empty.ok && empty.data.items.length === 0)
  const none = await call('countMarks', { params: { kind: 'item', subject: itemId } })
  assert.ok(none.ok && none.data.favorites === 0)
})

test('a favourite names exactly one thing that exists, and a price only of a work', async () => {
  const { session } = await seedMember(deps)
  const { seriesId, itemIds } = await seedSeries(sql, 1)
  const [itemId = ''] = itemIds
  for (const [body, code] of [
    [{}, 'INVALID_INPUT'],
    [{ itemId, seriesId }, 'INVALID_INPUT'],
    [{ seriesId, noticeBelowYen: 500 }, 'INVALID_INPUT'],
    [{ itemId: 'no-such' }, 'NOT_FOUND'],
  ] as const) {
    const result = await call('addFavorite', { body }, { session })
    assert.ok(!result.ok && result.body.errorCode === code, JSON.stringify(body))
  }
})

test('a price to hear of is the member’s own, and picks the audience of a listing', async () => {
  const { seriesId, itemIds } = await seedSeries(sql, 1)
  const [itemId = ''] = itemIds
  const members = await Promise.all(
    [undefined, 500, 900].map(async (noticeBelowYen) => {
      const member = await seedMember(deps)
      const body = noticeBelowYen === undefined ? { itemId } : { itemId, noticeBelowYen }
      assert.ok((await call('addFavorite', { body }, { session: member.session })).ok)
      return member
    }),
  )
  const heardAt = async (priceYen?: number) =>
    (await listAudience(sql, { kind: 'item', id: itemId }, { afterNumber: '0', most: 10, priceYen })).length
  assert.deepEqual([await heardAt(), await heardAt(900), await heardAt(600), await heardAt(499)], [3, 0, 1, 2])
  const { memberId: userId, session } = members[1]!
  const own = await call('listFavorites', { params: { userId }, query: {} }, { session })
  assert.ok(own.ok && own.data.items[0]?.noticeBelowYen === 500)
  const others = await call('listFavorites', { params: { userId }, query: {} })
  assert.ok(others.ok && others.data.items[0]?.noticeBelowYen === null)
  await call('updateProfile', { body: { showsFavorites: false } }, { session })
  const hidden = await call('listFavorites', { params: { userId }, query: {} })
  assert.ok(!hidden.ok && hidden.body.errorCode === 'NOT_FOUND')
  assert.ok((await call('listFavorites', { params: { userId }, query: {} }, { session })).ok)
  assert.equal((await listAudience(sql, { kind: 'series', id: seriesId }, { afterNumber: '0', most: 10 })).length, 0)
})
